package scenes

import (
	"encoding/json"
	"math"
	"os"
	"testing"

	"counterpoise/internal/seed"
	"counterpoise/physics"
)

// The inverse kinematics has Bullet's solutions, as CALVIN calls it, in 120 states (testdata/ik.json): within 1 mrad
// and 0.2 mm for targets that are up to 6 cm and about 0.06 rad an Euler angle away, and within 4 mrad and 0.5 mm up to
// 20 cm and 0.2 rad. The differences come from ikReuse alone: with 0 they are below 1e-9.
func TestInverseKinematicsIsBullets(t *testing.T) {
	raw, err := os.ReadFile("testdata/ik.json")
	if err != nil {
		t.Fatal(err)
	}
	var all struct {
		Cases []struct {
			Joints, Solution [physics.Joints]float64
			Target           [6]float64
		}
	}
	if err := json.Unmarshal(raw, &all); err != nil {
		t.Fatal(err)
	}
	arm := NewPanda()
	limits := [3]struct{ joint, tool float64 }{{1e-3, 2e-4}, {1e-3, 2e-4}, {4e-3, 5e-4}}
	for i, k := range all.Cases {
		c := controller{target: physics.Pose{
			P: physics.Vec{X: k.Target[0], Y: k.Target[1], Z: k.Target[2]},
			R: physics.FromEuler(physics.Vec{X: k.Target[3], Y: k.Target[4], Z: k.Target[5]}),
		}}
		var q, want [physics.DOF]float64
		copy(q[:], k.Joints[:])
		copy(want[:], k.Solution[:])
		c.solve(arm, &q)
		limit := limits[i%3]
		for j, x := range k.Solution {
			if d := c.joints[j] - x; math.Abs(d) > limit.joint {
				t.Errorf("case %d: joint %d is %.2g rad from Bullet's", i, j, d)
			}
		}
		if d, _ := distance(tcp(arm, &want), tcp(arm, &c.joints)); d > limit.tool {
			t.Errorf("case %d: the tool centre point is %.2g m from Bullet's", i, d)
		}
	}
}

// No iteration towards a target within 0.3 m and 0.5 rad an Euler angle is cut to ikMaxStep, in any of the states of
// Scatter; so for these targets it does not matter that Bullet cuts at another angle.
func TestIterationsAreNotCut(t *testing.T) {
	w, r := NewTabletop(), seed.Of("iterations").Rand()
	most := 0.0
	for range 400 {
		if err := w.Scatter(r); err != nil {
			t.Fatal(err)
		}
		q, _ := w.world.ArmState()
		at := tcp(w.arm, &q)
		way := physics.Vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()}.Unit()
		turn := physics.Vec{X: uniform(r, -0.5, 0.5), Y: uniform(r, -0.5, 0.5), Z: uniform(r, -0.5, 0.5)}
		target := physics.Pose{P: at.P.AddScaled(0.3, way), R: physics.FromEuler(at.R.Euler().Add(turn))}
		var l linearized
		for range ikIterations {
			l.at(w.arm, &q, &target)
			most = max(most, l.step(&q))
		}
	}
	if most >= ikMaxStep || most < 0.25 {
		t.Errorf("the greatest step is %.3f rad, cut at %.3f", most, ikMaxStep)
	}
}
