package frame

import (
	"math"
	"testing"

	"counterpoise/bench"
)

// Cost and difficulty of numbers whose t intervals are known. The differences 1, 2, 3 have mean 2 and standard error
// 1/sqrt(3), and t(0.975, 2) = 4.302653 (tables of Student's distribution), so the interval is 2 ± 2.484138. The
// ratios e, e², e³ have those as logarithms.
func TestStyleAxes(t *testing.T) {
	m := bench.StyleMeasurement{
		Alone: []float64{51, 72, 93}, Mixed: []float64{50, 70, 90},
		StyleHeldOut:   []float64{math.E, math.Exp(2), 2 * math.Exp(3)},
		OptimalHeldOut: []float64{1, 1, 2},
	}
	for name, c := range map[string]struct {
		e               Estimate
		mean, low, high float64
	}{
		"cost": {StyleCost(m), 2, 2 - 2.484138, 2 + 2.484138},
		"energy": {StyleEnergy(bench.StyleMeasurement{StyleEnergy: m.Alone, OptimalEnergy: m.Mixed}), 2, 2 - 2.484138,
			2 + 2.484138},
		"difficulty": {StyleDifficulty(m), math.Exp(2), math.Exp(2 - 2.484138), math.Exp(2 + 2.484138)},
	} {
		low, high := c.e.CI.Low.Or(math.NaN()), c.e.CI.High.Or(math.NaN())
		mean := c.e.Mean.Or(math.NaN())
		if c.e.N != 3 || !near(mean, c.mean) || !near(low, c.low) || !near(high, c.high) {
			t.Errorf("%s is %v [%v, %v], want %v [%v, %v]", name, mean, low, high, c.mean, c.low, c.high)
		}
	}
	m.StyleHeldOut, m.OptimalHeldOut = []float64{1, 4, 1}, []float64{2, 2, 1} // half and twice are equally far from 1
	if mean := StyleDifficulty(m).Mean.Or(math.NaN()); !near(mean, 1) {
		t.Errorf("difficulty of half, twice and as hard is %v, want 1", mean)
	}
	if e := StyleCost(bench.StyleMeasurement{Alone: []float64{1}, Mixed: []float64{0}}); e.Mean.Defined() || e.N != 1 {
		t.Errorf("one trial gives %+v", e)
	}
}

func near(a, b float64) bool { return math.Abs(a-b) <= 1e-6*math.Max(1, math.Abs(b)) }
