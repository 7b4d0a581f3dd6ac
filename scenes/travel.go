package scenes

import (
	"math"

	"counterpoise/physics"
)

// This file records for every movable part who moved it: the g(s) of oracle.go, piece by piece.

// partCount is the number of parts whose travels are recorded: the mechanisms, then the blocks.
const partCount = sliderCount + blockCount

// travelResolution is the smallest change of a displacement that is recorded (m). It bounds the number of pieces, and a
// part that trembles at rest costs nothing. At 1e-5 m a threshold of 0.05 m is followed in 5,000 steps; a part slower
// than 2.4 mm/s, which crosses less than this in a substep, is attributed to those who touch it in every few substeps.
const travelResolution = 1e-5

// touchers is a set of parts as bits: the links of the arm, hand and fingers by their index, then the mechanisms, then
// the blocks. Static parts are left out, as they move nothing.
type touchers uint32

const (
	firstSliderBit = physics.FingerRight + 1
	firstBlockBit  = firstSliderBit + sliderCount

	fingerBits touchers = 1<<physics.FingerLeft | 1<<physics.FingerRight
	handBit    touchers = 1 << physics.Hand
	armBits    touchers = 1<<firstSliderBit - 1 // links, hand and fingers
)

// toucher returns the set of one part, empty for a static one.
func toucher(p physics.Part) touchers {
	switch p.Kind {
	case physics.ArmPart:
		return 1 << p.Index
	case physics.Rail:
		return 1 << (firstSliderBit + p.Index)
	case physics.FreeBody:
		return 1 << (firstBlockBit + p.Index)
	}
	return 0
}

// travel records the displacement x of one part from its place at Begin (m): along its rail for a mechanism, upwards
// for a block. The pieces lie one after the other between 0 and x.
type travel struct {
	pieces []piece
	// last are the links of the robot that touched the part last, none once it has come to rest without them.
	last touchers
	// greatest is the greatest |x| at the end of a control step, and greatestEarned the greatest of those at which the
	// displacement was earned.
	greatest, greatestEarned float64
}

// piece is a part of a travel: from the end of the piece before, or 0, to its own end.
type piece struct {
	to float64 // displacement at its end (m); within a travel all have one sign, and |to| increases
	by touchers
}

// clear makes the present place the origin.
func (d *travel) clear() { *d = travel{pieces: d.pieces[:0]} }

// end returns the recorded displacement (m).
func (d *travel) end() float64 {
	if n := len(d.pieces); n > 0 {
		return d.pieces[n-1].to
	}
	return 0
}

// move records that the displacement became x while the parts of by touched. Pieces beyond x are taken off, the last
// first; the rest of the distance to x becomes a piece by the present touchers. It allocates only when a travel has
// more pieces than ever before.
func (d *travel) move(x float64, by touchers) {
	for n := len(d.pieces); n > 0; n-- {
		last := &d.pieces[n-1]
		if math.Abs(x) >= math.Abs(last.to) && math.Signbit(x) == math.Signbit(last.to) {
			break
		}
		from := 0.0
		if n > 1 {
			from = d.pieces[n-2].to
		}
		if math.Abs(x) > math.Abs(from) && math.Signbit(x) == math.Signbit(last.to) {
			last.to = x
			return
		}
		d.pieces = d.pieces[:n-1]
	}
	switch n := len(d.pieces); {
	case x == d.end():
	case n > 0 && d.pieces[n-1].by == by:
		d.pieces[n-1].to = x
	default:
		d.pieces = append(d.pieces, piece{x, by})
	}
}

// length returns the length of the travel (m).
func (d *travel) length() float64 { return math.Abs(d.end()) }

// madeBy returns how much of the travel was made while any of the given parts touched (m).
func (d *travel) madeBy(parts touchers) (length float64) {
	from := 0.0
	for _, p := range d.pieces {
		if p.by&parts != 0 {
			length += math.Abs(p.to - from)
		}
		from = p.to
	}
	return length
}

// isEarned reports whether the fingers made at least earnedShare of the travel; of no travel they made nothing.
func (d *travel) isEarned() bool {
	all := d.length()
	return all > 0 && d.madeBy(fingerBits) >= float64(earnedShare*all)
}

// travelOf returns the travel of a movable part.
func (t *Tabletop) travelOf(p physics.Part) *travel { return &t.travels[travelIndex(p)] }

// travelIndex returns the index into travels of a movable part.
func travelIndex(p physics.Part) int {
	if p.Kind == physics.FreeBody {
		return sliderCount + p.Index
	}
	return p.Index
}

// travelPart is the inverse of travelIndex.
func travelPart(i int) physics.Part {
	if i >= sliderCount {
		return physics.Part{Kind: physics.FreeBody, Index: i - sliderCount}
	}
	return physics.Part{Kind: physics.Rail, Index: i}
}

// displacement returns how far the part of travels[i] is from its place at Begin (m).
func (t *Tabletop) displacement(i int) float64 {
	if i >= sliderCount {
		return t.world.BodyPosition(i-sliderCount).Z - t.startBlock[i-sliderCount].Z
	}
	return t.Slider(i) - t.startRail[i]
}

// attribute records the displacements after a substep: each is due to the parts that exerted a force on the part in
// that substep, and where the robot did not, to the links that gave the part its momentum.
func (t *Tabletop) attribute() {
	for i := range t.travels {
		d, x := &t.travels[i], t.displacement(i)
		if math.Abs(x-d.end()) < travelResolution {
			d.last = 0
			continue
		}
		by := touchers(0)
		for p := range t.world.Touching(travelPart(i)) {
			by |= toucher(p)
		}
		if by&armBits != 0 {
			d.last = by & armBits
		}
		d.move(x, by|d.last)
	}
}

// placed records that a part was put somewhere else: nobody has moved it there.
func (t *Tabletop) placed(p physics.Part) {
	i := travelIndex(p)
	t.travels[i].move(t.displacement(i), 0)
}

// measureTravels updates the greatest displacements at the end of a control step.
func (t *Tabletop) measureTravels() {
	for i := range t.travels {
		d, x := &t.travels[i], math.Abs(t.displacement(i))
		d.greatest = math.Max(d.greatest, x)
		if x > d.greatestEarned && d.isEarned() {
			d.greatestEarned = x
		}
	}
}
