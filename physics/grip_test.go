package physics

import (
	"fmt"
	"math"
	"testing"
)

// gripCase is one case of the two-finger grip of the reference: a cube of 50 mm between two pads of 17 x 8 x 17 mm and
// 0.1 kg, mirror-coupled, each pressed on with a force that ramps up over 0.25 s; lifted by 0.2 m in a smooth step from
// 0.5 s to 1.5 s and held until 11.5 s.
type gripCase struct {
	mass, mu, force float64
	capacity        float64 // 2 μ F / (m g), of the reference
	mujoco          float64 // slip in the lift of MuJoCo 2.2.2 with 10 noslip iterations (mm)
}

// From the reference's mujoco_native_2.2.2_grip2.
var gripCases = []gripCase{
	{0.1, 0.3, 20, 12.232, 0}, {0.1, 0.3, 70, 42.813, 0}, {0.1, 0.8, 20, 32.620, 0}, {0.1, 0.8, 70, 114.169, 0},
	{0.5, 0.3, 20, 2.446, 0}, {0.5, 0.3, 70, 8.563, 0}, {0.5, 0.8, 20, 6.524, 0}, {0.5, 0.8, 70, 22.834, 0},
	{1, 0.3, 20, 1.223, 0}, {1, 0.3, 70, 4.281, -0.001}, {1, 0.8, 20, 3.262, 0}, {1, 0.8, 70, 11.417, -0.001},
	{2, 0.3, 20, 0.612, 199.431}, {2, 0.3, 70, 2.141, -0.001}, {2, 0.8, 20, 1.631, -0.001}, {2, 0.8, 70, 5.708, -0.001},
}

// gripper is the case set up: the rig's arm holds its pads on the cube's sides, 5 mm above its centre.
func gripper(t testing.TB, c gripCase) (*World, [201][DOF]float64) {
	w := newWorld(t, Surface{Friction: 1})
	arm := panda(t)
	arm.Base = At(-0.5, 0, 0)
	arm.Follow = 1
	f := &arm.Drives[Fingers]
	f.MaxForce, f.MaxSpeed, f.Armature = 2*c.force, 0.1, 0
	var lift [201][DOF]float64 // joint angles at every millimetre
	q := [DOF]float64{0, 0.3, 0, -2, 0, 2.3, 0.785, 0.025}
	for i := range lift {
		q = reach(t, arm, q, Pose{Vec{0, 0, 0.03 + 0.001*float64(i)}, FromEuler(Vec{math.Pi, 0, 0})})
		lift[i] = q
	}
	must(t, w.SetArm(arm, lift[0]))
	for i, y := range []float64{0.004, -0.004} {
		must(t, w.AddBox(Part{ArmPart, FingerLeft + i}, Box{Pose{tool.Add(Vec{0, y, 0}), Identity}, Vec{0.0085, 0.004, 0.0085}, Surface{Friction: 1}}))
	}
	addCube(t, w, At(0, 0, 0.025), c.mass, c.mu)
	return w, lift
}

func TestGrip(t *testing.T) {
	for _, c := range gripCases {
		t.Run(fmt.Sprintf("m=%v/mu=%v/F=%v", c.mass, c.mu, c.force), func(t *testing.T) {
			w, lift := gripper(t, c)
			held := func() float64 { return w.BodyPose(0).P.Z - w.arm.hand.P.Z }
			var start, lifted, deepest float64
			for k := range int(11.5 / substep) {
				time := float64(k) * substep
				s := min(max(time-0.5, 0), 1)
				at := 200 * s * s * (3 - 2*s)
				i := min(int(at), 199)
				q := lift[i]
				for j := range q {
					q[j] += (at - float64(i)) * (lift[i+1][j] - q[j])
				}
				q[Fingers] = 0
				must(t, w.SetTarget(&q))
				w.Step()
				for c := range w.Contacts {
					if c.A.Kind == ArmPart {
						deepest = max(deepest, -c.Gap)
					}
				}
				switch k {
				case 120:
					start = held()
				case 360:
					lifted = held()
				}
			}
			slip, creep, z := (start-lifted)*1e3, (lifted-held())*1e3, w.BodyPose(0).P.Z
			t.Logf("slip %.4f mm, creep %.4f mm, depth %.4f mm, z %.4f finger %.5f", slip, creep, deepest*1e3, z, w.arm.q[Fingers])
			if c.capacity <= 0.9 {
				if z > 0.03 {
					t.Errorf("held at z = %.3f m with capacity %.2f", z, c.capacity)
				}
				return
			}
			if z < 0.2 {
				t.Errorf("dropped (z = %.3f m) with capacity %.2f", z, c.capacity)
			}
			if math.Abs(slip) > 0.5 || math.Abs(creep) > 0.1 || deepest > 1e-3 {
				t.Errorf("slips %.3f mm in the lift, creeps %.4f mm in 10 s, %.3f mm deep; the bars are 0.5, 0.1 and 1", slip, creep, deepest*1e3)
			}
		})
	}
}
