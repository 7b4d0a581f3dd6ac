package run

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"counterpoise/bench"
	"counterpoise/bench/definition"
	"counterpoise/bench/record"
	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/internal/shell"
	"counterpoise/policies/weightfile"
	"counterpoise/results/inputs"
)

// runnableOrFile checks the arguments of a command that takes what to run: a profile, an experiment, or a file.
func (p program) runnableOrFile() cobra.PositionalArgs {
	byName := p.OneOf("what", runnable, func(*cobra.Command) string {
		return p.Name + " run --help shows the profiles, and " + p.Name + " list experiments the experiments"
	})
	return func(c *cobra.Command, args []string) error {
		if len(args) == 1 && isDefinition(args[0]) {
			return nil
		}
		return byName(c, args)
	}
}

// isDefinition reports whether an argument names the file of an experiment.
func isDefinition(name string) bool { return strings.HasSuffix(name, definition.Extension) }

// planWithOutside returns the plan that a command line describes, and the program with the experiments and weights from
// outside that the plan needs. The caller releases them.
func (p program) planWithOutside(c *cobra.Command, what string, o runFlags) (_ program, plan bench.Plan, err error) {
	if p.Program, err = p.WithKept(o.out); err != nil {
		return p, plan, err
	}
	defer func() {
		if err != nil {
			p.Outside.Release()
		}
	}()
	name, file := what, func(*record.Size) {}
	if isDefinition(what) {
		d, err := p.Outside.Define(what)
		if err != nil {
			return p, plan, cli.Misuse{Err: fmt.Errorf("experiment: %w", err)}
		}
		name, file = d.Experiment.Name, d.Adjust
	}
	if plan, err = planned(c, name, file, o); err != nil {
		return p, plan, err
	}
	plan = p.Outside.Locate([]bench.Plan{plan})[0]
	if len(o.weights) > 0 {
		err = p.addWeights(c.Context(), &plan, o)
	}
	return p, plan, err
}

// addWeights reads the files of weights, and adds the experiments to a plan that they are about.
func (p program) addWeights(ctx context.Context, plan *bench.Plan, o runFlags) error {
	all, err := weightfile.Read(o.weights...)
	if err != nil {
		return cli.Misuse{Err: err}
	}
	progress, end := cli.Counter(p.Err, "datasets listed, to check the weights")
	err = p.Outside.List(ctx, *plan, o.workers, progress)
	end()
	if err != nil {
		return err
	}
	notes, err := p.Outside.Weigh(plan, all)
	for _, n := range notes {
		fmt.Fprintln(p.Err, n)
	}
	if foreign := new(inputs.ForeignError); errors.As(err, &foreign) {
		err = fmt.Errorf("%w: %s demos pools %s with the same flags writes these, with their digests", err, p.Name,
			argument(*plan))
	}
	if err != nil {
		return cli.Misuse{Err: err}
	}
	plan.Weights = o.weights
	return nil
}

// argument is what run and slurm take for a plan, as a shell takes it: the name, or the file of an experiment that is
// not the program's own.
func argument(plan bench.Plan) string { return shell.Quote(cmp.Or(plan.File, plan.Name)) }
