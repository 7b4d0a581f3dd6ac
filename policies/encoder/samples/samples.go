package samples

import (
	"context"
	"math/rand/v2"

	"counterpoise/internal/seed"
	"counterpoise/policies/encoder"
	"counterpoise/policies/encoder/looks"
	"counterpoise/scenes"
	"counterpoise/scenes/render"
	"counterpoise/scenes/render/soft"
)

// plainShare is the share of samples with the look, the cameras and the noise-free pictures of observations.
const plainShare = 0.25

// ahead is how many samples may wait for the training, 700 kB each with their object numbers.
const ahead = 64

// Objects returns the objects that an encoder learns to locate, with their numbers in the samples.
func Objects() (objects []encoder.Object) {
	for _, p := range []struct {
		id   render.ObjectID
		name string
	}{
		{render.IDRed, "red block"}, {render.IDBlue, "blue block"}, {render.IDPink, "pink block"},
		{render.IDDoor, "door"}, {render.IDDrawer, "drawer"}, {render.IDButton, "button"}, {render.IDSwitch, "switch"},
		{render.IDHand, "hand"}, {render.IDFingerLeft, "left finger"}, {render.IDFingerRight, "right finger"},
	} {
		objects = append(objects, encoder.Object{Number: uint8(p.id), Name: p.name})
	}
	return objects
}

// Stream makes samples in order.
type Stream struct {
	samples chan *encoder.Sample
	err     error // set before samples is closed
}

// Start starts to make samples, until ctx is done or stop is called.
func Start(ctx context.Context, key seed.Key) (s *Stream, stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	s = &Stream{samples: make(chan *encoder.Sample, ahead)}
	go func() {
		defer close(s.samples)
		s.err = s.run(ctx, key)
	}()
	return s, cancel
}

// Next returns the next sample. Its argument is the sample's number, which the order of calls determines; an
// encoder's training passes it.
func (s *Stream) Next(int) (*encoder.Sample, error) {
	l, ok := <-s.samples
	if !ok {
		return nil, s.err
	}
	return l, nil
}

// run makes samples 0, 1, 2, ...
func (s *Stream) run(ctx context.Context, key seed.Key) error {
	d := newDrawer(key)
	for n := 0; ; n++ {
		l := new(encoder.Sample)
		if err := d.draw(l, key.With(n).Rand()); err != nil {
			return err
		}
		select {
		case s.samples <- l:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}

// drawer draws samples.
type drawer struct {
	table    *scenes.Tabletop
	renderer *soft.Renderer
	noise    *looks.Noise
}

// newDrawer returns a drawer. Its table of noise depends on the key.
func newDrawer(key seed.Key) *drawer {
	return &drawer{scenes.NewTabletop(), soft.New(), looks.NewNoise(key.With("noise").Rand())}
}

// draw draws a sample: a random scene in a random look, or plainShare of them as policies observe it, as both pictures
// and the number of the object at each pixel.
func (d *drawer) draw(l *encoder.Sample, r *rand.Rand) error {
	if err := d.table.Scatter(r); err != nil {
		return err
	}
	d.table.Observe(&l.Observation)
	s := d.table.Snapshot()
	static, gripper := render.StaticCamera(), render.GripperCamera(&s)
	plain := r.Float64() < plainShare
	if plain {
		d.renderer.SetLook(render.SceneD())
	} else {
		d.renderer.SetLook(looks.Random(r))
		displaced := looks.StaticMounting(r)
		static = displaced.Of(static)
		static.Stationary = false // the next sample has another one
		displaced = looks.GripperMounting(r)
		gripper = displaced.Of(gripper)
	}
	var err error
	if l.Static, l.StaticObjects, err = d.view(&s, static, render.StaticSize); err != nil {
		return err
	}
	if l.Gripper, l.GripperObjects, err = d.view(&s, gripper, render.GripperSize); err != nil || plain {
		return err
	}
	d.noise.LayOver(&l.Observation, r)
	return nil
}

// view draws a square picture and the number of the object at each pixel.
func (d *drawer) view(s *scenes.Snapshot, c render.Camera, size int) (rgb, objects []uint8, err error) {
	f := render.NewFrame(size, size)
	f.IDs = make([]uint8, size*size)
	err = d.renderer.View(s, c, f)
	return f.RGB, f.IDs, err
}
