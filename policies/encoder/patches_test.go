package encoder

import (
	"slices"
	"testing"

	"counterpoise/internal/seed"
)

// Patches hold the opponent colours of CutPatches, computed from the sums of pixels, to the bit.
func TestCutPatches(t *testing.T) {
	for i, e := range Cameras {
		picture := noisyPicture(e, seed.Of("patches", i))
		z := make([]float32, e.PatchCount()*e.PatchValues())
		e.CutPatches(z, picture)
		n := float32(e.pool * e.pool)
		unit := 1 / (64 * n)
		for at := 0; at < len(z); at += 3 {
			p, k := at/e.PatchValues(), at%e.PatchValues()/3
			x, y := p%e.Side()*e.patch+k%e.patch, p/e.Side()*e.patch+k/e.patch
			var sum [3]float32
			for v := range e.pool {
				for u := range e.pool {
					for c := range sum {
						sum[c] += float32(picture[3*((y*e.pool+v)*e.size+x*e.pool+u)+c])
					}
				}
			}
			r, g, b := sum[0], sum[1], sum[2]
			want := [3]float32{((r+g+b)/3 - 128*n) * unit, (r - g) * unit, (b - g) * unit}
			if [3]float32(z[at:]) != want {
				t.Fatalf("camera %d, patch %d, value %d: %v, want %v", i, p, k, z[at:at+3], want)
			}
		}
	}
}

// Vectors give the bits of plain Go for all sums of a pixel's colours: each sum from 0 to 3 x 255 n is there, over one
// pixel in the gripper's picture and over 2 x 2 in the static one, and each difference of two colours.
func TestCutPatchVectors(t *testing.T) {
	for i, e := range Cameras {
		n := e.pool * e.pool
		most, side := 3*255*n, e.size/e.pool
		for _, base := range [3]int{0, 1, 2} { // which colour is filled first
			picture := make([]uint8, e.PictureBytes())
			for at := range side * side {
				left := at % (most + 1) // to be spread over the 3 n bytes of an averaged pixel
				for k := range 3 * n {
					c, u, v := (k/n+base)%3, k%n%e.pool, k%n/e.pool
					value := min(left, 255)
					picture[3*((at/side*e.pool+v)*e.size+at%side*e.pool+u)+c] = uint8(value)
					left -= value
				}
			}
			got, want := make([]float32, e.PatchValues()+patchMargin), make([]float32, e.PatchValues())
			for p := range e.PatchCount() {
				e.cutPatch(got, picture, p)
				e.cutPatchPlain(want, picture, p)
				if !slices.Equal(got[:len(want)], want) {
					t.Fatalf("camera %d, colour %d first, patch %d: %v, in plain Go %v", i, base, p, got, want)
				}
			}
		}
	}
}

// FuzzCutPatch compares patches of any pixels in vectors and in plain Go, of all sides that divide a picture.
func FuzzCutPatch(f *testing.F) {
	f.Add([]byte{0, 255, 3}, uint8(4))
	f.Fuzz(func(t *testing.T, pixels []byte, side uint8) {
		for _, e := range [4]Spatial{Static, Gripper, Static.Unpooled(), Gripper.Unpooled()} {
			s := int(side)
			if s == 0 || e.size/e.pool%s != 0 || len(pixels) == 0 {
				continue
			}
			e = e.WithPatches(s)
			picture := slices.Repeat(pixels, e.PictureBytes()/len(pixels)+1)[:e.PictureBytes()]
			got, want := make([]float32, e.PatchCount()*e.PatchValues()), make([]float32, e.PatchValues())
			e.CutPatches(got, picture)
			for p := range e.PatchCount() {
				e.cutPatchPlain(want, picture, p)
				if !slices.Equal(got[p*len(want):][:len(want)], want) {
					t.Fatalf("side %d: patch %d differs from that in plain Go", s, p)
				}
			}
		}
	})
}
