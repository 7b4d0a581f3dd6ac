package balance

import (
	"math"
	"testing"
)

// Two steps of Algorithm 1 with η = ln 2: q ∝ 2^{sum of losses}.
func TestGroupDROByHand(t *testing.T) {
	m := GroupDRO{Eta: math.Ln2}.Start(counted(5, 50, 5))
	m.Observe([]float64{1, 0, 2})
	near(t, "one step", m.Alpha(), []float64{2. / 7, 1. / 7, 4. / 7}, 1e-12)
	m.Observe([]float64{2, 1, 0})
	near(t, "two steps", m.Alpha(), []float64{8. / 14, 2. / 14, 4. / 14}, 1e-12)
}

// Thousands of steps of large losses must not overflow, nor a group that was forgotten turn into NaN.
func TestGroupDRODoesNotOverflow(t *testing.T) {
	m := GroupDRO{Eta: 1}.Start(counted(5, 5))
	for range 3000 {
		m.Observe([]float64{1e3, 0})
	}
	near(t, "after 3000 steps", m.Alpha(), []float64{1, 0}, 0)
	m.Observe([]float64{0, 1e3})
	if err := simplex(m.Alpha(), 2); err != nil {
		t.Error(err)
	}
}
