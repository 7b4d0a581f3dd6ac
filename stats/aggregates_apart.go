package stats

import (
	"fmt"
	"math"
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
	of := func(strata [][]float64, s Statistic, words ...any) (Bootstrapped, error) {
		return Bootstrap(strata, s, o.Level, o.Resamples, o.Key.With(words...), o.Watch)
	}
	seen := map[string]bool{}
	for m, name := range data.Methods {
		all := MethodAggregates{Method: name}
		statistics := []struct {
			to *Bootstrapped
			of Statistic
		}{{&all.Mean, Mean}, {&all.Median, medianOfMeans}, {&all.IQM, IQM}, {&all.OptimalityGap, gapBelow(o.Target)}}
		for _, tau := range o.Thresholds {
			all.Profile = append(all.Profile, Bootstrapped{})
			statistics = append(statistics, struct {
				to *Bootstrapped
				of Statistic
			}{nil, shareAbove(tau)})
		}
		for i := range o.Thresholds {
			statistics[4+i].to = &all.Profile[i]
		}
		for i, s := range statistics {
			if *s.to, err = of(scores[m], s.of, "method", name, i); err != nil {
				return out, err
			}
			for _, w := range s.to.Warnings {
				if !seen[w] {
					seen[w] = true
					out.Warnings.add("%s", w)
				}
			}
		}
		out.Methods = append(out.Methods, all)
	}
	for b := range data.Methods {
		for a := range b {
			pair := AggregatePair{A: data.Methods[a], B: data.Methods[b]}
			key := o.Key.With("pair", pair.A, pair.B)
			if pair.Improvement, err = ProbabilityOfImprovement(scores[a], scores[b], o.Level,
				o.Resamples, key, o.Watch); err != nil {
				return out, err
			}
			split := len(data.Groups)
			pair.IQMDifference, err = of(slices.Concat(scores[a], scores[b]), func(both [][]float64) float64 {
				return IQM(both[:split]) - IQM(both[split:])
			}, "difference", pair.A, pair.B)
			if err != nil {
				return out, err
			}
			out.Comparisons = append(out.Comparisons, pair)
		}
	}
	return out, nil
}

// strataOf returns the scores of every method and group, [method][group][trial that has one].
func strataOf(data Long) ([][][]float64, error) {
	type place struct{ method, group, trial int32 }
	sums, order := map[place][2]float64{}, []place{}
	for i, e := range data.Entries {
		if math.IsInf(e.Sum, 0) || math.IsNaN(e.Sum) || e.Rollouts < 1 {
			return nil, fmt.Errorf("stats: entry %d has outcome %v of %d rollouts", i+1, e.Sum, e.Rollouts)
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
