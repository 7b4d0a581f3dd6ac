package encoder

import (
	"math/rand/v2"

	"counterpoise/internal/seed"
	"counterpoise/scenes"
)

// The greatest shift of a picture along each axis and in each direction, pixels: about 2 % of a picture's side,
// about 15 mm on the table for the static camera.
const (
	staticShift  = 4
	gripperShift = 2
)

// Shift moves the pictures of both cameras, by pixels to the right and downwards (DrQ, Yarats et al. 2021), as if the
// cameras had moved a little.
type Shift [2]struct{ Right, Down int8 }

// ShiftKey returns the key of the shifts of an episode from that of its pictures.
func ShiftKey(pictures seed.Key) seed.Key { return pictures.With("shifts") }

// DrawShift draws a shift of each camera, along both axes uniformly.
func DrawShift(r *rand.Rand) (s Shift) {
	for i, most := range [2]int{staticShift, gripperShift} {
		s[i].Right = int8(r.IntN(2*most+1) - most)
		s[i].Down = int8(r.IntN(2*most+1) - most)
	}
	return s
}

// Apply returns a camera's picture shifted, in dst if its length fits.
func (s Shift) Apply(camera int, dst, picture []uint8) []uint8 {
	return shift(dst, picture, Cameras[camera].size, int(s[camera].Right), int(s[camera].Down))
}

// shiftBoth writes the pictures of o to dst, each shifted at random. Other fields of dst are left as they are.
func shiftBoth(dst, o *scenes.Observation, r *rand.Rand) {
	s := DrawShift(r)
	dst.Static, dst.Gripper = s.Apply(0, dst.Static, o.Static), s.Apply(1, dst.Gripper, o.Gripper)
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
