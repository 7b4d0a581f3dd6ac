package stats

import (
	"encoding/json"
	"math"
	"os"
	"testing"
)

// anytimes are testdata/anytime.json, which testdata/anytime.py writes.
type anytimes struct {
	Betting []struct {
		Outcomes, Log   []float64
		Low, High, Null float64
		CI              [2]float64
	}
	Rates []struct {
		A, B           []int
		Log            []float64
		Kept, Rejected [2]float64
	}
}

func readAnytimes(t *testing.T) (out anytimes) {
	t.Helper()
	raw, err := os.ReadFile("testdata/anytime.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(raw, &out); err != nil {
		t.Fatal(err)
	}
	return out
}

// E-values and intervals of bets are those of confseq after every outcome.
func TestBettingAgainstConfseq(t *testing.T) {
	for i, c := range readAnytimes(t).Betting {
		b, err := NewBetting(c.Low, c.High, c.Null, .95)
		if err != nil {
			t.Fatal(err)
		}
		greatest := 0.0
		for j, x := range c.Outcomes {
			if err := b.Add(x); err != nil {
				t.Fatal(err)
			}
			greatest = max(greatest, c.Log[j])
			r := b.Result()
			if math.Abs(r.LogE-c.Log[j]) > 1e-9 || r.First > 0 && math.Abs(math.Log(r.P)+greatest) > 1e-9 {
				t.Fatalf("%d: after %d log e %v, p %v, want %v, %v", i, j+1, r.LogE, r.P, c.Log[j],
					math.Exp(-greatest))
			}
		}
		r := b.Result()
		low, high := r.CI.Low.Or(math.NaN()), r.CI.High.Or(math.NaN())
		// A null off the grid divides the step at an end of the interval.
		tolerance := (c.High - c.Low) / 2000
		if !(math.Abs(low-c.CI[0]) <= tolerance && math.Abs(high-c.CI[1]) <= tolerance) {
			t.Errorf("%d: interval %v to %v, want %v", i, low, high, c.CI)
		}
	}
}

// E-values of two rates, and the differences that are kept and rejected, are those of a numerical projection.
func TestSafeRatesAgainstProjection(t *testing.T) {
	for i, c := range readAnytimes(t).Rates {
		s, err := NewSafeRates(.95)
		if err != nil {
			t.Fatal(err)
		}
		for j := range c.A {
			s.Add(c.A[j] == 1, c.B[j] == 1)
			if got := s.Result().LogE; math.Abs(got-c.Log[j]) > 1e-7 {
				t.Fatalf("%d: after %d log e %v, want %v", i, j+1, got, c.Log[j])
			}
		}
		low, high := s.Result().CI.Low.Or(math.NaN()), s.Result().CI.High.Or(math.NaN())
		if !(low >= c.Rejected[0]-1e-9 && low <= c.Kept[0] && high >= c.Kept[1] && high <= c.Rejected[1]+1e-9) {
			t.Errorf("%d: interval %v to %v, want ends in %v to %v and %v to %v", i, low, high, c.Rejected[0],
				c.Kept[0], c.Kept[1], c.Rejected[1])
		}
	}
}

// The expectation of each factor is at most 1 for every two rates that have the difference of its null (Turner &
// Grünwald, theorem 1; for bets it is 1), by enumeration of the outcomes.
func TestFactorsHaveExpectationOne(t *testing.T) {
	for _, earlier := range [][2]int{{0, 0}, {5, 5}, {5, 0}, {3, 1}} { // successes in 5 blocks
		for delta := -.9; delta < .95; delta += .1 {
			factor := func(a, b bool) float64 {
				s, err := NewSafeRates(.95)
				if err != nil {
					t.Fatal(err)
				}
				for i := range 5 {
					s.Add(i < earlier[0], i < earlier[1])
				}
				at := 0
				for i, null := range s.at {
					if math.Abs(null-delta) < math.Abs(s.at[at]-delta) {
						at = i
					}
				}
				before := s.log[at]
				s.low, s.high = at, at
				s.Add(a, b)
				return math.Exp(s.log[at] - before)
			}
			e := [2][2]float64{{factor(false, false), factor(false, true)}, {factor(true, false), factor(true, true)}}
			for q := max(0, -delta); q <= min(1, 1-delta); q += .02 {
				p := q + delta
				sum := (1-p)*(1-q)*e[0][0] + (1-p)*q*e[0][1] + p*(1-q)*e[1][0] + p*q*e[1][1]
				if sum > 1+1e-6 {
					t.Fatalf("after %v at %.1f: expectation %v for rates %v and %v", earlier, delta, sum, p, q)
				}
			}
		}
	}
}

// The interval excludes the null where p is at most α, and only there, whenever one looks; and it never grows.
func TestAnytimeIntervalInvertsItsTest(t *testing.T) {
	key := uint64(7)
	next := func() float64 { // a linear congruence of 2^64, its high bits
		key = key*6364136223846793005 + 1442695040888963407
		return float64(key>>11) / (1 << 53)
	}
	for i := range 60 {
		p, q := next(), next()
		bets, err := NewBetting(-1, 1, 0, .9)
		if err != nil {
			t.Fatal(err)
		}
		safe, err := NewSafeRates(.9)
		if err != nil {
			t.Fatal(err)
		}
		before := [2]Interval{newInterval(-1, 1, .9), newInterval(-1, 1, .9)}
		for range 60 {
			a, b := next() < p, next() < q
			difference := 0.0
			if a {
				difference++
			}
			if b {
				difference--
			}
			if err := bets.Add(difference); err != nil {
				t.Fatal(err)
			}
			safe.Add(a, b)
			for j, r := range []Anytime{bets.Result(), safe.Result()} {
				low, high := r.CI.Low.Or(2), r.CI.High.Or(-2)
				if out := low > 0 || high < 0; out != (r.P <= 1-.9) || out != (r.First > 0) {
					t.Fatalf("%d: %+v: p and interval disagree", i, r)
				}
				if low < before[j].Low.Or(0) || high > before[j].High.Or(0) {
					t.Fatalf("%d: the interval grew from %v to %v", i, before[j], r.CI)
				}
				before[j] = r.CI
			}
		}
	}
}

// What can't be followed is an error, and no outcome leaves all open.
func TestAnytimeErrors(t *testing.T) {
	for _, c := range [][4]float64{{0, 1, 1.5, .95}, {0, 1, .5, 1}, {1, 1, 1, .95}, {0, 1, math.NaN(), .95}} {
		if _, err := NewBetting(c[0], c[1], c[2], c[3]); err == nil {
			t.Errorf("%v is no error", c)
		}
	}
	if _, err := NewSafeRates(0); err == nil {
		t.Error("a level of 0 is no error")
	}
	b, err := NewBetting(0, 1, .5, .95)
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range []float64{-.1, 1.1, math.NaN()} {
		if b.Add(x) == nil {
			t.Errorf("outcome %v is no error", x)
		}
	}
	if r := b.Result(); r.N != 0 || r.P != 1 || r.CI.Low.Or(1) != 0 || r.CI.High.Or(0) != 1 || r.LogE != 0 {
		t.Errorf("without outcomes %+v", r)
	}
}
