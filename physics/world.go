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
	patience int32 // substeps of stillness before sleep
	arm      *armState
	bodies   []bodyState
	sliders  []sliderState
	statics  int

	shapes []shape     // sorted by owner
	owners []owner     // parts with boxes, sorted
	pairs  []ownerPair // that may touch, sorted
	close  []ownerPair // of these, the ones near each other in this substep

	y            []slot // velocities in unit-mass coordinates: arm, bodies, sliders
	touches, old []touch
	contacts     []contact
	limits       []limit
	bouncing     bool   // some contact bounces in this substep
	seal         uint64 // of the description, 0 when it has to be computed
	scratch      []byte
}

var (
	errNoArm    = errors.New("physics: the world has no arm; give it one with SetArm")
	errSingular = errors.New("physics: the arm's mass matrix is not positive definite; " +
		"give every coordinate mass or armature")
)

// maxBoxes is how many boxes a world takes: their numbers go into 16 bits.
const maxBoxes = 1 << 16

// NewWorld makes an empty world.
func NewWorld(s Settings) (*World, error) {
	if !s.Gravity.IsFinite() {
		return nil, fmt.Errorf("physics: gravity %v is not finite", s.Gravity)
	}
	if !(s.Step > 0 && s.Step <= 0.1) {
		return nil, fmt.Errorf("physics: substep %v s is outside (0, 0.1]", s.Step)
	}
	w := &World{settings: s, patience: stillSteps}
	w.touches, w.old = make([]touch, 0, 128), make([]touch, 0, 128)
	w.contacts, w.limits = make([]contact, 0, 128), make([]limit, 0, 32)
	w.layout()
	return w, nil
}

// SetArm gives the world its arm, at coordinates q and at rest, each drive holding where it is.
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

// PlaceArm puts the arm at coordinates q, at rest, each drive holding where it is.
func (w *World) PlaceArm(q [DOF]float64) error {
	a := w.arm
	if a == nil {
		return errNoArm
	}
	for i, x := range q {
		d := &a.model.Drives[i]
		if !(x >= d.Lower-1e-9 && x <= d.Upper+1e-9) {
			return fmt.Errorf("physics: arm coordinate %d = %v is outside [%v, %v]", i, x, d.Lower, d.Upper)
		}
	}
	a.q, a.ref, a.target = q, q, q
	a.v, a.refV = [DOF]float64{}, [DOF]float64{}
	a.update(w.settings.Gravity)
	w.rouse()
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

// AddSlider adds a body on a rail at position zero; give it shape with AddBox. Poses of its boxes are world poses
// at position zero.
func (w *World) AddSlider(s Slider) (Part, error) {
	part := Part{Rail, len(w.sliders)}
	switch {
	case !(s.Mass > 0) || math.IsInf(s.Mass, 0):
		return part, fmt.Errorf("physics: %v has mass %v kg; it must be positive and finite", part, s.Mass)
	case !(math.Abs(s.Axis.Norm()-1) <= 1e-6):
		return part, fmt.Errorf("physics: %v has axis %v of length %v; it must be 1", part, s.Axis, s.Axis.Norm())
	case !(s.Lower <= 0 && s.Upper >= 0):
		return part, fmt.Errorf("physics: %v has stops [%v, %v] m; they must enclose 0", part, s.Lower, s.Upper)
	case !(s.Force >= 0) || math.IsInf(s.Force, 0):
		return part, fmt.Errorf("physics: %v has drive force %v N; it must be finite and not negative", part, s.Force)
	}
	w.sliders = append(w.sliders, sliderState{Slider: s, rootMass: math.Sqrt(s.Mass)})
	w.layout()
	return part, nil
}

// AddStatic adds a box that never moves; its pose is a world pose.
func (w *World) AddStatic(b Box) (Part, error) {
	part := Part{Static, w.statics}
	if err := w.checkBox(part, &b); err != nil {
		return part, err
	}
	w.statics++
	return part, w.AddBox(part, b)
}

// AddBox gives a part of the world one more collision box.
func (w *World) AddBox(part Part, b Box) error {
	if err := w.checkBox(part, &b); err != nil {
		return err
	}
	if !w.has(part) {
		return fmt.Errorf("physics: there is no %v to give a box to", part)
	}
	w.shapes = append(w.shapes, shape{part: part, local: b.Pose, Surface: b.Surface, world: box{h: b.Half},
		half: b.Half.Norm()})
	w.index()
	w.layout()
	return nil
}

// layout gives each moving part its slot: the arm the first, then the bodies, then the sliders.
func (w *World) layout() {
	w.y = make([]slot, 1+len(w.bodies)+len(w.sliders))
	w.close = make([]ownerPair, 0, len(w.pairs))
	w.seal = 0
}

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

// String names the part.
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
