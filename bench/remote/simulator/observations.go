package simulator

import (
	"fmt"

	"counterpoise/scenes"
	"counterpoise/scenes/demos"
	"counterpoise/scenes/render"
)

// Observations are those of some environments, one a row, in memory of their own: nothing is reused by later calls.
type Observations struct {
	Robot    []float32 // rows of scenes.RobotSize numbers, as scenes.Observation defines them
	Scene    []float32 // rows of scenes.SceneSize numbers
	Pictures [][]uint8 // for each camera, rows of Size x Size x 3 bytes; nil without pictures
}

// Camera is a camera whose pictures observations carry.
type Camera struct {
	Name string // static or ego, as in exported datasets
	Size int    // side of the square picture, pixels
	of   func(*scenes.Observation) []byte
}

// newCameras returns both cameras with their pictures as exported datasets have them: of one size, or of their own if
// size is 0.
func newCameras(size int) ([]Camera, error) {
	o := demos.PictureOptions{Size: size}
	if err := o.Check(); err != nil {
		return nil, err
	}
	drawn := demos.Episode{Observations: []scenes.Observation{{Static: []uint8{}, Gripper: []uint8{}}}}
	var cameras []Camera
	for _, c := range o.Of(&drawn) {
		cameras = append(cameras, Camera{c.Name, c.Size, c.Of})
	}
	return cameras, nil
}

// bytes is the length of a picture.
func (c *Camera) bytes() int { return 3 * c.Size * c.Size }

// own reports whether the pictures have the size in which the camera is drawn, so that they need no scaling.
func (c *Camera) own() bool {
	return c.Name == "static" && c.Size == render.StaticSize || c.Name == "ego" && c.Size == render.GripperSize
}

// newObservations allocates n rows.
func (v *Vector) newObservations(n int) *Observations {
	o := &Observations{Robot: make([]float32, n*scenes.RobotSize), Scene: make([]float32, n*scenes.SceneSize)}
	for i := range v.cameras {
		o.Pictures = append(o.Pictures, make([]uint8, n*v.cameras[i].bytes()))
	}
	return o
}

// observe writes the observation of an environment to row i. Pictures are drawn from its numbers, as those of rollouts
// and demonstrations are.
func (v *Vector) observe(worker int, e *environment, all *Observations, i int) error {
	var o scenes.Observation
	e.table.Observe(&o)
	copy(all.Robot[i*scenes.RobotSize:], o.Robot[:])
	copy(all.Scene[i*scenes.SceneSize:], o.Scene[:])
	return v.draw(worker, &o, all, i)
}

// draw draws the numbers of an observation, and writes the pictures to row i.
func (v *Vector) draw(worker int, o *scenes.Observation, all *Observations, i int) error {
	if len(v.cameras) == 0 {
		return nil
	}
	rows := make([][]uint8, len(v.cameras))
	for k := range v.cameras {
		c := &v.cameras[k]
		rows[k] = all.Pictures[k][i*c.bytes():][:c.bytes():c.bytes()]
		// A buffer of the right size is drawn into in place.
		if c.own() && c.Name == "static" {
			o.Static = rows[k]
		} else if c.own() {
			o.Gripper = rows[k]
		}
	}
	s := scenes.SnapshotOf(o)
	if err := v.renderers[worker].Render(&s, o); err != nil {
		return fmt.Errorf("drawing: %w", err)
	}
	for k := range v.cameras {
		if !v.cameras[k].own() {
			copy(rows[k], v.cameras[k].of(o))
		}
	}
	return nil
}
