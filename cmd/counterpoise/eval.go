package main

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"counterpoise/bench"
	"counterpoise/bench/runner"
	"counterpoise/policies"
	"counterpoise/scenes"
	"counterpoise/stats"
)

const evalAbout = `
eval rolls out a policy that train has kept, and shows how often it succeeds at each behaviour of a task, with
Wilson's 95 % intervals, and how often it shows another behaviour than the requested one, or neither.

A success is one that the gripper earned: at least 80 % of the way that the drawer, the door or the block has come was
made with a finger or the hand in contact. With --oracle calvin it is one by CALVIN's thresholds, whatever moved the
part. Both oracles judge the same rollouts.

Rollout n of a behaviour starts from the same state for every policy with the same seed: that of trial 0 of a run
with this seed, or of the trial that --trial names. The number of workers changes no outcome. Policies that observe
pictures get those of the renderer in pure Go. Nothing is written.`

const evalExamples = `  NAME eval out/policy --task picking
  NAME eval out/left --task picking --rollouts 100 --seed 7
  NAME eval out/left --task picking:Yaw=90`

func init() { register(program.eval) }

// eval is the command that rolls out a policy's file (runner.Evaluate).
func (p program) eval() *cobra.Command {
	e := runner.Evaluation{Rollouts: 50, Seed: bench.Study.Size.Seed, Workers: runtime.NumCPU()}
	oracle := string(scenes.Earned)
	c := &cobra.Command{
		Use:     "eval POLICY",
		Short:   "Roll a policy out and show how often it succeeds",
		Long:    evalAbout,
		Example: p.named(evalExamples),
		Args:    oneArgument("the file of one policy, as train keeps it"),
	}
	f := c.Flags()
	f.StringVar(&e.Task, "task", "",
		"`TASK` to try: "+strings.Join(scenes.Tasks.Names(), ", ")+"; with knobs, picking:Yaw=90")
	oracleFlag(f, &oracle)
	f.IntVar(&e.Rollouts, "rollouts", e.Rollouts, "`N` rollouts of each behaviour")
	f.Uint64Var(&e.Seed, "seed", e.Seed, "seed `N` of the states that rollouts start from")
	f.IntVar(&e.Trial, "trial", 0, "trial `N` whose states they are")
	f.IntVar(&e.Workers, "workers", e.Workers, "`N` portions of rollouts at a time; changes no result")
	c.RunE = func(c *cobra.Command, args []string) error {
		switch {
		case e.Task == "":
			return misused("eval needs the task: --task %s", strings.Join(scenes.Tasks.Names(), " or --task "))
		case e.Rollouts < 1:
			return misused("--rollouts must be 1 or more, not %d", e.Rollouts)
		case e.Trial < 0:
			return misused("--trial must be 0 or more, not %d", e.Trial)
		case e.Workers < 1:
			return misused("--workers must be 1 or more, not %d", e.Workers)
		}
		if err := chosen("task", scenes.TaskName(e.Task), scenes.Tasks.Names()); err != nil {
			return err
		}
		if _, err := scenes.ParseTask(e.Task); err != nil {
			return misuse{err}
		}
		if err := chosen("oracle", oracle, scenes.Oracles()); err != nil {
			return err
		}
		return p.evaluate(c.Context(), args[0], e, scenes.Oracle(oracle))
	}
	return c
}

// evaluate rolls out the policy of a file and prints how often it succeeded by an oracle.
func (p program) evaluate(ctx context.Context, path string, e runner.Evaluation, oracle scenes.Oracle) error {
	policy, err := policies.Load(path)
	if err != nil {
		return err
	}
	progress, end := counter(p.err, "rollouts")
	e.Progress = progress
	e.NewRenderer = newPictures
	outcomes, err := runner.Evaluate(ctx, policy, e)
	end()
	if ctx.Err() != nil {
		fmt.Fprintln(p.err, "stopped; eval keeps nothing")
		return errStopped
	}
	if err != nil {
		return err
	}
	return p.printSuccess(outcomes, oracle)
}

// printSuccess prints how often each behaviour succeeded by an oracle, with its interval, the median time to success,
// and how often another behaviour was shown, or neither.
func (p program) printSuccess(outcomes []bench.Outcomes, oracle scenes.Oracle) error {
	w := tabwriter.NewWriter(p.out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "behaviour\tsucceeded\trate\t95 % interval\tmedian time\twrong behaviour\tneither")
	for _, o := range outcomes {
		n, _ := o.Count(oracle) // rollouts of this program have both oracles
		s, err := stats.Wilson(n.Right, len(o.Steps), 0.95)
		if err != nil {
			return err
		}
		time := "-"
		if steps, ok := o.MedianSteps(oracle); ok {
			time = fmt.Sprintf("%.1f s", steps/scenes.ControlRate)
		}
		fmt.Fprintf(w, "%s\t%d of %d\t%.1f %%\t%.1f to %.1f %%\t%s\t%d\t%d\n", o.Behaviour, s.K, s.N,
			100*s.Estimate, 100*s.CI.Low.Or(0), 100*s.CI.High.Or(1), time, n.Wrong, n.Neither)
	}
	return w.Flush()
}
