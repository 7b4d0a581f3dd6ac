package recordtest

import (
	"counterpoise/bench"
	"counterpoise/bench/record"
	"counterpoise/internal/seed"
	"counterpoise/scenes"
)

// Successes returns how many of 100 rollouts of a behaviour succeed under an arm in a trial.
type Successes func(task, behaviour, arm string, trial int) int

// Varied returns Successes around 50: plus the level of "task arm" or of "arm" in every behaviour, plus a deviation
// from -4 to 4 that depends on task, behaviour, arm and trial, so that paired differences have a spread.
func Varied(levels map[string]int) Successes {
	return func(task, behaviour, arm string, trial int) int {
		deviation := seed.Of("wobble", task, behaviour, arm, trial).Rand().IntN(9) - 4
		level, ok := levels[task+" "+arm]
		if !ok {
			level = levels[arm]
		}
		return 50 + level + deviation
	}
}

// RecordsOf returns the records of every arm of experiments, in some trials of 100 rollouts.
func RecordsOf(w Successes, trials int, experiments ...string) Records {
	s := Records{}
	for _, name := range experiments {
		e, err := bench.Experiments.Get(name)
		if err != nil {
			panic(err)
		}
		p := bench.Plan{Name: name, Experiments: []bench.Experiment{e}, Size: Size(trials)}
		for _, d := range e.Designs {
			for _, a := range d.Arms {
				for trial := range trials {
					c := p.Cell(e, d, a, trial)
					s[c.Hash()] = play(c, d.Task, a, trial, w)
				}
			}
		}
	}
	return s
}

// Size is the size of the plans whose records RecordsOf makes.
func Size(trials int) record.Size {
	return record.Size{Trials: trials, Rollouts: 100, Steps: 10, Seed: 1, Policy: bench.StatePolicy}
}

// play returns the record of a cell. A rollout that succeeds does so at step 90 of 360.
func play(c record.Cell, task string, a bench.Arm, trial int, w Successes) record.Record {
	r := record.Record{Cell: c, Data: record.Data{Hash: "feed"}, Training: record.Training{Backend: "a test"}}
	name := scenes.TaskName(task) // without knobs
	for _, b := range map[string][]string{"picking": {"left", "middle", "right"},
		"opening": {"slider", "drawer"}}[name] {
		o := record.Outcomes{Behaviour: b, Horizon: 360, Steps: make([]int, 100)}
		for i := range max(0, min(100, w(name, b, a.Name, trial))) {
			o.Steps[i] = 90
		}
		r.Rollouts = append(r.Rollouts, o)
	}
	return r
}
