package stats

import (
	"fmt"
	"slices"
)

// AggregatesApart computes the aggregates of [Aggregates] for methods whose trials are not paired: each method has
// trials of its own, and the bootstrap draws the scores of each method and group apart (rliable's scheme; see
// [Bootstrap]). The score of a trial in a group is the mean of its rollouts there. A method without a score in a
// group is an error, as are the errors of [Aggregates].
func AggregatesApart(data Long, o AggregateOptions) (Aggregated, error) {
	out := Aggregated{Thresholds: o.Thresholds, Target: o.Target, Level: o.Level, Groups: len(data.Groups),
		Trials: len(data.Trials), Apart: true}
	if err := o.Check(len(data.Methods)); err != nil {
		return out, err
	}
	scores, err := strataOf(data)
	if err != nil {
		return out, err
	}
	for m, name := range data.Methods {
		of, err := methodApart(name, scores[m], o)
		if err != nil {
			return out, err
		}
		out.Methods = append(out.Methods, of)
		for _, b := range append([]Bootstrapped{of.Mean, of.Median, of.IQM, of.OptimalityGap}, of.Profile...) {
			for _, w := range b.Warnings {
				if !slices.Contains(out.Warnings, w) {
					out.Warnings = append(out.Warnings, w)
				}
			}
		}
	}
	for b := range data.Methods {
		for a := range b {
			pair, err := pairApart(data.Methods[a], data.Methods[b], scores[a], scores[b], o)
			if err != nil {
				return out, err
			}
			out.Comparisons = append(out.Comparisons, pair)
		}
	}
	return out, nil
}

// bootstrap is [Bootstrap] with random numbers of their own, which words name.
func (o AggregateOptions) bootstrap(strata [][]float64, s Statistic, words ...any) (Bootstrapped, error) {
	return Bootstrap(strata, s, o.Level, o.Resamples, o.Key.With(words...), o.Watch)
}

// methodApart computes the aggregates of one method, from its scores by group.
func methodApart(name string, scores [][]float64, o AggregateOptions) (m MethodAggregates, err error) {
	m.Method = name
	if len(o.Thresholds) > 0 {
		m.Profile = make([]Bootstrapped, len(o.Thresholds))
	}
	to := []*Bootstrapped{&m.Mean, &m.Median, &m.IQM, &m.OptimalityGap}
	statistics := []Statistic{Mean, medianOfMeans, IQM, gapBelow(o.Target)}
	for i, tau := range o.Thresholds {
		to, statistics = append(to, &m.Profile[i]), append(statistics, shareAbove(tau))
	}
	for i, s := range statistics {
		if *to[i], err = o.bootstrap(scores, s, "method", name, i); err != nil {
			return m, err
		}
	}
	return m, nil
}

// pairApart compares methods a and b, from their scores by group.
func pairApart(a, b string, x, y [][]float64, o AggregateOptions) (p AggregatePair, err error) {
	p.A, p.B = a, b
	p.Improvement, err = ProbabilityOfImprovement(x, y, o.Level, o.Resamples, o.Key.With("pair", a, b), o.Watch)
	if err != nil {
		return p, err
	}
	p.IQMDifference, err = o.bootstrap(slices.Concat(x, y), func(both [][]float64) float64 {
		return IQM(both[:len(x)]) - IQM(both[len(x):])
	}, "difference", a, b)
	return p, err
}

// strataOf returns the scores of every method and group, [method][group][trial that has one].
func strataOf(data Long) ([][][]float64, error) {
	type place struct{ method, group, trial int32 }
	sums, order := map[place][2]float64{}, []place{}
	for i, e := range data.Entries {
		if err := e.check(i); err != nil {
			return nil, err
		}
		at := place{e.Method, e.Group, e.Trial}
		v, known := sums[at]
		if !known {
			order = append(order, at)
		}
		sums[at] = [2]float64{v[0] + e.Sum, v[1] + float64(e.Rollouts)}
	}
	scores := make([][][]float64, len(data.Methods))
	for m := range scores {
		scores[m] = make([][]float64, len(data.Groups))
	}
	for _, at := range order {
		s := &scores[at.method][at.group]
		*s = append(*s, sums[at][0]/sums[at][1])
	}
	for m, name := range data.Methods {
		for g, group := range data.Groups {
			if len(scores[m][g]) == 0 {
				return nil, fmt.Errorf("stats: %s has no score in %s", name, group)
			}
		}
	}
	return scores, nil
}

// medianOfMeans is the median over the strata of their means.
func medianOfMeans(strata [][]float64) float64 {
	means := make([]float64, len(strata))
	for i, s := range strata {
		means[i] = Mean([][]float64{s})
	}
	slices.Sort(means)
	half := len(means) / 2
	if len(means)%2 == 0 {
		return means[half-1]/2 + means[half]/2
	}
	return means[half]
}

// gapBelow is γ - mean of min(x, γ), each stratum with the same weight.
func gapBelow(target float64) Statistic {
	return func(strata [][]float64) float64 {
		for _, s := range strata {
			for i := range s {
				s[i] = min(s[i], target)
			}
		}
		return target - Mean(strata)
	}
}

// shareAbove is the share of scores above τ, each stratum with the same weight.
func shareAbove(tau float64) Statistic {
	return func(strata [][]float64) float64 {
		share := 0.0
		for _, s := range strata {
			above := 0
			for _, v := range s {
				if v > tau {
					above++
				}
			}
			share += float64(above) / float64(len(s)*len(strata))
		}
		return share
	}
}
