package stats

import (
	"math"
	"testing"

	"counterpoise/internal/seed"
)

// Looks take as many more trials as the tables of Jennison and Turnbull (Group Sequential Methods, 2000, table 2.4:
// O'Brien and Fleming, two-sided, .05) say, and end earlier on average.
func TestPlannedLooks(t *testing.T) {
	for _, c := range []struct {
		looks         int
		power, factor float64
	}{{2, .8, 1.008}, {3, .8, 1.017}, {4, .8, 1.024}, {5, .8, 1.028}, {2, .9, 1.007}, {5, .9, 1.026}} {
		const many = 100_000 // so that rounding to whole trials is no part of it
		goal := Goal{Difference: 1, Power: c.power, Alpha: .05, Looks: c.looks}
		factor, drift, err := goal.growth()
		if err != nil {
			t.Fatal(err)
		}
		o, err := Option{Trials: many}.looked(goal, factor, drift)
		if err != nil {
			t.Fatal(err)
		}
		if got := float64(o.Trials) / many; math.Abs(got-c.factor) > .0006 {
			t.Errorf("%d looks at power %g: %.4f times the trials, want %.3f", c.looks, c.power, got, c.factor)
		}
		if e := o.Expected.Or(0); !(e > many/4 && e < many) || math.Abs(o.Power.Or(0)-c.power) > 1e-4 {
			t.Errorf("%d looks: %.0f trials on average, power %v", c.looks, e, o.Power)
		}
		if l := o.Looks[c.looks-1]; l.Trials != o.Trials || l.Level > .05 || l.Level < .035 {
			t.Errorf("the last of %d looks: %+v", c.looks, l)
		}
	}
}

// A plan with looks keeps its level and its power: by simulation of t-tests with 12 or more trials at the first look.
func TestPlannedLooksInSimulation(t *testing.T) {
	c := Components{A: "a", B: "b", Paired: true, Groups: 1, Between: Some(1), Within: Some(0)}
	for _, effect := range []float64{0, .45} {
		goal := Goal{Difference: .45, Power: .8, Alpha: .05, Looks: 3}
		p, err := c.Plan(goal, []int{1}, Costs{})
		if err != nil {
			t.Fatal(err)
		}
		r, o := seed.Of("planned looks", effect).Rand(), p.Options[0]
		const runs = 4000
		rejected, used := 0, 0
		for range runs {
			x, y := make([]float64, 0, o.Trials), make([]float64, o.Trials)
			for i, l := range o.Looks {
				for len(x) < l.Trials {
					x = append(x, effect+r.NormFloat64())
				}
				test, err := PairedT(x, y[:len(x)], .95)
				if err != nil {
					t.Fatal(err)
				}
				stop := test.P.Or(1) <= l.Level
				if stop {
					rejected++
				}
				if stop || i == len(o.Looks)-1 {
					used += len(x)
					break
				}
			}
		}
		share, want, mean := float64(rejected)/runs, .05, float64(used)/runs
		if effect > 0 {
			want = o.Power.Or(0)
			if math.Abs(mean-o.Expected.Or(0)) > 1.5 {
				t.Errorf("%.1f trials on average, planned %.1f", mean, o.Expected.Or(0))
			}
		}
		if math.Abs(share-want) > 3*math.Sqrt(want*(1-want)/runs)+.01 {
			t.Errorf("an effect of %g is shown in %.3f of %d runs, want %.3f", effect, share, runs, want)
		}
	}
}
