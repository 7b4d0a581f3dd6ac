package demos

import (
	"math"
	"testing"
)

// numpy.mean and numpy.std of [1e8, 1e8 + 8, 1e8 + 16]: 100000008, 6.531972647421808.
func TestMoments(t *testing.T) {
	var m Moments
	m.AddAll(Matrix{2, []float32{1e8, 3, 1e8 + 8, 3, 1e8 + 16, 3}})
	if m.N != 3 || m.Mean[0] != 100000008 || math.Abs(m.Std()[0]-6.531972647421808) > 1e-12 || m.Std()[1] != 0 {
		t.Errorf("mean %v, deviation %v", m.Mean, m.Std())
	}
	if m.Min[0] != 1e8 || m.Max[0] != 1e8+16 || m.Max[1] != 3 {
		t.Errorf("from %v to %v", m.Min, m.Max)
	}
}
