package soft

import (
	"bytes"
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"counterpoise/internal/golden"
	"counterpoise/internal/toydata"
	"counterpoise/physics"
	"counterpoise/scenes"
	"counterpoise/scenes/render"
)

// home returns a tabletop in CALVIN's start state: the robot at its home pose, mechanisms shut, lamps off.
func home(t testing.TB) *scenes.Tabletop {
	t.Helper()
	w := scenes.NewTabletop()
	place(t, w, scenes.Red, 0.05, -0.12, math.Pi/2)
	place(t, w, scenes.Blue, 0.23, -0.12, math.Pi/2)
	place(t, w, scenes.Pink, 0.07, 0.0924, math.Pi/2)
	return w
}

func place(t testing.TB, w *scenes.Tabletop, i int, x, y, yaw float64) {
	t.Helper()
	if err := w.PlaceBlock(i, x, y, yaw); err != nil {
		t.Fatal(err)
	}
}

// busy returns a snapshot in which the mechanisms are moved and both lamps are on.
func busy(t testing.TB) scenes.Snapshot {
	w := home(t)
	for i, q := range [4]float64{0.2, 0.15, 0.01, scenes.SwitchTravel} {
		if err := w.PlaceSlider(i, q); err != nil {
			t.Fatal(err)
		}
	}
	place(t, w, scenes.Pink, -0.3, -0.1, 0.4)
	s := w.Snapshot()
	s.Bulb, s.LED = true, true
	return s
}

func TestGolden(t *testing.T) {
	w := home(t)
	start, later := w.Snapshot(), busy(t)
	r := New()
	for name, s := range map[string]*scenes.Snapshot{"home": &start, "busy": &later} {
		var o scenes.Observation
		if err := render.DrawObservation(r, s, &o); err != nil {
			t.Fatal(err)
		}
		golden.Picture(t, name+"-static.png", render.StaticSize, render.StaticSize, o.Static)
		golden.Picture(t, name+"-ego.png", render.GripperSize, render.GripperSize, o.Gripper)
	}
	free := render.NewFrame(360, 240)
	if err := r.View(&later, render.Orbit(physics.Vec{Y: -0.1, Z: 0.45}, 2.2, -1.1, 0.4, 40), free); err != nil {
		t.Fatal(err)
	}
	golden.Picture(t, "busy-free.png", free.Width, free.Height, free.RGB)
}

