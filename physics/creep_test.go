package physics

import (
	"fmt"
	"math"
	"testing"

	"counterpoise/internal/seed"
)

// Stacks of two to four boxes of random sizes and masses, each at random offset and yaw on the one below, stand still
// for a minute while they are kept awake: the bar is 1 mm and half a degree. The corners of such boxes meet in polygons
// of up to eight corners, of which four carry the load; where these alternate, stacks creep by 20 mm a minute.
func TestStacksOfTurnedBoxesDoNotCreep(t *testing.T) {
	farthest, mostTurned := 0.0, 0.0
	for k := range 24 {
		n := 2 + k%3
		w := turnedStack(t, n, fmt.Sprint("stack ", k))
		run(w, 1) // the contacts take up the load
		var start []Pose
		for i := range n {
			start = append(start, w.BodyPose(i))
		}
		run(w, 60)
		for i := range n {
			p := w.BodyPose(i)
			turn := start[i].R.MulT(&p.R)
			moved, turned := p.P.Sub(start[i].P).Norm(), turn.RotationVector().Norm()/degree
			if moved > 1e-3 || turned > 0.5 {
				t.Errorf("stack %d of %d: box %d moves by %.3f mm and turns by %.3f degrees in a minute",
					k, n, i, moved*1e3, turned)
			}
			farthest, mostTurned = max(farthest, moved), max(mostTurned, turned)
		}
	}
	t.Logf("at most %.3f mm and %.4f degrees in a minute", farthest*1e3, mostTurned)
}

// turnedStack is a stack of n boxes 40 mm high, with half lengths and widths of 20 to 40 mm, 0.1 to 1 kg, each within
// 10 mm of the stack's axis, kept awake.
func turnedStack(t testing.TB, n int, name string) *World {
	r := seed.Of("turned boxes", name).Rand()
	w := newWorld(t, Surface{Friction: 1})
	for i := range n {
		at := At(0.01*(2*r.Float64()-1), 0.01*(2*r.Float64()-1), 0.02+0.04*float64(i))
		at.R = RotZ(math.Pi * (2*r.Float64() - 1))
		_, err := w.AddBody(Body{
			Pose: at, Half: Vec{0.02 + 0.02*r.Float64(), 0.02 + 0.02*r.Float64(), 0.02},
			Mass: 0.1 + 0.9*r.Float64(), Surface: Surface{Friction: 0.7},
		})
		must(t, err)
	}
	return sleepless(w)
}
