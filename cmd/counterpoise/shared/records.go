package shared

import (
	"errors"
	"fmt"

	"counterpoise/bench/record"
	"counterpoise/bench/runner"
	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/internal/shell"
	"counterpoise/results/frame"
	"counterpoise/results/inputs"
	"counterpoise/results/store"
	"counterpoise/scenes"
)

// OutFolder is where commands write that are not told where.
const OutFolder = "out"

// RecordMaker returns what makes the records of a run, with the weights that are at hand. It says on p.err what goes
// wrong and changes no record.
func (p Program) RecordMaker(workers int) runner.CellRunner {
	r := p.CellRunner(workers)
	if u, ok := r.(runner.WeightsUser); ok {
		u.UseWeights(p.Outside.Weights())
	}
	if u, ok := r.(runner.DatasetUser); ok {
		u.UseDatasets(p.Datasets)
	}
	if n, ok := r.(runner.Noticer); ok {
		n.UseNotices(func(text string) { fmt.Fprintf(p.Err, "counterpoise: %s\n", text) })
	}
	return r
}

// WithKept returns the program with the experiments and weights that a folder of records keeps. The caller releases
// them.
func (p Program) WithKept(dir string) (_ Program, err error) {
	p.Outside, err = inputs.Read(dir)
	return p, err
}

// Frames returns what the records of a folder show, with successes counted by an oracle. Notes name the records that
// are left out.
func (p Program) Frames(s *store.Store, oracle scenes.Oracle) (frames []frame.Frame, notes []string) {
	asked, err := s.Plans()
	plans, notes := frame.Plans(s.Records(), asked...)
	if err != nil {
		notes = append(notes, err.Error())
	}
	for i := range plans {
		plans[i].Oracle = oracle
	}
	return frame.Frames(p.Outside.Locate(plans), s), notes
}

// Read reads the records of a folder. For a folder without records, the error has the command that makes them: a run of
// a profile.
func (p Program) Read(dir, profile string) (*store.Store, error) {
	if cli.IsFile(dir) {
		return nil, fmt.Errorf("%s is a file; give the folder of its records", dir)
	}
	s, err := store.Read(dir)
	if errors.Is(err, store.ErrNoRecords) {
		return nil, fmt.Errorf("%w: make some with %s run %s --out %s", err, p.Name, profile, shell.Quote(dir))
	}
	return s, err
}

// Records returns the records of several folders. Of two records of one cell the first counts. Damaged lines are
// reported and skipped.
func (p Program) Records(dirs []string) (all []record.Record, err error) {
	seen := map[string]bool{}
	for _, dir := range dirs {
		store, err := p.Read(dir, cli.MainProfile)
		if err != nil {
			return nil, err
		}
		for _, d := range store.Damage {
			fmt.Fprintf(p.Err, "counterpoise: %s\n", d)
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
