package frame

import (
	"counterpoise/bench"
	"counterpoise/stats"
)

// Elsewhere is what an experiment found in an environment of others, whose tasks are the behaviours.
type Elsewhere struct {
	Experiment bench.Experiment // has one design
	Tasks      []string
	Rollouts   int                // of each task, per policy
	Successes  map[string][][]int // by the name of the arm, then by trial, then by task
}

// Design is the design of the experiment.
func (e Elsewhere) Design() bench.Design { return e.Experiment.Designs[0] }

// Trials is the number of trials.
func (e Elsewhere) Trials() int { return len(e.Successes[e.Design().Arms[0].Name]) }

// counts are the successes of an arm by trial: in a task, in the one with the fewest (bench.Worst), or in all
// (bench.AllBehaviours).
func (e Elsewhere) counts(arm, task string) (all []float64) {
	for _, of := range e.Successes[arm] {
		least, sum, own := of[0], 0, 0
		for i, n := range of {
			if least, sum = min(least, n), sum+n; e.Tasks[i] == task {
				own = n
			}
		}
		switch task {
		case bench.Worst:
			own = least
		case bench.AllBehaviours:
			own = sum
		}
		all = append(all, float64(own))
	}
	return all
}

// percent converts a number of successes in a task into percent.
func (e Elsewhere) percent(task string) func(stats.Maybe) stats.Maybe {
	of := float64(e.Rollouts)
	if task == bench.AllBehaviours {
		of *= float64(len(e.Tasks))
	}
	return func(m stats.Maybe) stats.Maybe {
		v, ok := m.Get()
		if !ok {
			return m
		}
		return stats.Some(100 * v / of)
	}
}

// Success is the mean and standard deviation over trials of an arm's success in a task, in percent. The task may be
// bench.Worst or bench.AllBehaviours.
func (e Elsewhere) Success(arm, task string) stats.Summary {
	s, err := stats.Summarise(e.counts(arm, task))
	if err != nil {
		return stats.Summary{}
	}
	percent := e.percent(task)
	s.Mean, s.SD = percent(s.Mean), percent(s.SD)
	return s
}

// Family tests the comparisons of the design as those of the tabletop are tested (Design.Compare): by a paired t-test
// over trials, with p corrected by Holm.
func (e Elsewhere) Family() []Comparison {
	return family(e.Design().Comparisons, func(c bench.Comparison) Comparison {
		f := compared(c, e.counts(c.Arm, c.Behaviour), e.counts(c.Against, c.Behaviour), e.percent(c.Behaviour))
		f.Success, f.Baseline = e.Success(c.Arm, c.Behaviour), e.Success(c.Against, c.Behaviour)
		return f
	})
}
