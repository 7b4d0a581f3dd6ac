package elsewhere

import (
	"fmt"
	"slices"
	"strings"

	"counterpoise/policies/encoder"
	"counterpoise/policies/train"
	"counterpoise/scenes/demos"
)

// Looks reports whether the policy of a configuration reads pictures.
func Looks(cfg train.Config) bool { return cfg.Observer == "vision" }

// PictureWidth is how many numbers a picture becomes.
var PictureWidth = encoder.Static.Features()

// PictureNames are the names of the numbers that a camera's picture becomes: where the maps of the frozen encoder are
// active, and how much.
func PictureNames(camera string) (all []string) {
	for _, what := range []string{"x", "y", "mass"} {
		for k := range encoder.Static.Maps {
			all = append(all, fmt.Sprintf("%s map %d %s", CameraName(camera), k+1, what))
		}
	}
	return all
}

// Cameras are the names of the cameras whose pictures are among the numbers of a state, in their order.
func Cameras(state []string) (all []string) {
	for _, name := range state {
		if camera, ok := strings.CutSuffix(name, " map 1 x"); ok {
			all = append(all, camera)
		}
	}
	return all
}

// CameraName is the name of a camera in every dataset and environment: without what all keys of LeRobot begin with, and
// those of robomimic and LIBERO end with.
func CameraName(key string) string {
	name := strings.TrimPrefix(strings.ReplaceAll(key, "/", "_"), "observation.images.")
	return strings.TrimSuffix(strings.TrimSuffix(name, "_image"), "_rgb")
}

// SeePicture writes what a picture of 8-bit RGB becomes to dst: the features of the frozen encoder of the tabletop's
// static camera (encoder.Frozen), of the picture scaled to that camera's square. The encoder has learned the tabletop's
// objects; its maps tell where colours and edges like theirs are.
func SeePicture(dst []float32, rgb []byte, height, width int) {
	const static = 0
	encoder.Frozen().EncodePicture(dst, static, demos.Resized(rgb, height, width, encoder.Static.Size()))
}

// see returns the numbers of the pictures of a demonstration, cameras in the order of their names, and the names.
func see(r *demos.Raw) (m demos.Matrix, names []string, err error) {
	frames := r.Frames()
	type camera struct {
		name string
		each func(yield func(t int, rgb []byte, height, width int) error) error
	}
	var all []camera
	for _, c := range r.Cameras {
		all = append(all, camera{c.Name, func(yield func(int, []byte, int, int) error) error {
			for t := range frames {
				if err := yield(t, c.Frame(t), c.Height, c.Width); err != nil {
					return err
				}
			}
			return nil
		}})
	}
	for _, f := range r.Films {
		all = append(all, camera{f.Name, func(yield func(int, []byte, int, int) error) error {
			return f.Each(frames, func(t int, rgb []byte) error { return yield(t, rgb, f.Height, f.Width) })
		}})
	}
	slices.SortFunc(all, func(a, b camera) int { return strings.Compare(CameraName(a.name), CameraName(b.name)) })
	m.Width = len(all) * PictureWidth
	m.Values = make([]float32, frames*m.Width)
	for k, c := range all {
		names = append(names, PictureNames(c.name)...)
		err := c.each(func(t int, rgb []byte, height, width int) error {
			SeePicture(m.Row(t)[k*PictureWidth:][:PictureWidth], rgb, height, width)
			return nil
		})
		if err != nil {
			return m, nil, fmt.Errorf("camera %s: %w", c.name, err)
		}
	}
	return m, names, nil
}
