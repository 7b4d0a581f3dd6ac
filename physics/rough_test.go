package physics

import (
	"fmt"
	"math"
	"testing"
)

// A light box between a wall and a heavy box that is pushed at it: the case in which sweeps agree slowly. What the wall
// feels is what pushes, nothing sinks in by more than 1 mm (1.5 mm at 1000 N), and nothing wanders.
func TestSqueezedBoxCarriesTheForce(t *testing.T) {
	for _, heavy := range []float64{1, 10, 50} {
		for _, force := range []float64{20, 200, 1000} {
			t.Run(fmt.Sprintf("m=%v/F=%v", heavy, force), func(t *testing.T) {
				w := newWorld(t, Surface{}) // a floor without friction: it all goes to the wall
				_, err := w.AddStatic(Box{At(0.5, 0, 0.5), Vec{0.4, 1, 0.5}, Surface{Friction: 1}})
				must(t, err)
				_, err = w.AddBody(Body{Pose: At(0.08, 0, 0.02), Half: Vec{0.02, 0.02, 0.02}, Mass: 1,
					Surface: Surface{Friction: 0.5}})
				must(t, err)
				_, err = w.AddBody(Body{Pose: At(0, 0, 0.02), Half: Vec{0.06, 0.06, 0.02}, Mass: heavy,
					Surface: Surface{Friction: 0.5}})
				must(t, err)
				sum, least, most, deepest := 0.0, math.Inf(1), 0.0, 0.0
				for k := range 960 {
					w.Push(1, Vec{force * substep, 0, 0}, w.BodyPose(1).P)
					w.Step()
					wall := 0.0
					for c := range w.Contacts {
						deepest = max(deepest, -c.Gap)
						if c.A == (Part{FreeBody, 0}) && c.B == (Part{Static, 1}) {
							wall += c.Impulse / substep
						}
					}
					if k >= 480 {
						sum, least, most = sum+wall/480, min(least, wall), max(most, wall)
					}
				}
				if math.Abs(sum-force) > 0.01*force || most-least > 0.04*force {
					t.Errorf("the wall feels %.2f N (%.2f to %.2f), the push is %v", sum, least, most, force)
				}
				if p := w.BodyPose(0).P; deepest > 1e-3+max(force-200, 0)*0.625e-6 || math.Hypot(p.X-0.08, p.Y) > 1e-3 {
					t.Errorf("the box sinks in by %.3f mm and is at %v", deepest*1e3, p)
				}
			})
		}
	}
}

// Eight cubes stand, and five with one on top that is ten times heavier.
func TestHighStacksStand(t *testing.T) {
	for _, c := range []struct {
		n   int
		top float64
	}{{5, 0.1}, {8, 0.1}, {5, 1}} {
		w := sleepless(newWorld(t, Surface{Friction: 1}))
		for i := range c.n {
			mass := 0.1
			if i == c.n-1 {
				mass = c.top
			}
			addCube(t, w, At(0.001*float64(i%2), 0, 0.025+0.05*float64(i)), mass, 0.5)
		}
		run(w, 10)
		for i := range c.n {
			p := w.BodyPose(i).P
			if math.Hypot(p.X-0.001*float64(i%2), p.Y) > 1e-3 || math.Abs(p.Z-0.025-0.05*float64(i)) > 2e-3 {
				t.Errorf("stack of %d, top of %v kg: cube %d is at %v", c.n, c.top, i, p)
			}
		}
	}
}

// A block that a drawer has wedged against the table's edge comes free when the drawer is left: it must not turn to and
// fro on one point of an edge that is almost a face.
func TestWedgedBlockComesFree(t *testing.T) {
	w, err := NewWorld(Settings{Gravity: down, Step: substep})
	must(t, err)
	_, err = w.AddStatic(Box{At(0, 0, 0.425), Vec{0.44, 0.18, 0.015}, Surface{Friction: 0.5}})
	must(t, err)
	drawer, err := w.AddSlider(Slider{Axis: Vec{0, -1, 0}, Mass: 4.23, Upper: 0.22, Force: 4})
	must(t, err)
	for _, b := range []Box{
		{Pose: At(0.18, -0.17, 0.35), Half: Vec{0.22, 0.01, 0.05}, Surface: Surface{Friction: 0.5}},
		{Pose: At(0.18, -0.06, 0.33), Half: Vec{0.2, 0.1, 0.01}, Surface: Surface{Friction: 0.5}},
	} {
		must(t, w.AddBox(drawer, b))
	}
	must(t, w.PlaceSlider(0, 0.0462))
	block, err := w.AddBody(Body{
		Pose: Pose{Vec{0.045, -0.1847, 0.3852}, FromEuler(Vec{3.077, -1.171, -1.584})},
		Half: Vec{0.04, 0.02, 0.02}, Mass: 1, Surface: Surface{Friction: 0.7},
	})
	must(t, err)
	w.Step()
	deepest := func() (d float64) {
		for c := range w.Contacts {
			if c.A == block || c.B == block {
				d = max(d, -c.Gap)
			}
		}
		return d
	}
	if deepest() < 5e-3 {
		t.Fatalf("the block is only %.2f mm deep to begin with", deepest()*1e3)
	}
	run(w, 0.5)
	if d := deepest(); d > 0.5e-3 {
		t.Errorf("after half a second the block is still %.2f mm deep", d*1e3)
	}
}

// Rough play: the arm strikes out at everything, ten times farther and faster than it should. Nothing is ever NaN,
// nothing stays sunk into something else by 5 mm for half a second, and no energy comes from nowhere.
func TestRoughPlay(t *testing.T) {
	for n := range uint32(4) {
		w, d := tabletop(t), driver{n: 100 + n}
		sunk, most := map[string]int{}, 0.0
		for k := range 12_000 {
			if k%8 == 0 {
				var q [DOF]float64
				for i := range q {
					drive := &w.arm.model.Drives[i]
					q[i] = home[i] + 1.5*d.next()*d.next()
					if i == Fingers {
						q[i] = drive.Upper * d.next()
					}
				}
				if k/240%3 > 0 {
					q = w.Target() // keep pushing
				}
				must(t, w.SetTarget(&q))
			}
			w.Step()
			if !w.Finite() {
				t.Fatalf("game %d, substep %d: not finite", n, k)
			}
			for i := range w.bodies {
				most = max(most, w.bodies[i].energy())
			}
			if k%8 == 7 {
				sunk = stillSunk(w, sunk)
				for name, times := range sunk {
					if times > 15 {
						t.Fatalf("game %d, substep %d: %s for half a second", n, k, name)
					}
				}
			}
		}
		if most > 20 { // a block of 1 kg at 6 m/s; falling from the table gives 3 m/s
			t.Errorf("game %d: a block gets %.1f J", n, most)
		}
	}
}

// stillSunk counts how often in a row two parts overlap by more than 5 mm.
func stillSunk(w *World, before map[string]int) map[string]int {
	now := map[string]int{}
	for c := range w.Contacts {
		if name := fmt.Sprint(c.A, " in ", c.B); c.Gap < -5e-3 {
			now[name] = before[name] + 1
		}
	}
	return now
}
