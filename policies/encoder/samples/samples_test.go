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

// In a random look no colour exceeds 255 in full light, and its parts of the light and its colours lie in their ranges
// and reach both halves of them.
func TestRandomLook(t *testing.T) {
	r, usual := seed.Of("look").Rand(), render.SceneD()
	darker, brighter, turned := 0, 0, 0
	for range 2000 {
		l := randomLook(r)
		most := l.Brightness(1, 1)
		if most > maxGain*(maxAmbient+maxDirect+maxHemisphere) || l.Brightness(0, -1) < minGain*minAmbient {
			t.Fatalf("light from %v to %v", l.Brightness(0, -1), most)
		}
		if math.Abs(l.Sun.Norm()-1) > 1e-12 {
			t.Fatalf("the sun's direction has length %v", l.Sun.Norm())
		}
		if l.Sun.Dot(usual.Sun) < 0.8 {
			turned++
		}
		for m := range render.MaterialCount {
			for k := range 3 {
				if float64(l.Dark[m][k])*most > 255.49 || float64(l.Bright[m][k])*most > 255.49 {
					t.Fatalf("material %d: %v to %v in light %v", m, l.Dark[m], l.Bright[m], most)
				}
			}
		}
		if up := l.Brightness(l.Sun.Z, 1); up < 0.8 {
			darker++
		} else {
			brighter++
		}
	}
	if darker < 500 || brighter < 500 || turned < 500 {
		t.Errorf("of 2000 looks %d are dark, %d bright, and %d have the sun elsewhere", darker, brighter, turned)
	}
}

// Noise has no mean and a spread within its range; shadows darken and never brighten.
func TestNoise(t *testing.T) {
	const size = render.StaticSize
	n, r := newNoise(seed.Of("noise").Rand()), seed.Of("noise", 1).Rand()
	spread := 0.0
	for range 20 {
		grey := make([]uint8, 3*size*size)
		for i := range grey {
			grey[i] = 128
		}
		n.texture(grey, size, r)
		sum, square := 0.0, 0.0
		for _, v := range grey {
			d := float64(v) - 128
			sum, square = sum+d, square+d*d
		}
		mean, sd := sum/float64(len(grey)), math.Sqrt(square/float64(len(grey)))
		if math.Abs(mean) > 1.5 || sd > math.Hypot(maxFine, maxCoarse) {
			t.Errorf("noise of mean %v and standard deviation %v", mean, sd)
		}
		spread = max(spread, sd)
		for i := range grey {
			grey[i] = 200
		}
		shade(grey, size, r)
		for _, v := range grey {
			if v > 200 || float64(v) < math.Floor(200*math.Pow(minShadow, maxShadows))-maxShadows {
				t.Fatalf("a shadow makes 200 %d", v)
			}
		}
	}
	if spread < maxFine/2 {
		t.Errorf("the strongest of 20 noises has a standard deviation of %v", spread)
	}
}
