//go:build gl && linux

package opengl

import (
	"bytes"
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"sync"
	"testing"

	"counterpoise/internal/toydata"
	"counterpoise/physics"
	"counterpoise/scenes"
	"counterpoise/scenes/render"
	"counterpoise/scenes/render/soft"
)

// open returns an offscreen renderer. A missing device fails the test instead of skipping it: whoever builds with
// the tag gl has run ./counterpoise setup, which installs Mesa's driver.
func open(t testing.TB) Renderer {
	t.Helper()
	r, err := New()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	t.Log(r.Name())
	return r
}

// The two renderers draw the same pictures: over arbitrary snapshots, means differ by less than 2 levels and less
// than one pixel in 200 by more than 16 in any channel.
func TestAgreesWithSoft(t *testing.T) {
	a, b, rng := open(t), soft.New(), rand.New(rand.NewPCG(1, 2))
	for _, c := range []struct {
		name          string
		width, height int
		camera        func(*scenes.Snapshot) render.Camera
	}{
		{"static", render.StaticSize, render.StaticSize, func(*scenes.Snapshot) render.Camera {
			return render.StaticCamera()
		}},
		{"gripper", render.GripperSize, render.GripperSize, render.GripperCamera},
		{"free", 320, 240, func(*scenes.Snapshot) render.Camera {
			at := physics.Vec{X: rng.Float64() - 0.5, Z: 0.4}
			return render.Orbit(at, 1+2*rng.Float64(), 7*rng.Float64(), 1.2*rng.Float64(), 45)
		}},
	} {
		sum, far, n := 0.0, 0, 0
		for range 60 {
			s := toydata.RandomSnapshot(rng.Float64)
			s.LookAlike = rng.Float64()
			camera := c.camera(&s)
			f, g := render.NewFrame(c.width, c.height), render.NewFrame(c.width, c.height)
			view(t, a, &s, camera, f)
			view(t, b, &s, camera, g)
			for i := 0; i < len(f.RGB); i += 3 {
				worst := 0.0
				for k := i; k < i+3; k++ {
					d := math.Abs(float64(f.RGB[k]) - float64(g.RGB[k]))
					sum += d
					worst = max(worst, d)
				}
				if worst > 16 {
					far++
				}
				n++
			}
		}
		mean, share := sum/float64(3*n), float64(far)/float64(n)
		t.Logf("%s: mean difference %.3f levels, %.4f %% of pixels off by more than 16", c.name, mean, 100*share)
		if mean >= 2 || share >= 0.005 {
			t.Errorf("%s: mean difference %.3f levels, %.3f %% of pixels off by more than 16", c.name, mean, 100*share)
		}
	}
}

func view(t testing.TB, r render.Renderer, s *scenes.Snapshot, c render.Camera, f render.Frame) {
	t.Helper()
	if err := r.View(s, c, f); err != nil {
		t.Fatal(err)
	}
}

// Object ids and depths agree with package soft's on all but one pixel in 500.
func TestSilhouettesAgree(t *testing.T) {
	a, b, rng := open(t), soft.New(), rand.New(rand.NewPCG(3, 4))
	const n = render.StaticSize * render.StaticSize
	other, deep := 0, 0
	for range 30 {
		s := toydata.RandomSnapshot(rng.Float64)
		for _, c := range []render.Camera{render.StaticCamera(), render.GripperCamera(&s)} {
			f, g := render.NewFrame(200, 200), render.NewFrame(200, 200)
			f.IDs, g.IDs, f.Depth, g.Depth = make([]uint8, n), make([]uint8, n), make([]float32, n), make([]float32, n)
			view(t, a, &s, c, f)
			view(t, b, &s, c, g)
			for i := range f.IDs {
				if f.IDs[i] != g.IDs[i] {
					other++
				} else if math.Abs(float64(f.Depth[i]-g.Depth[i])) > 0.002 {
					deep++
				}
			}
		}
	}
	t.Logf("%d and %d of %d pixels", other, deep, 60*n)
	if other > 60*n/500 || deep > 60*n/500 {
		t.Errorf("%d pixels show another object, %d another depth, of %d", other, deep, 60*n)
	}
}

