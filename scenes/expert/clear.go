package expert

import (
	"math"

	"counterpoise/physics"
	"counterpoise/scenes"
)

// Half the palm's extent across and along the direction in which the fingers move (m): that of the collision shape in
// scenes, with 4 mm to spare.
const (
	palmAcross = 0.030
	palmAlong  = 0.104
)

// blocked reports whether the palm of a hand that points down at a pose of the tool centre point is over a block, seen
// from above.
func blocked(t *scenes.Tabletop, hand physics.Pose) bool {
	palm := rectangle{hand, palmAcross, palmAlong}
	for i, half := range scenes.BlockLengths {
		if palm.overlaps(rectangle{t.Block(i), half, scenes.BlockHalf}) {
			return true
		}
	}
	return false
}

// rectangle is the outline, seen from above, of something whose x and y axes are level, with half its extents along
// them (m).
type rectangle struct {
	pose   physics.Pose
	hx, hy float64
}

// overlaps reports whether two rectangles have points in common. Two convex shapes are apart if and only if they are so
// along a normal of one of their sides (the separating axis theorem).
func (a rectangle) overlaps(b rectangle) bool {
	d := b.pose.P.Sub(a.pose.P)
	for _, n := range [4]physics.Vec{a.pose.R.X, a.pose.R.Y, b.pose.R.X, b.pose.R.Y} {
		n.Z = 0
		if math.Abs(d.Dot(n)) > a.extent(n)+b.extent(n) {
			return false
		}
	}
	return true
}

// extent returns half the extent along a direction (m).
func (a rectangle) extent(n physics.Vec) float64 {
	return float64(a.hx*math.Abs(a.pose.R.X.Dot(n))) + float64(a.hy*math.Abs(a.pose.R.Y.Dot(n)))
}
