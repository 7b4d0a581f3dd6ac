package physics

import (
	"errors"
	"fmt"
	"math"
)

// Kind says what sort of thing a Part is.
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

// Part names something that boxes belong to and that touches other parts.
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
	Half Vec // half extents (m), > 0
	Surface
}

// Settings of a world. Gravity zero means none.
type Settings struct {
	Gravity Vec     // m/s²
	Step    float64 // substep (s), in (0, 0.1]
}

// World is everything that moves and everything that it bumps into. A World is a value that its owner alone touches;
// any number run side by side. Build it with the Add methods, then Step it; parts added later are fine too.
type World struct {
	settings Settings
	soft     softness
	arm      *armState
	bodies   []bodyState
	sliders  []sliderState
	statics  int

	shapes []shape // sorted by owner
	owners []owner

	vel      []float64 // generalised velocities: arm, bodies (6 each), sliders (1 each)
	contacts []contact
	touched  []manifoldRef // contacts by pair, of the last substep
	old      []contactSeed // impulses of the last substep
	oldRefs  []manifoldRef
	limits   []limitRow
}

// shape is a box and where it is now.
type shape struct {
	owner int32
	part  Part
	local Pose
	Surface
	world box
	reach Vec // half extents of the axis-aligned box around it
}

// owner is a part with its boxes shapes[from:to] and their common axis-aligned box.
type owner struct {
	part     Part
	from, to int32
	lo, hi   Vec
}

var (
	errSingular = errors.New("physics: the arm's mass matrix is not positive definite; give every coordinate mass or armature")
)

// NewWorld makes an empty world.
func NewWorld(s Settings) (*World, error) {
	if !s.Gravity.IsFinite() {
		return nil, fmt.Errorf("physics: gravity %v is not finite", s.Gravity)
	}
	if !(s.Step > 0 && s.Step <= 0.1) {
		return nil, fmt.Errorf("physics: substep %v s is outside (0, 0.1]", s.Step)
	}
	return &World{settings: s, soft: newSoftness(s.Step)}, nil
}

// SetArm gives the world its arm, at coordinates q and at rest, each drive holding where it is.
func (w *World) SetArm(m *Arm, q [DOF]float64) error {
	if w.arm != nil {
		return errors.New("physics: the world has an arm already")
	}
	if err := m.check(); err != nil {
		return err
	}
	c := *m
	w.arm = &armState{model: &c}
	if err := w.PlaceArm(q); err != nil {
		w.arm = nil
		return err
	}
	w.layout()
	return nil
}

// PlaceArm puts the arm at coordinates q, at rest, each drive holding where it is.
func (w *World) PlaceArm(q [DOF]float64) error {
	for i, x := range q {
		d := &w.arm.model.Drives[i]
		if !(x >= d.Lower-1e-9 && x <= d.Upper+1e-9) {
			return fmt.Errorf("physics: arm coordinate %d = %v is outside [%v, %v]", i, x, d.Lower, d.Upper)
		}
	}
	a := w.arm
	a.q, a.ref, a.target = q, q, q
	a.v, a.refV = [DOF]float64{}, [DOF]float64{}
	a.update(w.settings.Gravity)
	w.forget()
	e := a.mass
	return factor(&e)
}

// AddBody adds a free box.
func (w *World) AddBody(b Body) (Part, error) {
	part := Part{FreeBody, len(w.bodies)}
	if !(b.Mass > 0) || math.IsInf(b.Mass, 0) {
		return part, fmt.Errorf("physics: %v has mass %v kg; it must be positive and finite", part, b.Mass)
	}
	box := Box{Pose{Vec{}, Identity}, b.Half, b.Surface}
	if err := checkBox(part, &box); err != nil {
		return part, err
	}
	if err := checkPose(part, &b.Pose); err != nil {
		return part, err
	}
	if !b.Velocity.IsFinite() || !b.AngularVelocity.IsFinite() {
		return part, fmt.Errorf("physics: %v has a velocity that is not finite", part)
	}
	s := bodyState{p: b.Pose.P, q: b.Pose.R.Quat(), v: b.Velocity, w: b.AngularVelocity,
		mass: b.Mass, inertia: BoxInertia(b.Mass, b.Half)}
	s.orient()
	w.bodies = append(w.bodies, s)
	return part, w.AddBox(part, box)
}

// AddSlider adds a body on a rail at position zero; give it shape with AddBox. Poses of its boxes are world poses
// at position zero.
func (w *World) AddSlider(s Slider) (Part, error) {
	part := Part{Rail, len(w.sliders)}
	switch {
	case !(s.Mass > 0) || math.IsInf(s.Mass, 0):
		return part, fmt.Errorf("physics: %v has mass %v kg; it must be positive and finite", part, s.Mass)
	case math.Abs(s.Axis.Norm()-1) > 1e-6 || !s.Axis.IsFinite():
		return part, fmt.Errorf("physics: %v has axis %v of length %v; it must be 1", part, s.Axis, s.Axis.Norm())
	case !(s.Lower <= 0 && s.Upper >= 0):
		return part, fmt.Errorf("physics: %v has stops [%v, %v] m; they must enclose 0", part, s.Lower, s.Upper)
	case !(s.Force >= 0):
		return part, fmt.Errorf("physics: %v has drive force %v N; it must not be negative", part, s.Force)
	}
	w.sliders = append(w.sliders, sliderState{Slider: s})
	w.layout()
	return part, nil
}

// AddStatic adds a box that never moves; its pose is a world pose.
func (w *World) AddStatic(b Box) (Part, error) {
	part := Part{Static, w.statics}
	if err := checkBox(part, &b); err != nil {
		return part, err
	}
	w.statics++
	return part, w.AddBox(part, b)
}

// AddBox gives a part of the world one more collision box.
func (w *World) AddBox(part Part, b Box) error {
	if err := checkBox(part, &b); err != nil {
		return err
	}
	if !w.has(part) {
		return fmt.Errorf("physics: there is no %v to give a box to", part)
	}
	w.shapes = append(w.shapes, shape{part: part, local: b.Pose, Surface: b.Surface, world: box{h: b.Half}})
	w.index()
	w.layout()
	return nil
}

func (w *World) has(p Part) bool {
	switch p.Kind {
	case ArmPart:
		return w.arm != nil && p.Index >= 0 && p.Index < armParts
	case FreeBody:
		return p.Index >= 0 && p.Index < len(w.bodies)
	case Rail:
		return p.Index >= 0 && p.Index < len(w.sliders)
	}
	return p.Index >= 0 && p.Index < w.statics
}

// String names the part.
func (p Part) String() string {
	switch {
	case p.Kind == ArmPart && p.Index == Hand:
		return "hand"
	case p.Kind == ArmPart && p.Index > Hand:
		return [...]string{"left finger", "right finger"}[p.Index-FingerLeft]
	case p.Kind == ArmPart:
		return fmt.Sprintf("arm link %d", p.Index+1)
	}
	return fmt.Sprintf("%s %d", [...]string{"", "body", "slider", "static box"}[p.Kind], p.Index)
}
