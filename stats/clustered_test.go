package stats

import (
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"
)

// The bound is the root of scipy's betabinom (binom for ρ = 0), convolved over clusters: scipy 1.17.1, brentq to 1e-14.
func TestClusteredUpperAgainstScipy(t *testing.T) {
	zeros := func(n int) []int { return make([]int, n) }
	of := func(n, clusters int) []int { return slices.Repeat([]int{n}, clusters) }
	for _, c := range []struct {
		k, n              []int
		level, least      float64
		correlation, want float64
	}{
		{zeros(10), of(100, 10), 0.95, 0, math.NaN(), 0.0029912495451},
		{zeros(10), of(100, 10), 0.95, 0.1, math.NaN(), 0.0130405201733},
		{zeros(20), of(100, 20), 0.95, 0.2, math.NaN(), 0.0110477039412},
		{[]int{1, 0, 0, 3, 0, 0, 0, 0, 0, 1}, of(100, 10), 0.95, 0.1, 0.00903821991651, 0.0270545325008},
		{[]int{37, 25, 2}, of(60, 3), 0.95, 0.1, 0.32883542136, 0.638933587581},
		{[]int{2, 0, 5, 1}, []int{50, 40, 100, 10}, 0.9, 0, -0.00117902766101, 0.0641618942706},
		{[]int{0, 3, 0, 0}, of(20, 4), 0.99, 0.05, 0.105263157895, 0.188410412157},
		{[]int{99, 100, 97}, of(100, 3), 0.95, 0.1, 0.00770933516525, 0.998008321787},
		{[]int{1, 0, 2}, of(5, 3), 0.95, 0, 0.0384615384615, 0.456664216121},
	} {
		p, err := ClusteredUpper(c.k, c.n, c.level, c.least)
		if err != nil {
			t.Fatal(err)
		}
		agree(t, "upper bound", p.Upper, c.want, 1e-9)
		if r, ok := p.ICC.Get(); ok != !math.IsNaN(c.correlation) || ok && math.Abs(r-c.correlation) > 1e-11 {
			t.Errorf("%v of %v: correlation %v, scipy %v", c.k, c.n, p.ICC, c.correlation)
		}
	}
}

// Independent trials have Clopper and Pearson's bound, whose two-sided interval has it at twice the tail.
func TestClusteredUpperOfIndependentTrials(t *testing.T) {
	for _, k := range []int{0, 1, 7, 39, 40} {
		one := make([]int, 40) // clusters of one trial
		for i := range k {
			one[i] = 1
		}
		p, err := ClusteredUpper(one, slices.Repeat([]int{1}, 40), 0.95, 0)
		if err != nil {
			t.Fatal(err)
		}
		exact, _ := clopperPearson(k, 40, 0.9)
		agree(t, "upper bound", p.Upper, exact.CI.High.Or(0), 1e-9)
		if p.K != k || p.N != 40 || p.Clusters != 40 || p.ICC.Defined() {
			t.Errorf("%d of 40: %+v", k, p)
		}
	}
}

// The bound rises with the successes and, near 0, with the assumed correlation.
func TestClusteredUpperIsMonotone(t *testing.T) {
	last := 0.0
	for k := range 8 {
		for _, least := range []float64{0, 0.02, 0.1, 0.3} {
			p, err := ClusteredUpper(slices.Repeat([]int{k}, 5), slices.Repeat([]int{50}, 5), 0.95, least)
			if err != nil || p.Upper <= p.Estimate || p.Assumed != least {
				t.Errorf("%d of 50 in each cluster: %+v, %v", k, p, err)
			}
			if least == 0.1 {
				if p.Upper <= last {
					t.Errorf("%d of 50 in each cluster: bound %g, with fewer %g", k, p.Upper, last)
				}
				last = p.Upper
			}
		}
	}
}

// Simulated coverage: the bound lies above the true rate in at least 95 % of samples wherever the correlation is at
// most the least value, and the documented share beyond it.
func TestClusteredUpperCovers(t *testing.T) {
	const clusters, trials, samples = 10, 100, 1000
	r := key.With("clustered").Rand()
	for _, c := range []struct{ rate, icc, least, low, high float64 }{
		{0.02, 0, 0.1, 0.95, 1}, {0.02, 0.05, 0.1, 0.95, 1}, {0.02, 0.1, 0.1, 0.95, 1},
		{0.05, 0.1, 0.1, 0.95, 1}, {0.02, 0.2, 0.2, 0.95, 1}, {0.02, 0.2, 0.1, 0.80, 0.88},
	} {
		covered := 0
		for range samples {
			k := make([]int, clusters)
			for i := range k {
				rate := c.rate
				if c.icc > 0 {
					s := (1 - c.icc) / c.icc
					rate = distuv.Beta{Alpha: c.rate * s, Beta: (1 - c.rate) * s, Src: r}.Rand()
				}
				for range trials {
					if r.Float64() < rate {
						k[i]++
					}
				}
			}
			p, err := ClusteredUpper(k, slices.Repeat([]int{trials}, clusters), 0.95, c.least)
			if err != nil {
				t.Fatal(err)
			}
			if p.Upper >= c.rate {
				covered++
			}
		}
		// Two standard errors of a share of 95 % of 1000 are .014.
		if share := float64(covered) / samples; share < c.low-0.014 || share > c.high+0.014 {
			t.Errorf("%+v: the bound covers the rate in %g of samples", c, share)
		}
	}
}

func TestClusteredUpperErrors(t *testing.T) {
	for want, f := range map[string]func() (ClusteredProportion, error){
		"two clusters": func() (ClusteredProportion, error) { return ClusteredUpper([]int{1}, []int{2}, 0.95, 0) },
		"of 3": func() (ClusteredProportion, error) {
			return ClusteredUpper([]int{1}, []int{2, 2, 2}, 0.95, 0)
		},
		"3 successes of 2": func() (ClusteredProportion, error) {
			return ClusteredUpper([]int{1, 3}, []int{2, 2}, 0.95, 0)
		},
		"0 successes of 0": func() (ClusteredProportion, error) {
			return ClusteredUpper([]int{1, 0}, []int{2, 0}, 0.95, 0)
		},
		"correlation 1": func() (ClusteredProportion, error) {
			return ClusteredUpper([]int{1, 0}, []int{2, 2}, 0.95, 1)
		},
		"correlation -1": func() (ClusteredProportion, error) {
			return ClusteredUpper([]int{1, 0}, []int{2, 2}, 0.95, -1)
		},
		"level": func() (ClusteredProportion, error) { return ClusteredUpper([]int{1, 0}, []int{2, 2}, 1, 0) },
	} {
		if _, err := f(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one about %s", err, want)
		}
	}
	if p, err := ClusteredUpper([]int{2, 2}, []int{2, 2}, 0.95, 0.1); err != nil || p.Upper != 1 {
		t.Errorf("all succeed: %+v, %v", p, err)
	}
}
