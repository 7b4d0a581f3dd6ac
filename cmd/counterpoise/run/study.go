//go:build !nostudy

package run

import (
	"fmt"
	"slices"

	"counterpoise/bench"
	"counterpoise/bench/record"
	"counterpoise/results/frame"
	"counterpoise/results/store"
	_ "counterpoise/results/study" // links the study
	"counterpoise/results/study/claims"
	"counterpoise/results/study/twobytwo"
	"counterpoise/scenes"
)

// What the program does with the study, besides the commands of claims.go and freeze.go: its experiments and profiles
// come with the package bench/study. nostudy.go stands in its place in a program without the study (-tags nostudy).

// styles reads the records of a folder that are of two-by-two. Others are an error, since the flag was given for them.
func (p program) styles(dir string, oracle scenes.Oracle) ([]frame.Frame, error) {
	s, err := p.Read(dir, twobytwo.Experiment)
	if err != nil {
		return nil, err
	}
	frames, _ := p.Frames(s, oracle)
	if !slices.ContainsFunc(frames, func(f frame.Frame) bool {
		return len(twobytwo.Maps(twobytwo.Experiment, f)) > 0
	}) {
		return nil, fmt.Errorf("--two-by-two: %s has no records of %s; make some with "+
			"%s run %s --out DIR", dir, twobytwo.Experiment, p.Name, twobytwo.Experiment)
	}
	return frames, nil
}

// toNextLook returns the cells of a plan with each experiment run to its next look, says which that is, and gives the
// plan the most trials of them.
func (p program) toNextLook(plan *bench.Plan, store *store.Store) (cells []record.Cell, err error) {
	looks := claims.NextLooks(*plan, store)
	plan.Size.Trials, plan.AtLooks = 0, true
	for _, x := range looks {
		fmt.Fprintf(p.Err, "%s: to %d trials: %s\n", x.Experiment.Name, x.Look, x.Why)
		plan.Size.Trials = max(plan.Size.Trials, x.Look)
	}
	seen := map[string]bool{}
	for _, one := range claims.Extended(*plan, looks) {
		for _, c := range one.Cells() {
			if h := c.Hash(); !seen[h] {
				seen[h] = true
				cells = append(cells, c)
			}
		}
	}
	return cells, nil
}
