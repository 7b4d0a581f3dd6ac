package policies

import (
	"fmt"

	"counterpoise/policies/encoder"
	"counterpoise/scenes"
)

func init() { Networks.Add("vision", vision{}) }

// vision sees what the study's policies see: both pictures, the robot's joints and its gripper; nothing privileged. The pictures
// reach it through an encoder that was trained before, without demonstrations, and stays as it is; or, end to end, is trained on.
type vision struct{ encoder *encoder.Encoder } // nil: the frozen one

// looker is a Network that looks at pictures. An encoder's features are the first of its features, and rest writes the others.
type looker interface {
	Network
	rest(dst []float32, o *scenes.Observation)
}

func (vision) Features() (f []Feature) {
	for _, c := range []struct {
		name string
		eye  encoder.Spatial
	}{{"static", encoder.Static}, {"gripper", encoder.Gripper}} {
		for _, what := range []string{"x", "y", "mass"} {
			for k := range c.eye.Maps {
				f = append(f, Feature{fmt.Sprintf("%s map %d %s", c.name, k+1, what), "1"})
			}
		}
	}
	own := state{}.Features() // it begins with joints and gripper
	return append(f, own[:8]...)
}

func (v vision) Encode(dst []float32, o *scenes.Observation) error {
	v.rest(dst[encoder.Width:], o)
	if v.encoder != nil {
		return v.encoder.Encode(dst[:encoder.Width], o)
	}
	return encoder.Frozen().Encode(dst[:encoder.Width], o)
}

func (vision) rest(dst []float32, o *scenes.Observation) {
	s := o.Proprioception()
	copy(dst, s[:])
}
