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

// viewsOf returns the names of an episode's cameras, one after another with spaces between, and the number of features
// of their pictures.
func viewsOf(cameras []demos.Camera) (names string, features int) {
	var all []string
	for _, c := range cameras {
		all = append(all, c.Name)
		features += encoder.Cameras[viewOf(c.Name)].Features()
	}
	return strings.Join(all, " "), features
}

// checkCameras returns an error unless an episode has cameras, with a picture of each in every frame.
func checkCameras(r *demos.Raw) error {
	if len(r.Cameras) == 0 {
		return fmt.Errorf("has no pictures that are read, for videos are not; weigh by the state alone")
	}
	for _, c := range r.Cameras {
		if n := c.Height * c.Width * 3; n <= 0 || len(c.Data) != r.Frames()*n {
			return fmt.Errorf("camera %s has %d bytes of %d x %d pictures for %d frames", c.Name, len(c.Data), c.Width,
				c.Height, r.Frames())
		}
	}
	return nil
}

// appendViews appends the features of the pictures of frame t.
func appendViews(x []float32, r *demos.Raw, t int) []float32 {
	for i := range r.Cameras {
		c := &r.Cameras[i]
		view := viewOf(c.Name)
		e, picture := encoder.Cameras[view], c.Frame(t)
		if c.Height != e.Size() || c.Width != e.Size() {
			picture = demos.Resized(picture, c.Height, c.Width, e.Size())
		}
		n := len(x)
		x = append(x, make([]float32, e.Features())...)
		encoder.Frozen().EncodePicture(x[n:], view, picture)
	}
	return x
}
