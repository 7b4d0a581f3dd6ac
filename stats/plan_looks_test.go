package stats

import (
	"cmp"
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
		const effect = .05 // some 3,000 trials, so that rounding to whole ones is no part of it
		one := must[Power](t)(RequiredN(PairedDesign{DZ: effect}, c.power, .05))
		goal := Goal{Difference: 1, Power: c.power, Alpha: .05, Looks: c.looks}
		o, err := Option{Trials: one.N}.looked(goal, effect, true)
		if err != nil {
			t.Fatal(err)
		}
		if got := float64(o.Trials) / float64(one.N); math.Abs(got-c.factor) > .0012 {
			t.Errorf("%d looks at power %g: %.4f times the trials, want %.3f", c.looks, c.power, got, c.factor)
		}
		n := float64(one.N)
		if e := o.Expected.Or(0); !(e > n/4 && e < n) || math.Abs(o.Power.Or(0)-c.power) > 1e-3 ||
			math.Abs(o.False.Or(0)-.05) > 1e-6 {
			t.Errorf("%d looks: %.0f trials on average, power %v, level %v", c.looks, e, o.Power, o.False)
		}
		if l := o.Looks[c.looks-1]; l.Trials != o.Trials || l.Level > .05 || l.Level < .035 {
			t.Errorf("the last of %d looks: %+v", c.looks, l)
		}
	}
}

// A plan with looks keeps its level and its power, and ends where it says: by simulation of t-tests, of few trials and
// of many.
func TestPlannedLooksInSimulation(t *testing.T) {
	c := Components{A: "a", B: "b", Paired: true, Groups: 1, Between: Some(1), Within: Some(0)}
	for _, effect := range []float64{0, 1.8, .45, .3} {
		goal := Goal{Difference: cmp.Or(effect, 1), Power: .8, Alpha: .05, Looks: 3}
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
		share, want, mean := float64(rejected)/runs, o.False.Or(0), float64(used)/runs
		if effect > 0 {
			want = o.Power.Or(0)
			if math.Abs(mean-o.Expected.Or(0)) > .02*o.Expected.Or(0) {
				t.Errorf("%.1f trials on average, planned %.1f", mean, o.Expected.Or(0))
			}
		}
		if math.Abs(share-want) > 3*math.Sqrt(want*(1-want)/runs)+.005 {
			t.Errorf("an effect of %g is shown in %.3f of %d runs, want %.3f", effect, share, runs, want)
		}
	}
}

// Where simulation ends, normal statistics give nearly the same.
func TestSimulatedLooksMeetNormalOnes(t *testing.T) {
	for _, paired := range []bool{true, false} {
		for _, looks := range []int{2, 5} {
			for _, effect := range []float64{0, .07, .1} {
				s, err := sequenceOf(Goal{Alpha: .05, Looks: looks}, simulatedTrials, paired)
				if err != nil {
					t.Fatal(err)
				}
				got, want := s.simulate(effect), s.asymptotic(effect, .05)
				for i := range got {
					if math.Abs(got[i]-want[i]) > .01 {
						t.Errorf("paired %v, effect %g, look %d of %d: %.4f, want %.4f", paired, effect, i+1, looks,
							got[i], want[i])
					}
				}
			}
		}
	}
}
