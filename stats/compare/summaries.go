package compare

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"counterpoise/stats"
)

// OfSummaries compares methods of which the means and the SDs over their trainings are known, by Welch's t-test, whose
// numbers follow from these. Which training of one method belongs to which of another is not told, so none are paired;
// ranks, medians, aggregates and the checks of assumptions need the single values, and are undefined. It returns an
// error for what [New] does, and for fewer than two trainings of a method.
func OfSummaries(methods []string, of []stats.Summary, o Options) (Result, error) {
	o = o.withDefaults()
	o.Bootstrap.Resamples = 0
	c := comparison{scores: scores{data: stats.Long{Methods: methods, Groups: []string{"all"}}, rates: true,
		overall: make([][]float64, len(methods))}, o: o, detectable: map[detectableKey]float64{}, summaries: of}
	if err := o.check(c.data); err != nil {
		return Result{}, err
	}
	if o.Design == Paired {
		return Result{}, errors.New("compare: means and SDs tell no pairs: give a row for each training")
	}
	c.out = &Result{Level: o.Level, Alpha: o.Alpha, Better: o.Better}
	if o.Margin > 0 {
		c.out.Margin = stats.Some(o.Margin)
	}
	units := 0
	for i, s := range of {
		if s.N < 2 {
			return *c.out, fmt.Errorf("compare: a test needs two values of %s for each method, and %s has %d", o.Unit,
				methods[i], s.N)
		}
		units += s.N
		// Rates with the mean m have at most the variance n/(n-1) m(1-m); numbers are rounded.
		mean, sd, n := s.Mean.Or(-1), s.SD.Or(0), float64(s.N)
		c.rates = c.rates && mean >= 0 && mean <= 1 && sd*sd <= n/(n-1)*mean*(1-mean)+1e-4 && o.Better == "higher"
	}
	d := &c.out.Design
	*d = Design{Unit: o.Unit, Units: units, Groups: []string{}, Outcome: Scores}
	what := "scores"
	if c.rates {
		d.Outcome, what = Rates, "rates between 0 and 1"
	}
	d.Sentence = fmt.Sprintf("%d methods are compared by the means and SDs of their %s, as independent samples: "+
		"%d units (%s) in all.", len(methods), what, units, o.Unit)
	c.add("of means and SDs alone there are no tests of ranks, no aggregates and no checks of assumptions: give a row "+
		"for each %s; SDs are taken for those of samples (divisor n - 1)", o.Unit)
	for i, s := range of {
		half := stats.CriticalT(1-o.Level, float64(s.N-1)) * s.SD.Or(0) / math.Sqrt(float64(s.N))
		m := Method{Method: methods[i], N: s.N, Rollouts: s.N, Mean: s.Mean, SD: s.SD}
		if half > 0 {
			m.CI = c.within(s.Mean.Or(0)-half, s.Mean.Or(0)+half)
		}
		c.out.Methods = append(c.out.Methods, m)
	}
	return *c.out, c.families(nil, nil)
}

// summarised compares two methods by their means and SDs.
func (c *comparison) summarised(i, j int) (p Pair, err error) {
	a, b := c.summaries[i], c.summaries[j]
	p.N = stats.Counts{a.N, b.N}
	p.T.Name, p.Rank.Name, p.Effect.Name = "Welch's t", "Mann-Whitney", "g"
	p.Decision.A, p.Decision.B, p.Decision.Of = a.Mean, b.Mean, "difference"
	welch, err := stats.WelchTOf(a, b, c.o.Level)
	if err != nil {
		return p, err
	}
	student, err := stats.StudentTOf(a, b, c.o.Level)
	if err != nil {
		return p, err
	}
	return p, c.describe(&p, welch, student)
}

// within is the interval of a mean; that of rates and bounded scores ends at 0 and 1, which a t interval may pass.
func (c *comparison) within(low, high float64) stats.Interval {
	if c.out.Design.Outcome != Scores && (low < 0 || high > 1) {
		low, high = max(low, 0), min(high, 1)
		const text = "the t interval of a mean reached beyond 0 or 1, and is cut there"
		if !slices.Contains(c.out.Warnings, text) {
			c.add(text)
		}
	}
	return stats.Interval{Low: stats.Some(low), High: stats.Some(high), Level: c.o.Level}
}
