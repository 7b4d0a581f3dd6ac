package advise

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/cmd/counterpoise/environment"
	"counterpoise/internal/budget"
	"counterpoise/internal/durable"
	"counterpoise/results/decide"
)

const elsewhereAbout = `
elsewhere tells whether findings of the tabletop hold in Meta-World, whose physics, tasks and experts are others'. With
--from it adds the results of bench/elsewhere.sh to DIR/rollouts.csv, a row for each policy and task. From that it
writes elsewhere.md: the claims that were named beforehand, judged at the numbers of trials that were named beforehand,
and what every arm adds. What --imbalance adds to imbalance.csv, of bench/imbalance.sh, is judged in imbalance.md.`

func init() { registerBelow("dev", program.elsewhere) }

// elsewhere is the command that judges the claims in another simulator (package decide).
func (p program) elsewhere() *cobra.Command {
	from, imbalance := "", ""
	c := &cobra.Command{
		Use:     "elsewhere DIR",
		Short:   "Tell whether findings hold in Meta-World",
		Long:    elsewhereAbout,
		Example: p.Named("  NAME dev elsewhere results/elsewhere --from out/elsewhere"),
		Args:    cli.OneArgument("a folder for rollouts and page"),
		RunE: func(_ *cobra.Command, args []string) error {
			return p.judgeElsewhere(args[0], from, imbalance)
		},
	}
	c.Flags().StringVar(&from, "from", "", "`DIR` of bench/elsewhere.sh, whose results are read first")
	c.Flags().StringVar(&imbalance, "imbalance", "", "`DIR` of bench/imbalance.sh, whose results are read first")
	return c
}

// judgeElsewhere reads results, if asked for, and writes the pages.
func (p program) judgeElsewhere(dir, from, imbalance string) error {
	path := filepath.Join(dir, "rollouts.csv")
	rows, err := addedTo(path, from, decide.ReadRolledOut, rolledOutIn, decide.MergeRolledOut, decide.WriteRolledOut)
	if err != nil {
		return err
	}
	counts := filepath.Join(dir, "imbalance.csv")
	counted, err := addedTo(counts, imbalance, decide.ReadCounted, countedIn, decide.MergeCounted, decide.WriteCounted)
	switch {
	case err != nil:
		return err
	case rows == nil && counted == nil:
		return fmt.Errorf("%s has no rollouts.csv: --from DIR reads what bench/elsewhere.sh has made in DIR", dir)
	case rows != nil:
		err = p.writePageOf(dir, "elsewhere.md", decide.ElsewherePage(decide.ElsewhereOf(rows)))
	}
	if err == nil && counted != nil {
		err = p.writePageOf(dir, "imbalance.md", decide.ImbalancePage(decide.ImbalanceOf(counted)))
	}
	return err
}

// addedTo returns the rows of a file, none where it is not there. Where results of a run are to be added, these come
// first, and the file is written anew.
func addedTo[R any](path, from string, read func(io.Reader) ([]R, error), made func(string) ([]R, error),
	merge func(rows, more []R) []R, write func(io.Writer, []R) error) (rows []R, err error) {
	b, err := budget.New(0).ReadFile(path)
	if err == nil {
		if rows, err = read(bytes.NewReader(b)); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
	}
	if err != nil && !errors.Is(err, os.ErrNotExist) || from == "" {
		return rows, unlessMissing(err)
	}
	more, err := made(from)
	if err != nil {
		return nil, err
	}
	rows = merge(rows, more)
	var out bytes.Buffer
	if err := write(&out, rows); err != nil {
		return nil, err
	}
	if err := durable.MkdirAll(filepath.Dir(path)); err != nil {
		return nil, err
	}
	return rows, durable.WriteFile(path, out.Bytes())
}

// unlessMissing is an error, but for that of a file that is not there.
func unlessMissing(err error) error {
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	return err
}

// rolledOutIn reads the results of the datasets that are complete: DIR/STYLE/trial-N/results/ARM/seed-0/TASK.
func rolledOutIn(dir string) (all []decide.RolledOut, err error) {
	whole, err := filepath.Glob(filepath.Join(dir, "*", "trial-*", "done"))
	if err != nil {
		return nil, err
	}
	for _, done := range whole {
		trial := filepath.Dir(done)
		n, err := strconv.Atoi(strings.TrimPrefix(filepath.Base(trial), "trial-"))
		if err != nil {
			return nil, fmt.Errorf("%s: no number of a trial", trial)
		}
		for _, arm := range decide.ElsewhereArms {
			files, err := filepath.Glob(filepath.Join(trial, environment.Results, armFolder(arm, trial), "seed-0", "*",
				"eval_info.json"))
			if err != nil {
				return nil, err
			}
			for _, file := range files {
				one := decide.RolledOut{Style: filepath.Base(filepath.Dir(trial)), Trial: n, Arm: arm,
					Task: filepath.Base(filepath.Dir(file))}
				if one.Successes, one.Rollouts, err = environment.Succeeded(filepath.Dir(file)); err != nil {
					return nil, err
				}
				all = append(all, one)
			}
		}
	}
	if all == nil {
		return nil, fmt.Errorf("%s has no results of bench/elsewhere.sh", dir)
	}
	return all, nil
}

// armFolder is the folder of an arm's results: that of the bad ones left out is named by what is left out.
func armFolder(arm, trial string) string {
	if arm == decide.ElsewhereArms[1] {
		return arm + "-style-" + filepath.Base(filepath.Dir(trial))
	}
	return arm
}

// countedIn reads the results of the trials that are complete: DIR/trial-N/results/ARM/seed-0/TASK, and in counts.csv
// how many demonstrations of each task an arm has.
func countedIn(dir string) (all []decide.Counted, err error) {
	whole, err := filepath.Glob(filepath.Join(dir, "trial-*", "done"))
	if err != nil {
		return nil, err
	}
	for _, done := range whole {
		trial := filepath.Dir(done)
		n, err := strconv.Atoi(strings.TrimPrefix(filepath.Base(trial), "trial-"))
		if err != nil {
			return nil, fmt.Errorf("%s: no number of a trial", trial)
		}
		b, err := budget.New(0).ReadFile(filepath.Join(trial, "counts.csv"))
		if err != nil {
			return nil, err
		}
		counts, err := csv.NewReader(bytes.NewReader(b)).ReadAll()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", trial, err)
		}
		for _, row := range counts[1:] {
			one := decide.Counted{Trial: n, Arm: row[0], Task: row[1]}
			if one.Demonstrations, err = strconv.Atoi(row[2]); err != nil {
				return nil, fmt.Errorf("%s: %w", trial, err)
			}
			one.Successes, one.Rollouts, err = environment.Succeeded(filepath.Join(trial, environment.Results, one.Arm,
				"seed-0", one.Task))
			if err != nil {
				return nil, err
			}
			all = append(all, one)
		}
	}
	if all == nil {
		return nil, fmt.Errorf("%s has no results of bench/imbalance.sh", dir)
	}
	return all, nil
}
