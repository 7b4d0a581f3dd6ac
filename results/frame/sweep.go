package frame

import (
	"math"
	"slices"

	"counterpoise/bench"
	"counterpoise/stats"
)

// Sweep is a dataset on which a design trains with several given weights: what given weights achieve, and where
// methods are among them. An arm of given weights trains with one fixed weight vector, method "fixed:...".
type Sweep struct {
	Groups []string    // the weights' order, as in the records
	arms   []bench.Arm // of given weights and of methods
}

// Sweeps returns the datasets of a design that have at least three arms of given weights with records.
//
// Two points make no curve, hence three. Records with other groups than the dataset's first are left out. The
// order is that of the recipes in the design.
func (d Design) Sweeps() (all []Sweep) {
	var recipes []string
	for _, a := range d.Arms {
		if !slices.Contains(recipes, a.Recipe) {
			recipes = append(recipes, a.Recipe)
		}
	}
	for _, recipe := range recipes {
		var s Sweep
		given := map[string]bool{}
		for r := range d.Rows() {
			// A dataset may be grouped by behaviour in one arm and by style in another; only one grouping fits
			// one axis.
			other := len(s.Groups) > 0 && !slices.Equal(s.Groups, r.Training.Groups)
			if r.Arm.Recipe != recipe || len(r.Training.Alpha) == 0 || other {
				continue
			}
			s.Groups = r.Training.Groups
			if HasGivenWeights(r.Arm) {
				given[r.Arm.Name] = true
			}
			if !slices.Contains(s.arms, r.Arm) {
				s.arms = append(s.arms, r.Arm)
			}
		}
		if len(given) >= 3 {
			all = append(all, s)
		}
	}
	return all
}

// Weighted is the success of an arm at its weights. Weights sum to 1. A method that moves its weights stands at
// their mean over training, not at the last.
type Weighted struct {
	Arm      bench.Arm
	Given    bool      // the weights were given, not found by a method
	Weights  []float64 // of the groups, mean over training and trials
	Mean     float64   // success, percent
	Interval stats.Interval
	trials   []float64 // percent; NaN where there is no record
}

// Weighted returns the arms of a sweep with their success in a behaviour. The order is that of Sweep's arms.
// Mean is 0 for an arm without a record of the behaviour.
func (d Design) Weighted(s Sweep, behaviour string) (ws []Weighted) {
	for _, a := range s.arms {
		w := Weighted{
			Arm: a, Given: HasGivenWeights(a), Weights: d.meanWeights(a, len(s.Groups)),
			Mean: d.Success(a, behaviour).Mean.Or(0), Interval: d.Interval(a, behaviour),
		}
		for _, n := range d.Successes(a, behaviour) {
			w.trials = append(w.trials, d.Percent(n))
		}
		ws = append(ws, w)
	}
	return ws
}

// meanWeights is an arm's weights, mean over the recorded points of training and over trials. Recorded points
// are equally spaced over training (record.TrajectoryPoints), so their mean is the mean over steps.
func (d Design) meanWeights(a bench.Arm, groups int) []float64 {
	sum, n := make([]float64, groups), 0.0
	for r := range d.Of(a) {
		for _, p := range r.Training.Alpha {
			n++
			for g, w := range p.Group {
				sum[g] += w
			}
		}
	}
	for g := range sum {
		sum[g] /= max(1, n)
	}
	return sum
}

// BestGiven is the index of the given weights with the highest mean, the first of equal ones; 0 where none are
// given. Its mean is biased upwards as an estimate, because the same rollouts choose it; see CrossValidated.
func BestGiven(ws []Weighted) (best int) {
	most := -1.0
	for i, w := range ws {
		if w.Given && w.Mean > most {
			best, most = i, w.Mean
		}
	}
	return best
}

// CrossValidated is the success, in percent, of choosing the best given weights by leave-one-trial-out
// cross-validation:
//
//	mean over trials t of s_b(t)(t)     b(t) = argmax_w sum_{u != t} s_w(u)
//
// where s_w(t) is the success of weights w in trial t. The mean of the best weights overstates what choosing
// them is worth, because the same rollouts choose and evaluate them; here each trial is evaluated under the
// weights that the other trials choose. Only trials with records of all given weights count; it is false where
// there are fewer than two.
//
// O(trials² × weights). Ties of the sums go to the first weights.
func CrossValidated(ws []Weighted) (percent float64, ok bool) {
	ws = slices.DeleteFunc(slices.Clone(ws), func(w Weighted) bool { return !w.Given })
	// All weights are compared on the same trials; otherwise an easy trial would favour the weights that have
	// it.
	var complete []int // trials
	for t := range ws[0].trials {
		if !slices.ContainsFunc(ws, func(w Weighted) bool { return math.IsNaN(w.trials[t]) }) {
			complete = append(complete, t)
		}
	}
	if len(complete) < 2 {
		return 0, false
	}
	for _, left := range complete {
		most, heldOut := -1.0, 0.0
		for _, w := range ws {
			others := 0.0
			for _, t := range complete {
				if t != left {
					others += w.trials[t]
				}
			}
			if others > most {
				most, heldOut = others, w.trials[left]
			}
		}
		percent += heldOut / float64(len(complete))
	}
	return percent, true
}
