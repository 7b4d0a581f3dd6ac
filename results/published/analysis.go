package published

import (
	"slices"

	"counterpoise/stats"
)

const (
	level = 0.95 // of intervals
	alpha = 1 - level
)

// Finding is what the exact test says of a published comparison.
type Finding struct {
	Source
	Sum                  Task
	First, Second        stats.Proportion // with Wilson intervals
	Test                 stats.RateTest
	Holm, BH             float64      // p after the correction over all tables
	Strata               *stats.Maybe // p of Cochran, Mantel & Haenszel's exact test over the tasks; nil with one task
	At80, At90           int          // rollouts of each policy; 0 where the rates are equal
	TasksAlone, TasksAll int          // tasks with p < alpha alone and after Holm within the table
}

// Shown reports whether the comparison stands after Holm's correction over all tables.
func (f Finding) Shown() bool { return f.Holm < alpha }

// Analyse tests each table: its sum over the tasks, and its tasks.
func Analyse(sources []Source) ([]Finding, error) {
	var found []Finding
	var p []float64
	for _, s := range sources {
		f := Finding{Source: s, Sum: s.Sum()}
		all := f.Sum
		var err error
		if f.First, err = stats.Wilson(all.K1, all.N1, level); err != nil {
			return nil, err
		}
		if f.Second, err = stats.Wilson(all.K2, all.N2, level); err != nil {
			return nil, err
		}
		if f.Test, err = stats.UnpairedScore(all.K1, all.N1, all.K2, all.N2, level, true); err != nil {
			return nil, err
		}
		if err := f.tasks(); err != nil {
			return nil, err
		}
		if f.Test.Difference != 0 {
			if f.At80, err = stats.UnpairedRollouts(f.Test.A, f.Test.B, 0.8, alpha); err != nil {
				return nil, err
			}
			if f.At90, err = stats.UnpairedRollouts(f.Test.A, f.Test.B, 0.9, alpha); err != nil {
				return nil, err
			}
		}
		found, p = append(found, f), append(p, f.Test.P)
	}
	holm, bh := stats.Holm(p), stats.BenjaminiHochberg(p)
	for i := range found {
		found[i].Holm, found[i].BH = holm[i], bh[i]
	}
	return found, nil
}

// tasks tests the tasks of a table one by one and as strata.
func (f *Finding) tasks() error {
	if len(f.Tasks) < 2 {
		return nil
	}
	var p []float64
	var strata []stats.Stratum
	for _, t := range f.Tasks {
		r, err := stats.UnpairedScore(t.K1, t.N1, t.K2, t.N2, level, true)
		if err != nil {
			return err
		}
		p = append(p, r.P)
		strata = append(strata, stats.Stratum{K1: t.K1, N1: t.N1, K2: t.K2, N2: t.N2})
	}
	below := func(p []float64) (n int) {
		for _, v := range p {
			if v < alpha {
				n++
			}
		}
		return n
	}
	f.TasksAlone, f.TasksAll = below(p), below(stats.Holm(p))
	s, err := stats.CochranMantelHaenszel(strata, level)
	if err != nil {
		return err
	}
	byTask := stats.Some(s.P)
	f.Strata = &byTask
	return nil
}

// median is the middle of whole numbers, the lower of two.
func median(of []int) int {
	if len(of) == 0 {
		return 0
	}
	s := slices.Sorted(slices.Values(of))
	return s[(len(s)-1)/2]
}
