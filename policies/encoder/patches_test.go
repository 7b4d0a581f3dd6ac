package encoder

import (
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
