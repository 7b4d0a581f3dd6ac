package physics

import (
	"errors"
	"fmt"
	"math"
)

// Kind is the kind of a Part.
type Kind uint8

// The kinds of parts. Arm parts have Index 0..6 for the links, Hand, FingerLeft and FingerRight.
const (
	ArmPart Kind = iota
	FreeBody
	Rail // a slider
	Static
)

// Arm parts after the seven links.
const (
	Hand        = 7
	FingerLeft  = 8 // the finger on the hand's +y side
	FingerRight = 9
	armParts    = 10
)

// Part identifies one thing that has collision boxes and can touch others.
type Part struct {
	Kind  Kind
	Index int
}

// Surface is the material of a box. Two touching surfaces have the product of their frictions and of their
// restitutions (Bullet's rule).
type Surface struct {
	Friction    float64 // Coulomb coefficient, >= 0
	Restitution float64 // in [0, 1]: 0 no bounce, 1 elastic
}

// Box is a collision shape: a solid box in the frame of the part that it belongs to.
type Box struct {
	Pose Pose
	Half Vec // half extents (m), in [1e-9, 1e9]
	Surface
}

// Settings of a world. Gravity zero means none.
type Settings struct {
	Gravity Vec     // m/s²
	Step    float64 // substep (s), in (0, 0.1]
}

// World is a simulated scene: an arm, free bodies, sliders and static boxes. Build it with the Add methods, then call
// Step; parts may also be added later. A World must not be used by two goroutines at once; separate ones share nothing.
type World struct {
	settings   Settings
	sleepAfter int32 // still substeps before a part falls asleep
	arm        *armState
	bodies     []bodyState
	sliders    []sliderState
	statics    int

	shapes []shape     // sorted by owner
	owners []owner     // parts with boxes, sorted
	pairs  []ownerPair // that may touch, sorted
	near   []ownerPair // those whose widened bounding boxes overlap, in the order of pairs
	close  []ownerPair // those near each other in this substep

	y            []slot // velocities in unit-mass coordinates: arm, bodies, sliders
	before       []slot // y before a sweep
	direction    []slot // p of the conjugate step, for y
	touches, old []touch
	contacts     []contact
	limits       []limit
	bouncing     bool   // some contact bounces in this substep
	digest       uint64 // of the description; 0 means not yet computed
	scratch      []byte
}

var (
	errNoArm    = errors.New("physics: the world has no arm; give it one with SetArm")
	errSingular = errors.New("physics: the arm's mass matrix is not positive definite; " +
		"give every coordinate mass or armature")
)

// maxBoxes is the greatest number of boxes in a world: pairKey holds their indices in 16 bits.
const maxBoxes = 1 << 16

// NewWorld returns an empty world. Gravity that is not finite and a substep outside (0, 0.1] s are errors.
func NewWorld(s Settings) (*World, error) {
	if !s.Gravity.IsFinite() {
		return nil, fmt.Errorf("physics: gravity %v is not finite", s.Gravity)
	}
	if !(s.Step > 0 && s.Step <= 0.1) {
		return nil, fmt.Errorf("physics: substep %v s is outside (0, 0.1]", s.Step)
	}
	w := &World{settings: s, sleepAfter: stillSteps}
	w.touches, w.old = make([]touch, 0, 128), make([]touch, 0, 128)
	w.contacts, w.limits = make([]contact, 0, 128), make([]limit, 0, 32)
	w.layout()
	return w, nil
}

// SetArm adds the arm, at coordinates q and at rest, with every drive's target there. A world has at most one arm; an
// arm that is not sound and coordinates outside its limits are errors.
func (w *World) SetArm(m *Arm, q [DOF]float64) error {
	if w.arm != nil {
		return errors.New("physics: the world has an arm already")
	}
	if err := m.check(); err != nil {
		return err
	}
	w.arm = newArmState(m)
	if err := w.PlaceArm(q); err != nil {
		w.arm = nil
		return err
	}
	w.layout()
	return nil
}

// PlaceArm places the arm at coordinates q, at rest, with every drive's target there, and wakes everything. Coordinates
// outside the limits, or infinite where these are, are an error, and so are some at which a coordinate would move
// without inertia; on an error nothing changes.
func (w *World) PlaceArm(q [DOF]float64) error {
	a := w.arm
	if a == nil {
		return errNoArm
	}
	for i, x := range q {
		d := &a.model.Drives[i]
		if !(x >= d.Lower-1e-9 && x <= d.Upper+1e-9) || math.IsInf(x, 0) {
			return fmt.Errorf("physics: arm coordinate %d = %v is outside [%v, %v], or not finite",
				i, x, d.Lower, d.Upper)
		}
	}
	before := *a
	a.q, a.ref, a.target = q, q, q
	a.v, a.refV = [DOF]float64{}, [DOF]float64{}
	a.update(w.settings.Gravity)
	mass := a.mass
	if err := factor(&mass); err != nil {
		*a = before
		return err
	}
	w.wakeAll()
	return nil
}

