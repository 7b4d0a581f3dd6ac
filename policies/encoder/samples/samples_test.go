package samples

import (
	"testing"

	"counterpoise/internal/seed"
	"counterpoise/scenes"
	"counterpoise/scenes/render"
	"counterpoise/scenes/render/soft"
)

// Pixels that are numbered as the red block have its colour, and the pictures are those that policies observe.
func TestSamples(t *testing.T) {
	stream, stop := Start(t.Context(), seed.Of("class"))
	defer stop()
	table, renderer := scenes.NewTabletop(), soft.New()
	red := 0
	for n := range 4 {
		l, err := stream.Next(n)
		if err != nil {
			t.Fatal(err)
		}
		if err := table.Scatter(seed.Of("class").With(n).Rand()); err != nil {
			t.Fatal(err)
		}
		s := table.Snapshot()
		var o scenes.Observation
		if err := render.DrawObservation(renderer, &s, &o); err != nil {
			t.Fatal(err)
		}
		if string(o.Static) != string(l.Static) || string(o.Gripper) != string(l.Gripper) {
			t.Errorf("sample %d: its pictures differ from those that a policy observes", n)
		}
		for i, object := range l.StaticObjects {
			if object == Objects()[0].Number {
				if p := l.Static[3*i:]; p[0] < 2*p[1] || p[0] < 2*p[2] {
					t.Fatalf("sample %d: pixel %d of the red block is %v", n, i, p[:3])
				}
				red++
			}
		}
	}
	if red == 0 {
		t.Error("no red block in four samples")
	}
}
