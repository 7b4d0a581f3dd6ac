package stats

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sort"

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
// methods and as much for each pair. It returns an error for infinities, fewer than two complete trials, more than 100
// methods, a level or a number of resamples as [Bootstrap], and an error of Watch.
func Aggregates(data Long, o AggregateOptions) (Aggregated, error) {
	out := Aggregated{Thresholds: o.Thresholds, Target: o.Target, Level: o.Level, Groups: len(data.Groups)}
	if err := checkLevel(o.Level); err != nil {
		return out, err
	}
	switch {
	case o.Resamples < 100:
		return out, fmt.Errorf("stats: %d bootstrap resamples give no interval: 2000 is usual, 100 the least",
			o.Resamples)
	case len(data.Methods) > maxAggregated:
		return out, fmt.Errorf("stats: aggregates of %d methods: at most %d can be compared", len(data.Methods),
			maxAggregated)
	case math.IsNaN(o.Target) || math.IsInf(o.Target, 0):
		return out, fmt.Errorf("stats: the target of the optimality gap is %v: success rates have 1", o.Target)
	}
	scores, trials, err := scoresOf(data)
	if err != nil {
		return out, err
	}
	if out.Trials = trials; trials < len(data.Trials) {
		out.Warnings.add("%s that lack a method or a group left out", counted(len(data.Trials)-trials, "trial"))
	}
	if trials < 2 {
		return out, fmt.Errorf("stats: %s with all methods and groups: a bootstrap needs two or more", counted(trials,
			"trial"))
	}
	if trials < 10 {
		out.Warnings.add("fewer than 10 trials: the bootstrap intervals are too narrow")
	}
	r := newAggregator(scores, trials, o)
	draws := make([][]float64, r.size())
	for i := range draws {
		draws[i] = make([]float64, 0, o.Resamples)
	}
	estimates := slices.Clone(r.compute())
	random := o.Key.Rand()
	for i := range o.Resamples {
		r.draw(random, o.Stratified)
		for j, v := range r.compute() {
			draws[j] = append(draws[j], v)
		}
		if err := o.Watch.report(i+1, o.Resamples); err != nil {
			return out, err
		}
	}
	next := 0
	take := func() Bootstrapped {
		b := Bootstrapped{Estimate: Some(estimates[next]), N: Counts{trials}, Resamples: o.Resamples}
		b.setInterval(draws[next], o.Level)
		next++
		return b
	}
	for _, name := range data.Methods {
		m := MethodAggregates{Method: name, Mean: take(), Median: take(), IQM: take(), OptimalityGap: take()}
		for range o.Thresholds {
			m.Profile = append(m.Profile, take())
		}
		out.Methods = append(out.Methods, m)
	}
	for b := range data.Methods {
		for a := range b {
			out.Comparisons = append(out.Comparisons, AggregatePair{A: data.Methods[a], B: data.Methods[b],
				Improvement: take(), IQMDifference: take()})
		}
	}
	return out, nil
}

// scoresOf returns the mean outcome of every method, group and complete trial: scores[method][group][trial].
func scoresOf(data Long) (scores [][][]float64, trials int, err error) {
	groups, all := len(data.Groups), len(data.Trials)
	width := len(data.Methods) * groups // cells of a trial
	sums, rollouts := make([]float64, all*width), make([]float64, all*width)
	for i, e := range data.Entries {
		if math.IsInf(e.Sum, 0) || math.IsNaN(e.Sum) || e.Rollouts < 1 {
			return nil, 0, fmt.Errorf("stats: entry %d has outcome %v of %d rollouts", i+1, e.Sum, e.Rollouts)
		}
		at := int(e.Trial)*width + int(e.Method)*groups + int(e.Group)
		sums[at] += e.Sum
		rollouts[at] += float64(e.Rollouts)
	}
	scores = make([][][]float64, len(data.Methods))
	for m := range scores {
		scores[m] = make([][]float64, groups)
	}
	for t := range all {
		if slices.Contains(rollouts[t*width:(t+1)*width], 0) {
			continue
		}
		for m := range scores {
			for g := range scores[m] {
				at := t*width + m*groups + g
				scores[m][g] = append(scores[m][g], sums[at]/rollouts[at])
			}
		}
		trials++
	}
	return scores, trials, nil
}

// ranked is the scores of one method in one group, ascending, with the trial of each and how often it counts.
type ranked struct {
	score  []float64
	trial  []int32
	weight []int32
	before []int32 // before[i] is the sum of weight[:i]
}

// spot is a place in the scores of a method.
type spot struct{ group, at int32 }

// aggregator computes all aggregates of weighted trials. The scores are sorted and compared once; a resample only
// changes how often each trial counts, so that it takes linear time and walks through memory in order.
type aggregator struct {
	options AggregateOptions
	trials  int
	weight  [][]int32      // [group][trial]: how often the trial counts
	scores  [][]ranked     // [method][group]
	pooled  [][]spot       // [method]: the scores of all groups, ascending
	ends    [][][][2]int32 // [pair][group][i]: scores of b clearly below score i of a, and not clearly above it
	values  []float64      // results of compute
}

