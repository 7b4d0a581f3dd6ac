package encoder

import (
	"math/rand/v2"

	"counterpoise/scenes"
)

// How far pictures are shifted at most, each way on both axes (pixels).
const (
	staticShift = 4
	egoShift    = 2
)

// shiftBoth writes the pictures of o to dst, each shifted at random (Yarats et al. 2021, DrQ): what a camera that was bumped
// would see. Robot and scene stay behind.
func shiftBoth(dst, o *scenes.Observation, r *rand.Rand) {
	dst.Static = shift(dst.Static, o.Static, Static.size, r.IntN(2*staticShift+1)-staticShift, r.IntN(2*staticShift+1)-staticShift)
	dst.Gripper = shift(dst.Gripper, o.Gripper, Gripper.size, r.IntN(2*egoShift+1)-egoShift, r.IntN(2*egoShift+1)-egoShift)
}

// shift is a square picture moved by dx pixels to the right and dy down; pixels of the edge fill what is left free. dst is used
// if it has the size.
func shift(dst, src []uint8, size, dx, dy int) []uint8 {
	if len(dst) != len(src) {
		dst = make([]uint8, len(src))
	}
	for y := range size {
		from := src[3*size*min(size-1, max(0, y-dy)):][:3*size]
		to := dst[3*size*y:][:3*size]
		for x := range size {
			copy(to[3*x:3*x+3], from[3*min(size-1, max(0, x-dx)):])
		}
	}
	return dst
}
