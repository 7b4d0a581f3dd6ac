package demos

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"counterpoise/scenes"
)

// PictureOptions say which pictures a writer stores, and how, for formats whose users want them so. What they leave out
// or change cannot be restored: such a dataset has no content hash and is not converted back.
type PictureOptions struct {
	Cameras []string // names of the cameras to store; nil for all
	Size    int      // side of every stored picture, pixels; 0 keeps the size of each camera
	Video   string   // codec of videos instead of single pictures, of VideoCodecs; "" for pictures
}

// VideoCodecs are the codecs of videos: AV1, which LeRobot writes, and H.264, which every player has.
var VideoCodecs = []string{"av1", "h264"}

// Lossless reports whether all pictures are stored as they are.
func (o PictureOptions) Lossless() bool { return o.Cameras == nil && o.Size == 0 && o.Video == "" }

// Sizes of pictures that can be asked for, in pixels: a convolution has something to see from 16 on.
const minSize, maxSize = 16, 1024

// CheckSize returns an error, which says what to do, unless n can be the Size of PictureOptions that ask for one.
func CheckSize(n int) error {
	if n < minSize || n > maxSize {
		return fmt.Errorf("demos: pictures of %d pixels; choose %d to %d", n, minSize, maxSize)
	}
	return nil
}

// Check returns an error that says what to do about options that cannot be followed.
func (o PictureOptions) Check() error {
	for _, name := range o.Cameras {
		if cameraSize(name) == 0 {
			return fmt.Errorf("demos: no camera %q; there are static, ego", name)
		}
	}
	if o.Size != 0 {
		if err := CheckSize(o.Size); err != nil {
			return err
		}
	}
	switch {
	case o.Video == "":
	case !slices.Contains(VideoCodecs, o.Video):
		return fmt.Errorf("demos: no codec %q; there is %s", o.Video, strings.Join(VideoCodecs, ", "))
	case o.Size%2 != 0:
		return fmt.Errorf("demos: videos have an even number of pixels, not %d", o.Size)
	}
	return nil
}

// Of returns the cameras of an episode that the options keep, whose pictures have the size that they ask for.
func (o PictureOptions) Of(e *Episode) []EpisodeCamera {
	var kept []EpisodeCamera
	for _, c := range e.Cameras() {
		if o.Cameras != nil && !slices.Contains(o.Cameras, c.Name) {
			continue
		}
		if o.Size != 0 && o.Size != c.Size {
			from, of := c.Size, c.Of
			c.Size = o.Size
			c.Of = func(s *scenes.Observation) []byte {
				if rgb := of(s); rgb != nil {
					return Resized(rgb, from, from, o.Size)
				}
				return nil
			}
		}
		kept = append(kept, c)
	}
	return kept
}

// ErrNoVideos is the error of CreateWith where videos are asked of a format that has none.
var ErrNoVideos = errors.New("the format has pictures and no videos; leave --video out")

// PictureFormat is a FileFormat whose writers take PictureOptions.
type PictureFormat interface {
	FileFormat
	// CreateWith is Create with options, which it checks. A format without videos returns ErrNoVideos for Video.
	CreateWith(path string, o PictureOptions) (Writer, error)
}

// Resized scales a picture of 8-bit RGB, rows from top to bottom, from h x w pixels to a square of side m; proportions
// change with those of the picture. See Scaled.
func Resized(rgb []byte, h, w, m int) []byte { return Scaled(rgb, h, w, m, m) }

// Scaled scales a picture of 8-bit RGB, rows from top to bottom, from h x w pixels to high x wide. Each new pixel is
// the mean of the area that it covers, so that nothing is skipped where the picture shrinks; where it grows, pixels
// repeat.
func Scaled(rgb []byte, h, w, high, wide int) []byte {
	// Along one axis of n pixels new pixel j of m covers [j n/m, (j+1) n/m) of the old. In units of 1/m of an old pixel
	// all bounds are whole: from j n to (j+1) n, and old pixel i from i m to (i+1) m.
	out := make([]byte, 3*high*wide)
	for y := range high {
		for x := range wide {
			var sum [3]int
			for i := y * h / high; i*high < (y+1)*h; i++ {
				height := min((i+1)*high, (y+1)*h) - max(i*high, y*h)
				for k := x * w / wide; k*wide < (x+1)*w; k++ {
					area := height * (min((k+1)*wide, (x+1)*w) - max(k*wide, x*w))
					for c := range sum {
						sum[c] += area * int(rgb[3*(i*w+k)+c])
					}
				}
			}
			for c, s := range sum {
				out[3*(y*wide+x)+c] = byte((s + h*w/2) / (h * w))
			}
		}
	}
	return out
}
