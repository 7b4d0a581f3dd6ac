package main

import (
	"counterpoise/bench/record"
	"counterpoise/bench/runner"
	"counterpoise/internal/shell"
	"counterpoise/results/frame"
	"counterpoise/results/inputs"
	"counterpoise/results/store"
	"counterpoise/scenes"
	"errors"
	"fmt"
)

// outFolder is where commands write that are not told where.
const outFolder = "out"

// recordMaker returns what makes the records of a run, with the weights that are at hand. It says on p.err what goes
// wrong and changes no record.
func (p program) recordMaker(workers int) runner.CellRunner {
	r := p.cellRunner(workers)
	if u, ok := r.(runner.WeightsUser); ok {
		u.UseWeights(p.outside.Weights())
	}
	if u, ok := r.(runner.DatasetUser); ok {
		u.UseDatasets(p.datasets)
	}
	if n, ok := r.(runner.Noticer); ok {
		n.UseNotices(func(text string) { fmt.Fprintf(p.err, "counterpoise: %s\n", text) })
	}
	return r
}

// withKept returns the program with the experiments and weights that a folder of records keeps. The caller releases
// them.
func (p program) withKept(dir string) (_ program, err error) {
	p.outside, err = inputs.Read(dir)
	return p, err
}

// frames returns what the records of a folder show, with successes counted by an oracle. Notes name the records that
// are left out.
func (p program) frames(s *store.Store, oracle scenes.Oracle) (frames []frame.Frame, notes []string) {
	asked, err := s.Plans()
	plans, notes := frame.Plans(s.Records(), asked...)
	if err != nil {
		notes = append(notes, err.Error())
	}
	for i := range plans {
		plans[i].Oracle = oracle
	}
	return frame.Frames(p.outside.Locate(plans), s), notes
}

// read reads the records of a folder. For a folder without records, the error has the command that makes them: a run of
// a profile.
func (p program) read(dir, profile string) (*store.Store, error) {
	if isFile(dir) {
		return nil, fmt.Errorf("%s is a file; give the folder of its records", dir)
	}
	s, err := store.Read(dir)
	if errors.Is(err, store.ErrNoRecords) {
		return nil, fmt.Errorf("%w: make some with %s run %s --out %s", err, p.name, profile, shell.Quote(dir))
	}
	return s, err
}

// records returns the records of several folders. Of two records of one cell the first counts. Damaged lines are
// reported and skipped.
func (p program) records(dirs []string) (all []record.Record, err error) {
	seen := map[string]bool{}
	for _, dir := range dirs {
		store, err := p.read(dir, mainProfile)
		if err != nil {
			return nil, err
		}
		for _, d := range store.Damage {
			fmt.Fprintf(p.err, "counterpoise: %s\n", d)
		}
		for _, r := range store.Records() {
			if h := r.Cell.Hash(); !seen[h] {
				seen[h] = true
				all = append(all, r)
			}
		}
	}
	return all, nil
}
