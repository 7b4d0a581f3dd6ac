package run

import (
	"errors"
	"fmt"
	"time"

	"counterpoise/bench"
	"counterpoise/bench/cost"
	"counterpoise/bench/record"
	"counterpoise/bench/runner"
	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/cmd/counterpoise/shared"
	"counterpoise/internal/wording"
	"counterpoise/results/store"
)

// dry prints what a plan is expected to take, and how the missing policies would be divided into tasks.
func (p program) dry(plan bench.Plan, a slurmFlags) error {
	cells := plan.Cells()
	missing := cells
	switch made, err := store.Read(a.out); {
	case err == nil:
		missing = runner.Missing(cells, made)
	case !errors.Is(err, store.ErrNoRecords):
		return err
	}
	all, err := cost.Total(cells)
	if err != nil {
		return err
	}
	untrained, err := shared.ChanceCost(cells)
	if err != nil {
		return err
	}
	fmt.Fprintf(p.Out, "%s: %d policies, %s, %s of records\n%s", plan.Name, len(cells), cli.Took(all.Seconds),
		cli.Size(all.Bytes), untrained)
	tasks, err := a.array.Pack(missing)
	if err != nil || len(missing) == 0 {
		return err
	}
	text, err := a.describe(missing, tasks)
	fmt.Fprintf(p.Out, "%s", text)
	return err
}

// describe is two lines on tasks: their number, core time in all and the time of the longest, and what each asks for.
func (a slurmFlags) describe(cells []record.Cell, tasks [][]record.Cell) (string, error) {
	all, err := cost.Total(cells)
	if err != nil {
		return "", err
	}
	longest, err := a.array.Longest(tasks)
	if err != nil {
		return "", err
	}
	asked, err := a.array.Request(tasks)
	return fmt.Sprintf("to make: %d policies in %s, %d at a time in each: %s, the longest task about %v\n"+
		"each task asks for %s with %d MiB each and for %s at most\n",
		len(cells), wording.Plural(len(tasks), "task"), a.workers, cli.Took(all.Seconds), longest.Round(time.Second),
		wording.Plural(asked.Cores, "core"), asked.Memory, wording.Plural(asked.Minutes, "minute")), err
}
