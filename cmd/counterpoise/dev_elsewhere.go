package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"counterpoise/internal/budget"
	"counterpoise/internal/durable"
	"counterpoise/results/decide"
)

const elsewhereAbout = `
elsewhere tells whether findings of the tabletop hold in Meta-World, whose physics, tasks and experts are others'. With
--from it adds the results of bench/elsewhere.sh to DIR/rollouts.csv, a row for each policy and task. From that it
writes elsewhere.md: the claims that were named beforehand, judged at the numbers of trials that were named beforehand,
and what every arm adds.`

func init() { registerDev(program.elsewhere) }

// elsewhere is the command that judges the claims in another simulator (package decide).
func (p program) elsewhere() *cobra.Command {
	from := ""
	c := &cobra.Command{
		Use:     "elsewhere DIR",
		Short:   "Tell whether findings hold in Meta-World",
		Long:    elsewhereAbout,
		Example: p.named("  NAME dev elsewhere results/elsewhere --from out/elsewhere"),
		Args:    oneArgument("a folder for rollouts and page"),
		RunE:    func(_ *cobra.Command, args []string) error { return p.judgeElsewhere(args[0], from) },
	}
	c.Flags().StringVar(&from, "from", "", "`DIR` of bench/elsewhere.sh, whose results are read first")
	return c
}

// judgeElsewhere reads results, if asked for, and writes the page.
func (p program) judgeElsewhere(dir, from string) error {
	path := filepath.Join(dir, "rollouts.csv")
	var rows []decide.RolledOut
	b, err := budget.New(0).ReadFile(path)
	switch {
	case errors.Is(err, os.ErrNotExist) && from == "":
		return fmt.Errorf("%s has no rollouts.csv: --from DIR reads what bench/elsewhere.sh has made in DIR", dir)
	case err == nil:
		if rows, err = decide.ReadRolledOut(bytes.NewReader(b)); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
	case !errors.Is(err, os.ErrNotExist):
		return err
	}
	if from != "" {
		more, err := rolledOutIn(from)
		if err != nil {
			return err
		}
		rows = decide.MergeRolledOut(rows, more)
		var b bytes.Buffer
		if err := decide.WriteRolledOut(&b, rows); err != nil {
			return err
		}
		if err := durable.MkdirAll(dir); err != nil {
			return err
		}
		if err := durable.WriteFile(path, b.Bytes()); err != nil {
			return err
		}
	}
	return p.writePageOf(dir, "elsewhere.md", decide.ElsewherePage(decide.ElsewhereOf(rows)))
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
			files, err := filepath.Glob(filepath.Join(trial, resultsFolder, armFolder(arm, trial), "seed-0", "*",
				"eval_info.json"))
			if err != nil {
				return nil, err
			}
			for _, file := range files {
				var r tryResult
				if err := budget.New(0).ReadJSON(file, &r); err != nil {
					return nil, err
				}
				one := decide.RolledOut{Style: filepath.Base(filepath.Dir(trial)), Trial: n, Arm: arm,
					Task: filepath.Base(filepath.Dir(file)), Rollouts: len(r.Episodes)}
				for _, e := range r.Episodes {
					if e.Success {
						one.Successes++
					}
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
