package peak

import (
	"math"
	"testing"
)

// A core that runs Go performs between 0.1 and 10,000 billion operations a second, or the rate is unknown.
func TestFLOPS(t *testing.T) {
	if v := FLOPS(); !math.IsNaN(v) && (v < 1e8 || v > 1e13) {
		t.Errorf("%g operations a second", v)
	}
}
