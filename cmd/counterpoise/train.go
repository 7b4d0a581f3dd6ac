package main

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"counterpoise/bench"
	"counterpoise/bench/runner"
	"counterpoise/internal/seed"
	"counterpoise/policies"
	"counterpoise/policies/backend"
	"counterpoise/policies/balance"
	"counterpoise/policies/mixture"
	"counterpoise/scenes/demos"
)

const trainAbout = `train clones one policy and keeps it in a file, for eval and for whoever wants a policy without an experiment.

It learns from a dataset of our tabletop in any format (demos generate, demos convert), or from a recipe as demos
generate takes it. Policies that look at pictures take the dataset's; where it has none they are drawn. What they see
goes through an encoder that stays as it is, unless --end-to-end trains that too: then every picture is looked at in
every step, and kept in memory meanwhile (141 kB a frame).

The seed draws the first weights, the batches and, of a recipe, the demonstrations: the same that demos generate
draws with it, and with --trial those of that trial of a run. The same command gives the same file to the byte, on
the same kind of processor. Other methods, steps or data under a seed start from the same weights. It is not the policy
that run trains in a trial of the seed: run has random numbers of its own.

Beside the policy, in a folder named after it, are log.csv (losses and weights of each group at each step, held-out
losses where the method holds out, and the runs that the method made before) and the same for TensorBoard, written
while it trains:  tensorboard --logdir out/policy-log

Ctrl-C stops after the step at hand and keeps a checkpoint; the same command goes on from there, to the same policy.`

const trainExamples = `  NAME train picking left=9,middle=27,right=27
  NAME train E1/picking/left --policy vision --method ours:EtaT=200 --out out/left
  NAME train out/demos --groups style --method remix-paper --steps 1000
  NAME train out/demos --device cuda`

// lesson is what the flags of train ask for.
type lesson struct {
	policy, method, groups string
	endToEnd               bool
	steps                  int
	seed                   uint64
	trial                  int
	out, checkpoint        string
	device                 string
	workers                int
}

func (p program) train() *cobra.Command {
	l := lesson{policy: "state", method: "natural", groups: string(demos.ByBehaviour), seed: bench.Study.Size.Seed,
		out: filepath.Join(defaults().out, "policy"), device: string(backend.Auto), workers: runtime.NumCPU()}
	c := &cobra.Command{
		Use:     "train DATASET|RECIPE",
		Short:   "Train one policy, from a dataset or a recipe",
		Long:    trainAbout,
		Example: p.named(trainExamples),
	}
	f := c.Flags()
	f.StringVar(&l.policy, "policy", l.policy, "`POLICY` to train: "+strings.Join(bench.Policies(), ", ")+", with settings or without")
	f.StringVar(&l.method, "method", l.method, "`METHOD` that weighs the groups; list methods shows them")
	f.StringVar(&l.groups, "groups", l.groups, "`WHAT` the method weighs: behaviour, style or both")
	f.BoolVar(&l.endToEnd, "end-to-end", false, "train the eyes of a policy that looks at pictures too; it wants a graphics card")
	f.IntVar(&l.steps, "steps", 0, "`N` gradient steps")
	f.Uint64Var(&l.seed, "seed", l.seed, "seed `N` of everything random")
	f.IntVar(&l.trial, "trial", 0, "of a recipe, take the demonstrations of trial `N` of a run with this seed")
	f.StringVar(&l.out, "out", l.out, "`FILE` to keep the policy in, a new one")
	f.StringVar(&l.checkpoint, "checkpoint", "", "`DIR` that keeps where a stopped training stands; the policy's own if none is named")
	f.StringVar(&l.device, "device", l.device, "`DEVICE` that computes: "+strings.Join(devices(), ", ")+"; doctor says what there is")
	f.IntVar(&l.workers, "workers", l.workers, "`N` demonstrations at a time; changes no result")
	f.Lookup("steps").DefValue = "the benchmark's"
	f.Lookup("trial").DefValue = "none"
	c.RunE = func(c *cobra.Command, args []string) error {
		t, err := l.check(c, args)
		if err != nil {
			return err
		}
		return p.trained(c, t)
	}
	return c
}

func devices() (names []string) {
	for _, d := range backend.Devices() {
		names = append(names, string(d))
	}
	return names
}

// training is a lesson whose words have been understood.
type training struct {
	lesson
	data   string        // the dataset, or the recipe in full
	recipe *demos.Recipe // nil for a dataset
	pool   uint64        // of a recipe
	cfg    policies.Config
	by     demos.Grouping
	mixing balance.Method
}

