package physics

import (
	"math"
	"strings"
	"testing"

	"counterpoise/internal/seed"
)

// What constructors refuse, and the words by which they say what and where.
func TestConstructorsRefuse(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	unit := Vec{0.1, 0.1, 0.1}
	mirror := Pose{R: Mat{Vec{-1, 0, 0}, Vec{0, 1, 0}, Vec{0, 0, 1}}}
	skew := Pose{R: Mat{Vec{1, 0.1, 0}, Vec{0, 1, 0}, Vec{0, 0, 1}}}
	body := func(change func(*Body)) func(*World) error {
		b := Body{Pose: At(0, 0, 0), Half: unit, Mass: 1}
		change(&b)
		return func(w *World) error { _, err := w.AddBody(b); return err }
	}
	slider := func(change func(*Slider)) func(*World) error {
		s := Slider{Axis: Vec{1, 0, 0}, Mass: 1, Upper: 1, Force: 4}
		change(&s)
		return func(w *World) error { _, err := w.AddSlider(s); return err }
	}
	static := func(b Box) func(*World) error { return func(w *World) error { _, err := w.AddStatic(b); return err } }
	arm := func(change func(*Arm)) func(*World) error {
		a := panda(t)
		change(a)
		return func(w *World) error { return w.SetArm(a, home) }
	}
	for _, c := range []struct {
		name  string
		try   func(*World) error
		words string
	}{
		{"negative mass", body(func(b *Body) { b.Mass = -1 }), "body 0 has mass -1 kg"},
		{"no mass", body(func(b *Body) { b.Mass = 0 }), "mass 0 kg"},
		{"NaN mass", body(func(b *Body) { b.Mass = nan }), "mass NaN kg"},
		{"infinite mass", body(func(b *Body) { b.Mass = inf }), "mass +Inf kg"},
		{"tiny mass", body(func(b *Body) { b.Mass = 1e-300 }), "mass 1e-300 kg; it must be in [1e-12, 1e+12]"},
		{"huge mass", body(func(b *Body) { b.Mass = 1e300 }), "mass 1e+300 kg"},
		{"tiny body", body(func(b *Body) { b.Half.X = 1e-99 }), "{1e-99 0.1 0.1} m; they must be in [1e-09, 1e+09]"},
		{"huge body", body(func(b *Body) { b.Half = Vec{1, 1, 1e160} }), "half extents"},
		{"flat body", body(func(b *Body) { b.Half.Y = 0 }), "half extents"},
		{"NaN extent", body(func(b *Body) { b.Half.Z = nan }), "half extents"},
		{"infinite extent", body(func(b *Body) { b.Half.Z = inf }), "half extents"},
		{"body nowhere", body(func(b *Body) { b.Pose.P.X = nan }), "not finite"},
		{"body far away", body(func(b *Body) { b.Pose.P.X = inf }), "not finite"},
		{"no orientation", body(func(b *Body) { b.Pose = Pose{} }), "which is no rotation"},
		{"skew body", body(func(b *Body) { b.Pose = skew }), "which is no rotation"},
		{"mirrored body", body(func(b *Body) { b.Pose = mirror }), "mirrors"},
		{"NaN velocity", body(func(b *Body) { b.Velocity.X = nan }), "velocity"},
		{"NaN spin", body(func(b *Body) { b.AngularVelocity.X = nan }), "velocity"},
		{"negative friction", body(func(b *Body) { b.Friction = -0.1 }), "friction -0.1"},
		{"NaN friction", body(func(b *Body) { b.Friction = nan }), "friction NaN"},
		{"restitution above one", body(func(b *Body) { b.Restitution = 1.1 }), "restitution 1.1"},
		{"static without extent", static(Box{Pose: At(0, 0, 0)}), "static box 0 has a box of half extents"},
		{"slider without mass", slider(func(s *Slider) { s.Mass = 0 }), "slider 0 has mass 0 kg"},
		{"huge slider", slider(func(s *Slider) { s.Mass = 1e300 }), "slider 0 has mass 1e+300 kg"},
		{"long axis", slider(func(s *Slider) { s.Axis = Vec{1, 1, 0} }), "axis {1 1 0} of length"},
		{"no axis", slider(func(s *Slider) { s.Axis = Vec{} }), "length 0"},
		{"NaN axis", slider(func(s *Slider) { s.Axis.Y = nan }), "axis"},
		{"stops off zero", slider(func(s *Slider) { s.Lower = 0.1 }), "stops [0.1, 1] m"},
		{"NaN stop", slider(func(s *Slider) { s.Upper = nan }), "stops"},
		{"negative stiffness", slider(func(s *Slider) { s.Stiffness = -1 }), "stiffness -1 N/m"},
		{"infinite stiffness", slider(func(s *Slider) { s.Stiffness = inf }), "stiffness +Inf N/m"},
		{"negative force", slider(func(s *Slider) { s.Force = -1 }), "drive force -1 N"},
		{"NaN force", slider(func(s *Slider) { s.Force = nan }), "drive force NaN N"},
		{"infinite force", slider(func(s *Slider) { s.Force = inf }), "drive force +Inf N"},
		{"box on nothing", func(w *World) error {
			return w.AddBox(Part{FreeBody, 3}, Box{At(0, 0, 0), unit,
				Surface{}})
		}, "no body 3"},
		{"box on no arm", func(w *World) error {
			return w.AddBox(Part{ArmPart, Hand}, Box{At(0, 0, 0), unit,
				Surface{}})
		}, "no hand"},
		{"box on no kind", func(w *World) error {
			return w.AddBox(Part{Kind(9), 0}, Box{At(0, 0, 0), unit,
				Surface{}})
		}, "unknown kind 9"},
		{"arm base", arm(func(a *Arm) { a.Base = skew }), "the arm's base"},
		{"link pose", arm(func(a *Arm) { a.Links[2].Pose = mirror }), "arm link 3"},
		{"link mass", arm(func(a *Arm) { a.Links[4].Mass = -1 }), "arm link 5 has mass -1 kg"},
		{"link centre", arm(func(a *Arm) { a.Links[4].COM.X = nan }), "arm link 5"},
		{"link inertia", arm(func(a *Arm) { a.Links[1].Inertia.XY = nan }), "arm link 2"},
		{"negative inertia", arm(func(a *Arm) { a.Links[6].Inertia.ZZ = -0.01 }), "arm link 7 has inertia"},
		{"indefinite inertia", arm(func(a *Arm) { a.Links[6].Inertia.XY = 1 }), "which is negative about some axis"},
		{"hand pose", arm(func(a *Arm) { a.Gripper.Pose = Pose{} }), "hand"},
		{"hand mass", arm(func(a *Arm) { a.Gripper.Mass = inf }), "hand"},
		{"hand inertia", arm(func(a *Arm) { a.Gripper.Inertia.ZZ = nan }), "hand"},
		{"finger mass", arm(func(a *Arm) { a.Gripper.FingerMass = -0.1 }), "finger"},
		{"finger centre", arm(func(a *Arm) { a.Gripper.FingerCOM.Z = inf }), "finger"},
		{"stiffness", arm(func(a *Arm) { a.Drives[2].Kp = -5 }), "drive 2 has Kp -5"},
		{"damping", arm(func(a *Arm) { a.Drives[3].Damping = nan }), "drive 3 has Damping NaN"},
		{"limits", arm(func(a *Arm) { a.Drives[5].Upper = a.Drives[5].Lower }), "drive 5 has limits"},
		{"follow", arm(func(a *Arm) { a.Follow = 0 }), "Follow is 0"},
		{"rise", arm(func(a *Arm) { a.Drives[7].MaxRise = nan }), "drive 7 has MaxRise NaN"},
		{"start", arm(func(a *Arm) { a.Drives[0].Lower = 0 }), "arm coordinate 0 = -1.2"},
		{"no inertia", arm(func(a *Arm) { a.Gripper.FingerMass, a.Drives[Fingers].Armature = 0, 0 }),
			"not positive definite"},
		{"second arm", func(w *World) error {
			if err := w.SetArm(panda(t), home); err != nil {
				return err
			}
			return w.SetArm(panda(t), home)
		}, "has an arm already"},
	} {
		w := space(t)
		err := c.try(w)
		if err == nil || !strings.Contains(err.Error(), c.words) || !strings.HasPrefix(err.Error(), "physics: ") {
			t.Errorf("%s: error %v, want one that says %q", c.name, err, c.words)
		}
		w.Step() // what is left of the world is sound
		if !w.Finite() {
			t.Errorf("%s: the world is spoilt", c.name)
		}
	}
	for _, s := range []Settings{{Step: 0}, {Step: -1}, {Step: nan}, {Step: 0.2}, {Step: substep, Gravity: Vec{0,
		0, nan}}} {
		if _, err := NewWorld(s); err == nil {
			t.Errorf("NewWorld takes %+v", s)
		}
	}
}

