package physics

import "counterpoise/internal/num"

// Slider is the description of a body on a straight rail: a drawer, a door, a lever, a button. It has one
// degree of freedom, stops at both ends, and a force-limited drive that holds it: dry friction when Spring is false
// (it stays where it is left), a return to zero when Spring is true.
type Slider struct {
	Axis  Vec     // unit vector of positive travel
	Mass  float64 // kg, > 0
	Lower float64 // stops (m)
	Upper float64
	Force float64 // greatest force of the drive (N), >= 0
	// Spring makes the drive seek position zero: each substep it wants to go Follow of the way back.
	Spring bool
}

// sliderFollow is the share of the way home that a sprung slider's drive seeks per substep (Bullet's default
// position gain, which CALVIN's button uses).
const sliderFollow = 0.1

// sliderState is a slider in motion.
type sliderState struct {
	Slider
	q, v    float64
	impulse float64 // of the drive, kept for the next substep (N s)
}

// driveVelocity is what the drive wants.
func (s *sliderState) driveVelocity(h float64) float64 {
	if !s.Spring {
		return 0
	}
	return -sliderFollow * s.q / h
}

// hold applies the drive's impulse, limited to Force over the substep, to velocity v.
func (s *sliderState) hold(v *float64, h float64) {
	most := s.Force * h
	next := num.Clamp(s.impulse+s.Mass*(s.driveVelocity(h)-*v), -most, most)
	*v += (next - s.impulse) / s.Mass
	s.impulse = next
}
