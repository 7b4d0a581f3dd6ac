package claims

import (
	"math"
	"testing"

	"counterpoise/bench"
	"counterpoise/internal/recordtest"
	"counterpoise/internal/seed"
	"counterpoise/results/frame"
	"counterpoise/stats"
)

// The power to find the printed effect is that of package stats for the number of trials of the records.
func TestClaimPower(t *testing.T) {
	power := func(d stats.Design, n int) float64 {
		p, err := stats.PowerOf(d, n, 0.05)
		if err != nil {
			t.Fatal(err)
		}
		return p.Power.Or(0)
	}
	for _, n := range []int{4, 10, 20} {
		s := recordtest.RecordsOf(recordtest.Varied(nil), n, "E1", "E5")
		f := math.Sqrt(11.045 * 3 / 40)
		for id, want := range map[string]float64{
			"C01": power(stats.PairedDesign{DZ: 2.601 / math.Sqrt(10)}, n),
			"C19": power(stats.RepeatedDesign{F: f, K: 4, Epsilon: 1}, n),
			"C23": power(stats.PairedDesign{DZ: 4.780913 / math.Sqrt(10)},
				n), // t with p = .001 at 9 degrees of freedom
		} {
			if got := answer(t, s, n, id).Power.Power.Or(-1); math.Abs(got-want) > 1e-6 {
				t.Errorf("%s with %d trials: power %v, want %v", id, n, got, want)
			}
		}
	}
	if d := frame.DetectableEffect(10, significance); math.Abs(power(stats.PairedDesign{DZ: d}, 10)-.8) > 1e-6 {
		t.Errorf("d_z = %v has power %v with 10 pairs", d, power(stats.PairedDesign{DZ: d}, 10))
	}
}

// The power of the test of equality agrees with simulated tests of equal arms, and with the power that bench states
// for 30 and for 10 trials with twice the spread and twice the margin.
func TestEqualityPower(t *testing.T) {
	const draws = 4000
	for _, c := range []struct {
		n        int
		sd, want float64
	}{{30, 7.5, .94}, {10, 7.5, .28}, {10, 4, .93}} {
		r, shown := seed.Of("equals", c.n, c.sd).Rand(), 0
		for range draws {
			x := make([]float64, c.n)
			for i := range x {
				x[i] = c.sd * r.NormFloat64()
			}
			test, _ := stats.PairedT(x, make([]float64, c.n), frame.Level)
			e := frame.EqualityWithin(test, bench.VerdictMargin, significance)
			if (stats.Rule{}).Size(e.CI, e.Low, e.High) == stats.Within {
				shown++
			}
		}
		simulated := float64(shown) / draws
		h := PartResult{N: c.n, pairs: []pairTest{{}}}
		h.pairs[0].test = stats.Test{SE: stats.Some(c.sd / math.Sqrt(float64(c.n))), DF: stats.Some(float64(c.n - 1))}
		h.pairs[0].equal[0].High = bench.VerdictMargin
		got := Result{Parts: []PartResult{h}, Look: Look{OneSided: significance}}.equalityPower().Or(0)
		if got > simulated+.02 || got < simulated-.06 || math.Abs(simulated-c.want) > .02 { // got is a lower bound
			t.Errorf("%d pairs of SD %g: power %.3f, simulated %.3f, said to be %.2f", c.n, c.sd, got, simulated,
				c.want)
		}
	}
}

// The power of a claim of several parts is that of the part with the fewest pairs, whichever it is.
func TestPowerOfTheWeakestPart(t *testing.T) {
	want, err := stats.PowerOf(stats.PairedDesign{DZ: 3 / math.Sqrt(10)}, 10, significance)
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range [][2]int{{10, 30}, {30, 10}} {
		r := Result{
			Claim: Claim{Kind: "t", Statistic: stats.Some(3), DF: []float64{9}, Parts: []Part{{Relation: ">"}}},
			Parts: []PartResult{{N: n[0]}, {N: n[1]}}, Look: Look{Difference: significance},
		}
		if got := r.power().Power; got != want.Power {
			t.Errorf("%v pairs: power %v, want %v", n, got, want.Power)
		}
	}
}
