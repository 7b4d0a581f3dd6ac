package stats

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"sort"
)

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

// bootstrap returns the values of compute, each with its interval over the resamples.
func (r *aggregator) bootstrap() ([]Bootstrapped, error) {
	o := r.options
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
			return nil, err
		}
	}
	values := make([]Bootstrapped, len(draws))
	for i := range values {
		values[i] = Bootstrapped{Estimate: Some(estimates[i]), N: Counts{r.trials}, Resamples: o.Resamples}
		values[i].setInterval(draws[i], o.Level)
	}
	return values, nil
}

// size is the number of values that compute returns.
func (r *aggregator) size() int { return drawn(len(r.scores), len(r.options.Thresholds)) }

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
