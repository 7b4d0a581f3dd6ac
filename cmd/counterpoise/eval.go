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
	"counterpoise/internal/shell"
	"counterpoise/internal/wording"
	"counterpoise/policies"
	"counterpoise/policies/backend"
	"counterpoise/results/findings"
	"counterpoise/results/store"
	"counterpoise/scenes"
	"counterpoise/stats"
)

const evalAbout = `
eval rolls out a policy that train has kept, and shows how often it succeeds at each behaviour of a task, with
Wilson's 95 % intervals; how often it showed the wrong behaviour, and neither; and the success of untrained policies
of the same architecture, where the folder of --records holds it, with its upper 95 % bound.

A success is one that the gripper earned: at least 80 % of the way that the drawer, the door or the block has come was
made with a finger in contact. With --oracle calvin it is one by CALVIN's thresholds, whatever moved the
part. Both oracles judge the same rollouts.

Rollout n of a behaviour starts from the same state for every policy with the same seed: that of trial 0 of a run
with this seed, or of the trial that --trial names. The number of workers changes no outcome. Policies that observe
pictures get those of the renderer in pure Go. Nothing is written.

Policies act on the Go backend, as in experiments; --device chooses another, with the same outcomes but where rounding
decides one.`

const evalExamples = `  NAME eval out/policy --task picking
  NAME eval out/left --task picking --rollouts 100 --seed 7
  NAME eval out/left --task picking:Yaw=90`

func init() { register(program.eval) }

// eval is the command that rolls out a policy's file (runner.Evaluate).
func (p program) eval() *cobra.Command {
	e := runner.Evaluation{Rollouts: 50, Seed: bench.Study.Size.Seed, Workers: runtime.NumCPU()}
	var show evalFlags
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
	f.IntVar(&e.Rollouts, "rollouts", e.Rollouts, "`N` rollouts of each behaviour")
	f.Uint64Var(&e.Seed, "seed", e.Seed, "seed `N` of the states that rollouts start from")
	f.IntVar(&e.Trial, "trial", 0, "trial `N` whose states they are")
	f.IntVar(&e.Workers, "workers", e.Workers, "`N` portions of rollouts at a time; changes no result")
	device := string(backend.GoCPU) // on which policies act in experiments
	deviceFlag(f, &device, "computes the policy's actions")
	f.StringVar(&show.records, "records", defaults().out, "`DIR` whose records may have the chance level")
	oracleFlag(f, &show.oracle)
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
		var err error
		if e.Task, err = scenes.CanonicalTask(e.Task); err != nil { // as records name it
			return misuse{err}
		}
		if err := chosen("oracle", show.oracle, scenes.Oracles()); err != nil {
			return err
		}
		if err := chosen("device", device, devices()); err != nil {
			return err
		}
		defer backend.UseForActing(backend.GoCPU)
		if err := p.explain(device, backend.UseForActing(backend.Device(device))); err != nil {
			return err
		}
		return p.evaluate(c.Context(), args[0], e, show)
	}
	return c
}

// evalFlags are the values of eval's flags that change no rollout.
type evalFlags struct {
	records string // folder
	oracle  string // by which successes are counted
}

// evaluate rolls out the policy of a file and prints how often it succeeded.
func (p program) evaluate(ctx context.Context, path string, e runner.Evaluation, show evalFlags) error {
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
	oracle := scenes.Oracle(show.oracle)
	chance, note := p.chanceOf(policy, e.Task, show.records, oracle)
	if err := p.printSuccess(outcomes, chance, oracle); err != nil {
		return err
	}
	fmt.Fprintln(p.out, note)
	if note := nonFiniteText(outcomes); note != "" {
		fmt.Fprintln(p.out, note)
	}
	return nil
}

// nonFiniteText says how many rollouts an action that was not finite has ended; it is empty where none was.
func nonFiniteText(outcomes []bench.Outcomes) string {
	n, all := 0, 0
	for _, o := range outcomes {
		n, all = n+o.NonFiniteRollouts(), all+len(o.Steps)
	}
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("%d of %s ended at an action that was not finite: the policy's weights have diverged", n,
		wording.Plural(all, "rollout"))
}

// printSuccess prints how each behaviour ended by an oracle: successes with their interval, the wrong behaviour,
// neither, the median time to success, and the chance level.
func (p program) printSuccess(outcomes []bench.Outcomes, chance findings.Chance, oracle scenes.Oracle) error {
	w := tabwriter.NewWriter(p.out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "behaviour\tsucceeded\trate\t95 % interval\twrong\tneither\tmedian time\tchance")
	for _, o := range outcomes {
		n, _ := o.Count(oracle) // the rollouts of this program have the verdicts of both oracles
		s, err := stats.Wilson(n.Right, len(o.Steps), 0.95)
		if err != nil {
			return err
		}
		time, level := "-", "-"
		if steps, ok := o.MedianSteps(oracle); ok {
			time = fmt.Sprintf("%.1f s", steps/scenes.ControlRate)
		}
		if c, ok := chance.Of(o.Behaviour); ok {
			level = fmt.Sprintf("%.1f %% (≤ %.1f)", 100*c.Success.Estimate, 100*c.Success.Upper)
		}
		percent := func(k int) float64 { return 100 * float64(k) / float64(s.N) }
		fmt.Fprintf(w, "%s\t%d of %d\t%.1f %%\t%.1f to %.1f %%\t%.1f %%\t%.1f %%\t%s\t%s\n", o.Behaviour, s.K, s.N,
			100*s.Estimate, 100*s.CI.Low.Or(0), 100*s.CI.High.Or(1), percent(n.Wrong), percent(n.Neither), time, level)
	}
	return w.Flush()
}

// chanceOf returns the chance level of a policy's architecture on a task as the records of a folder have it, and a line
// that says what it rests on, or how to measure it. A chance level of any seed counts, since it is a rate over
// initialisations; where there are several, the smallest seed's.
func (p program) chanceOf(policy policies.Policy, task, dir string, oracle scenes.Oracle) (findings.Chance, string) {
	neural, ok := policy.(*policies.Neural)
	if !ok {
		return findings.Chance{}, "success by " + findings.OracleText(oracle) +
			"; a policy without a network has no chance level"
	}
	of, level := bench.PolicyOf(neural.Config()), bench.ChanceLevel{Task: task}
	var records []bench.Record
	if s, err := store.Read(dir); err == nil {
		records = findings.ChanceRecords(s.Records(), of, level)
	}
	c := findings.ChanceOf(level, records, oracle)
	if _, ok := c.Of(firstBehaviour(c)); ok {
		return c, fmt.Sprintf("success by %s; chance: %s without training, in brackets the upper 95 %% bound (%s)",
			findings.OracleText(oracle), wording.Plural(c.Recorded, "initialisation"), dir)
	}
	missing := fmt.Sprintf("success by %s; chance of %s is not recorded in %s", findings.OracleText(oracle), task, dir)
	experiment, ok := bench.ExperimentOfChance(level)
	if !ok {
		return findings.Chance{}, missing + ", and no experiment has these knobs"
	}
	return findings.Chance{}, fmt.Sprintf("%s: %s run %s --policy %s --out %s measures it", missing, p.name, experiment,
		of, shell.Quote(dir))
}

// firstBehaviour is the first behaviour of a chance level; empty without records.
func firstBehaviour(c findings.Chance) string {
	if len(c.Behaviours) == 0 {
		return ""
	}
	return c.Behaviours[0].Behaviour
}