// The same bytes on every processor and for every order of work: a fingerprint of forty random pairs. It holds for
// GOAMD64=v1 and v3 alike, because no product is fused with a sum.
func TestFingerprint(t *testing.T) {
	const want = "940014c17132f13c"
	var sums [4]string
	var all sync.WaitGroup
	for worker := range sums {
		all.Go(func() {
			h := fnv.New64a()
			r, rng := New(), rand.New(rand.NewPCG(1, 2))
			for range 40 {
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
	for _, got := range sums {
		if got != want {
			t.Errorf("the pictures' fingerprint is %s, want %s; "+
				"if the scene's look was changed on purpose, this is the new one", got, want)
		}
	}
}

// A picture does not depend on earlier pictures, nor on whether the background was cached.
func TestPictureIsIndependentOfHistory(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	old := New()
	for range 10 {
		s := toydata.RandomSnapshot(rng.Float64)
		for _, c := range []render.Camera{render.StaticCamera(), render.GripperCamera(&s)} {
			a, b, d := render.NewFrame(200, 200), render.NewFrame(200, 200), render.NewFrame(200, 200)
			mustView(t, old, &s, c, a)
			mustView(t, New(), &s, c, b)
			c.Stationary = !c.Stationary
			mustView(t, old, &s, c, d)
			if !bytes.Equal(a.RGB, b.RGB) || !bytes.Equal(a.RGB, d.RGB) {
				t.Fatal("the picture depends on what was drawn before")
			}
		}
	}
}

// TestStillScene holds pictures from kept layers to pictures drawn from nothing, where everything but the mechanisms
// moves, and where a mechanism or a lamp changes, to more states than are kept, or back to an earlier one, where they
// stay in one state for some pictures, and where pictures of another size lie between.
func TestStillScene(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	kept, moving := New(), render.StaticCamera()
	moving.Stationary = false
	var earlier []scenes.Snapshot
	for i := range 2 * maxOverlays {
		s := toydata.RandomSnapshot(rng.Float64)
		if k := i % 16; k%4 == 3 || k > 8 {
			still := earlier[len(earlier)-1]
			if k%4 == 3 {
				still = earlier[rng.IntN(len(earlier))]
			}
			s.Sliders, s.Bulb, s.LED = still.Sliders, still.Bulb, still.LED
		}
		if i%8 == 7 {
			s.Bulb = !s.Bulb
		}
		earlier = append(earlier, s)
		size := 200
		if i%16 > 12 {
			size = 84
		}
		a, b := render.NewFrame(size, size), render.NewFrame(size, size)
		a.Depth, b.Depth = make([]float32, size*size), make([]float32, size*size)
		mustView(t, kept, &s, render.StaticCamera(), a)
		mustView(t, New(), &s, moving, b)
		if !bytes.Equal(a.RGB, b.RGB) || !slices.Equal(a.Depth, b.Depth) {
			t.Fatalf("picture %d from kept layers differs from one drawn from nothing", i)
		}
	}
}

func mustView(t testing.TB, r *Renderer, s *scenes.Snapshot, c render.Camera, f render.Frame) {
	t.Helper()
	if err := r.View(s, c, f); err != nil {
		t.Fatal(err)
	}
}

func TestNoAllocation(t *testing.T) {
	s, r, o := busy(t), New(), new(scenes.Observation)
	draw := func() { _ = render.DrawObservation(r, &s, o) }
	draw()
	if n := testing.AllocsPerRun(10, draw); n > 0 {
		t.Errorf("drawing a pair allocates %v times", n)
	}
}

// Any camera pose works, also inside objects: triangles are clipped at the near plane and depths stay in range.
func TestAnyCamera(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	r, s := New(), busy(t)
	f := render.NewFrame(64, 48)
	f.Depth = make([]float32, 64*48)
	for range 300 {
		at := physics.Vec{X: rng.Float64() - 0.5, Y: rng.Float64() - 0.5, Z: rng.Float64()}
		c := render.Orbit(at, 0.01+0.6*rng.Float64(), 7*rng.Float64(), 3*rng.Float64()-1.5, 20+100*rng.Float64())
		mustView(t, r, &s, c, f)
		for i, d := range f.Depth {
			if !(d >= float32(c.Near)*0.999 && d <= float32(c.Far)*1.001) {
				t.Fatalf("pixel %d is %v m deep", i, d)
			}
		}
	}
}

func TestWrongFrames(t *testing.T) {
	s, r := busy(t), New()
	for _, f := range []render.Frame{
		{}, {Width: 2, Height: 2, RGB: make([]uint8, 11)}, {Width: -1, Height: -1, RGB: make([]uint8, 3)},
		{Width: 1, Height: 1, RGB: make([]uint8, 3), Depth: make([]float32, 2)},
		{Width: 1, Height: 1, RGB: make([]uint8, 3), IDs: make([]uint8, 2)},
	} {
		if r.View(&s, render.StaticCamera(), f) == nil {
			t.Errorf("a frame of %d x %d with %d bytes was drawn", f.Width, f.Height, len(f.RGB))
		}
	}
	err := render.DrawAntialiased(r, &s, render.StaticCamera(), render.NewFrame(2731, 1))
	if err == nil || !strings.Contains(err.Error(), "2731 x 1 pixels; each side can have 1 to 2730") {
		t.Errorf("an antialiased picture that is too wide: error %v", err)
	}
}

// Cameras out of range are errors, and nothing is drawn.
func TestWrongCameras(t *testing.T) {
	s, r, f := busy(t), New(), render.NewFrame(20, 20)
	nan, inf := math.NaN(), math.Inf(1)
	for _, v := range [][3]float64{
		{0, 0.01, 10}, {-10, 0.01, 10}, {180, 0.01, 10}, {nan, 0.01, 10}, {inf, 0.01, 10},
		{10, 0, 10}, {10, -1, 10}, {10, nan, 10}, {10, 10, 0.01}, {10, 1, 1}, {10, 0.01, nan}, {10, 0.01, inf},
	} {
		c := render.StaticCamera()
		c.FOV, c.Near, c.Far = v[0], v[1], v[2]
		if r.View(&s, c, f) == nil {
			t.Errorf("a camera with field, near and far %v draws", v)
		}
	}
	if slices.Max(f.RGB) != 0 {
		t.Error("a refused camera has drawn")
	}
}

// With likeness s each pixel of the blue and the pink block has the colour (1 - s) c + s red of the same brightness; no
// other pixel changes. At 1 the blocks are as red as the red one.
func TestLookAlike(t *testing.T) {
	w := home(t)
	place(t, w, scenes.Pink, 0.14, -0.05, 0.3)
	draw := func(likeness float64) render.Frame {
		s := w.Snapshot()
		s.LookAlike = likeness
		f := render.NewFrame(render.StaticSize, render.StaticSize)
		f.IDs = make([]uint8, render.StaticSize*render.StaticSize)
		if err := New().View(&s, render.StaticCamera(), f); err != nil {
			t.Fatal(err)
		}
		return f
	}
	own, half, red := draw(0), draw(0.5), draw(1)
	seen := map[render.ObjectID]int{}
	for i, id := range own.IDs {
		o, h, r := own.RGB[3*i:3*i+3], half.RGB[3*i:3*i+3], red.RGB[3*i:3*i+3]
		if id := render.ObjectID(id); id != render.IDBlue && id != render.IDPink {
			if !bytes.Equal(o, h) || !bytes.Equal(o, r) {
				t.Fatalf("pixel %d of object %d changes from %v to %v and %v", i, id, o, h, r)
			}
			continue
		}
		seen[render.ObjectID(id)]++
		for k := range 3 {
			if d := float64(o[k])/2 + float64(r[k])/2 - float64(h[k]); math.Abs(d) > 1.5 {
				t.Fatalf("pixel %d: channel %d is %d between %d and %d", i, k, h[k], o[k], r[k])
			}
		}
		// Red is {234, 10, 10}: brightness scales all channels alike.
		if want := float64(r[0]) / 23.4; math.Abs(float64(r[1])-want) > 1 || math.Abs(float64(r[2])-want) > 1 {
			t.Fatalf("pixel %d of object %d is %v, not red", i, id, r)
		}
	}
	if seen[render.IDBlue] < 20 || seen[render.IDPink] < 20 {
		t.Errorf("pixels of the blue and the pink block: %v", seen)
	}
}
