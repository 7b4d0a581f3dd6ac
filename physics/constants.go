package physics

import "math"

// Constants of the contact solver: what each is for, its normal value, and what breaks. Lengths in metres, times in
// seconds.
const (
	// Iterations is how often the solver sweeps all constraints with softness and drift correction in a substep.
	// Normal: 4. With 2, grasps near the friction limit slip; more than 8 buys nothing because impulses are kept from
	// substep to substep.
	Iterations = 4

	// contactRate is the natural frequency of a contact times the substep: how much of the stiffness that a substep
	// can resolve is used. Normal: 0.5 (120 Hz at 1/240 s). Above 1, stacks jitter; below 0.1, they are sponges.
	contactRate = 0.5

	// contactDamping is the damping ratio of a contact. Normal: 10, so overdamped that overlap goes away without a
	// bounce. At 1, boxes hop when they are pushed out of each other.
	contactDamping = 10

	// maxPush (m/s) limits how fast overlap is pushed apart. Normal: 1. Much more throws boxes that were
	// squeezed; much less lets a fast arm sink in.
	maxPush = 1.0

	// slop (m) is the overlap that is left alone, so that resting contacts persist. Normal: 5e-5. Zero lets contacts
	// flicker and friction with them; a millimetre is visible.
	slop = 5e-5

	// speculative (m) is the distance at which a coming contact is prepared. Normal: 4e-3, what 1 m/s covers in a
	// substep. Less lets fast boxes overlap before they are seen; more costs time and catches corners in passing.
	speculative = 4e-3

	// matchDistance (m): a contact without the id of an old one takes over the impulse of one that was this near.
	// Normal: 2e-3. Zero forgets the load when boxes turn a corner onto a new feature.
	matchDistance = 2e-3

	// bounceSpeed (m/s): slower impacts don't bounce. Normal: 1e-2. Zero makes resting contacts hum.
	bounceSpeed = 1e-2

	// bounceSweeps limits the sweeps that distribute a bounce over the points of a contact. Normal: 64; sweeps stop
	// when no impulse moves by more than bounceTolerance.
	bounceSweeps    = 64
	bounceTolerance = 1e-14
)

// softness holds the coefficients of a soft constraint (Catto, Solver2D, 2024; box2d v3): a spring of natural
// frequency ω and damping ratio ζ, integrated implicitly over the substep h.
//
//	a1 = 2ζ + hω,  a2 = hω a1,  a3 = 1/(1 + a2)
//	bias rate ω/a1 (1/s),  mass scale a2 a3,  impulse scale a3
type softness struct{ biasRate, massScale, impulseScale float64 }

func newSoftness(h float64) softness {
	omega := 2 * math.Pi * contactRate / h
	a1 := 2*contactDamping + float64(h*omega)
	a2 := float64(h*omega) * a1
	a3 := 1 / (1 + a2)
	return softness{omega / a1, a2 * a3, a3}
}
