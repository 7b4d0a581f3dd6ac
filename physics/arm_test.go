package physics

import (
	"encoding/json"
	"math"
	"os"
	"testing"
)

// reference is testdata/mujoco.json: values of MuJoCo 2.2.2 for the Panda of mujoco_menagerie.
type reference struct {
	Links []struct {
		Name    string
		Pos     [3]float64
		Quat    [4]float64 `json:"quat_wxyz"`
		Mass    float64
		COM     [3]float64
		Inertia []float64
	}
	Arm struct {
		Q0   [Joints]float64
		Bias [Joints]float64          `json:"qfrc_bias_t0"`
		Acc  [Joints]float64          `json:"qacc_t0"`
		M    [Joints * Joints]float64 `json:"M_t0"`
		TCP  [3]float64               `json:"tcp_t0"`
		Q01  [Joints]float64          `json:"q_0.1s"`
		V01  [Joints]float64          `json:"qd_0.1s"`
		Q05  [Joints]float64          `json:"q_0.5s"`
		Q1   [Joints]float64          `json:"q_1s"`
	}
	Moving struct {
		V    [Joints]float64 `json:"qd"`
		Bias [Joints]float64
		Acc  [Joints]float64 `json:"qacc"`
	}
	Damped struct { // of MuJoCo 3.14 (WASM): armature 0.1 kg m², damping 1 N m s/rad
		Bias [Joints]float64 `json:"bias0"`
		Acc  [Joints]float64 `json:"qacc0"`
		Q05  [Joints]float64
		Q1   [Joints]float64
	}
}

var down = Vec{0, 0, -9.81}

func vec(a [3]float64) Vec { return Vec{a[0], a[1], a[2]} }

// menagerie is the arm of the reference: no armature, no damping, fingers without mass on a coordinate of its own.
func menagerie(t testing.TB) (*Arm, *reference) {
	t.Helper()
	raw, err := os.ReadFile("testdata/mujoco.json")
	if err != nil {
		t.Fatal(err)
	}
	var ref reference
	if err := json.Unmarshal(raw, &ref); err != nil {
		t.Fatal(err)
	}
	arm := &Arm{Base: At(0, 0, 0), Follow: 0.1}
	for i, l := range ref.Links {
		q := Quat{l.Quat[0], l.Quat[1], l.Quat[2], l.Quat[3]}.unit()
		inertia := Sym{XX: l.Inertia[0], YY: l.Inertia[1], ZZ: l.Inertia[2]}
		if len(l.Inertia) == 6 {
			inertia.XY, inertia.XZ, inertia.YZ = l.Inertia[3], l.Inertia[4], l.Inertia[5]
		}
		pose := Pose{vec(l.Pos), q.Mat()}
		if l.Name == "hand" {
			arm.Gripper = Gripper{Pose: pose, Mass: l.Mass, COM: vec(l.COM), Inertia: inertia}
			continue
		}
		arm.Links[i] = Link{pose, l.Mass, vec(l.COM), inertia}
	}
	for i := range arm.Drives {
		arm.Drives[i] = Drive{Lower: -math.MaxFloat64, Upper: math.MaxFloat64}
	}
	arm.Drives[Fingers].Armature = 1
	return arm, &ref
}

func widen(q [Joints]float64) (w [DOF]float64) {
	copy(w[:], q[:])
	return w
}

func TestArmAgreesWithMuJoCo(t *testing.T) {
	arm, ref := menagerie(t)
	const bar = 1e-6
	q := widen(ref.Arm.Q0)
	for _, c := range []struct {
		name      string
		v         [Joints]float64
		bias, acc [Joints]float64
	}{
		{"at rest", [Joints]float64{}, ref.Arm.Bias, ref.Arm.Acc},
		{"moving", ref.Moving.V, ref.Moving.Bias, ref.Moving.Acc},
	} {
		v := widen(c.v)
		mass, bias := arm.Dynamics(&q, &v, down)
		acc, err := arm.Acceleration(&q, &v, &[DOF]float64{}, down)
		if err != nil {
			t.Fatal(err)
		}
		for i := range Joints {
			if math.Abs(bias[i]-c.bias[i]) > bar {
				t.Errorf("%s: bias force %d is %.9f N m, MuJoCo has %.9f", c.name, i, bias[i], c.bias[i])
			}
			if math.Abs(acc[i]-c.acc[i]) > bar*(1+math.Abs(c.acc[i])) {
				t.Errorf("%s: acceleration %d is %.9f rad/s², MuJoCo has %.9f", c.name, i, acc[i], c.acc[i])
			}
			for j := range Joints {
				if want := ref.Arm.M[i*Joints+j]; math.Abs(mass[i][j]-want) > bar {
					t.Errorf("mass matrix (%d, %d) is %.9f, MuJoCo has %.9f", i, j, mass[i][j], want)
				}
			}
		}
	}
	_, hand := arm.Kinematics(&q)
	tcp := hand.Apply(Vec{0, 0, 0.1034})
	if d := tcp.Sub(vec(ref.Arm.TCP)).Norm(); d > bar {
		t.Errorf("tool centre is %.9f m from MuJoCo's", d)
	}
}

