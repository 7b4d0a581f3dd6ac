package network

import (
	"fmt"

	"counterpoise/policies/encoder"
	"counterpoise/scenes"
)

func init() { Observers.Add("vision", vision{}) }

// vision observes what the policies of the study observe: both pictures, the joints and the gripper, and nothing
// privileged. A frozen encoder turns the pictures into features.
type vision struct {
	own *encoder.Encoder // nil for the embedded one; a policy trained with its encoder brings its own
}

func (vision) About() string {
	return fmt.Sprintf("both pictures through the frozen encoder, joints, gripper (%d features)",
		encoder.Width+robotFeatures)
}

func (vision) Features() (f []Feature) {
	for _, c := range []struct {
		name   string
		camera encoder.Spatial
	}{{"static", encoder.Static}, {"gripper", encoder.Gripper}} {
		for _, what := range []string{"x", "y", "mass"} {
			for k := range c.camera.Maps {
				f = append(f, Feature{fmt.Sprintf("%s map %d %s", c.name, k+1, what), "1"})
			}
		}
	}
	return append(f, state{}.Features()[:robotFeatures]...)
}

// Tokens are the centroid and the mass of each activation map, and the robot.
func (vision) Tokens() (tokens [][]int) {
	at := 0
	for _, c := range encoder.Cameras {
		for k := range c.Maps {
			tokens = append(tokens, []int{at + k, at + c.Maps + k, at + 2*c.Maps + k})
		}
		at += 3 * c.Maps
	}
	return append(tokens, run(encoder.Width, encoder.Width+robotFeatures))
}

func (v vision) Encoder() *encoder.Encoder {
	if v.own != nil {
		return v.own
	}
	return encoder.Frozen()
}

func (v vision) Encode(dst []float32, o *scenes.Observation) error {
	v.EncodeRest(dst[encoder.Width:], o)
	return v.Encoder().Encode(dst[:encoder.Width], o)
}

func (vision) EncodeRest(dst []float32, o *scenes.Observation) {
	own := o.Proprioception()
	copy(dst, own[:])
}

// robotBesidePictures is what remains of observer "vision" where the network reads the pictures itself: joints and
// gripper. It is no entry of Observers; Spec.Resolve puts it into models.
type robotBesidePictures struct{}

func (robotBesidePictures) About() string {
	return "joints and gripper, beside pictures that the network reads"
}

func (robotBesidePictures) Features() []Feature { return state{}.Features()[:robotFeatures] }

func (robotBesidePictures) Tokens() [][]int { return [][]int{run(0, robotFeatures)} }

func (robotBesidePictures) Encode(dst []float32, o *scenes.Observation) error {
	own := o.Proprioception()
	copy(dst, own[:])
	return encoder.CheckPictures(o)
}
