package main

import (
	"errors"
	"strings"

	"github.com/spf13/cobra"

	"counterpoise/scenes/demos"
)

// storeFlags are the values of the flags that say how a dataset is stored.
type storeFlags struct {
	demos.PictureOptions
	split bool                   // into the folders training and validation
	given func(flag string) bool // whether the user set it
}

// add adds the flags to a command.
func (o *storeFlags) add(c *cobra.Command) {
	f := c.Flags()
	o.given = f.Changed
	f.StringSliceVar(&o.Cameras, "cameras", nil, "`NAMES` of the cameras to store: static, ego (default both)")
	f.IntVar(&o.Size, "size", 0, "store all pictures `N` pixels wide and high (default as they are)")
	f.StringVar(&o.Video, "video", "",
		"store videos, by ffmpeg, instead of pictures; `CODEC` is "+strings.Join(demos.VideoCodecs, " or "))
	f.BoolVar(&o.split, "split", false,
		"make two datasets, training and validation, the second of a tenth of each behaviour (CALVIN's layout)")
}

// create starts a dataset in the format of a name, or the two that it is split into.
func (o storeFlags) create(name, path string) (demos.Writer, error) {
	if o.split {
		return demos.Split(path, func(part string) (demos.Writer, error) { return o.createOne(name, part) })
	}
	return o.createOne(name, path)
}

// check returns the format of a name, and an error if it does not take the flags' options.
func (o storeFlags) check(name string) (demos.FileFormat, error) {
	f, err := format(name)
	if err != nil {
		return nil, err
	}
	if err := o.Check(); err != nil {
		return nil, misuse{err}
	}
	if o.given("size") { // 0 stands for pictures as they are only where it is the default
		if err := demos.CheckSize(o.Size); err != nil {
			return nil, misuse{err}
		}
	}
	if _, ok := f.(demos.PictureFormat); !ok && !o.Lossless() {
		return nil, misused("format %s stores pictures as they are; --cameras, --size and --video are for %s", name,
			strings.Join(pictureFormats(), ", "))
	}
	return f, nil
}

// createOne starts a dataset.
func (o storeFlags) createOne(name, path string) (demos.Writer, error) {
	f, err := o.check(name)
	if err != nil {
		return nil, err
	}
	if o.Lossless() {
		return f.Create(path)
	}
	w, err := f.(demos.PictureFormat).CreateWith(path, o.PictureOptions)
	if errors.Is(err, demos.ErrNoVideos) {
		return nil, misuse{err}
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
