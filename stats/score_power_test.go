package stats

import (
	"math"
	"testing"
)

// The power is the probability of the counts that UnpairedScore itself rejects.
func TestUnpairedPowerIsThatOfTheTest(t *testing.T) {
	for _, c := range []struct {
		a, b float64
		n    int
	}{{0.5, 0.9, 5}, {0.2, 0.3, 8}, {0.6, 0.6, 10}, {0, 1, 4}, {0.85, 0.35, 11}} {
		got, err := UnpairedPower(c.a, c.b, c.n, 0.05)
		if err != nil {
			t.Fatal(err)
		}
		choose := logChooses(c.n)
		p, q := make([]float64, c.n+1), make([]float64, c.n+1)
		binomials(p, choose, c.a)
		binomials(q, choose, c.b)
		want := 0.0
		for k1 := range c.n + 1 {
			for k2 := range c.n + 1 {
				r, err := UnpairedScore(k1, c.n, k2, c.n, 0.95, true)
				if err != nil {
					t.Fatal(err)
				}
				if r.P <= 0.05 {
					want += p[k1] * q[k2]
				}
			}
		}
		if math.Abs(got-want) > 1e-12 {
			t.Errorf("%+v: power %v, want %v", c, got, want)
		}
	}
}

// Python 3.11, scipy 1.17.1: the sum of binom.pmf over the tables of 10 and 10 rollouts that barnard_exact(pooled=True)
// rejects at 0.05.
func TestUnpairedPowerOfScipy(t *testing.T) {
	const want = 0.6216319804260719
	if got, err := UnpairedPower(0.8, 0.3, 10, 0.05); err != nil || math.Abs(got-want) > 1e-9 {
		t.Errorf("power %v, %v, want %v", got, err, want)
	}
}

func TestUnpairedRollouts(t *testing.T) {
	for _, c := range []struct{ a, b, power float64 }{
		{0.9, 0.5, 0.8}, {0.5, 0.9, 0.9}, {0.7, 0.6, 0.8}, {1, 0, 0.9}, {0.51, 0.5, 0.8}, {0.95, 0.5, 0.5},
	} {
		n, err := UnpairedRollouts(c.a, c.b, c.power, 0.05)
		if err != nil {
			t.Fatal(err)
		}
		enough, _ := UnpairedPower(c.a, c.b, n, 0.05)
		short, _ := UnpairedPower(c.a, c.b, n-1, 0.05)
		if enough < c.power || n > 1 && short >= c.power {
			t.Errorf("%+v: %d rollouts have power %v, one less has %v", c, n, enough, short)
		}
	}
}

func TestUnpairedPowerRefuses(t *testing.T) {
	for _, c := range []struct {
		a, b, power, alpha float64
	}{{0.5, 0.5, 0.8, 0.05}, {-0.1, 0.5, 0.8, 0.05}, {0.1, math.NaN(), 0.8, 0.05}, {0.1, 0.5, 1, 0.05},
		{0.1, 0.5, 0.8, 0}} {
		if n, err := UnpairedRollouts(c.a, c.b, c.power, c.alpha); err == nil {
			t.Errorf("%+v: %d rollouts", c, n)
		}
	}
	if p, err := UnpairedPower(0.1, 0.5, 0, 0.05); err == nil {
		t.Errorf("power %v of no rollouts", p)
	}
}
