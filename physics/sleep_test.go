package physics

import (
	"fmt"
	"math"
	"testing"
	"time"
)

// sleepless keeps everything in a world awake for good.
func sleepless(w *World) *World {
	w.sleepAfter = math.MaxInt32
	w.wakeAll()
	return w
}

// asleep counts what sleeps.
func asleep(w *World) (n int) {
	w.eachSleepCounter(func(_ *int32, asleep *bool) {
		if *asleep {
			n++
		}
	})
	return n
}

// What rests falls asleep: single boxes, stacks, a box on a slider with its slider, and all at rest on the table.
func TestRestingPartsSleep(t *testing.T) {
	w := newWorld(t, Surface{Friction: 1})
	addCube(t, w, At(1, 0, 0.025), 0.1, 0.5)
	for i := range 3 {
		addCube(t, w, At(0.002*float64(i%2), 0, 0.025+0.05*float64(i)), 0.1, 0.5)
	}
	p, err := w.AddSlider(Slider{Axis: Vec{1, 0, 0}, Mass: 2, Lower: -1, Upper: 1, Force: 4})
	must(t, err)
	must(t, w.AddBox(p, Box{At(0, 1, 0.1), Vec{0.1, 0.1, 0.02}, Surface{Friction: 0.5}}))
	addCube(t, w, At(0, 1, 0.145), 0.1, 0.5)
	run(w, 2)
	if n := asleep(w); n != 6 {
		t.Errorf("%d of 6 parts sleep after 2 s", n)
	}
	hash := w.Hash()
	points := len(contacts(w))
	run(w, 5)
	if w.Hash() != hash || len(contacts(w)) != points || points < 20 {
		t.Errorf("a world asleep changes, or has %d of %d contacts", len(contacts(w)), points)
	}
	if w := tabletop(t); asleep(w) != 7 {
		t.Errorf("%d of the rig's 7 parts sleep", asleep(w))
	}
}

// A sleeper wakes in the substep in which something comes to touch it, and so do those that lean on it.
func TestSleepersWakeWhenTouched(t *testing.T) {
	for name, disturb := range map[string]func(w *World, p Part){
		"a box":    func(w *World, _ Part) { w.Push(3, Vec{0.2, 0, 0}, w.BodyPose(3).P) },
		"a slider": func(w *World, _ Part) { w.sliders[0].v = 1; w.wakePart(Part{Rail, 0}) },
		"a push":   func(w *World, _ Part) { w.Push(1, Vec{0.02, 0, 0}, w.BodyPose(1).P) },
		"a placed": func(w *World, _ Part) { must(t, w.PlaceBody(1, At(5, 0, 0.025))) },
	} {
		w := newWorld(t, Surface{Friction: 1})
		for i := range 3 {
			addCube(t, w, At(0, 0, 0.025+0.05*float64(i)), 0.1, 0.5)
		}
		addCube(t, w, At(-0.5, 0, 0.025), 0.1, 0.1)
		p, err := w.AddSlider(Slider{Axis: Vec{0, 1, 0}, Mass: 2, Lower: -1, Upper: 1})
		must(t, err)
		must(t, w.AddBox(p, Box{At(0, -0.3, 0.06), Vec{0.02, 0.02, 0.02}, Surface{Friction: 0.5}}))
		run(w, 1)
		if asleep(w) != 5 {
			t.Fatalf("%s: %d of 5 sleep at first", name, asleep(w))
		}
		top := w.BodyPose(2).P
		disturb(w, p)
		run(w, 2)
		if d := w.BodyPose(2).P.Sub(top).Norm(); d < 5e-4 {
			t.Errorf("%s: the top of the stack has moved by %.3g m", name, d)
		}
	}
}

