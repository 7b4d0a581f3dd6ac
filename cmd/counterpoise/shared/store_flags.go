package shared

import (
	"errors"
	"strings"

	"github.com/spf13/cobra"

	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/scenes/demos"
)

// StoreFlags are the values of the flags that say how a dataset is stored.
type StoreFlags struct {
	demos.PictureOptions
	split bool                   // into the folders training and validation
	given func(flag string) bool // whether the user set it
}

// Add adds the flags to a command.
func (o *StoreFlags) Add(c *cobra.Command) {
	f := c.Flags()
	o.given = f.Changed
	f.StringSliceVar(&o.Cameras, "cameras", nil, "`NAMES` of the cameras to store: static, ego (default both)")
	f.IntVar(&o.Size, "size", 0, "store all pictures `N` pixels wide and high (default as they are)")
	f.StringVar(&o.Video, "video", "",
		"store videos, by ffmpeg, instead of pictures; `CODEC` is "+strings.Join(demos.VideoCodecs, " or "))
	f.BoolVar(&o.split, "split", false,
		"make two datasets, training and validation, the second of a tenth of each behaviour (CALVIN's layout)")
}

// Create starts a dataset in the format of a name, or the two that it is split into.
func (o StoreFlags) Create(name, path string) (demos.Writer, error) {
	if o.split {
		return demos.Split(path, func(part string) (demos.Writer, error) { return o.createOne(name, part) })
	}
	return o.createOne(name, path)
}

// FormatFor returns the format of a name, and an error if it does not take the flags' options.
func (o StoreFlags) FormatFor(name string) (demos.FileFormat, error) {
	f, err := FormatNamed(name)
	if err != nil {
		return nil, err
	}
	if err := o.Check(); err != nil {
		return nil, cli.Misuse{Err: err}
	}
	if o.given("size") { // 0 stands for pictures as they are only where it is the default
		if err := demos.CheckSize(o.Size); err != nil {
			return nil, cli.Misuse{Err: err}
		}
	}
	if _, ok := f.(demos.PictureFormat); !ok && !o.Lossless() {
		return nil, cli.Misused("format %s stores pictures as they are; --cameras, --size and --video are for %s", name,
			strings.Join(pictureFormats(), ", "))
	}
	return f, nil
}

// createOne starts a dataset.
func (o StoreFlags) createOne(name, path string) (demos.Writer, error) {
	f, err := o.FormatFor(name)
	if err != nil {
		return nil, err
	}
	if o.Lossless() {
		return f.Create(path)
	}
	w, err := f.(demos.PictureFormat).CreateWith(path, o.PictureOptions)
	if errors.Is(err, demos.ErrNoVideos) {
		return nil, cli.Misuse{Err: err}
	}
	return w, err
}

// pictureFormats returns the names of the formats that take options about pictures.
func pictureFormats() []string {
	var names []string
	for _, name := range demos.Formats.Names() {
		if f, _ := demos.Formats.Get(name); f != nil {
			if _, ok := f.(demos.PictureFormat); ok {
				names = append(names, name)
			}
		}
	}
	return names
}
