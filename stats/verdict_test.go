package stats

import (
	"math"
	"testing"
)

// The sign by p at, below and above the level, for each side, and where a number is missing.
func TestSignOfAVerdict(t *testing.T) {
	none, nan := Maybe{}, Some(math.NaN())
	strict, touching := Rule{Alpha: .05}, Rule{Alpha: .05, Touching: true}
	below, above := Some(math.Nextafter(.05, 0)), Some(math.Nextafter(.05, 1))
	for _, c := range []struct {
		difference, p   Maybe
		strict, touched int
	}{
		{Some(3), Some(.01), 1, 1}, {Some(-3), Some(.01), -1, -1}, {Some(3), Some(0), 1, 1},
		{Some(3), below, 1, 1}, {Some(-3), below, -1, -1},
		{Some(3), Some(.05), 0, 1}, {Some(-3), Some(.05), 0, -1},
		{Some(3), above, 0, 0}, {Some(-3), above, 0, 0}, {Some(3), Some(1), 0, 0},
		{Some(3), none, 0, 0}, {Some(3), nan, 0, 0},
		{none, Some(.01), 0, 0}, {nan, Some(.01), 0, 0}, {Some(0), Some(.01), 0, 0}, {none, none, 0, 0},
		{Some(math.Copysign(0, -1)), Some(.01), 0, 0}, {Some(math.SmallestNonzeroFloat64), Some(.01), 1, 1},
	} {
		if s, u := strict.Sign(c.difference, c.p), touching.Sign(c.difference, c.p); s != c.strict || u != c.touched {
			t.Errorf("difference %v, p %v: %d and, touching, %d; want %d and %d", c.difference, c.p, s, u, c.strict,
				c.touched)
		}
	}
	if (Rule{}).Shows(Some(0)) || !(Rule{Touching: true}).Shows(Some(0)) {
		t.Error("the level 0 is shown by p = 0 where bounds count, and by none where they do not")
	}
}

// The size by an interval inside, across, outside and at each margin, and where an end is missing.
func TestSizeOfAVerdict(t *testing.T) {
	inf := math.Inf(1)
	strict, touching := Rule{}, Rule{Touching: true}
	for _, c := range []struct {
		ci              [2]float64
		low, high       float64
		strict, touched Size
	}{
		{[2]float64{-1, 1}, -5, 5, Within, Within}, {[2]float64{0, 0}, -5, 5, Within, Within},
		{[2]float64{-5, 1}, -5, 5, AnySize, Within}, {[2]float64{-1, 5}, -5, 5, AnySize, Within},
		{[2]float64{-5, 5}, -5, 5, AnySize, Within},
		{[2]float64{-6, 1}, -5, 5, AnySize, AnySize}, {[2]float64{-1, 6}, -5, 5, AnySize, AnySize},
		{[2]float64{-6, 6}, -5, 5, AnySize, AnySize},
		{[2]float64{6, 7}, -5, 5, Beyond, Beyond}, {[2]float64{-7, -6}, -5, 5, Beyond, Beyond},
		{[2]float64{5, 7}, -5, 5, AnySize, AnySize}, {[2]float64{-7, -5}, -5, 5, AnySize, AnySize},
		{[2]float64{math.Nextafter(5, 6), 7}, -5, 5, Beyond, Beyond},
		{[2]float64{1, 9}, 0, inf, Within, Within}, {[2]float64{0, 9}, 0, inf, AnySize, Within},
		{[2]float64{-9, -1}, 0, inf, Beyond, Beyond}, {[2]float64{-9, -1}, -inf, 0, Within, Within},
		{[2]float64{math.NaN(), 1}, -5, 5, AnySize, AnySize}, {[2]float64{-1, math.NaN()}, -5, 5, AnySize, AnySize},
		{[2]float64{math.NaN(), math.NaN()}, -5, 5, AnySize, AnySize}, {[2]float64{6, inf}, -5, 5, AnySize, AnySize},
		{[2]float64{-1, 1}, math.NaN(), 5, AnySize, AnySize}, {[2]float64{-1, 1}, -5, math.NaN(), AnySize, AnySize},
	} {
		ci := Interval{Low: Some(c.ci[0]), High: Some(c.ci[1]), Level: .9}
		if s, u := strict.Size(ci, c.low, c.high), touching.Size(ci, c.low, c.high); s != c.strict || u != c.touched {
			t.Errorf("%v beside %v and %v: %d and, touching, %d; want %d and %d", c.ci, c.low, c.high, s, u, c.strict,
				c.touched)
		}
	}
}

// An interval of confidence 1 - 2α is within the margins, touching included, where two one-sided tests have p <= α.
// It lies beyond one where the test against that margin has p < α on its other side: the rule is Schuirmann's. The
// sign of a t-test is that side of 0 on which its whole interval lies.
func TestVerdictsAreThoseOfTests(t *testing.T) {
	strict, touching := Rule{Alpha: .05}, Rule{Alpha: .05, Touching: true}
	seen := map[Verdict]int{}
	for i := range 200 {
		center, spread := float64(i%40)/2-10, .5+float64(i/40)*3
		x := []float64{center - spread, center, center + spread, center + spread/2, center - spread/2, center}
		test, err := PairedT(x, make([]float64, len(x)), .95)
		if err != nil {
			t.Fatal(err)
		}
		e, err := Equivalent(test, -5, 5, .05)
		if err != nil {
			t.Fatal(err)
		}
		v := strict.Judge(test.MeanDifference, test.P, e)
		if within := touching.Size(e.CI, e.Low, e.High) == Within; within != touching.Shows(e.P) {
			t.Errorf("center %v, spread %v: within %v, and p = %v of the one-sided tests", center, spread, within, e.P)
		}
		// P(T <= t) against the lower margin is 1 - PLow, and P(T >= t) against the upper one 1 - PHigh.
		if beyond := e.PLow.Or(0) > .95 || e.PHigh.Or(0) > .95; beyond != (v.Size == Beyond) {
			t.Errorf("center %v, spread %v: beyond %v by the tests, size %d", center, spread, beyond, v.Size)
		}
		low, high := test.CI.Low.Or(0), test.CI.High.Or(0)
		if (v.Sign > 0) != (low > 0) || (v.Sign < 0) != (high < 0) {
			t.Errorf("center %v, spread %v: sign %d, interval %v to %v", center, spread, v.Sign, low, high)
		}
		seen[v]++
	}
	for sign := -1; sign <= 1; sign++ {
		for _, size := range []Size{AnySize, Within, Beyond} {
			if seen[Verdict{sign, size}] == 0 && !(sign == 0 && size == Beyond) {
				t.Errorf("no case has sign %d and size %d", sign, size)
			}
		}
	}
}

// A word is that of the side, where it is shown, whatever the size; else that of the size.
func TestWordsOfAVerdict(t *testing.T) {
	w := Words[string]{"above", "below", "equal", "open"}
	for v, want := range map[Verdict]string{
		{1, AnySize}: "above", {1, Within}: "above", {1, Beyond}: "above",
		{-1, AnySize}: "below", {-1, Within}: "below", {-1, Beyond}: "below",
		{0, AnySize}: "open", {0, Within}: "equal", {0, Beyond}: "open",
	} {
		if got := w.Of(v); got != want {
			t.Errorf("%+v is %q, want %q", v, got, want)
		}
	}
	s := SizeWords[string]{"yes", "no", "not shown"}
	for size, want := range map[Size]string{Within: "yes", Beyond: "no", AnySize: "not shown"} {
		if got := s.Of(size); got != want {
			t.Errorf("size %d is %q, want %q", size, got, want)
		}
	}
}
