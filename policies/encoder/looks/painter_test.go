package looks

import (
	"math"
	"slices"
	"testing"

	"counterpoise/internal/seed"
	"counterpoise/scenes"
	"counterpoise/scenes/render"
	"counterpoise/scenes/render/soft"
)

// In every look the red block is red, and where it is in the usual picture but for the displacement of the camera. A
// key gives the same pictures again.
func TestPainter(t *testing.T) {
	table := scenes.NewTabletop()
	if err := table.Scatter(seed.Of("scene", 3).Rand()); err != nil {
		t.Fatal(err)
	}
	s := table.Snapshot()
	f := render.NewFrame(render.StaticSize, render.StaticSize)
	f.IDs = make([]uint8, render.StaticSize*render.StaticSize)
	if err := soft.New().View(&s, render.StaticCamera(), f); err != nil {
		t.Fatal(err)
	}
	p, again := NewPainter(), NewPainter()
	var o, same scenes.Observation
	for n := range 8 {
		p.Begin(seed.Of("look", n))
		for range 3 {
			if err := p.Draw(&s, &o); err != nil {
				t.Fatal(err)
			}
		}
		again.Begin(seed.Of("look", n))
		for range 3 {
			if err := again.Draw(&s, &same); err != nil {
				t.Fatal(err)
			}
		}
		if !slices.Equal(o.Static, same.Static) || !slices.Equal(o.Gripper, same.Gripper) {
			t.Errorf("look %d: the same key gives other pictures", n)
		}
		differs, red, reddish := 0.0, 0, 0
		for i, c := range o.Static {
			differs += math.Abs(float64(c)-float64(f.RGB[i])) / float64(len(f.RGB))
		}
		for i, id := range f.IDs {
			if render.ObjectID(id) != render.IDRed {
				continue
			}
			red++
			if c := o.Static[3*i:]; int(c[0]) > int(c[1])+30 && int(c[0]) > int(c[2])+30 {
				reddish++
			}
		}
		if differs < 3 {
			t.Errorf("look %d differs from the usual one by %.1f of 255 on average", n, differs)
		}
		if red == 0 || float64(reddish) < 0.7*float64(red) {
			t.Errorf("look %d: %d of %d pixels of the red block are red", n, reddish, red)
		}
	}
}
