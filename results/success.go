package results

import (
	"math"

	"counterpoise/bench"
	"counterpoise/stats"
)

// Records is where records are read from: the store, in practice.
type Records interface {
	Get(bench.Cell) (bench.Record, bool)
}

// reading is one design of a plan with the records of its cells.
type reading struct {
	plan       bench.Plan
	experiment bench.Experiment
	design     bench.Design
	records    Records
}

// of is the record of an arm in a trial.
func (r reading) of(a bench.Arm, trial int) (bench.Record, bool) {
	return r.records.Get(r.plan.Cell(r.experiment, r.design, a, trial))
}

// each calls f for every record there is, arm by arm and trial by trial.
func (r reading) each(f func(a bench.Arm, rec bench.Record)) {
	for _, a := range r.design.Arms {
		for t := range r.plan.Size.Trials {
			if rec, ok := r.of(a, t); ok {
				f(a, rec)
			}
		}
	}
}

// behaviours are the task's, in its order, as the records tell.
func (r reading) behaviours() (names []string) {
	r.each(func(_ bench.Arm, rec bench.Record) {
		if names != nil {
			return
		}
		for _, o := range rec.Rollouts {
			names = append(names, o.Behaviour)
		}
	})
	return names
}

// arm finds an arm by its name.
func (r reading) arm(name string) bench.Arm {
	for _, a := range r.design.Arms {
		if a.Name == name {
			return a
		}
	}
	return bench.Arm{}
}

// successes counts, trial by trial, how many rollouts of a behaviour (or of the worst) succeeded under an arm; NaN where
// the record is missing. They are counts and no rates, because counts are exact: differences of rates like 7/10 and 6/10
// that should be equal differ in their last bit, and a t-test divides by that.
func (r reading) successes(a bench.Arm, behaviour string) []float64 {
	n := make([]float64, r.plan.Size.Trials)
	for t := range n {
		n[t] = math.NaN()
		if rec, ok := r.of(a, t); ok {
			n[t] = successesOf(rec, behaviour)
		}
	}
	return n
}

// successesOf is the number of a record's rollouts that succeeded in a behaviour, in the one where the fewest did, or in
// all together; NaN where there are none.
func successesOf(rec bench.Record, behaviour string) float64 {
	n := math.NaN()
	for _, o := range rec.Rollouts {
		k := float64(o.Successes())
		switch {
		case o.Behaviour == behaviour, behaviour == worst && !(k >= n), behaviour == everyBehaviour && math.IsNaN(n):
			n = k
		case behaviour == everyBehaviour:
			n += k
		}
	}
	return n
}

// percent turns a number of successes into percent of the rollouts.
func (r reading) percent(m stats.Maybe) stats.Maybe {
	v, ok := m.Get()
	if !ok {
		return m
	}
	return stats.Some(100 * v / float64(r.plan.Size.Rollouts))
}

// success is mean and standard deviation over trials of an arm's success in a behaviour, in percent.
func (r reading) success(a bench.Arm, behaviour string) stats.Summary {
	s, err := stats.Summarise(r.successes(a, behaviour))
	if err != nil {
		return stats.Summary{}
	}
	s.Mean, s.SD = r.percent(s.Mean), r.percent(s.SD)
	return s
}

// interval is the confidence interval of an arm's mean success in a behaviour, in percent: that of a one-sample t-test
// against 0, as far as it lies between 0 and 100, where the mean is for certain.
func (r reading) interval(a bench.Arm, behaviour string) stats.Interval {
	n := r.successes(a, behaviour)
	t, err := stats.PairedT(n, make([]float64, len(n)), level)
	if err != nil || !t.CI.Defined() {
		return stats.Interval{}
	}
	low, high := r.percent(t.CI.Low).Or(0), r.percent(t.CI.High).Or(100)
	return stats.Interval{Low: stats.Some(max(0, low)), High: stats.Some(min(100, high)), Level: level}
}
