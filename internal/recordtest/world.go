package recordtest

import (
	"counterpoise/bench"
	"counterpoise/internal/seed"
)

// World says how many of 100 rollouts succeed of a behaviour under an arm in a trial.
type World func(task, behaviour, arm string, trial int) int

// Around is a World in which arms differ by what they are given, in every behaviour, and pairs by some points.
func Around(levels map[string]int) World {
	return func(task, behaviour, arm string, trial int) int {
		wobble := seed.Of("wobble", task, behaviour, arm, trial).Rand().IntN(9) - 4
		level, ok := levels[task+" "+arm]
		if !ok {
			level = levels[arm]
		}
		return 50 + level + wobble
	}
}

// Made is records of a World: every arm of the experiments, in some trials.
func Made(w World, trials int, experiments ...string) Shelf {
	s := Shelf{}
	for _, name := range experiments {
		e, err := bench.Experiments.Get(name)
		if err != nil {
			panic(err)
		}
		p := bench.Plan{Name: name, Experiments: []bench.Experiment{e}, Size: MadeSize(trials)}
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

func MadeSize(trials int) bench.Size {
	return bench.Size{Trials: trials, Rollouts: 100, Steps: 10, Seed: 1, Policy: bench.StatePolicy}
}

func play(c bench.Cell, task string, a bench.Arm, trial int, w World) bench.Record {
	r := bench.Record{Cell: c, Data: bench.Data{Hash: "feed"}, Training: bench.Training{Backend: "a test"}}
	for _, b := range map[string][]string{"picking": {"left", "middle", "right"},
		"opening": {"slider", "drawer"}}[task] {
		o := bench.Outcomes{Behaviour: b, Horizon: 360, Steps: make([]int, 100)}
		for i := range max(0, min(100, w(task, b, a.Name, trial))) {
			o.Steps[i] = 90
		}
		r.Rollouts = append(r.Rollouts, o)
	}
	return r
}
