package encoder

import (
	"math/rand/v2"

	"counterpoise/scenes"
)

// The greatest shift of a picture along each axis and in each direction, pixels: about 2 % of a picture's side,
// about 15 mm on the table for the static camera.
const (
	staticShift  = 4
	gripperShift = 2
)

// shiftBoth writes the pictures of o to dst, each shifted at random (DrQ, Yarats et al. 2021), as if the cameras had
// moved a little. Other fields of dst are left as they are.
func shiftBoth(dst, o *scenes.Observation, r *rand.Rand) {
	draw := func(most int) int { return r.IntN(2*most+1) - most }
	dx, dy := draw(staticShift), draw(staticShift)
	dst.Static = shift(dst.Static, o.Static, Static.size, dx, dy)
	dx, dy = draw(gripperShift), draw(gripperShift)
	dst.Gripper = shift(dst.Gripper, o.Gripper, Gripper.size, dx, dy)
}

// shift returns a square picture moved by dx pixels to the right and dy pixels down. The uncovered border repeats the
// edge pixels. The result is in dst if its length fits, and otherwise newly allocated.
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