// rk4 integrates the free arm by the classical Runge-Kutta rule.
func rk4(t testing.TB, arm *Arm, q, v *[DOF]float64, h float64, steps int) {
	f := func(q, v [DOF]float64) [DOF]float64 {
		a, err := arm.Acceleration(&q, &v, &[DOF]float64{}, down)
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	axpy := func(x, y [DOF]float64, s float64) [DOF]float64 {
		for i := range x {
			x[i] += s * y[i]
		}
		return x
	}
	for range steps {
		a1 := f(*q, *v)
		v2 := axpy(*v, a1, h/2)
		a2 := f(axpy(*q, *v, h/2), v2)
		v3 := axpy(*v, a2, h/2)
		a3 := f(axpy(*q, v2, h/2), v3)
		v4 := axpy(*v, a3, h)
		a4 := f(axpy(*q, v3, h), v4)
		for i := range q {
			q[i] += h / 6 * (v[i] + 2*v2[i] + 2*v3[i] + v4[i])
			v[i] += h / 6 * (a1[i] + 2*a2[i] + 2*a3[i] + a4[i])
		}
	}
}

// The arm falls freely for a second with MuJoCo's integrator and step; energy must not drift by more than 1e-6 J
// (MuJoCo: 1.5e-7 J). Its motion is chaotic at the end, so positions are compared for half a second.
func TestFreeFallAgreesWithMuJoCo(t *testing.T) {
	arm, ref := menagerie(t)
	q, v := widen(ref.Arm.Q0), [DOF]float64{}
	start := arm.Energy(&q, &v, down)
	at := 0.0
	for _, c := range []struct {
		until float64
		q     [Joints]float64
		bar   float64
	}{{0.1, ref.Arm.Q01, 1e-8}, {0.5, ref.Arm.Q05, 1e-6}, {1, ref.Arm.Q1, 1e-3}} {
		rk4(t, arm, &q, &v, 0.0005, int(math.Round((c.until-at)/0.0005)))
		at = c.until
		for i := range Joints {
			if d := math.Abs(q[i] - c.q[i]); d > c.bar {
				t.Errorf("after %v s joint %d is %.3g rad from MuJoCo's", at, i, d)
			}
		}
	}
	if drift := math.Abs(arm.Energy(&q, &v, down) - start); drift > 1e-6 {
		t.Errorf("energy drifts by %.3g J in 1 s", drift)
	}
}

// The damped arm, with its motors' inertia, falls for a second. It is not chaotic, so it must stay close to MuJoCo's
// all the time.
func TestDampedFallAgreesWithMuJoCo(t *testing.T) {
	arm, ref := menagerie(t)
	for i := range Joints {
		arm.Drives[i].Armature, arm.Drives[i].Damping = 0.1, 1
	}
	q, v := widen(ref.Arm.Q0), [DOF]float64{}
	_, bias := arm.Dynamics(&q, &v, down)
	acc, err := arm.Acceleration(&q, &v, &[DOF]float64{}, down)
	must(t, err)
	compare := func(what string, got *[DOF]float64, want *[Joints]float64, bar float64) {
		t.Helper()
		for i := range want {
			if math.Abs(got[i]-want[i]) > bar {
				t.Errorf("%s %d is %.9f, MuJoCo has %.9f", what, i, got[i], want[i])
			}
		}
	}
	compare("bias force", &bias, &ref.Damped.Bias, 1e-6)
	compare("acceleration", &acc, &ref.Damped.Acc, 1e-6)
	rk4(t, arm, &q, &v, 0.0005, 1000)
	compare("after 0.5 s joint", &q, &ref.Damped.Q05, 1e-7)
	rk4(t, arm, &q, &v, 0.0005, 1000)
	compare("after 1 s joint", &q, &ref.Damped.Q1, 1e-6)
}

// The integrator of Step is of first order: halving the substep halves its distance from MuJoCo's damped fall.
func TestStepConvergesToMuJoCo(t *testing.T) {
	arm, ref := menagerie(t)
	for i := range Joints {
		arm.Drives[i].Armature, arm.Drives[i].Damping = 0.1, 1
		arm.Drives[i].Lower, arm.Drives[i].Upper = -20, 20
	}
	miss := func(h float64) (far float64) {
		w, err := NewWorld(Settings{Gravity: down, Step: h})
		must(t, err)
		must(t, w.SetArm(arm, widen(ref.Arm.Q0)))
		run(w, 0.5)
		for i, want := range ref.Damped.Q05 {
			far = max(far, math.Abs(w.arm.q[i]-want))
		}
		return far
	}
	coarse, fine := miss(1.0/4000), miss(1.0/8000)
	if fine > 5e-3 || math.Abs(coarse/fine-2) > 0.2 {
		t.Errorf("at 1/4000 s it is %.2g rad from MuJoCo's, at 1/8000 s %.2g; the second should be half of the first",
			coarse, fine)
	}
}
