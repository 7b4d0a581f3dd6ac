package shared

import (
	"context"
	"fmt"
	"time"

	"counterpoise/bench/cost"
	"counterpoise/bench/record"
	"counterpoise/bench/runner"
	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/internal/wording"
	"counterpoise/results/store"
	"counterpoise/scenes"
)

// CountOf is "1 policy" or "3 policies".
func CountOf(policies int) string {
	if policies == 1 {
		return "1 policy"
	}
	return fmt.Sprintf("%d policies", policies)
}

// Complete makes the missing records of some cells, workers at a time, and shows the progress. After Ctrl-C it says
// how many records are safe.
func (p Program) Complete(ctx context.Context, name string, cells []record.Cell, store *store.Store,
	workers int) error {
	missing := runner.Missing(cells, store)
	if len(missing) == 0 {
		return nil
	}
	done := len(cells) - len(missing)
	if err := p.Outside.Missing(missing); err != nil {
		return cli.Misuse{Err: err}
	}
	if err := checkMemory(missing, workers); err != nil {
		return err
	}
	fmt.Fprintf(p.Err, "%s: %s to train and test, %d done; %d at a time\n", name, CountOf(len(cells)), done, workers)
	if err := p.printEstimate(missing, workers); err != nil {
		return err
	}
	watch := cli.NewRunProgress(p.Err, len(cells), done)
	err := runner.Run(ctx, cells, store, p.RecordMaker(workers), workers, watch)
	watch.Close()
	if err != nil && ctx.Err() != nil {
		done = len(cells) - len(runner.Missing(cells, store))
		fmt.Fprintf(p.Err, "stopped; %d of %d records are safe in %s. Go on with:\n  %s\n",
			done, len(cells), store.Path(), p.CommandLine())
		return cli.ErrStopped
	}
	return err
}

// printEstimate prints what the missing cells are expected to take: rollouts, core time, time with the workers,
// bytes.
func (p Program) printEstimate(missing []record.Cell, workers int) error {
	all, err := cost.Total(missing)
	if err != nil {
		return err
	}
	wall, err := cost.Wall(missing, workers)
	if err != nil {
		return err
	}
	rollouts := 0
	for _, c := range missing {
		task, err := scenes.ParseTask(c.Task)
		if err != nil {
			return err
		}
		rollouts += c.Rollouts * len(task.Behaviours())
	}
	duration := time.Duration(wall * float64(time.Second)).Round(time.Second)
	fmt.Fprintf(p.Err, "%s; expected: %s, %v with %s, %s of records\n", wording.Plural(rollouts, "rollout"),
		cli.Took(all.Seconds), duration, wording.Plural(workers, "worker"), cli.Size(all.Bytes))
	text, err := ChanceCost(missing)
	fmt.Fprint(p.Err, text)
	return err
}

// ChanceCost is a line on what the untrained policies among some cells are expected to take; empty where there is none.
func ChanceCost(cells []record.Cell) (string, error) {
	var untrained []record.Cell
	for _, c := range cells {
		if c.Untrained() {
			untrained = append(untrained, c)
		}
	}
	if len(untrained) == 0 {
		return "", nil
	}
	cost, err := cost.Total(untrained)
	return fmt.Sprintf("of these %d untrained, for the row chance of the tables: %s (--chance=false leaves them out)\n",
		len(untrained), cli.Took(cost.Seconds)), err
}
