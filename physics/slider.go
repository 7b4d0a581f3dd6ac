package physics

import (
	"math"

	"counterpoise/internal/num"
)

// Slider is the description of a body on a straight rail: a drawer, a door, a lever, a button. It has one
// degree of freedom, stops at both ends, and a force-limited drive that holds it: dry friction when Spring is false
// (it stays where it is left), a return to zero when Spring is true. Gravity acts along the rail.
type Slider struct {
	Axis  Vec     // unit vector of positive travel
	Mass  float64 // kg, > 0
	Lower float64 // stops (m)
	Upper float64
	Force float64 // greatest force of the drive (N), >= 0
	// Spring makes the drive seek position zero: each substep it wants to go a tenth of the way back.
	Spring bool
}

// sliderFollow is the share of the way home that a sprung slider's drive seeks per substep. Normal: 0.1, Bullet's
// default position gain, which CALVIN's button uses. At 1 it is back in a substep if its force allows.
const sliderFollow = 0.1

// sliderState is a slider in motion.
type sliderState struct {
	Slider
	rootMass float64 // √m
	q, v     float64
	impulse  float64 // of the drive, kept for the next substep (N s)
	still    int32
	asleep   bool
	held     bool // awake whatever still says, in this substep
}

// want is the velocity that the drive seeks.
func (s *sliderState) want(h float64) float64 {
	if !s.Spring {
		return 0
	}
	return -sliderFollow * s.q / h
}

// hold is the drive's row: it seeks its velocity with an impulse of at most Force over the substep. It returns by how
// much it changes the velocity.
func (s *sliderState) hold(y *slot, h float64) float64 {
	most := float64(s.Force * h)
	miss := s.want(h) - y[0]/s.rootMass
	next := num.Clamp(s.impulse+float64(s.Mass*miss), -most, most)
	d := next - s.impulse
	y[0] += d / s.rootMass
	s.impulse = next
	return math.Abs(d / s.Mass)
}
