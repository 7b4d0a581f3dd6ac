package weigh

import (
	"fmt"
	"strings"

	"counterpoise/policies/encoder"
	"counterpoise/scenes/demos"
)

// Pictures of any camera through the frozen encoder.
//
// The encoder knows two cameras, one that looks at a table and one at a gripper (package encoder). A camera whose name
// says that it is at the hand is taken for the second, any other for the first. Its pictures are scaled to the size of
// those, whatever their proportions, and their features are columns of the input, standardised as the others are.
//
// The encoder was trained on scenes of the tabletop. Of other pictures its features tell where colours and edges are
// like those of its blocks, handles and bulb, and how much of them there is; nothing more is claimed.

// atHand are parts of names of cameras at a hand: of CALVIN, LIBERO and robomimic, openpi, DROID, ALOHA and LeRobot.
var atHand = []string{"ego", "gripper", "hand", "wrist"}

// viewOf returns the camera of the encoder that a camera is taken for, an index of encoder.Cameras.
func viewOf(camera string) int {
	for _, part := range atHand {
		if strings.Contains(strings.ToLower(camera), part) {
			return 1
		}
	}
	return 0
}

// viewsOf returns the names of an episode's cameras, those of videos last, one after another with spaces between, and
// the number of features of their pictures.
func viewsOf(r *demos.Raw) (names string, features int) {
	var all []string
	for _, c := range r.Cameras {
		all = append(all, c.Name)
	}
	for _, f := range r.Films {
		all = append(all, f.Name)
	}
	for _, name := range all {
		features += encoder.Cameras[viewOf(name)].Features()
	}
	return strings.Join(all, " "), features
}

// checkCameras returns an error unless an episode has cameras, with a picture of each in every frame. How many there
// are in a video is found when it is decoded.
func checkCameras(r *demos.Raw) error {
	if len(r.Cameras) == 0 && len(r.Films) == 0 {
		return fmt.Errorf("has no pictures; weigh by the state alone")
	}
	for _, c := range r.Cameras {
		if n := c.Height * c.Width * 3; n <= 0 || len(c.Data) != r.Frames()*n {
			return fmt.Errorf("camera %s has %d bytes of %d x %d pictures for %d frames", c.Name, len(c.Data), c.Width,
				c.Height, r.Frames())
		}
	}
	return nil
}

// views returns the features of the pictures of the given frames, in ascending order: those of all cameras of a frame
// one after another. A video is decoded up to the last of these frames.
func views(r *demos.Raw, frames []int) ([][]float32, error) {
	if len(frames) == 0 {
		return nil, nil
	}
	all := make([][]float32, len(frames))
	for i := range r.Cameras {
		c := &r.Cameras[i]
		for k, t := range frames {
			all[k] = appendView(all[k], c.Name, c.Height, c.Width, c.Frame(t))
		}
	}
	for _, f := range r.Films {
		next := 0
		err := f.Each(frames[len(frames)-1]+1, func(t int, rgb []byte) error {
			if t == frames[next] {
				all[next] = appendView(all[next], f.Name, f.Height, f.Width, rgb)
				next++
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return all, nil
}

// appendView appends the features of a picture of a camera.
func appendView(x []float32, camera string, height, width int, picture []byte) []float32 {
	view := viewOf(camera)
	e := encoder.Cameras[view]
	if height != e.Size() || width != e.Size() {
		picture = demos.Resized(picture, height, width, e.Size())
	}
	n := len(x)
	x = append(x, make([]float32, e.Features())...)
	encoder.Frozen().EncodePicture(x[n:], view, picture)
	return x
}
