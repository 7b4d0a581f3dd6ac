package num

import (
	"math"
	"testing"
)

// Half agrees with IEEE 754's examples of binary16.
func TestHalf(t *testing.T) {
	for b, want := range map[uint16]float64{
		0x3c00: 1, 0xc000: -2, 0x7bff: 65504, 0x0400: math.Ldexp(1, -14), 0x0001: math.Ldexp(1, -24),
		0x3555: 0.333251953125,
		0x7c00: math.Inf(1), 0xfc00: math.Inf(-1), 0x0000: 0,
	} {
		if got := Half(b); got != want {
			t.Errorf("Half(%04x) = %v, want %v", b, got, want)
		}
	}
	if !math.IsNaN(Half(0x7e00)) {
		t.Error("7e00 is a number")
	}
}
