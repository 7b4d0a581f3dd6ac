package advice

import (
	"math"
	"testing"

	"counterpoise/internal/seed"
	"counterpoise/scenes/demos"
	"counterpoise/stats"
)

// By hand: two repeats, demonstrations in three of five folds. The variance is s² (1/6 + 1/2), with 2 degrees of
// freedom.
func TestFitsByHand(t *testing.T) {
	nan := math.NaN()
	f := fitsOf([]float64{1, nan, 2, 3, nan, 2, nan, 4, 6, nan})
	const mean, variance = 3, 16. / 5 // of 1, 2, 3, 2, 4, 6
	half := stats.CriticalT(.05, 2) * math.Sqrt(variance*(1./6+1./2))
	if !near(math.Log(f.Value.Or(0)), mean) || !near(math.Log(f.Low.Or(0)), mean-half) ||
		!near(math.Log(f.High.Or(0)), mean+half) || f.N != 6 {
		t.Errorf("%+v", f)
	}
	if f := fitsOf([]float64{nan, 1, nan, nan, nan, nan, 2, nan, nan, nan}); !f.Value.Defined() || f.Low.Defined() {
		t.Errorf("one part of the demonstrations: %+v", f)
	}
	if f := fitsOf([]float64{nan, nan}); f.Value.Defined() || f.N != 0 {
		t.Errorf("no estimate: %+v", f)
	}
}

// Of 2 to 30 demonstrations with normal logarithms of losses, the interval from repeated fits covers the mean at least
// as often as it says, even where fits add nothing of their own; with J - 1 degrees of freedom it would not.
func TestFitsCover(t *testing.T) {
	const n, repeats = 2000, DefaultRepeats
	least := .95 - 3*math.Sqrt(.05*.95/n)
	for _, size := range []int{2, 3, 5, 8, 30} {
		g := &demos.LabelledGroups{Groups: demos.Groups{Names: []string{"a"}, Of: make([]int32, size)}}
		covered, naive := 0, 0
		for i := range n {
			key := seed.Of("coverage of fits", size, i)
			r := key.Rand()
			x := make([]float64, size)
			for e := range x {
				x[e] = r.NormFloat64()
			}
			var estimates []float64
			for repeat := range repeats {
				var sum, count [folds]float64
				for e, k := range deal(g, key.With(repeat)) {
					sum[k], count[k] = sum[k]+x[e], count[k]+1
				}
				for k := range folds {
					estimates = append(estimates, sum[k]/count[k]) // NaN without demonstrations
				}
			}
			f := fitsOf(estimates)
			high, value := math.Log(f.High.Or(math.Inf(1))), math.Log(f.Value.Or(0))
			half := high - value
			parts := float64(min(size, folds))
			if math.Abs(value) <= half {
				covered++
			}
			if math.Abs(value) <= half*stats.CriticalT(.05, float64(f.N-1))/stats.CriticalT(.05, parts-1) {
				naive++
			}
		}
		if share := float64(covered) / n; share < least {
			t.Errorf("%d demonstrations: the interval covers in %.3f of cases", size, share)
		}
		if share := float64(naive) / n; size == 3 && math.Abs(share-.86) > .03 {
			t.Errorf("with %d - 1 degrees of freedom it covers in %.3f of cases", size*repeats, share)
		}
	}
}

// On demonstrations, the repeated fits estimate what the rule measures, in wider intervals, and do not enter it.
func TestFitsOfMeasurement(t *testing.T) {
	m := measure(t, made{1, 1, 0}, []string{"task", "mask"})
	k := m.Kinds[0]
	for _, c := range []struct {
		name  string
		rule  Estimate
		fits  Estimate
		fitsN int
	}{
		{"difficulty", k.Difficulty, k.DifficultyFits, 2 * folds}, {"conflict", k.Conflict, k.ConflictFits, 2 * folds},
		{"loss", m.Groups[0].Loss, m.Groups[0].LossFits, 2 * folds},
	} {
		if d := math.Log(c.fits.Value.Or(0) / c.rule.Value.Or(0)); math.Abs(d) > .1 || c.fits.N != c.fitsN ||
			c.fits.High.Or(0)/c.fits.Low.Or(1) < c.rule.High.Or(0)/c.rule.Low.Or(1) {
			t.Errorf("%s: %+v, the rule has %+v", c.name, c.fits, c.rule)
		}
	}
}
