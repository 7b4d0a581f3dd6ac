package curate

import (
	"cmp"
	"math"
	"math/rand/v2"
	"testing"

	"counterpoise/internal/seed"
	"counterpoise/scenes/demos"
)

// toy is a reach for an object and a carry to a goal, at 20 frames a second: actions are steps of the hand and a
// gripper's command, +1 open; the state is the hand's position and the opening of the gripper; the scene is the
// object's position, absolute and relative to the hand.
type toy struct {
	noise  float64 // standard deviation of the hand's tremor (m)
	miss   bool    // the gripper closes beside the object, which stays
	detour float64 // how far the reach bends aside (m)
	pause  int     // frames of rest before it begins
	open   bool    // the gripper never closes
	width  float64 // of the object (m); 0 is 0.04
	idle   int     // frames at the end with a closed gripper, after the object was let go
}

// bad is wrong in every way that a score looks for.
var bad = toy{noise: 0.006, miss: true, detour: 0.15, pause: 35}

// demonstrate makes a demonstration.
func (k toy) demonstrate(r *rand.Rand) *Demo {
	d := &Demo{Actions: demos.Matrix{Width: 4}, State: demos.Matrix{Width: 4}, Scene: demos.Matrix{Width: 6}}
	hand := [3]float64{0.02 * r.NormFloat64(), 0.02 * r.NormFloat64(), 0.3}
	object := [3]float64{0.3 + 0.03*r.NormFloat64(), 0.03 * r.NormFloat64(), 0}
	goal := [3]float64{0.1, 0.3, 0.2}
	grasp := object
	if k.miss {
		grasp[1] += 0.08
	}
	opening, grip, held, gone := 0.08, 1.0, false, false
	step := func(to [3]float64) {
		var move [3]float64
		for i := range 3 {
			move[i] = to[i] - hand[i] + k.noise*r.NormFloat64()
		}
		d.Actions.Values = append(d.Actions.Values, float32(move[0]), float32(move[1]), float32(move[2]), float32(grip))
		d.State.Values = append(d.State.Values, float32(hand[0]), float32(hand[1]), float32(hand[2]), float32(opening))
		for i := range 3 {
			d.Scene.Values = append(d.Scene.Values, float32(object[i]))
		}
		for i := range 3 {
			d.Scene.Values = append(d.Scene.Values, float32(object[i]-hand[i]))
		}
		for i := range 3 {
			if hand[i] += move[i]; held {
				object[i] += move[i]
			}
		}
		least := 0.0
		if !k.miss && !gone {
			least = cmp.Or(k.width, 0.04)
		}
		opening = math.Max(least, math.Min(0.08, opening+0.02*grip))
	}
	for range k.pause {
		step(hand)
	}
	move := func(to [3]float64, n int, aside float64) {
		from := hand
		for t := range n {
			u := float64(t+1) / float64(n)
			s := u * u * u * (10 - 15*u + 6*u*u) // minimum jerk
			var at [3]float64
			for i := range 3 {
				at[i] = from[i] + s*(to[i]-from[i])
			}
			at[1] -= aside * math.Sin(math.Pi*u) * math.Sin(math.Pi*u)
			step(at)
		}
	}
	move(grasp, 30+r.IntN(6), k.detour)
	if grip = -1; k.open {
		grip = 1
	}
	for range 12 {
		step(hand)
	}
	held = !k.miss
	move(goal, 30+r.IntN(6), 0)
	if k.idle > 0 {
		grip, held, gone = 1, false, true
		for range 8 {
			step(hand)
		}
		grip = -1
		for range k.idle {
			step(hand)
		}
	}
	return d
}

// toyPool returns a pool of good demonstrations followed by bad ones, in groups: two of good ones in turn, one of bad
// ones. The first four good ones are known, and the rollouts are like the demonstrations.
func toyPool(t testing.TB, good, wrong int, fault toy, arrange func(n int) []int) (p *Pool, isGood []bool) {
	t.Helper()
	r := seed.Of("toy").Rand()
	var all []*Demo
	var group []int32
	var known []bool
	for i := range good {
		all, group = append(all, toy{noise: 5e-4}.demonstrate(r)), append(group, int32(i%2))
		known = append(known, i < 4)
		isGood = append(isGood, true)
	}
	for range wrong {
		all, group, known = append(all, fault.demonstrate(r)), append(group, 2), append(known, false)
		isGood = append(isGood, false)
	}
	order := make([]int, len(all))
	for i := range order {
		order[i] = i
	}
	if arrange != nil {
		order = arrange(len(all))
	}
	o := Options{N: len(all), Rate: 20, Read: func(i int) (*Demo, error) { c := *all[order[i]]; return &c, nil }}
	p, err := NewPool(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	arranged := make([]bool, len(all))
	for i, e := range order {
		p.Group = append(p.Group, group[e])
		p.Known = append(p.Known, known[e])
		arranged[i] = isGood[e]
	}
	for i := range 12 {
		k := toy{noise: 5e-4}
		if i%3 == 0 {
			k = fault
		}
		p.Rollouts = append(p.Rollouts, Rollout{Demo: *k.demonstrate(r), Success: i%3 != 0})
	}
	return p, arranged
}