// check is whether arguments and flags make sense.
func (l lesson) check(c *cobra.Command, args []string) (t training, err error) {
	t = training{lesson: l, data: strings.Join(args, " "), by: demos.Grouping(l.groups), pool: l.seed}
	steps, trial := c.Flags().Changed("steps"), c.Flags().Changed("trial")
	switch {
	case len(args) == 0:
		return t, misused("train needs a dataset or a recipe, such as picking left=27,middle=9,right=27")
	case l.workers < 1:
		return t, misused("--workers must be 1 or more, not %d", l.workers)
	case l.trial < 0:
		return t, misused("--trial must be 0 or more, not %d", l.trial)
	case steps && l.steps < 1:
		return t, misused("--steps must be 1 or more, not %d", l.steps)
	case t.by.Check() != nil:
		return t, misused("--groups does not take %q; there is behaviour, style, both", l.groups)
	}
	if err := chosen("device", l.device, devices()); err != nil {
		return t, err
	}
	if err := known(l.method); err != nil {
		return t, err
	}
	if t.mixing, err = balance.Named(l.method); err != nil {
		return t, misuse{err}
	}
	if t.cfg, err = bench.PolicyConfig(l.policy, max(1, l.steps)); err != nil {
		return t, misuse{err}
	}
	if t.cfg.EndToEnd = l.endToEnd; l.endToEnd && !t.cfg.Pictures() {
		return t, misused("--end-to-end is for policies that look at pictures, and %s does not", l.policy)
	}
	if _, err := os.Stat(t.data); err != nil {
		recipe, err := demos.ParseRecipe(t.data)
		if err != nil {
			return t, misused("%s is no dataset that is here, and no recipe: %v", t.data, err)
		}
		t.data, t.recipe = recipe.String(), &recipe
		if trial {
			t.pool = bench.PoolSeed(recipe.Task, l.trial, l.seed)
		}
	} else if trial {
		return t, misused("--trial is for recipes; a dataset has its demonstrations")
	}
	if _, err := os.Stat(l.out); err == nil {
		return t, fmt.Errorf("%s exists; choose another --out, or remove it to train anew", l.out)
	}
	return t, nil
}

// kept is the checkpoint's file: its name is that of the training, so another one never goes on from it.
func (t training) kept() string {
	sum := sha256.Sum256(fmt.Append(nil, t.data, "\n", t.pool, "\n", t.policy, "\n", t.method, "\n", t.groups, "\n", t.endToEnd, "\n", t.cfg.Steps, "\n", t.seed))
	return filepath.Join(cmp.Or(t.checkpoint, filepath.Dir(t.out)), "checkpoint-"+hex.EncodeToString(sum[:8]))
}

// key draws everything of the training but a recipe's demonstrations.
func (t training) key() seed.Key { return seed.Of("train", t.seed) }

// trained is the whole command.
func (p program) trained(c *cobra.Command, t training) error {
	p.use(t.device)
	defer backend.Use(backend.CPU)
	ctx := c.Context()
	data, err := p.demonstrations(ctx, &t)
	if ctx.Err() != nil {
		fmt.Fprintln(p.err, "stopped; nothing was written")
		return errStopped
	}
	if err != nil {
		return err
	}
	groups := data.Groups(t.by)
	if err := suits(t.method, groups); err != nil {
		return err
	}
	for _, dir := range []string{filepath.Dir(t.kept()), t.logs()} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return fmt.Errorf("can't write to folder %s: %w", dir, err)
		}
	}
	progress := p.trainingProgress(t)
	defer progress.log.Close()
	policy, log, err := policies.TrainKept(policies.Watched(ctx, progress.step), t.kept(), data, groups, t.mixing.Start(groups), t.cfg, t.key())
	progress.endBar()
	if err != nil && ctx.Err() != nil {
		return p.interrupted(t, progress.at)
	}
	if err != nil {
		return err
	}
	if err := policy.Save(t.out); err != nil {
		return err
	}
	if err := progress.finish(log); err != nil {
		return err
	}
	p.taught(t, groups, log)
	fmt.Fprintf(p.err, "trained by %s, %.0f frames/s\n", runner.Backend(), progress.framesPerSecond(t.cfg.Batch))
	return nil
}

// use has a device train, or says in a line why the processor does.
func (p program) use(device string) {
	if err := backend.Use(backend.Device(device)); err != nil {
		fmt.Fprintf(p.err, "counterpoise: %v\n", err)
	}
}

// interrupted says where a training stands that the user stopped.
func (p program) interrupted(t training, at policies.Progress) error {
	if at.Done == 0 {
		fmt.Fprintln(p.err, "stopped; nothing was written")
		return errStopped
	}
	fmt.Fprintf(p.err, "stopped after %d of %d steps%s, which are safe in %s. Go on with:\n  %s\n", at.Done, at.Steps, runName(at), t.kept(), p.typed())
	return errStopped
}

// runName names a run that precedes the policy's own; the policy's own run has no name.
func runName(at policies.Progress) string {
	if at.Main {
		return ""
	}
	return fmt.Sprintf(" of run %d before the policy's own", at.Before+1)
}

// taught prints what was learned.
func (p program) taught(t training, g demos.Groups, log *mixture.Log) {
	w := tabwriter.NewWriter(p.out, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "%s\tdemonstrations\tframes\tweight\tloss\n", t.groups)
	loss, alpha := log.Last(lastSteps), log.Alpha[len(log.Alpha)-1]
	for i, name := range g.Names {
		fmt.Fprintf(w, "%s\t%d\t%d\t%.3f\t%.5f\n", name, g.N[i], g.Frames[i], alpha[i], loss[i])
	}
	w.Flush()
	fmt.Fprintf(p.out, "weights are the last step's, losses the mean of the last %d steps' batches\n", min(lastSteps, t.cfg.Steps))
	fmt.Fprintf(p.out, "policy    %s\nlog       %s\n", t.out, t.logs())
}

// lastSteps is how many steps a loss is averaged over for print: batches differ.
const lastSteps = 50
