package network

import (
	"slices"
	"testing"
)

// Features are scaled by mean and standard deviation; those that are constant, but for rounding, become 0.
func TestStandardizer(t *testing.T) {
	// Feature 0: 1, 3 (mean 2, SD 1). Feature 1: constant. Feature 2: constant but for rounding. Two slots are spare.
	rows := []float32{1, 7, 1e3, 0, 0, 3, 7, 1e3 + 1e-4, 0, 0}
	s := FitStandardizer(rows, 3, 5)
	x := []float32{5, 8, 2e3}
	s.Apply(x, x)
	if want := []float32{3, 0, 0}; !slices.Equal(x, want) {
		t.Errorf("standardised to %v, want %v", x, want)
	}
}
