package encoder

import (
	"fmt"

	"counterpoise/scenes"
)

// Sample is a training sample: a scene with the pictures of both cameras, its state, and the object at every pixel.
type Sample struct {
	scenes.Observation
	// StaticObjects [200 x 200] and GripperObjects [84 x 84] hold the Object.Number of each pixel, by rows.
	StaticObjects, GripperObjects []uint8
}

// Object is an object whose position in the pictures an encoder learns.
type Object struct {
	Number uint8 // in the pixels of samples
	Name   string
}

// check returns an error unless the sample has all four images in the expected sizes.
func (m *Sample) check() error {
	if err := CheckPictures(&m.Observation); err != nil {
		return err
	}
	s, g := 3*len(m.StaticObjects), 3*len(m.GripperObjects)
	if s != Static.PictureBytes() || g != Gripper.PictureBytes() {
		return fmt.Errorf("object numbers of %d and %d pixels, not %d and %d",
			s/3, g/3, Static.PictureBytes()/3, Gripper.PictureBytes()/3)
	}
	return nil
}

// absent is the target of a map on patches without its object. It is below 0 because the target applies before the
// ReLU: a small positive error around it still gives an activation of exactly 0.
const absent = -0.2

// shares writes to dst [P, objects] the share of each patch's pixels that show each object, in (0, 1], or absent
// where no pixel does. It is the training target of the first maps.
func (e Spatial) shares(dst []float32, pixels []uint8, objects []Object) {
	clear(dst)
	var column [256]int // 1 + index in objects; 0 for any other number
	for i, o := range objects {
		column[o.Number] = i + 1
	}
	side, patch := e.Side(), e.pool*e.patch
	one := 1 / float32(patch*patch)
	for i, number := range pixels {
		if k := column[number]; k > 0 {
			dst[(i/e.size/patch*side+i%e.size/patch)*len(objects)+k-1] += one
		}
	}
	for i, v := range dst {
		if v == 0 {
			dst[i] = absent
		}
	}
}