// The same for what puts parts elsewhere: nothing changes.
func TestPlacingRefuses(t *testing.T) {
	w := tabletop(t)
	hash := w.Hash()
	far := home
	far[1] = 10
	nowhere := home
	nowhere[0] = math.NaN()
	for name, err := range map[string]error{
		"body nowhere":   w.PlaceBody(0, At(math.NaN(), 0, 0)),
		"body skewed":    w.PlaceBody(0, Pose{}),
		"slider beyond":  w.PlaceSlider(0, 0.3),
		"slider nowhere": w.PlaceSlider(0, math.NaN()),
		"arm beyond":     w.PlaceArm(far),
		"arm nowhere":    w.PlaceArm(nowhere),
		"no such body":   w.PlaceBody(3, At(0, 0, 0)),
		"no such slider": w.PlaceSlider(-1, 0),
		"no arm":         space(t).PlaceArm(home),
		"no arm to aim":  space(t).SetTarget(&far),
	} {
		if err == nil {
			t.Errorf("%s is taken", name)
		}
	}
	if w.Hash() != hash {
		t.Error("what was refused changed the world")
	}
}

// Where a coordinate would move without inertia the arm is refused, and nothing changes, what sleeps included: in a
// world without one, and in one that has it elsewhere.
func TestPlaceArmRefusesWhereNothingHasInertia(t *testing.T) {
	model := panda(t)
	for i := range model.Links {
		model.Links[i].Mass, model.Links[i].Inertia = 0, Sym{}
	}
	model.Gripper.Mass, model.Gripper.Inertia, model.Gripper.FingerMass = 0, Sym{}, 0
	// A point on the last link: with that joint at zero it lies on the axis of the joint before, which has no armature.
	model.Links[6] = Link{Pose: At(0.1, 0, 0), Mass: 1, COM: Vec{-0.1, 0, 0}}
	model.Drives[5].Armature, model.Drives[6].Armature = 0, 0
	sound, singular := home, home
	sound[6], singular[6] = 1.5, 0
	w := newWorld(t, Surface{Friction: 1})
	addCube(t, w, At(0, 5, 0.025), 0.1, 0.5)
	sleep := func() uint64 {
		run(w, 1)
		if asleep(w) != 1 {
			t.Fatal("the cube does not sleep")
		}
		return w.Hash()
	}
	if hash, err := sleep(), w.SetArm(model, singular); err != errSingular || w.Hash() != hash {
		t.Errorf("SetArm: error %v, the world is changed: %v", err, w.Hash() != hash)
	}
	for i := range model.Drives {
		model.Drives[i].Kp, model.Drives[i].Kd = 0, 1
	}
	must(t, w.SetArm(model, sound))
	hash := sleep()
	if err := w.PlaceArm(singular); err != errSingular || w.Hash() != hash {
		t.Errorf("PlaceArm: error %v, the world is changed: %v", err, w.Hash() != hash)
	}
	must(t, w.PlaceArm(sound))
}

