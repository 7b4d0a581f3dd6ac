package scenes

import (
	"cmp"
	"slices"

	"counterpoise/physics"
)

// Attribution says who made the displacement that a part has from its place at Begin, as the earned oracle counts it.
type Attribution struct {
	Part     string  // "door", "red block"
	Distance float64 // along the rail of a mechanism, upwards for a block; either way (m)
	Greatest float64 // the greatest distance at the end of any control step since Begin (m)
	// Finger, Hand, Arm and Other are shares of Distance in [0, 1], which add up to 1. Hand is made without a finger
	// in contact, Arm by the arm's links with neither, and Other without contact of the robot.
	Finger, Hand, Arm, Other float64
	// Touched are the parts that exerted a force on it while it moved, with the shares of Distance made meanwhile: the
	// greatest first. They add up to more than 1 where several touched at once.
	Touched []Touch
	Earned  bool // whether the fingers earned the displacement
}

// Touch is a part in contact with a moving one.
type Touch struct {
	Name  string // "left finger", "arm link 6", "blue block"
	Share float64
}

// Attributions returns the attributions of all parts that are at least 2 mm from their places at Begin: mechanisms,
// then blocks.
func (t *Tabletop) Attributions() []Attribution {
	var all []Attribution
	for i := range t.travels {
		d := &t.travels[i]
		if d.length() >= movedAtLeast {
			all = append(all, d.attribution(travelPart(i)))
		}
	}
	return all
}

// attribution describes the travel of a part; it is not zero.
func (d *travel) attribution(part physics.Part) Attribution {
	share := func(by touchers) float64 { return d.madeBy(by) / d.length() }
	finger, gripper, robot := share(fingerBits), share(fingerBits|handBit), share(armBits)
	a := Attribution{
		Part: partName(part), Distance: d.length(), Greatest: d.greatest,
		Finger: finger, Hand: gripper - finger, Arm: robot - gripper, Other: 1 - robot,
		Earned: d.isEarned(),
	}
	for _, p := range touchableParts() {
		if s := share(toucher(p)); s > 0 {
			a.Touched = append(a.Touched, Touch{partName(p), s})
		}
	}
	slices.SortStableFunc(a.Touched, func(x, y Touch) int { return cmp.Compare(y.Share, x.Share) })
	return a
}

// touchableParts lists the parts that a set of touchers can hold, gripper first.
func touchableParts() (parts []physics.Part) {
	for i := physics.FingerRight; i >= 0; i-- {
		parts = append(parts, physics.Part{Kind: physics.ArmPart, Index: i})
	}
	for i := range partCount {
		parts = append(parts, travelPart(i))
	}
	return parts
}
