package stats

import (
	"math"
	"slices"
	"sort"
)

// Anytime is what outcomes that came one by one say about a number so far: it holds however often it is looked at, and
// whenever one stops. With probability Level no interval of the stream excludes the true number, and none of its P is
// at most 1 - Level where the null is true.
type Anytime struct {
	N        int      `json:"n"` // outcomes, or pairs of them
	Estimate float64  `json:"estimate"`
	CI       Interval `json:"ci"` // of the confidence sequence; undefined where all numbers are rejected
	Null     float64  `json:"null"`
	E        Maybe    `json:"e"`     // the e-value of the null: wealth of bets against it, 1 at the start
	LogE     float64  `json:"log_e"` // its natural logarithm
	P        float64  `json:"p"`     // 1 over the greatest e-value so far, at most 1
	First    int      `json:"first"` // N at which the interval excluded the null; 0 where it has not
}

// nulls is a confidence sequence: the numbers on a grid whose e-processes have not reached 1/α. An e-process E_t is
// non-negative with expectation at most 1 at any stopping time if its null is true, and P(sup E_t >= 1/α) <= α (Ville's
// inequality), so all t share α. The set is between its ends, so that it is an interval, and P is α at least for nulls
// in it.
type nulls struct {
	level     float64
	at        []float64 // hypotheses, ascending
	log, most []float64 // of each: log E, and the greatest so far
	low, high int       // the first and the last that are not rejected; low > high where all are
	null      int       // index of the null
	n, first  int
}

// newNulls returns the hypotheses low to high by the step, and the null among them.
func newNulls(low, high, step, null, level float64) nulls {
	s := nulls{level: level}
	for i := range int(math.Round((high-low)/step)) + 1 {
		s.at = append(s.at, math.Round(low/step+float64(i))*step)
	}
	s.null = sort.SearchFloat64s(s.at, null)
	if i := s.null; math.Abs(s.at[i]-null) > 1e-12 {
		s.at = slices.Insert(s.at, i, null)
	}
	s.at[s.null] = null
	s.log, s.most, s.high = make([]float64, len(s.at)), make([]float64, len(s.at)), len(s.at)-1
	return s
}

// add multiplies the e-processes by a factor, given as its logarithm. Those of nulls outside the interval are not
// needed any more, but for the null.
func (s *nulls) add(log func(null float64) float64) {
	s.n++
	step := func(i int) {
		s.log[i] += log(s.at[i])
		s.most[i] = max(s.most[i], s.log[i])
	}
	for i := s.low; i <= s.high; i++ {
		step(i)
	}
	if s.null < s.low || s.null > s.high {
		step(s.null)
	}
	rejected := -math.Log1p(-s.level)
	for s.low <= s.high && s.most[s.low] >= rejected {
		s.low++
	}
	for s.low <= s.high && s.most[s.high] >= rejected {
		s.high--
	}
	if s.first == 0 && (s.null < s.low || s.null > s.high) {
		s.first = s.n
	}
}

// result is what the outcomes say so far. The ends of the interval lie half a step beyond the last null that is not
// rejected, at a null that is rejected never.
func (s *nulls) result(estimate float64) Anytime {
	a := Anytime{N: s.n, Estimate: estimate, CI: Interval{Level: s.level}, Null: s.at[s.null],
		E: Some(math.Exp(s.log[s.null])), LogE: s.log[s.null], P: math.Exp(-s.most[s.null]), First: s.first}
	if s.first == 0 {
		a.P = max(a.P, math.Nextafter(1-s.level, 1))
	}
	if s.low > s.high {
		return a
	}
	low, high := s.at[s.low], s.at[s.high]
	if s.low > 0 {
		low = (low + s.at[s.low-1]) / 2
	}
	if s.high < len(s.at)-1 {
		high = (high + s.at[s.high+1]) / 2
	}
	a.CI = newInterval(low, high, s.level)
	return a
}