// Sleep changes nothing but the cost: stacks, slopes, a drawer that is pulled with a box in it, a box that is pushed
// now and then, end where they end without it. Bar: 0.1 mm.
func TestSleepChangesNothing(t *testing.T) {
	for name, play := range map[string]func(w *World) []Vec{
		"pushed now and then": func(w *World) []Vec {
			for i := range 3 {
				addCube(t, w, At(0.06*float64(i), 0, 0.025), 0.1, 0.5)
			}
			for k := range 5 {
				w.Push(k%3, Vec{0.03, 0.02 * float64(k%2), 0}, w.BodyPose(k%3).P)
				run(w, 2)
			}
			return []Vec{w.BodyPose(0).P, w.BodyPose(1).P, w.BodyPose(2).P}
		},
		"a stack that is knocked": func(w *World) []Vec {
			for i := range 3 {
				addCube(t, w, At(0, 0, 0.025+0.05*float64(i)), 0.1, 0.5)
			}
			run(w, 2)
			w.Push(1, Vec{0.02, 0, 0}, w.BodyPose(1).P)
			run(w, 3)
			return []Vec{w.BodyPose(0).P, w.BodyPose(1).P, w.BodyPose(2).P}
		},
		"a box in a drawer": func(w *World) []Vec {
			p, err := w.AddSlider(Slider{Axis: Vec{1, 0, 0}, Mass: 2, Lower: -1, Upper: 1, Force: 4})
			must(t, err)
			must(t, w.AddBox(p, Box{At(0, 0, 0.1), Vec{0.2, 0.1, 0.02}, Surface{Friction: 0.5}}))
			addCube(t, w, At(0, 0, 0.145), 0.1, 0.5)
			run(w, 2)
			for k := range 720 { // pulled slowly, at 2 mm/s, then left
				w.wakePart(Part{Rail, 0})
				w.sliders[0].v = 2e-3
				if k > 480 {
					break
				}
				w.Step()
			}
			run(w, 3)
			q, _ := w.SliderState(0)
			return []Vec{w.BodyPose(0).P, {q, 0, 0}}
		},
		"balanced on an edge": func(w *World) []Vec {
			addCube(t, w, Pose{Vec{0, 0, 0.036}, RotX(44 * degree)}, 0.1, 0.9)
			run(w, 6)
			return []Vec{w.BodyPose(0).P}
		},
		"sliding down slowly": func(w *World) []Vec {
			w.settings.Gravity = Vec{0.5 * 9.81 * 1.02, 0, -9.81}
			addCube(t, w, At(0, 0, 0.025), 0.1, 0.5)
			run(w, 1)
			w.settings.Gravity = down
			run(w, 3)
			return []Vec{w.BodyPose(0).P}
		},
	} {
		with := play(newWorld(t, Surface{Friction: 1}))
		without := play(sleepless(newWorld(t, Surface{Friction: 1})))
		for i := range with {
			if d := with[i].Sub(without[i]).Norm(); d > 1e-4 {
				t.Errorf("%s: with sleep part %d ends at %v, without at %v", name, i, with[i], without[i])
			}
		}
	}
}

// Whether two boxes at a common edge touch may depend on the face that touched in the last substep, of which wakeNear
// does not know: it may leave a part asleep that touches one that has woken. Step ends and wakes it.
func TestSleeperThatTouchesAnAwakePart(t *testing.T) {
	w := space(t)
	low := Pose{Vec{0, 0, 0}, Identity}
	high := Pose{Vec{0.04000237, 0, 0.03999873}, FromEuler(Vec{-5.309e-5, 1.6518e-4, -3.4526e-5})}
	for _, at := range []Pose{low, high, At(1, 0, 0)} { // the third is still, and does not sleep because it floats
		_, err := w.AddBody(Body{Pose: at, Half: Vec{0.02, 0.02, 0.02}, Mass: 1})
		must(t, err)
	}
	run(w, 1)
	w.bodies[0].asleep, w.bodies[1].asleep = true, true
	w.touches = []touch{{pair: newPairKey(0, 1, 0, 1), id: ofSecond, p: Vec{0.02, 0, 0.02}, n: Vec{0, 0, 1}}}
	w.wakePart(Part{FreeBody, 0}) // by something that hits it
	done := make(chan bool)
	go func() {
		w.Step()
		done <- true
	}()
	select {
	case <-done:
	case <-time.After(time.Minute):
		t.Fatal("Step does not return")
	}
	if len(w.touches) == 0 || w.bodies[1].asleep {
		t.Errorf("%d touches, the second box is asleep: %v", len(w.touches), w.bodies[1].asleep)
	}
}

// What the arm leans on stays awake, and with it what that leans on.
func TestNothingSleepsUnderTheArm(t *testing.T) {
	w := grasp(t)
	run(w, 3)
	if w.bodies[0].asleep {
		t.Error("the block sleeps in the gripper")
	}
	for i := range w.bodies[1:] {
		if !w.bodies[1+i].asleep {
			t.Error(fmt.Sprint("block ", 1+i, " does not sleep on the table"))
		}
	}
}
