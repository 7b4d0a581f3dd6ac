package scenes

import (
	"encoding/json"
	"math"
	"os"
	"testing"

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
