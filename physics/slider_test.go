package physics

import (
	"fmt"
	"math"
	"testing"
)

// railed is a world with one slider along x that has a box of 0.1 m around the origin, over a floor without friction.
// Gravity pulls along x too.
func railed(t testing.TB, s Slider, pull float64) *World {
	t.Helper()
	w, err := NewWorld(Settings{Gravity: Vec{pull, 0, -9.81}, Step: substep})
	must(t, err)
	_, err = w.AddStatic(Box{At(0, 0, -0.6), Vec{10, 10, 0.5}, Surface{}})
	must(t, err)
	s.Axis = Vec{1, 0, 0}
	p, err := w.AddSlider(s)
	must(t, err)
	must(t, w.AddBox(p, Box{At(0, 0, 0), Vec{0.05, 0.05, 0.05}, Surface{Friction: 0.5}}))
	return w
}

// Dry friction of 4 N: what pushes with less doesn't move the slider, what pushes with more moves it by the rest;
// whether the push is the slider's own weight or a box that leans on it, and in both directions.
func TestDryFriction(t *testing.T) {
	const mass, box = 1.5, 2.5
	for _, push := range []float64{-4.1, -3.9, 1, 3.9, 3.99, 4.01, 4.1, 8} {
		for _, leaning := range []bool{false, true} {
			t.Run(fmt.Sprintf("%v N/leaning=%v", push, leaning), func(t *testing.T) {
				heavy := mass
				if leaning {
					heavy += box
				}
				w := railed(t, Slider{Mass: mass, Lower: -5, Upper: 5, Force: 4}, push/heavy)
				if leaning {
					_, err := w.AddBody(Body{Pose: At(math.Copysign(0.1-slop, -push), 0, -0.05), Half: Vec{0.05,
						0.05, 0.05}, Mass: box})
					must(t, err)
				}
				run(w, 1)
				q, _ := w.SliderState(0)
				a := max(math.Abs(push)-4, 0) / heavy
				want := math.Copysign(a*(1+substep)/2, push) // semi-implicit Euler: a t (t + h)/2
				bar := 1e-5
				if leaning { // the box settles against it first
					bar = 2e-4
				}
				if math.Abs(q-want) > bar {
					t.Errorf("a push of %v N moves it by %.4f mm in 1 s, Coulomb says %.4f", push, q*1e3, want*1e3)
				}
			})
		}
	}
}

// A slider stays where it was pushed to, and its drive's last force does not creep.
func TestSliderStaysWhereLeft(t *testing.T) {
	w := railed(t, Slider{Mass: 1.5, Lower: -1, Upper: 1, Force: 4}, 0)
	_, err := w.AddBody(Body{Pose: At(-0.12, 0, -0.05), Half: Vec{0.05, 0.05, 0.05}, Mass: 1, Velocity: Vec{1, 0, 0}})
	must(t, err)
	run(w, 1)
	left, _ := w.SliderState(0)
	// The box stops with the slider: both have p²/2(m1 + m2) to spend against 4 N, less what the drive takes in the
	// substep of the blow.
	if want := 1.0 / (2 * 2.5 * 4); math.Abs(left-want) > 3e-3 {
		t.Errorf("pushed by 1 N s it goes %.2f mm, the work of 4 N says %.2f", left*1e3, want*1e3)
	}
	must(t, w.PlaceBody(0, At(-3, 0, -0.05)))
	run(w, 20)
	if q, v := w.SliderState(0); q != left || v != 0 {
		t.Errorf("left at %v m it is at %v, moving with %v m/s", left, q, v)
	}
}

// Stops hold what runs into them, and a slider without a drive coasts between them.
func TestSliderStops(t *testing.T) {
	for _, pull := range []float64{-20, 20} {
		w := railed(t, Slider{Mass: 4.23, Lower: 0, Upper: 0.22}, pull)
		must(t, w.PlaceSlider(0, 0.11))
		beyond := 0.0
		for range 480 {
			w.Step()
			q, _ := w.SliderState(0)
			beyond = max(beyond, -q, q-0.22)
		}
		q, v := w.SliderState(0)
		if want := 0.11 + math.Copysign(0.11, pull); math.Abs(q-want) > 1e-6 || math.Abs(v) > 1e-6 || beyond > 1e-6 {
			t.Errorf("pulled with %v m/s² it stops at %v m with %v m/s, having gone %v beyond", pull, q, v, beyond)
		}
	}
	w := railed(t, Slider{Mass: 1, Lower: -1, Upper: 1}, 1)
	run(w, 1)
	if q, _ := w.SliderState(0); math.Abs(q-(1+substep)/2) > 1e-9 {
		t.Errorf("without a drive it falls %v m in 1 s", q)
	}
}

// A stop that gives way is a spring: what pulls with F lies F/k beyond it, and what runs into it comes to rest there.
func TestSoftStopIsASpring(t *testing.T) {
	for _, k := range []float64{1e3, 9e4, 1e6} {
		w := railed(t, Slider{Mass: 2, Lower: -1, Upper: 0.02, Stiffness: k}, 10)
		run(w, 20)
		q, v := w.SliderState(0)
		if want := 0.02 + 20/k; math.Abs(q-want) > 1e-6 || math.Abs(v) > 1e-6 {
			t.Errorf("20 N hold it at %.4f mm with %v m/s against a stop of %v N/m, not at %.4f", q*1e3, v, k, want*1e3)
		}
	}
}

// A sprung slider, the button: it returns when it is let go, carries what weighs less than its force, and is pressed
// down by what weighs more.
func TestSprungSliderReturns(t *testing.T) {
	button := func(load float64) *World {
		w, err := NewWorld(Settings{Gravity: down, Step: substep})
		must(t, err)
		p, err := w.AddSlider(Slider{Axis: Vec{0, 0, -1}, Mass: 0.154, Upper: 0.02, Force: 4, Spring: true})
		must(t, err)
		must(t, w.AddBox(p, Box{At(0, 0, 0), Vec{0.04, 0.04, 0.012}, Surface{Friction: 0.5}}))
		if load > 0 {
			_, err = w.AddBody(Body{Pose: At(0, 0, 0.032), Half: Vec{0.02, 0.02, 0.02}, Mass: load,
				Surface: Surface{Friction: 0.7}})
			must(t, err)
		}
		return w
	}
	w := button(0)
	must(t, w.PlaceSlider(0, 0.02))
	run(w, 0.1)
	if q, _ := w.SliderState(0); q > 0.01 || q <= 0 {
		t.Errorf("0.1 s after it was let go the button is at %v m", q)
	}
	run(w, 1)
	if q, _ := w.SliderState(0); math.Abs(q) > 1e-6 {
		t.Errorf("the button returns to %v m", q)
	}
	for _, c := range []struct{ load, want float64 }{{0.2, 0}, {0.3, 0.02}, {1, 0.02}} { // 4 N - 0.154 g = 2.49 N
		w := button(c.load)
		run(w, 3)
		if q, _ := w.SliderState(0); math.Abs(q-c.want) > 1e-4 {
			t.Errorf("under %v kg the button is at %v m, not %v", c.load, q, c.want)
		}
		must(t, w.PlaceBody(0, At(1, 0, 0)))
		run(w, 1)
		if q, _ := w.SliderState(0); math.Abs(q) > 1e-6 {
			t.Errorf("after %v kg are gone the button is at %v m", c.load, q)
		}
	}
}