// Bodies of the smallest and the greatest mass and size that are taken fall, land and rest without a number that is not
// finite.
func TestExtremeBodiesAreSound(t *testing.T) {
	for _, mass := range []float64{leastMass, 1, mostMass} {
		for _, size := range []float64{leastSize, 1e-3, mostSize} {
			w := space(t)
			w.settings.Gravity = Vec{Z: -9.8}
			_, err := w.AddBody(Body{
				Pose: At(0, 0, size+1e-3), Half: Vec{size, size, size}, Mass: mass, AngularVelocity: Vec{1, 2, 3},
				Surface: Surface{Friction: 0.5},
			})
			if err != nil {
				t.Fatal(err)
			}
			ground := Box{Pose: At(0, 0, -1), Half: Vec{mostSize, mostSize, 1}, Surface: Surface{Friction: 1}}
			if _, err := w.AddStatic(ground); err != nil {
				t.Fatal(err)
			}
			for range 240 {
				w.Step()
			}
			if !w.Finite() {
				t.Errorf("a body of %v kg and half extents %v m: the state is not finite", mass, size)
			}
		}
	}
}

// Where a drive or a rail has no limit, what is infinite is refused, and nothing changes; vectors are finite where each
// of their numbers is, however great.
func TestInfinityIsRefused(t *testing.T) {
	w, inf := space(t), math.Inf(1)
	a := panda(t)
	a.Drives[0].Upper = inf
	if err := w.SetArm(a, home); err != nil {
		t.Fatal(err)
	}
	if _, err := w.AddSlider(Slider{Axis: Vec{X: 1}, Mass: 1, Upper: inf}); err != nil {
		t.Fatal(err)
	}
	hash, far := w.Hash(), home
	far[0] = inf
	for name, err := range map[string]error{
		"target": w.SetTarget(&far), "arm": w.PlaceArm(far), "slider": w.PlaceSlider(0, inf),
	} {
		if err == nil {
			t.Errorf("%s: infinity is taken", name)
		}
	}
	if w.Hash() != hash {
		t.Error("what was refused changed the world")
	}
	if !(Vec{1e308, 1e308, 0}).IsFinite() || (Vec{inf, -inf, 0}).IsFinite() || (Vec{Z: math.NaN()}).IsFinite() {
		t.Error("IsFinite is wrong")
	}
}

// Inertias of points, rods, plates and boxes in any axes have no negative direction; with one principal moment below
// zero they have.
func TestInertiaIsSemidefinite(t *testing.T) {
	r := seed.Of("inertia").Rand()
	for _, moments := range []Vec{{}, {1, 1, 0}, {0.5, 0.5, 1}, {3, 4, 5}, {1e-12, 2e-12, 3e-12}, {1e6, 1e6, 1}} {
		for range 100 {
			turn := FromEuler(Vec{7 * r.Float64(), 7 * r.Float64(), 7 * r.Float64()})
			s := Sym{XX: moments.X, YY: moments.Y, ZZ: moments.Z}
			if s = s.Rotated(&turn); !s.isSemidefinite() {
				t.Fatalf("principal moments %v: %+v is called indefinite", moments, s)
			}
			s = Sym{XX: moments.X, YY: moments.Y, ZZ: -1e-3*moments.taxicab() - 1e-15}
			if s = s.Rotated(&turn); s.isSemidefinite() {
				t.Fatalf("with a negative moment %+v is called semidefinite", s)
			}
		}
	}
}
