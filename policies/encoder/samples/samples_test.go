package samples

import (
	"math"
	"testing"

	"counterpoise/internal/seed"
	"counterpoise/policies/encoder"
	"counterpoise/scenes"
	"counterpoise/scenes/render"
	"counterpoise/scenes/render/soft"
)

// Of 40 samples, as many as plainShare says are the pictures that policies observe of the scene, to the byte. The
// others show the same objects within the cameras' displacement in other colours. Sample n depends on the key and n
// alone.
func TestSamples(t *testing.T) {
	stream, stop := Start(t.Context(), seed.Of("class"))
	defer stop()
	table, renderer, alone := scenes.NewTabletop(), soft.New(), newDrawer(seed.Of("class"))
	const samples = 40
	plain, red, reddish := 0, 0, 0
	for n := range samples {
		l, err := stream.Next(n)
		if err != nil {
			t.Fatal(err)
		}
		var again encoder.Sample
		if n%8 == 7 {
			if err := alone.draw(&again, seed.Of("class").With(n).Rand()); err != nil {
				t.Fatal(err)
			}
			if string(again.Static) != string(l.Static) || string(again.Gripper) != string(l.Gripper) {
				t.Errorf("sample %d differs when it is drawn after another", n)
			}
		}
		if err := table.Scatter(seed.Of("class").With(n).Rand()); err != nil {
			t.Fatal(err)
		}
		s := table.Snapshot()
		var o scenes.Observation
		if err := render.DrawObservation(renderer, &s, &o); err != nil {
			t.Fatal(err)
		}
		same := string(o.Static) == string(l.Static)
		if same != (string(o.Gripper) == string(l.Gripper)) {
			t.Errorf("sample %d: one of the two pictures is as policies observe it", n)
		}
		if same {
			plain++
		}
		differs := 0
		for i, id := range objectsOf(t, renderer, &s) {
			if id != l.StaticObjects[i] {
				differs++
			}
			if render.ObjectID(l.StaticObjects[i]) == render.IDRed {
				red++
				if p := l.Static[3*i:]; int(p[0]) > int(p[1])+30 && int(p[0]) > int(p[2])+30 {
					reddish++
				}
			}
		}
		if same && differs > 0 || differs > len(l.StaticObjects)/4 {
			t.Errorf("sample %d, plain %v: %d pixels show another object than the scene", n, same, differs)
		}
	}
	if math.Abs(float64(plain)/samples-plainShare) > 0.2 { // three standard errors
		t.Errorf("%d of %d samples are as policies observe them", plain, samples)
	}
	if red == 0 || float64(reddish) < 0.9*float64(red) {
		t.Errorf("%d of %d pixels of the red block are red", reddish, red)
	}
}

// objectsOf returns the number of the object at each pixel of the static camera's picture.
func objectsOf(t *testing.T, r *soft.Renderer, s *scenes.Snapshot) []uint8 {
	f := render.NewFrame(render.StaticSize, render.StaticSize)
	f.IDs = make([]uint8, render.StaticSize*render.StaticSize)
	if err := r.View(s, render.StaticCamera(), f); err != nil {
		t.Fatal(err)
	}
	return f.IDs
}