// Four contexts on four threads draw the same bytes in parallel.
func TestDeterministic(t *testing.T) {
	var sums [4]string
	var all sync.WaitGroup
	for worker := range sums {
		r := open(t)
		all.Go(func() {
			h, rng := fnv.New64a(), rand.New(rand.NewPCG(5, 6))
			for range 20 {
				s := toydata.RandomSnapshot(rng.Float64)
				var o scenes.Observation
				if err := render.DrawObservation(r, &s, &o); err != nil {
					t.Error(err)
				}
				h.Write(o.Static)
				h.Write(o.Gripper)
			}
			sums[worker] = fmt.Sprintf("%x", h.Sum64())
		})
	}
	all.Wait()
	t.Logf("fingerprint %s", sums[0])
	for _, s := range sums[1:] {
		if s != sums[0] {
			t.Errorf("contexts draw different pictures: %v", sums)
		}
	}
}

// An atlas holds the pictures that View draws one at a time. Pixels on edges may differ, because the larger
// coordinates of an atlas leave fewer fractional bits.
func TestAtlas(t *testing.T) {
	r, rng := open(t), rand.New(rand.NewPCG(7, 8))
	s, o := make([]scenes.Snapshot, 23), make([]scenes.Observation, 23)
	for i := range s {
		s[i] = toydata.RandomSnapshot(rng.Float64)
	}
	if err := r.DrawAll(s, o); err != nil {
		t.Fatal(err)
	}
	far, n := 0, 0
	for i := range s {
		var alone scenes.Observation
		if err := render.DrawObservation(r, &s[i], &alone); err != nil {
			t.Fatal(err)
		}
		for _, p := range [2][2][]uint8{{o[i].Static, alone.Static}, {o[i].Gripper, alone.Gripper}} {
			for k := 0; k < len(p[0]); k += 3 {
				n++
				if !bytes.Equal(p[0][k:k+3], p[1][k:k+3]) {
					far++
				}
			}
		}
	}
	t.Logf("%d of %d pixels differ", far, n)
	if far > n/200 {
		t.Errorf("%d of %d pixels of the atlas differ from pictures drawn alone", far, n)
	}
	if r.DrawAll(s, o[:1]) == nil {
		t.Error("23 snapshots were drawn into one observation")
	}
}

// A picture does not depend on earlier pictures, nor on whether the background was cached.
func TestPictureIsIndependentOfHistory(t *testing.T) {
	r, rng := open(t), rand.New(rand.NewPCG(9, 10))
	for range 5 {
		s := toydata.RandomSnapshot(rng.Float64)
		c := render.StaticCamera()
		f, g := render.NewFrame(200, 200), render.NewFrame(200, 200)
		view(t, r, &s, c, f)
		c.Stationary = false
		view(t, r, &s, c, g)
		if !bytes.Equal(f.RGB, g.RGB) {
			t.Fatal("the picture depends on whether the background was cached")
		}
	}
}

func TestWrongFrame(t *testing.T) {
	r := open(t)
	s := scenes.NewTabletop().Snapshot()
	if r.View(&s, render.StaticCamera(), render.Frame{Width: 3, Height: 3}) == nil {
		t.Error("a frame without a buffer was drawn")
	}
}

// BenchmarkPair draws both pictures of one environment at a time, and of many: metric pairs/s.
func BenchmarkPair(b *testing.B) {
	r := open(b)
	rng := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{1, 64, 1024} {
		if n > 64 && !r.Hardware() {
			continue // a software renderer takes seconds and gains nothing from larger batches
		}
		s, o := make([]scenes.Snapshot, n), make([]scenes.Observation, n)
		for i := range s {
			s[i] = toydata.RandomSnapshot(rng.Float64)
		}
		b.Run(fmt.Sprintf("environments=%d", n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				var err error
				if n == 1 {
					err = render.DrawObservation(r, &s[0], &o[0])
				} else {
					err = r.DrawAll(s, o)
				}
				if err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(n)*float64(b.N)/b.Elapsed().Seconds(), "pairs/s")
		})
	}
}