// newAggregator sorts and compares the scores, all with weight 1.
func newAggregator(scores [][][]float64, trials int, o AggregateOptions) *aggregator {
	r := &aggregator{options: o, trials: trials}
	for range scores[0] {
		r.weight = append(r.weight, slices.Repeat([]int32{1}, trials))
	}
	for _, method := range scores {
		var groups []ranked
		var all []spot
		for g, x := range method {
			one := ranked{score: make([]float64, trials), trial: make([]int32, trials), weight: make([]int32, trials),
				before: make([]int32, trials+1)}
			for t := range x {
				one.trial[t] = int32(t)
			}
			slices.SortFunc(one.trial, func(a, b int32) int { return cmp.Compare(x[a], x[b]) })
			for i, t := range one.trial {
				one.score[i] = x[t]
				all = append(all, spot{int32(g), int32(i)})
			}
			groups = append(groups, one)
		}
		slices.SortStableFunc(all, func(a, b spot) int {
			return cmp.Compare(groups[a.group].score[a.at], groups[b.group].score[b.at])
		})
		r.scores, r.pooled = append(r.scores, groups), append(r.pooled, all)
	}
	for b := range r.scores {
		for a := range b {
			var ends [][][2]int32
			for g := range r.weight {
				ends = append(ends, endsOf(r.scores[a][g].score, r.scores[b][g].score))
			}
			r.ends = append(r.ends, ends)
		}
	}
	r.gather()
	return r
}

// endsOf returns, for each score of x, how many of y are clearly below it, and how many not clearly above it; scores
// that differ by rounding errors are tied (see roundingBound). Both are ascending.
func endsOf(x, y []float64) [][2]int32 {
	ends := make([][2]int32, len(x))
	below, upTo := 0, 0
	for i, v := range x {
		for below < len(y) && clearlyAbove(v, y[below]) {
			below++
		}
		for upTo < len(y) && !clearlyAbove(y[upTo], v) {
			upTo++
		}
		ends[i] = [2]int32{int32(below), int32(upTo)}
	}
	return ends
}

// size is the number of values that compute returns.
func (r *aggregator) size() int {
	k := len(r.scores)
	return k*(4+len(r.options.Thresholds)) + k*(k-1)
}

// draw draws as many trials as there are, with replacement: once for all groups, or for each group anew.
func (r *aggregator) draw(random *rand.Rand, stratified bool) {
	for g, w := range r.weight {
		if g > 0 && !stratified {
			copy(w, r.weight[0])
			continue
		}
		clear(w)
		for range w {
			w[random.IntN(len(w))]++
		}
	}
	r.gather()
}

// gather brings the weights of the trials into the order of the scores.
func (r *aggregator) gather() {
	for _, groups := range r.scores {
		for g, x := range groups {
			sum := int32(0)
			for i, t := range x.trial {
				w := r.weight[g][t]
				x.weight[i], x.before[i] = w, sum
				sum += w
			}
			x.before[len(x.trial)] = sum
		}
	}
}

// compute returns all aggregates at the present weights, in the order of Aggregated. The slice is overwritten by the
// next call.
func (r *aggregator) compute() []float64 {
	r.values = r.values[:0]
	iqm := make([]float64, len(r.scores))
	for m := range r.scores {
		mean, median, gap := r.means(m)
		iqm[m] = r.middle(m)
		r.values = append(r.values, mean, median, iqm[m], gap)
		r.profile(m)
	}
	pair := 0
	for b := range r.scores {
		for a := range b {
			p := 0.0
			for g, ends := range r.ends[pair] {
				p += improvement(r.scores[a][g], r.scores[b][g], ends) / float64(len(r.weight))
			}
			r.values = append(r.values, p, iqm[a]-iqm[b])
			pair++
		}
	}
	return r.values
}

// means returns the mean of all scores, the median of the groups' means, and the optimality gap.
func (r *aggregator) means(m int) (mean, median, gap float64) {
	of, capped := make([]float64, len(r.weight)), 0.0
	for g, x := range r.scores[m] {
		for i, v := range x.score {
			w := float64(x.weight[i])
			of[g] += w * v
			capped += w * min(v, r.options.Target)
		}
		of[g] /= float64(r.trials)
		mean += of[g] / float64(len(of))
	}
	slices.Sort(of)
	median = (of[(len(of)-1)/2] + of[len(of)/2]) / 2
	return mean, median, r.options.Target - capped/float64(r.trials*len(of))
}

// middle returns the interquartile mean. The scores from position ⌊n/4⌋ to n - ⌊n/4⌋ of the sorted resample are those
// whose weights lie there in the running sum.
func (r *aggregator) middle(m int) (iqm float64) {
	n := r.trials * len(r.weight)
	low, high, at := n/4, n-n/4, 0
	for _, s := range r.pooled[m] {
		x := &r.scores[m][s.group]
		w := int(x.weight[s.at])
		if inside := min(at+w, high) - max(at, low); inside > 0 {
			iqm += float64(inside) * x.score[s.at]
		}
		if at += w; at >= high {
			break
		}
	}
	return iqm / float64(high-low)
}

// profile appends the share of scores above each threshold.
func (r *aggregator) profile(m int) {
	for _, tau := range r.options.Thresholds {
		above := 0
		for _, x := range r.scores[m] {
			first := sort.Search(len(x.score), func(i int) bool { return x.score[i] > tau })
			above += r.trials - int(x.before[first])
		}
		r.values = append(r.values, float64(above)/float64(r.trials*len(r.weight)))
	}
}

// improvement is the share of the n² weighted pairs in which x is above y, ties counted as half.
func improvement(x, y ranked, ends [][2]int32) float64 {
	twice := int64(0) // below n² < 2⁶²
	for i, e := range ends {
		twice += int64(x.weight[i]) * (int64(y.before[e[0]]) + int64(y.before[e[1]]))
	}
	n := float64(len(ends))
	return float64(twice) / 2 / n / n
}
