package stats

import (
	"math"
	"testing"
)

// binomial is the probability of k of n.
func binomial(k, n int, rate float64) float64 {
	p := make([]float64, n+1)
	binomials(p, logChooses(n), rate)
	return p[k]
}

// Equality within a margin is shown with probability at most alpha where the difference is the margin: all outcomes are
// enumerated, over rates up to the edge. The t-test's size is .14 with 30 rollouts and a margin of .1.
func TestUnpairedEqualitySize(t *testing.T) {
	for _, n := range [][2]int{{10, 10}, {20, 20}, {30, 30}, {10, 25}} {
		for _, margin := range []float64{.1, .2} {
			equal := make([][]bool, n[0]+1)
			for k1 := range equal {
				equal[k1] = make([]bool, n[1]+1)
				for k2 := range equal[k1] {
					e, err := UnpairedEquality(k1, n[0], k2, n[1], true)
					if err != nil {
						t.Fatal(err)
					}
					equal[k1][k2] = e.P(margin) <= .05
				}
			}
			for high := margin; high < 1.0001; high += .01 {
				size, high := 0.0, min(1, high)
				for k1, row := range equal {
					for k2, is := range row {
						if is {
							size += binomial(k1, n[0], high) * binomial(k2, n[1], max(0, high-margin))
						}
					}
				}
				if size > .05+1e-9 {
					t.Errorf("%v rollouts, rate %.2f, margin %g: size %.4f", n, high, margin, size)
				}
			}
		}
	}
}

// Of pairs likewise, over the rates of pairs in which only B succeeds.
func TestPairedEqualitySize(t *testing.T) {
	for _, n := range []int{10, 20, 30} {
		for _, margin := range []float64{.1, .2} {
			var equal [][2]int
			for b := range n + 1 {
				for c := range n - b + 1 {
					e, err := PairedEquality(n-b-c, b, c, 0, true)
					if err != nil {
						t.Fatal(err)
					}
					if e.P(margin) <= .05 {
						equal = append(equal, [2]int{b, c})
					}
				}
			}
			for q := 0.0; q <= (1-margin)/2; q += .01 {
				size := 0.0
				for _, e := range equal {
					size += binomial(e[0], n, q+margin) * binomial(e[1], n-e[0], q/(1-q-margin))
				}
				if size > .05+1e-9 {
					t.Errorf("%d pairs, only B in %.2f, margin %g: size %.4f", n, q, margin, size)
				}
			}
		}
	}
}

// Of tasks likewise: the mean of the differences of two tasks is the margin, in all ways of a grid.
func TestStratifiedEqualitySize(t *testing.T) {
	for _, of := range []struct {
		n      [4]int
		margin float64
	}{{[4]int{10, 10, 10, 10}, .3}, {[4]int{4, 20, 20, 4}, .45}, {[4]int{12, 3, 12, 3}, .6}} {
		n, margin := of.n, of.margin
		p := make([][][]float64, 4)
		grid := []float64{0, .05, .2, .35, .5, .65, .8, .95, 1}
		for i := range p {
			for _, rate := range grid {
				row := make([]float64, n[i]+1)
				binomials(row, logChooses(n[i]), rate)
				p[i] = append(p[i], row)
			}
		}
		type table struct{ a, b, c, d int }
		var equal []table
		for a := range n[0] + 1 {
			for b := range n[1] + 1 {
				for c := range n[2] + 1 {
					for d := range n[3] + 1 {
						e, err := StratifiedEquality([]Stratum{{a, n[0], b, n[1]}, {c, n[2], d, n[3]}})
						if err != nil {
							t.Fatal(err)
						}
						if e.Within(.05) < margin {
							equal = append(equal, table{a, b, c, d})
						}
					}
				}
			}
		}
		if len(equal) == 0 {
			t.Fatalf("%v: nothing is equal", n)
		}
		last := make([]float64, n[3]+1)
		for i, pa := range p[0] {
			for j, pb := range p[1] {
				for k, pc := range p[2] {
					rate := grid[i] - grid[j] + grid[k] - 2*margin
					if rate < -1e-9 || rate > 1+1e-9 {
						continue
					}
					binomials(last, logChooses(n[3]), max(0, min(1, rate)))
					size := 0.0
					for _, e := range equal {
						size += pa[e.a] * pb[e.b] * pc[e.c] * last[e.d]
					}
					if size > .05+1e-9 {
						t.Errorf("%v rollouts, rates %g %g %g %.2f: size %.4f", n, grid[i], grid[j], grid[k], rate,
							size)
					}
				}
			}
		}
	}
}

// Equality agrees with the interval of the test that decides: it is shown where that lies within the margin. P and
// Within agree.
func TestEqualityKeepsToTheInterval(t *testing.T) {
	for k1 := 12; k1 <= 20; k1++ {
		for k2 := k1; k2 <= 20; k2++ {
			d, err := UnpairedScore(k1, 20, k2, 20, .95, true)
			if err != nil {
				t.Fatal(err)
			}
			e, err := UnpairedEquality(k1, 20, k2, 20, true)
			if err != nil {
				t.Fatal(err)
			}
			widest := max(-d.CI.Low.Or(9), d.CI.High.Or(9)) + 1e-5
			if p := e.P(widest); p > .05 {
				t.Errorf("%d and %d of 20: interval %v, p of equality within %v is %v", k1, k2, d.CI, widest, p)
			}
			if w := e.Within(.05); e.P(w) > .05 || e.P(w-1e-5) <= .05 {
				t.Errorf("%d and %d of 20: within %v, p %v there and %v before", k1, k2, w, e.P(w), e.P(w-1e-5))
			}
		}
	}
	// The mean of tasks: the rule of three of each rate, .139 of 20 rollouts, in four rates.
	e, err := StratifiedEquality([]Stratum{{20, 20, 20, 20}, {20, 20, 20, 20}})
	want := 1 - math.Pow(.05, .05)
	if got := e.Within(.05); err != nil || math.Abs(got-want) > 1e-8 || math.Abs(e.P(got)-.05) > 1e-4 {
		t.Errorf("all succeed: within %v, p %v, want %v: %v", got, e.P(got), want, err)
	}
}
