package stats

import (
	"math"
	"testing"
)

// The limits are those of R 4.2.2: Wilson's intervals by prop.test(correct = FALSE), and the formulas of the paper
// (Newcombe, Statist. Med. 17 (1998) 2635, method 10) on them. The differences there are first minus second.
func TestPairedRates(t *testing.T) {
	for _, c := range []struct {
		a, b, c, d int
		low, high  float64
	}{
		{20, 12, 2, 16, 0.056156425, 0.329206995}, {36, 12, 2, 0, 0.056929584, 0.340427603},
		{0, 5, 9, 11, -0.418142385, 0.129851217}, {30, 3, 10, 7, -0.277494491, 0.003184751},
		{10, 0, 0, 10, -0.089756659, 0.089756659}, {0, 0, 1, 49, -0.104954436, 0.053221827},
		{97, 2, 1, 0, -0.036986540, 0.060801351}, {5, 40, 3, 102, 0.169082512, 0.325076530},
	} {
		got, err := PairedRates(c.a, c.b, c.c, c.d, 0.95)
		if err != nil || math.Abs(-got.CI.High.Or(9)-c.low) > 1e-8 || math.Abs(-got.CI.Low.Or(9)-c.high) > 1e-8 {
			t.Errorf("%+v: %+v, %v", c, got, err)
		}
		if n := c.a + c.b + c.c + c.d; got.N != n || got.Estimate != float64(c.c-c.b)/float64(n) ||
			math.Abs(got.Second-got.First-got.Estimate) > 1e-12 {
			t.Errorf("%+v: %+v", c, got)
		}
	}
	// The continuity correction takes no more from ad - bc than there is: with 0 < ad - bc < n/2 the correlation is 0,
	// and the interval that of independent samples.
	got, err := PairedRates(10, 5, 4, 3, 0.95)
	want, err2 := IndependentRates(15, 22, 14, 22, 0.95)
	if err != nil || err2 != nil || math.Abs(got.CI.Low.Or(9)-want.CI.Low.Or(-9)) > 1e-12 ||
		math.Abs(got.CI.High.Or(9)-want.CI.High.Or(-9)) > 1e-12 {
		t.Errorf("%+v, %v; without correlation %+v, %v", got, err, want, err2)
	}
	for _, bad := range [][4]int{{0, 0, 0, 0}, {-1, 2, 3, 4}, {1, 2, 3, -4}} {
		if _, err := PairedRates(bad[0], bad[1], bad[2], bad[3], 0.95); err == nil {
			t.Errorf("%v is a table", bad)
		}
	}
	if _, err := PairedRates(1, 2, 3, 4, 1); err == nil {
		t.Error("level 1")
	}
}

// The first is example (a) of Newcombe, Statist. Med. 17 (1998) 873, method 10 (.0524 to .3339); all are R 4.2.2's
// Wilson intervals, put together by the formula.
func TestIndependentRates(t *testing.T) {
	for _, c := range []struct {
		k1, n1, k2, n2 int
		low, high      float64
	}{
		{56, 70, 48, 80, -0.333872654, -0.052431472}, {9, 10, 3, 10, -0.809017974, -0.170522724},
		{0, 10, 0, 20, -0.277532800, 0.161125158}, {31, 50, 41, 50, 0.023633656, 0.361102405},
		{10, 10, 0, 10, -1, -0.607509350},
	} {
		got, err := IndependentRates(c.k1, c.n1, c.k2, c.n2, 0.95)
		if err != nil || math.Abs(got.CI.Low.Or(9)-c.low) > 1e-8 || math.Abs(got.CI.High.Or(9)-c.high) > 1e-8 ||
			got.N != c.n1+c.n2 {
			t.Errorf("%+v: %+v, %v", c, got, err)
		}
	}
	if _, err := IndependentRates(3, 2, 1, 2, 0.95); err == nil {
		t.Error("3 of 2 is a rate")
	}
}

// The interval holds the true difference about as often as it says. Its coverage is computed over all tables of n = 30
// pairs: the sum of their multinomial probabilities for which the interval has the difference in it.
func TestPairedRatesCover(t *testing.T) {
	const n = 30
	for _, p := range [][4]float64{{.25, .25, .25, .25}, {.6, .1, .2, .1}, {.3, .05, .25, .4}, {.1, .02, .08, .8}} {
		coverage := 0.0
		for a := range n + 1 {
			for b := range n + 1 - a {
				for c := range n + 1 - a - b {
					d := n - a - b - c
					got, err := PairedRates(a, b, c, d, 0.95)
					if err != nil {
						t.Fatal(err)
					}
					if x := p[2] - p[1]; got.CI.Low.Or(9) <= x && x <= got.CI.High.Or(-9) {
						gamma := func(k int) float64 { v, _ := math.Lgamma(float64(k) + 1); return v }
						coverage += math.Exp(gamma(n) - gamma(a) - gamma(b) - gamma(c) - gamma(d) +
							float64(a)*math.Log(p[0]) + float64(b)*math.Log(p[1]) +
							float64(c)*math.Log(p[2]) + float64(d)*math.Log(p[3]))
					}
				}
			}
		}
		if coverage < 0.94 || coverage > 0.99 {
			t.Errorf("%v: the interval of 95 %% covers %.4f", p, coverage)
		}
	}
}