// AddBody adds a free box and returns its part. A body that is not sound is an error.
func (w *World) AddBody(b Body) (Part, error) {
	part := Part{FreeBody, len(w.bodies)}
	if err := checkMass(part, b.Mass); err != nil {
		return part, err
	}
	box := Box{Pose{Vec{}, Identity}, b.Half, b.Surface}
	if err := w.checkBox(part, &box); err != nil {
		return part, err
	}
	if err := checkPose(part, &b.Pose); err != nil {
		return part, err
	}
	if !b.Velocity.IsFinite() || !b.AngularVelocity.IsFinite() {
		return part, fmt.Errorf("physics: %v has a velocity that is not finite", part)
	}
	w.bodies = append(w.bodies, newBodyState(&b))
	return part, w.AddBox(part, box)
}

// AddSlider adds a body on a rail at position zero, without boxes; AddBox adds these. The poses of its boxes are world
// poses at position zero.
func (w *World) AddSlider(s Slider) (Part, error) {
	part := Part{Rail, len(w.sliders)}
	if err := checkMass(part, s.Mass); err != nil {
		return part, err
	}
	switch {
	case !(math.Abs(s.Axis.Norm()-1) <= 1e-6):
		return part, fmt.Errorf("physics: %v has axis %v of length %v; it must be 1", part, s.Axis, s.Axis.Norm())
	case !(s.Lower <= 0 && s.Upper >= 0):
		return part, fmt.Errorf("physics: %v has stops [%v, %v] m; they must enclose 0", part, s.Lower, s.Upper)
	case !(s.Stiffness >= 0) || math.IsInf(s.Stiffness, 0):
		return part, fmt.Errorf("physics: %v has a stop of stiffness %v N/m; it must be finite and not negative",
			part, s.Stiffness)
	case !(s.Force >= 0) || math.IsInf(s.Force, 0):
		return part, fmt.Errorf("physics: %v has drive force %v N; it must be finite and not negative", part, s.Force)
	}
	w.sliders = append(w.sliders, sliderState{Slider: s, rootMass: math.Sqrt(s.Mass)})
	w.layout()
	return part, nil
}

// AddStatic adds a box that never moves, at a world pose, and returns its part.
func (w *World) AddStatic(b Box) (Part, error) {
	part := Part{Static, w.statics}
	if err := w.checkBox(part, &b); err != nil {
		return part, err
	}
	w.statics++
	return part, w.AddBox(part, b)
}

// AddBox adds a collision box to a part of the world. The box's pose is in the frame of the part.
func (w *World) AddBox(part Part, b Box) error {
	if err := w.checkBox(part, &b); err != nil {
		return err
	}
	if !w.has(part) {
		return fmt.Errorf("physics: there is no %v to give a box to", part)
	}
	w.shapes = append(w.shapes, shape{
		part: part, local: b.Pose, aligned: b.Pose.R == Identity, Surface: b.Surface, world: box{h: b.Half},
		half: b.Half.Norm(),
	})
	w.index()
	w.layout()
	return nil
}

// layout allocates the slots of the moving parts (the arm first, then the bodies, then the sliders) and the lists whose
// size depends on the parts.
func (w *World) layout() {
	n := 1 + len(w.bodies) + len(w.sliders)
	w.y, w.before, w.direction = make([]slot, n), make([]slot, n), make([]slot, n)
	w.close, w.near = make([]ownerPair, 0, len(w.pairs)), make([]ownerPair, 0, len(w.pairs))
	w.digest = 0
}

// has reports whether the world has a part.
func (w *World) has(p Part) bool {
	n := 0
	switch p.Kind {
	case ArmPart:
		if w.arm != nil {
			n = armParts
		}
	case FreeBody:
		n = len(w.bodies)
	case Rail:
		n = len(w.sliders)
	case Static:
		n = w.statics
	}
	return p.Index >= 0 && p.Index < n
}

// String returns the name of the part in errors and traces.
func (p Part) String() string {
	switch {
	case p.Kind == ArmPart && p.Index == Hand:
		return "hand"
	case p.Kind == ArmPart && (p.Index == FingerLeft || p.Index == FingerRight):
		return [...]string{"left finger", "right finger"}[p.Index-FingerLeft]
	case p.Kind == ArmPart:
		return fmt.Sprintf("arm link %d", p.Index+1)
	case p.Kind > Static:
		return fmt.Sprintf("part of unknown kind %d", p.Kind)
	}
	return fmt.Sprintf("%s %d", [...]string{"", "body", "slider", "static box"}[p.Kind], p.Index)
}
