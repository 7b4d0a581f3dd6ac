package stats

import (
	"math"
	"strings"
	"testing"
)

// The bootstrap variance of a mean is known: Σ(x - x̄)²/n² in each stratum.
func TestBootstrapOfTheMean(t *testing.T) {
	strata := [][]float64{{1, 2, 4, 8, 9, 3, 2, 5, 7, 6}, {0.1, 0.4, 0.2, 0.9, 0.5, 0.3, 0.8, 0.6, 0.7, 0.2, 0.1, 0.4}}
	b := must[Bootstrapped](t)(Bootstrap(strata, Mean, 0.95, 20000, key, nil))
	variance, mean := 0.0, 0.0
	for _, s := range strata {
		m := momentsOf(scaledDown(s, 0))
		variance += m.ss / (m.n * m.n) / 4
		mean += m.mean.float() / 2
	}
	if !near(b.Estimate.Or(0), mean, 1e-12) || !near(b.SE.Or(0), math.Sqrt(variance), 0.02) {
		t.Errorf("estimate %v, SE %v; want %v, %v", b.Estimate, b.SE, mean, math.Sqrt(variance))
	}
	if z := (b.CI.High.Or(0) - b.CI.Low.Or(0)) / (2 * 1.96 * b.SE.Or(1)); math.Abs(z-1) > 0.03 {
		t.Errorf("the interval is %g times the normal one", z)
	}
}

// The coverage of the interval is close to its level (the percentile interval is a little narrow).
func TestBootstrapCoverage(t *testing.T) {
	r := key.With("bootstrap coverage").Rand()
	const n = 400
	covered := 0
	for i := range n {
		b := must[Bootstrapped](t)(Bootstrap([][]float64{normals(r, 20, 1, 1), normals(r, 20, 3, 2)}, Mean, 0.95, 400,
			key.With(i), nil))
		if b.CI.Contains(2) {
			covered++
		}
	}
	plausible(t, "bootstrap interval", covered, n, 0.93)
}

func TestBootstrapIsDeterministic(t *testing.T) {
	strata := [][]float64{{1, 2, 4, 8}, {3, 1, 5, 9, 2}}
	a := must[Bootstrapped](t)(Bootstrap(strata, IQM, 0.95, 500, key, nil))
	b := must[Bootstrapped](t)(Bootstrap(strata, IQM, 0.95, 500, key, nil))
	c := must[Bootstrapped](t)(Bootstrap(strata, IQM, 0.95, 500, key.With("other"), nil))
	if a.CI != b.CI || a.SE != b.SE {
		t.Error("the same key gave two intervals")
	}
	if a.SE == c.SE {
		t.Error("two keys gave the same resamples")
	}
	if strata[0][0] != 1 || strata[1][4] != 2 {
		t.Error("the data were touched")
	}
	warns(t, a.Warnings, "fewer than 10")
}

func TestBootstrapEdges(t *testing.T) {
	flat := must[Bootstrapped](t)(Bootstrap([][]float64{{2, 2, 2}}, Mean, 0.9, 200, key, nil))
	if flat.CI.Low != Some(2) || flat.CI.High != Some(2) || flat.SE != Some(0) {
		t.Errorf("constant data: %+v", flat)
	}
	warns(t, flat.Warnings, "no width")
	if _, err := Bootstrap([][]float64{{1, 2}}, Mean, 0.9, 1e17, key, nil); err == nil ||
		!strings.Contains(err.Error(), "100000000 the most") {
		t.Errorf("more resamples than memory: %v", err)
	}
	missing := must[Bootstrapped](t)(Bootstrap([][]float64{{1, nan, 3}}, Mean, 0.9, 200, key, nil))
	if missing.N.Total() != 2 || missing.Estimate != Some(2) {
		t.Errorf("missing value: %+v", missing)
	}
	warns(t, missing.Warnings, "1 missing value")
	odd := must[Bootstrapped](t)(Bootstrap([][]float64{{1, 2, 3}}, func(s [][]float64) float64 {
		return 1 / (s[0][0] - s[0][1])
	}, 0.9, 200, key, nil))
	undefined(t, "statistic that divides by zero", odd.CI.Low, odd.SE)
	warns(t, odd.Warnings, "undefined on some resamples")
	huge := must[Bootstrapped](t)(Bootstrap([][]float64{{1e308, 1.5e308, 1.7e308}}, IQM, 0.9, 200, key, nil))
	if !huge.Estimate.Defined() || !huge.CI.Defined() {
		t.Errorf("1e308: %+v", huge)
	}
}

// The interquartile mean of 0..99 without outer quarters is the mean of 25..74, whatever the outer values are.
func TestIQM(t *testing.T) {
	x := make([]float64, 100)
	for i := range x {
		x[i] = float64(99 - i)
	}
	x[0], x[99] = 1e9, -1e12
	if got := IQM([][]float64{x[:30], x[30:]}); !near(got, 49.5, 1e-12) {
		t.Errorf("IQM = %v, want 49.5", got)
	}
	if got := IQM([][]float64{{1, 2, 9}}); !near(got, 4, 1e-12) { // ⌊3/4⌋ = 0 values cut
		t.Errorf("IQM of three = %v, want their mean", got)
	}
}

func TestProbabilityOfImprovement(t *testing.T) {
	for _, c := range []struct {
		x, y [][]float64
		want float64
	}{
		{[][]float64{{2, 3}}, [][]float64{{0, 1}}, 1},
		{[][]float64{{2, 3}}, [][]float64{{2, 3}}, 0.5},
		{[][]float64{{2, 3}, {0, 0}}, [][]float64{{0, 1}, {1, 1}}, 0.5},
		{[][]float64{{0.1 + 0.2}}, [][]float64{{0.3}}, 0.5}, // equal up to rounding
		{[][]float64{{1, 4}}, [][]float64{{2, 3, 0}}, 4. / 6},
	} {
		p := must[Bootstrapped](t)(ProbabilityOfImprovement(c.x, c.y, 0.95, 200, key, nil))
		if !near(p.Estimate.Or(-1), c.want, 1e-12) {
			t.Errorf("P(%v > %v) = %v, want %v", c.x, c.y, p.Estimate, c.want)
		}
		if p.CI.Low.Or(-1) < 0 || p.CI.High.Or(2) > 1 {
			t.Errorf("interval %v", p.CI)
		}
	}
}
