package stats

import (
	"fmt"
	"math"
	"slices"

	"counterpoise/internal/seed"
)

// AggregateOptions are the choices of Aggregates.
type AggregateOptions struct {
	Level      float64   // of intervals, in (0, 1)
	Resamples  int       // of the bootstrap, 100 or more; 2000 is usual
	Target     float64   // γ of the optimality gap: the score beyond which nothing counts; 1 for success rates
	Thresholds []float64 // τ of the performance profiles; may be empty
	Stratified bool      // draw the trials of each group on their own, as rliable does for tasks
	Key        seed.Key
	Watch      Watch // progress over the resamples; may be nil
}

// Aggregated is the aggregate performance of several methods over groups and trials.
type Aggregated struct {
	Methods     []MethodAggregates `json:"methods"`
	Comparisons []AggregatePair    `json:"comparisons"` // of every two methods
	Thresholds  []float64          `json:"thresholds"`
	Target      float64            `json:"target"`
	Level       float64            `json:"level"` // of the intervals
	Groups      int                `json:"groups"`
	Trials      int                `json:"trials"` // complete ones
	Warnings    Warnings           `json:"warnings"`
	Apart       bool               `json:"-"` // the methods were drawn apart (AggregatesApart)
}

// MethodAggregates are the aggregates of one method, over the scores of all groups and trials.
type MethodAggregates struct {
	Method        string         `json:"method"`
	Mean          Bootstrapped   `json:"mean"`
	Median        Bootstrapped   `json:"median"` // over the groups' means
	IQM           Bootstrapped   `json:"iqm"`
	OptimalityGap Bootstrapped   `json:"optimality_gap"`
	Profile       []Bootstrapped `json:"profile"` // share of scores above each threshold, intervals pointwise
}

// AggregatePair compares method A with method B.
type AggregatePair struct {
	A             string       `json:"a"`
	B             string       `json:"b"`
	Improvement   Bootstrapped `json:"probability_of_improvement"` // of A over B
	IQMDifference Bootstrapped `json:"iqm_difference"`             // A - B
}

// Check returns the error that [Aggregates] and [AggregatesApart] have for options outside their ranges, or for so many
// methods.
func (o AggregateOptions) Check(methods int) error {
	if err := checkLevel(o.Level); err != nil {
		return err
	}
	infinite := func(v float64) bool { return math.IsNaN(v) || math.IsInf(v, 0) }
	switch {
	case methods > maxAggregated:
		return fmt.Errorf("stats: aggregates of %d methods: at most %d can be compared", methods, maxAggregated)
	case infinite(o.Target):
		return fmt.Errorf("stats: the target of the optimality gap is %v: success rates have 1", o.Target)
	case slices.ContainsFunc(o.Thresholds, infinite):
		return fmt.Errorf("stats: the thresholds of the performance profiles are %v: each must be a number",
			o.Thresholds)
	}
	return checkResamples(o.Resamples, max(1, drawn(methods, len(o.Thresholds))))
}

// drawn is the number of statistics of each resample: of every method its mean, median, IQM, optimality gap and
// profile, and of every two methods two.
func drawn(methods, thresholds int) int { return methods*(4+thresholds) + methods*(methods-1) }

// maxAggregated bounds the number of methods: their pairs have 2 draws a resample each.
const maxAggregated = 100

