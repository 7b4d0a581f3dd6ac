package advice

import (
	"math"
	"testing"

	"counterpoise/internal/seed"
	"counterpoise/stats"
)

func near(a, b float64) bool { return math.Abs(a-b) <= 1e-9*max(1, math.Abs(b)) }

// With one stratum the difference and its interval are those of Welch's test.
func TestDifferenceOfOneStratumIsWelch(t *testing.T) {
	x, y := []float64{.3, .9, .4, 1.2, .7}, []float64{.1, .2, .15, .4, .3, .25, .6}
	w, err := stats.WelchT(x, y, level)
	if err != nil {
		t.Fatal(err)
	}
	e := differenceOf([][2][]float64{{x, y}})
	for _, c := range [][2]float64{
		{math.Log(e.Value.Or(0)), w.MeanDifference.Or(0)}, {math.Log(e.Low.Or(0)), w.CI.Low.Or(0)},
		{math.Log(e.High.Or(0)), w.CI.High.Or(0)},
	} {
		if !near(c[0], c[1]) {
			t.Errorf("%v, Welch has %v", c[0], c[1])
		}
	}
	if e.N != 5 {
		t.Errorf("rests on %d", e.N)
	}
}

// Two strata by hand: differences 1 (of 2 demonstrations) and 4 (of 4) weigh 1/3 and 2/3. Within strata the squares
// of x sum to 0.5 + 5 with 1 + 3 degrees of freedom, those of y to 0.5 + 0.5 with 1 + 1. A level of the stratum
// cancels.
func TestDifferenceOfTwoStrata(t *testing.T) {
	e := differenceOf([][2][]float64{
		{{1, 2}, {0, 1}}, {{13, 14, 15, 16}, {10, 11}}, {{}, {5, 6}}, {{7}, {}},
	})
	if v := math.Log(e.Value.Or(0)); !near(v, 1./3*1+2./3*4) {
		t.Errorf("the difference is %v", v)
	}
	v, w := 5.5/4, 1.0/2
	a, b := v*(1./9/2+4./9/4), w*(1./9/2+4./9/2)
	if want := math.Sqrt(a + b); !near(e.se, want) {
		t.Errorf("the standard error is %v, want %v", e.se, want)
	}
	df := (a + b) * (a + b) / (a*a/4 + b*b/2)
	if half := math.Log(e.High.Or(0)) - math.Log(e.Value.Or(0)); !near(half, stats.CriticalT(.05, df)*e.se) {
		t.Errorf("half the interval is %v", half)
	}
}

// A single demonstration has a value and no interval; none has nothing.
func TestEstimatesOfFew(t *testing.T) {
	if e := meanOf([]float64{math.Log(2)}); !near(e.Value.Or(0), 2) || e.Low.Defined() || e.N != 1 {
		t.Errorf("%+v", e)
	}
	if e := meanOf(nil); e.Value.Defined() {
		t.Errorf("%+v", e)
	}
	if e := differenceOf([][2][]float64{{{1}, {0, 1}}}); !e.Value.Defined() || e.Low.Defined() {
		t.Errorf("%+v", e)
	}
}

// The number that is needed makes the interval as narrow as it should be, and one less does not.
func TestNeeded(t *testing.T) {
	e := newEstimate(0, .8, 2, 3)
	ok, n := enough(e)
	room := math.Log(typical / harder)
	const chi2 = 0.446287 // R: qchisq(.2, 2)
	half := func(n int) float64 {
		return stats.CriticalT(1-level, float64(n-1)) * .8 * math.Sqrt(2/chi2) * math.Sqrt(3/float64(n))
	}
	if ok || half(n) > room || half(n-1) <= room {
		t.Errorf("%v, %d: half the interval would be %v, with one less %v, and must be %v", ok, n, half(n), half(n-1),
			room)
	}
	if ok, n := enough(newEstimate(0, .1, 20, 21)); !ok || n != 0 {
		t.Errorf("a narrow interval: %v, %d", ok, n)
	}
	if ok, n := enough(newEstimate(0, math.NaN(), 0, 1)); ok || n != 0 {
		t.Errorf("no interval: %v, %d", ok, n)
	}
	if n := e.needed(0); n != mostNeeded {
		t.Errorf("no room at all needs %d", n)
	}
}

// Intervals of equal kinds exclude the ratio 1 in about one of twenty cases: 400 pairs of samples of 6 and 12
// logarithms.
func TestCoverage(t *testing.T) {
	r := seed.Of("coverage of differences").Rand()
	draw := func(n int) []float64 {
		x := make([]float64, n)
		for i := range x {
			x[i] = r.NormFloat64()
		}
		return x
	}
	const n = 400
	out := 0
	for range n {
		e := differenceOf([][2][]float64{{draw(6), draw(12)}, {draw(4), draw(4)}})
		if e.Low.Or(0) > 1 || e.High.Or(2) < 1 {
			out++
		}
	}
	if mean, sd := .05*n, math.Sqrt(.05*.95*n); math.Abs(float64(out)-mean) > 3*sd {
		t.Errorf("%d of %d intervals exclude the truth", out, n)
	}
}
