package weigh

import (
	"math"
	"slices"

	"counterpoise/policies/mixture"
)

// Result is the weights that one method gives the groups.
type Result struct {
	Method     string
	Groups     []string
	Weights    [][]float64   // [seed][group]: at the end of the training, of sum 1
	References int           // reference runs that the method made before its main run
	Steps      []int         // points of the curves: steps of the training
	Alpha      [][][]float64 // [seed][point][group]: curves of the weights
	// Collapsed are the groups that the method gave up while their losses still fell, [seed][collapse].
	Collapsed [][]mixture.Collapse
	// Swing is how much weight still changed hands in a step of the run that finds the weights, or of one of the
	// searches for its references, whichever has more, [seed] (mixture.Log.Swing).
	Swing []float64
	// Searches are how the method's searches ended, [seed][group]; none where it tests none.
	Searches [][]mixture.Search
}

// Unconverged returns the number of seeds with which the search for group g had not converged.
func (r *Result) Unconverged(g int) (seeds int) {
	for _, all := range r.Searches {
		if g < len(all) && !all[g].Converged() && !all[g].Idle {
			seeds++
		}
	}
	return seeds
}

// Unsettled returns the number of seeds with which the weights had not settled.
func (r *Result) Unsettled() (seeds int) {
	for _, s := range r.Swing {
		if s > mixture.UnsettledSwing {
			seeds++
		}
	}
	return seeds
}

// CollapsedIn returns the number of seeds with which the method gave up group g while its loss still fell.
func (r *Result) CollapsedIn(g int) (seeds int) {
	for _, all := range r.Collapsed {
		if slices.ContainsFunc(all, func(c mixture.Collapse) bool { return c.Group == g }) {
			seeds++
		}
	}
	return seeds
}

// Mean returns the mean weight of each group over seeds.
func (r *Result) Mean() []float64 { return meanOf(r.Weights) }

// SD returns the standard deviation of each group's weight over n seeds, with n - 1 in the denominator. It is nil
// for a single seed.
func (r *Result) SD() []float64 {
	n := len(r.Weights)
	if n < 2 {
		return nil
	}
	m := r.Mean()
	sd := make([]float64, len(m))
	for g := range sd {
		for _, w := range r.Weights {
			sd[g] += (w[g] - m[g]) * (w[g] - m[g]) / float64(n-1)
		}
		sd[g] = math.Sqrt(sd[g])
	}
	return sd
}

// Curve returns the mean over seeds of the weights at each point, [point][group].
func (r *Result) Curve() [][]float64 {
	out := make([][]float64, len(r.Steps))
	for t := range out {
		var at [][]float64
		for _, curve := range r.Alpha {
			at = append(at, curve[t])
		}
		out[t] = meanOf(at)
	}
	return out
}

// movedBy is the smallest change of a weight that three printed digits show.
const movedBy = 5e-4

// Moved reports whether any mean weight is ever further than movedBy from its start.
func (r *Result) Moved() bool {
	curve := r.Curve()
	for _, alpha := range curve {
		for g, v := range alpha {
			if math.Abs(v-curve[0][g]) > movedBy {
				return true
			}
		}
	}
	return false
}

// meanOf returns the mean of rows.
func meanOf(rows [][]float64) []float64 {
	m := make([]float64, len(rows[0]))
	for _, row := range rows {
		for i, v := range row {
			m[i] += v
		}
	}
	for i := range m {
		m[i] /= float64(len(rows))
	}
	return m
}