// Aggregates computes the aggregates of Agarwal et al. (NeurIPS 2021, 4.3) with bootstrap intervals. The score of a
// method in a group and trial is the mean of its rollouts, x_gt. For each method, over G groups and T trials,
//
//	mean = mean of x;  median = median over groups of the mean over trials;  IQM as [IQM]
//	optimality gap = γ - mean of min(x, γ);  profile(τ) = share of x > τ
//
// and for two methods the probability of improvement as in [ProbabilityOfImprovement].
//
// The bootstrap draws whole trials, with replacement: a trial that is drawn twice counts twice for all methods, and in
// all groups. So differences of methods keep the precision of the pairing, and the groups of a trial, which share a
// policy, stay together. With Stratified each group has draws of its own, the same for all methods: rliable's scheme,
// for groups that were trained apart. (rliable also draws the methods apart, which widens the intervals of
// comparisons.) Intervals are percentile intervals as in [Bootstrap].
//
// Trials that lack a method or a group are left out, with a warning. A resample takes O(methods · G · T) time for the
// methods and as much for each pair. It returns an error for infinities, no method or group, fewer than two complete
// trials, more than 100 methods, options outside their ranges (see [AggregateOptions.Check]), and an error of Watch.
func Aggregates(data Long, o AggregateOptions) (Aggregated, error) {
	out := Aggregated{Thresholds: o.Thresholds, Target: o.Target, Level: o.Level, Groups: len(data.Groups)}
	if err := o.Check(len(data.Methods)); err != nil {
		return out, err
	}
	scores, trials, err := scoresOf(data)
	if err != nil {
		return out, err
	}
	if out.Trials = trials; trials < len(data.Trials) {
		out.Warnings.add("%s left out for lack of a method or a group", counted(len(data.Trials)-trials, "trial"))
	}
	if trials < 2 {
		return out, fmt.Errorf("stats: %s with all methods and groups: a bootstrap needs two or more", counted(trials,
			"trial"))
	}
	if trials < 10 {
		out.Warnings.add("fewer than 10 trials: the bootstrap intervals are too narrow")
	}
	values, err := newAggregator(scores, trials, o).bootstrap()
	if err != nil {
		return out, err
	}
	out.take(data.Methods, values)
	return out, nil
}

// take sets the aggregates of methods and of their pairs from the values of an aggregator.
func (a *Aggregated) take(methods []string, values []Bootstrapped) {
	next := func() (b Bootstrapped) {
		b, values = values[0], values[1:]
		return b
	}
	for _, name := range methods {
		m := MethodAggregates{Method: name, Mean: next(), Median: next(), IQM: next(), OptimalityGap: next()}
		for range a.Thresholds {
			m.Profile = append(m.Profile, next())
		}
		a.Methods = append(a.Methods, m)
	}
	for j, second := range methods {
		for _, first := range methods[:j] {
			a.Comparisons = append(a.Comparisons, AggregatePair{A: first, B: second, Improvement: next(),
				IQMDifference: next()})
		}
	}
}

// scoresOf returns the mean outcome of every method, group and complete trial: scores[method][group][trial]. Memory is
// O(entries): a trial with fewer entries than it has methods and groups is incomplete and gets none.
func scoresOf(data Long) (scores [][][]float64, trials int, err error) {
	groups, all := len(data.Groups), len(data.Trials)
	if groups == 0 || len(data.Methods) == 0 {
		return nil, 0, fmt.Errorf("stats: aggregates of %s in %s: there must be one of each or more",
			counted(len(data.Methods), "method"), counted(groups, "group"))
	}
	width := len(data.Methods) * groups // cells of a trial
	entries, first, cells := make([]int, all), make([]int, all), 0
	for _, e := range data.Entries {
		entries[e.Trial]++
	}
	for t, n := range entries {
		if first[t] = -1; n >= width {
			first[t] = cells // place of the trial's cells
			cells += width
		}
	}
	sums, rollouts := make([]float64, cells), make([]float64, cells)
	for i, e := range data.Entries {
		if err := e.check(i); err != nil {
			return nil, 0, err
		}
		if first[e.Trial] < 0 {
			continue
		}
		at := first[e.Trial] + int(e.Method)*groups + int(e.Group)
		sums[at] += e.Sum
		rollouts[at] += float64(e.Rollouts)
	}
	scores = make([][][]float64, len(data.Methods))
	for m := range scores {
		scores[m] = make([][]float64, groups)
	}
	for _, f := range first {
		if f < 0 || slices.Contains(rollouts[f:f+width], 0) {
			continue
		}
		for m := range scores {
			for g := range scores[m] {
				at := f + m*groups + g
				scores[m][g] = append(scores[m][g], sums[at]/rollouts[at])
			}
		}
		trials++
	}
	return scores, trials, nil
}
