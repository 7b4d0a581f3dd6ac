package physics

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"testing"
)

// contactReference is testdata/contact.json: what MuJoCo 2.2.2 makes of sliding, stacked and gripped boxes.
type contactReference struct {
	Slide []struct{ V0, Dist float64 }
	Stack struct{ X, Z []float64 }
	Grip  []gripCase
}

// gripCase is one case of the two-finger grip of the reference (grip2): a cube of 50 mm between two pads of 17 x 8 x
// 17 mm and 0.1 kg, mirror-coupled, each pressed on with a force that ramps up over 0.25 s; lifted by 0.2 m in a
// smooth step from 0.5 s to 1.5 s and held until 11.5 s.
type gripCase struct {
	Mass, Mu, Force float64
	Capacity        float64 // 2 μ F / (m g)
	Z               float64 // where MuJoCo's cube ends (m)
}

func contactValues(t testing.TB) (ref contactReference) {
	t.Helper()
	raw, err := os.ReadFile("testdata/contact.json")
	must(t, err)
	must(t, json.Unmarshal(raw, &ref))
	return ref
}

// gripper is the case set up: the rig's arm holds its pads on the cube's sides, 5 mm above its centre.
func gripper(t testing.TB, c gripCase) (*World, [201][DOF]float64) {
	w := newWorld(t, Surface{Friction: 1})
	arm := panda(t)
	arm.Base = At(-0.5, 0, 0)
	arm.Follow = 1
	f := &arm.Drives[Fingers]
	f.MaxForce, f.MaxSpeed, f.Armature = 2*c.Force, 0.1, 0
	var lift [201][DOF]float64 // joint angles at every millimetre
	q := [DOF]float64{0, 0.3, 0, -2, 0, 2.3, 0.785, 0.025}
	for i := range lift {
		q = reach(t, arm, q, Pose{Vec{0, 0, 0.03 + 0.001*float64(i)}, FromEuler(Vec{math.Pi, 0, 0})})
		lift[i] = q
	}
	must(t, w.SetArm(arm, lift[0]))
	for i, y := range []float64{0.004, -0.004} {
		must(t, w.AddBox(Part{ArmPart, FingerLeft + i}, Box{Pose{tool.Add(Vec{0, y, 0}), Identity}, Vec{0.0085,
			0.004, 0.0085}, Surface{Friction: 1}}))
	}
	addCube(t, w, At(0, 0, 0.025), c.Mass, c.Mu)
	return w, lift
}

// A grip holds from a capacity of 1.2 on and drops below 0.9, as Coulomb's law has it and as MuJoCo does; slips by at
// most 0.5 mm in the lift, creeps by at most 0.1 mm in 10 s, and the pads sink in by at most 1 mm.
func TestGrip(t *testing.T) {
	ref := contactValues(t)
	if len(ref.Grip) != 16 {
		t.Fatalf("the reference has %d cases, not 16", len(ref.Grip))
	}
	for _, c := range ref.Grip {
		t.Run(fmt.Sprintf("m=%v/mu=%v/F=%v", c.Mass, c.Mu, c.Force), func(t *testing.T) {
			slip, creep, depth, z := lift(t, c)
			t.Logf("slips %.4f mm in the lift, creeps %.4f mm in 10 s, %.4f mm deep", slip*1e3, creep*1e3, depth*1e3)
			if (z > 0.2) != (c.Z > 0.2) {
				t.Fatalf("ends at z = %.3f m, MuJoCo's at %.3f", z, c.Z)
			}
			switch {
			case c.Capacity <= 0.9:
				if z > 0.03 {
					t.Errorf("held at z = %.3f m with capacity %.2f", z, c.Capacity)
				}
			case c.Capacity < 1.2:
				t.Errorf("no bar for a capacity of %.2f", c.Capacity)
			case math.Abs(slip) > 0.5e-3 || math.Abs(creep) > 0.1e-3 || depth > 1e-3:
				t.Errorf("slips %.3f mm in the lift, creeps %.4f mm in 10 s, %.3f mm deep; the bars are 0.5, 0.1 and 1",
					slip*1e3, creep*1e3, depth*1e3)
			}
		})
	}
}

// lift plays a case: how far the cube slips in the pads during the lift and in the 10 s after it, how deep they
// sink in, and the height at which it ends (m).
func lift(t testing.TB, c gripCase) (slip, creep, depth, z float64) {
	w, path := gripper(t, c)
	held := func() float64 { return w.BodyPose(0).P.Z - w.arm.hand.P.Z }
	var start, lifted float64
	for k := range int(11.5 / substep) {
		s := min(max(float64(k)*substep-0.5, 0), 1)
		at := 200 * s * s * (3 - 2*s)
		i := min(int(at), 199)
		q := path[i]
		for j := range q {
			q[j] += (at - float64(i)) * (path[i+1][j] - q[j])
		}
		q[Fingers] = 0
		must(t, w.SetTarget(&q))
		w.Step()
		for c := range w.Contacts {
			if c.A.Kind == ArmPart {
				depth = max(depth, -c.Gap)
			}
		}
		switch k {
		case 120:
			start = held()
		case 360:
			lifted = held()
		}
	}
	return start - lifted, lifted - held(), depth, w.BodyPose(0).P.Z
}

// A grip of CALVIN's force, 200 N a finger, holds boxes of 0.1 to 2 kg within the same bars.
func TestHardGrip(t *testing.T) {
	for _, mass := range []float64{0.1, 0.5, 1, 2} {
		for _, mu := range []float64{0.3, 0.8} {
			slip, creep, depth, z := lift(t, gripCase{Mass: mass, Mu: mu, Force: 200})
			if z < 0.2 || math.Abs(slip) > 0.5e-3 || math.Abs(creep) > 0.1e-3 || depth > 1e-3 {
				t.Errorf("%v kg, μ = %v: ends at z = %.3f m, slips %.3f mm, creeps %.4f mm, %.3f mm deep",
					mass, mu, z, slip*1e3, creep*1e3, depth*1e3)
			}
		}
	}
}
