package physics

import "counterpoise/internal/num"

// Slider describes a body on a straight rail: a drawer, a door, a lever, a button. It has one degree of freedom, stops
// at both ends, and a force-limited drive that holds it: dry friction when Spring is false (it stays where it is left),
// a return to zero when Spring is true. Gravity acts along the rail.
type Slider struct {
	Axis  Vec     // unit vector of positive travel
	Mass  float64 // kg, in [1e-12, 1e12]
	Lower float64 // stops (m)
	Upper float64
	Force float64 // greatest force of the drive (N), >= 0
	// Stiffness is that of the stop at Upper (N/m), which then gives way like a spring; 0 means that it does not give.
	Stiffness float64
	// Spring makes the drive return to position zero, by sliderFollow of the way in a substep.
	Spring bool
}

// sliderFollow is the share of the way back to zero that the drive of a slider with a spring covers in a substep.
// Normal: 0.1, Bullet's default position gain, which CALVIN's button uses. At 1 it is back in one substep if its
// force allows.
const sliderFollow = 0.1

// sliderState is the state of a slider.
type sliderState struct {
	Slider
	rootMass float64 // √m
	q, v     float64 // position (m) and velocity (m/s)
	impulse  float64 // of the drive, kept for the next substep (N s)
	path     path
	still    int32
	asleep   bool
	held     bool // awake whatever still says, in this substep
}

// targetVelocity returns the velocity that the drive seeks (m/s): 0 for dry friction, back towards zero for a spring.
func (s *sliderState) targetVelocity(h float64) float64 {
	if !s.Spring {
		return 0
	}
	return -sliderFollow * s.q / h
}

// solveDrive solves the drive's row: it seeks targetVelocity with an accumulated impulse of at most h Force.
func (s *sliderState) solveDrive(y *slot, h float64, r *residual) {
	most := float64(s.Force * h)
	miss := s.targetVelocity(h) - y[0]/s.rootMass
	next := num.Clamp(s.impulse+float64(s.Mass*miss), -most, most)
	d := next - s.impulse
	y[0] += d / s.rootMass
	s.path.before[0], s.impulse = s.impulse, next
	r.add(d/s.Mass, d)
}
