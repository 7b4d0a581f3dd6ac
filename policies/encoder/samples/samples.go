package samples

import (
	"context"
	"errors"

	"counterpoise/internal/seed"
	"counterpoise/policies/encoder"
	"counterpoise/scenes"
	"counterpoise/scenes/render"
	"counterpoise/scenes/render/soft"
)

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
	table, renderer := scenes.NewTabletop(), soft.New()
	for n := 0; ; n++ {
		l := new(encoder.Sample)
		if err := errors.Join(table.Scatter(key.With(n).Rand()), draw(renderer, table, l)); err != nil {
			return err
		}
		select {
		case s.samples <- l:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}

// draw draws both pictures and the number of the object at each pixel.
func draw(r render.Renderer, t *scenes.Tabletop, l *encoder.Sample) error {
	t.Observe(&l.Observation)
	s := t.Snapshot()
	static := render.NewFrame(render.StaticSize, render.StaticSize)
	gripper := render.NewFrame(render.GripperSize, render.GripperSize)
	static.IDs = make([]uint8, render.StaticSize*render.StaticSize)
	gripper.IDs = make([]uint8, render.GripperSize*render.GripperSize)
	l.Static, l.StaticObjects, l.Gripper, l.GripperObjects = static.RGB, static.IDs, gripper.RGB, gripper.IDs
	return errors.Join(r.View(&s, render.StaticCamera(), static), r.View(&s, render.GripperCamera(&s), gripper))
}
