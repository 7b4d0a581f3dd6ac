package stats

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"counterpoise/bench/record"
	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/cmd/counterpoise/shared"
	"counterpoise/results/comparison"
	"counterpoise/results/frame"
	"counterpoise/results/store"
	"counterpoise/scenes"
	"counterpoise/stats/table"
)

// recordsFlags say what a subcommand of stats takes of a folder of records.
type recordsFlags struct {
	design string // EXPERIMENT-TASK; empty where the user names none
	oracle string // by which successes are counted
}

// flags adds the flags.
func (r *recordsFlags) flags(f *pflag.FlagSet) {
	f.StringVar(&r.design, "design", "", "`EXPERIMENT-TASK` of a folder of records, as in e6-picking")
	shared.OracleFlag(f, &r.oracle)
}

// onlyOfRecords is the misuse of these flags with results that are no folder of records.
func onlyOfRecords(c *cobra.Command, what string) error {
	return cli.Foreign(c, "is of a folder of records, and "+what+" is none", "design", "oracle")
}

// recorded returns the designs of a folder that have records, under the oracle, with their names. What the folder keeps
// of experiments from outside is known until the caller releases it.
func (p program) recorded(dir string, records *store.Store, oracle scenes.Oracle) (
	designs []frame.Design, names []string, release func(), err error,
) {
	with, err := p.WithKept(dir)
	if err != nil {
		return nil, nil, nil, err
	}
	frames, _ := with.Frames(records, oracle)
	for _, f := range frames {
		for _, d := range f.Designs {
			if len(d.Behaviours()) == 0 {
				continue // the experiment has records on other tasks alone
			}
			designs = append(designs, d)
			if !slices.Contains(names, d.Name()) {
				names = append(names, d.Name())
			}
		}
	}
	return designs, names, with.Outside.Release, nil
}

// sheet returns the records of a folder as a table, arms beside each other: those of the design that --design names, or
// of the only one that there is. Records of no experiment are taken all together. The sentence says by which oracle
// success is counted.
func (r *recordsFlags) sheet(p program, dir string, records *store.Store) (s table.Sheet, sentence string, err error) {
	oracle, err := shared.ChosenOracle(r.oracle)
	if err != nil {
		return s, "", err
	}
	designs, names, release, err := p.recorded(dir, records, oracle)
	if err != nil {
		return s, "", err
	}
	defer release()
	designs = slices.DeleteFunc(designs, func(d frame.Design) bool { return len(d.Arms) < 2 })
	names = slices.DeleteFunc(names, func(name string) bool {
		return !slices.ContainsFunc(designs, func(d frame.Design) bool { return d.Name() == name })
	})
	switch {
	case len(names) == 0 && r.design != "":
		return s, "", cli.Misused("%s has no records of an experiment of several arms: leave out --design", dir)
	case len(names) == 0:
		oracle, warning := record.CommonOracle(slices.Values(records.Records()), oracle)
		s, err = comparison.Records(dir, records.Records(), oracle)
		return s, cmp.Or(warning, "Success is by "+frame.OracleText(oracle)+"."), err
	case r.design != "" && !slices.Contains(names, r.design):
		return s, "", cli.Misused("--design must name one of the designs of %s: %s", dir, strings.Join(names, ", "))
	case r.design == "" && len(names) > 1:
		return s, "",
			cli.Misused("%s has several designs, which are compared one at a time: choose with --design one of "+
				"%s", dir, strings.Join(names, ", "))
	}
	name := cmp.Or(r.design, names[0])
	designs = frame.Together(slices.DeleteFunc(designs, func(d frame.Design) bool { return d.Name() != name }))
	s, err = comparison.Designs(dir, designs)
	success := cmp.Or(designs[0].OracleWarning, "Success is by "+frame.OracleText(designs[0].Oracle)+".")
	return s, fmt.Sprintf("The records are those of %s; methods are its arms. %s", name, success), err
}

// notRecords returns the misuse of a path that is read as results of other programs, and is a folder of records or one
// of its files: tables in such a folder are no results.
func (p program) notRecords(path string) error {
	if name := filepath.Base(path); strings.HasPrefix(name, "records.") && strings.HasSuffix(name, ".jsonl") &&
		cli.IsFile(path) {
		return cli.Misused("%s is a file of records: give its folder, %s", path, filepath.Dir(path))
	}
	if _, err := store.Read(path); !errors.Is(err, store.ErrNoRecords) {
		return cli.Misused("%s is a folder of records, of which stats takes one at a time, alone; %s compare A B "+
			"sets two side by side", path, p.Name)
	}
	return nil
}
