package physics

import "math"

// The constants of the contact solver, each with its purpose, its normal value, and what breaks at other values.
// Lengths are in metres, times in seconds.
const (
	// A substep sweeps over all constraints until none changes the velocity along it by more than sweepTolerance (m/s),
	// at least minSweeps and at most maxSweeps times; then it relaxes in the same way, at most maxRelax times. Normal:
	// 2e-4, 2, 16 and 8. Impulses are kept from substep to substep, so what rests or is held needs the minimum. With a
	// fixed four sweeps, light boxes sink between heavy fingers and stacks of five sway; with a tolerance of 5e-4, a
	// heavy box against a small one rocks for ever, and the force between them with it, by 3 %.
	sweepTolerance = 2e-4
	minSweeps      = 2
	maxSweeps      = 16
	maxRelax       = 8

	// coarseTolerance (m/s) takes the place of sweepTolerance from sweep fewSweeps on, and fewRelax while relaxing.
	// Normal: 5e-3, 6 and 3. Fingers that slide on a handle ask for other impulses in every substep, and agree on them
	// to sweepTolerance only after a hundred sweeps. CALVIN's drawer, door and lifts, replayed, then end within 0.3 mm
	// of where they end with all sweeps carried on to 1e-6 m/s, as they do with coarseTolerance at zero (0.2 mm). With
	// 4 and 2, stacks of eight sway.
	coarseTolerance = 5e-3
	fewSweeps       = 6
	fewRelax        = 3

	// contactRate is the natural frequency of a contact times the substep: how much of the stiffness that a substep
	// can resolve is used. Normal: 0.5 (120 Hz at 1/240 s). Above 1, stacks jitter; below 0.1, they are visibly soft.
	contactRate = 0.5

	// contactDamping is the damping ratio of a contact. Normal: 10, so overdamped that overlap goes away without a
	// bounce. At 1, boxes hop when they are pushed out of each other.
	contactDamping = 10

	// stiffening (m) is the overlap at which a contact's frequency is twice contactRate, and mostStiffening the most
	// that it grows. Normal: 1e-3 and 4. Without it a block of 1 kg under a hand that pushes with 1 kN sinks in by 6
	// mm; where the whole contact is stiffer, stacks need many sweeps.
	stiffening     = 1e-3
	mostStiffening = 4

	// maxPush (m/s) limits how fast overlap is pushed apart. Normal: 1. Much more throws boxes that were
	// squeezed; much less lets a fast arm sink in.
	maxPush = 1.0

	// slop (m) is the overlap that is left alone, so that resting contacts persist. Normal: 5e-5. Zero lets contacts
	// flicker and friction with them; a millimetre is visible.
	slop = 5e-5

	// speculative (m) is the distance at which each of two parts prepares a contact, besides what they can approach
	// each other in a substep, which counts up to mostAhead (m) a part. Normal: 1e-3, for changes of speed within the
	// substep, and 2e-2, what 5 m/s cover. Less, and things that are knocked overlap before they are seen; more costs
	// time: at 2e-3 the rounded fingertips, 2 mm off what the pads hold, have contacts too, and holding costs a third
	// more.
	speculative = 1e-3
	mostAhead   = 2e-2

	// matchDistance (m): a contact without the id of an old one takes over the impulse of one that was this near.
	// Normal: 2e-3. Zero forgets the load when boxes turn a corner onto a new feature.
	matchDistance = 2e-3

	// bounceSpeed (m/s) is the speed of approach below which impacts do not bounce. Normal: 1e-2. At zero, resting
	// contacts vibrate.
	bounceSpeed = 1e-2

	// bounceSweeps and bounceTolerance take the place of maxSweeps and sweepTolerance where something bounces.
	// Normal: 64 and 1e-13 m/s. With fewer, a box that lands flat and bounces starts to tumble, and energy is lost or
	// gained.
	bounceSweeps    = 64
	bounceTolerance = 1e-13
)

// softness holds the coefficients of a soft constraint (Catto, Solver2D, 2024; box2d v3): a spring of natural
// frequency ω and damping ratio ζ, integrated implicitly over the substep h.
//
//	a1 = 2ζ + hω,  a2 = hω a1,  a3 = 1/(1 + a2)
//	bias rate ω/a1 (1/s),  mass scale a2 a3,  impulse scale a3
//
// Under a steady force F it yields by F/(m ω²), m the effective mass. So that hard pushes don't drive light things into
// others, ω grows with the overlap s, ω = ω0 (1 + s/stiffening).
type softness struct{ biasRate, massScale, impulseScale float64 }

// newSoftness returns the coefficients for substep h (s) and an overlap (m).
func newSoftness(h, overlap float64) softness {
	turn := float64(2 * math.Pi * contactRate * min(1+max(overlap, 0)/stiffening, mostStiffening))
	a1 := 2*contactDamping + turn
	a2 := float64(turn * a1)
	a3 := 1 / (1 + a2)
	return softness{turn / (h * a1), float64(a2 * a3), a3}
}
