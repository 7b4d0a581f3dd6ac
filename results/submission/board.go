package submission

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"

	"counterpoise/bench"
	"counterpoise/bench/record"
	"counterpoise/results/frame"
	"counterpoise/scenes"
	"counterpoise/stats"
)

// Baseline is the method that all others are compared with.
const Baseline = "natural"

// Row is a method of the leaderboard.
type Row struct {
	Policy   string // with the settings that arms vary
	Method   string // as balance.Named takes it
	Groups   string // that the method weighs
	Datasets int    // recipes of tasks that it was trained on, in every trial that counts
	// Mean compares the success over all behaviours with that of Baseline, and Worst that of the behaviour that
	// succeeds least often in a trial: percentage points, paired by trial, each the mean over the datasets.
	Mean, Worst Difference
}

// Difference is a paired test against Baseline.
type Difference struct {
	Success stats.Summary // of the method, in percent, over trials
	Test    stats.Test
	Holm    stats.Maybe // p adjusted over all tests of the board
}

// Board is the leaderboard: the rows by their mean difference, the best first.
type Board struct {
	Rows   []Row
	Oracle scenes.Oracle // by which successes count
	Tests  int           // tests that the correction is over
	Notes  []string
}

// unit identifies a trial: arms of one unit share initial weights and initial states.
type unit struct {
	policy                 string
	rollouts, steps, trial int
	seed                   uint64
}

// data is a recipe of a task.
type data struct{ task, recipe string }

// arm is a method of a policy.
type arm struct{ policy, method, groups string }

// BoardOf compares the methods of records with Baseline on the same demonstrations, with the same initial weights and
// initial states. A trial counts for a method where it has a record on each of the method's datasets and Baseline has
// one too; a trial of another seed or size is another trial. Datasets on which Baseline has no record are left out.
func BoardOf(records []record.Record, oracle scenes.Oracle) Board {
	counted := slices.DeleteFunc(slices.Clone(records), func(r record.Record) bool {
		return r.Cell.Version != bench.Version || r.Cell.Untrained() || r.Cell.Rollouts == 0
	})
	b := Board{}
	var warning string
	if b.Oracle, warning = record.CommonOracle(slices.Values(counted), oracle); warning != "" {
		b.Notes = append(b.Notes, warning)
	}
	base := map[unit]map[data][2]float64{}
	methods := map[arm]map[unit]map[data][2]float64{}
	for _, r := range counted {
		c := r.Cell
		u, d := unit{c.Policy.String(), c.Rollouts, c.Steps, c.Trial, c.Seed}, data{c.Task, c.Recipe}
		if k, ok := bench.Calibrated(c.Task, c.Policy); ok && k.Steps == c.Steps {
			u.steps = 0 // the calibrated number, which differs by task
		}
		if c.Method == Baseline {
			put(base, u, d, b.success(r))
			continue
		}
		a := arm{u.policy, c.Method, c.Groups}
		if methods[a] == nil {
			methods[a] = map[unit]map[data][2]float64{}
		}
		put(methods[a], u, d, b.success(r))
	}
	for a, of := range methods {
		if row, ok := rowOf(a, of, base); ok {
			b.Rows = append(b.Rows, row)
		} else {
			b.Notes = append(b.Notes, fmt.Sprintf("%s is left out: it has no dataset in common with %s in two trials.",
				a.method, Baseline))
		}
	}
	slices.Sort(b.Notes)
	b.sortAndCorrect()
	return b
}

// put stores the success of a unit on a dataset.
func put(to map[unit]map[data][2]float64, u unit, d data, s [2]float64) {
	if to[u] == nil {
		to[u] = map[data][2]float64{}
	}
	to[u][d] = s
}

// success returns the success of a record in percent: the mean over the behaviours, and the worst.
func (b Board) success(r record.Record) [2]float64 {
	per := 100 / float64(r.Cell.Rollouts)
	return [2]float64{
		frame.SuccessesOf(r, bench.AllBehaviours, b.Oracle) * per / float64(len(r.Rollouts)),
		frame.SuccessesOf(r, bench.Worst, b.Oracle) * per,
	}
}

// rowOf tests a method against Baseline, whose successes are base; ok is false for fewer than two complete trials.
func rowOf(a arm, of, base map[unit]map[data][2]float64) (Row, bool) {
	common := map[data]bool{} // datasets of the method that Baseline has
	for u, sets := range of {
		for d := range sets {
			if _, ok := base[u][d]; ok {
				common[d] = true
			}
		}
	}
	var own, natural [2][]float64
	for _, u := range slices.SortedFunc(maps.Keys(of), unit.compare) {
		var sum, sumBase [2]float64
		whole := len(common) > 0
		for d := range common {
			s, ok := of[u][d]
			n, okBase := base[u][d]
			whole = whole && ok && okBase
			for i := range s {
				sum[i] += s[i] / float64(len(common))
				sumBase[i] += n[i] / float64(len(common))
			}
		}
		for i := range sum {
			if whole {
				own[i], natural[i] = append(own[i], round(sum[i])), append(natural[i], round(sumBase[i]))
			}
		}
	}
	row := Row{Policy: a.policy, Method: a.method, Groups: a.groups, Datasets: len(common)}
	for i, to := range []*Difference{&row.Mean, &row.Worst} {
		t, err := stats.PairedT(own[i], natural[i], frame.Level)
		if err != nil {
			return row, false
		}
		*to = Difference{Test: t}
		if to.Success, err = stats.Summarise(own[i]); err != nil {
			return row, false
		}
	}
	return row, true
}

// round removes rounding errors, which depend on the order of a sum over a map, so that equal rates compare as equal.
func round(v float64) float64 { return math.Round(v*1e9) / 1e9 }

// compare orders units.
func (u unit) compare(v unit) int {
	return cmp.Or(cmp.Compare(u.policy, v.policy), cmp.Compare(u.seed, v.seed), cmp.Compare(u.steps, v.steps),
		cmp.Compare(u.rollouts, v.rollouts), cmp.Compare(u.trial, v.trial))
}

// sortAndCorrect orders the rows by policy and mean difference, and corrects the p values of all tests together.
func (b *Board) sortAndCorrect() {
	slices.SortFunc(b.Rows, func(x, y Row) int {
		return cmp.Or(cmp.Compare(x.Policy, y.Policy),
			cmp.Compare(y.Mean.Test.MeanDifference.Or(0), x.Mean.Test.MeanDifference.Or(0)),
			cmp.Compare(x.Method, y.Method), cmp.Compare(x.Groups, y.Groups))
	})
	var p []float64
	for _, r := range b.Rows {
		for _, d := range []Difference{r.Mean, r.Worst} {
			v := d.Test.P.Or(math.NaN())
			if p = append(p, v); !math.IsNaN(v) {
				b.Tests++
			}
		}
	}
	for i, adjusted := range stats.Holm(p) {
		to := &b.Rows[i/2].Mean
		if i%2 == 1 {
			to = &b.Rows[i/2].Worst
		}
		to.Holm = stats.Some(adjusted)
	}
}
