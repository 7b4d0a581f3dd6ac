package policies

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"counterpoise/bench"
	"counterpoise/bench/record"
	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/cmd/counterpoise/shared"
	"counterpoise/policies"
	"counterpoise/policies/balance"
	"counterpoise/policies/elsewhere"
	"counterpoise/policies/network"
	"counterpoise/policies/train"
	"counterpoise/scenes/demos"
)

const trainAbout = `
train clones one policy and keeps it in a file, for eval and for whoever wants a policy without an experiment.

It learns from a dataset of our tabletop in any format (demos generate, demos convert), or from a recipe as demos
generate takes it. Policies that observe pictures take the dataset's; where it has none they are drawn. A frozen encoder
turns pictures into features, unless the policy is vision+spatial, which trains the encoder too: then every step
encodes the pictures of its batch, and all pictures stay in memory (141 kB a frame). XLA is advisable.

The seed draws the first weights, the batches and, of a recipe, the demonstrations: the same that demos generate
draws with it, and with --trial those of that trial of a run. The same command gives the same file to the byte, on
the same kind of processor. Other methods, steps or data under a seed start from the same weights. It is not the policy
that run trains in a trial of the seed: run has random numbers of its own.

Beside the policy, in a folder named after it, are log.csv (losses and weights of each group at each step, held-out
losses where the method holds out, and the runs that the method made before) and the same for TensorBoard, written
while it trains:  tensorboard --logdir out/policy-log

Without --steps the number is the one that was calibrated for the task and the policy, on 21 demonstrations of each
behaviour in picking and 15 in opening. From the state the best number grows with the data, about in proportion: ask for
more steps where a dataset is several times as large. From pictures twice the data did not need more.

From a dataset of another robot or simulator it learns actions of any width from the state, by the same trainer, methods
and network (policy state, with any head); eval --env rolls such a policy out. No number of steps is calibrated there:
without --steps it is that of the default configuration.

--weights trains under weights from a file, each frame's loss times its weight: weights.csv, run-METHOD.json,
sampling-METHOD.json or .csv, and weights-METHOD.parquet of weigh and advise, or a table of yours with the columns
episode, weight and digest (and frame, where frames differ). Weights of other data are refused.

With --from, training goes on from the weights of a policy that train has made, its encoder included, with the scaling
of its inputs; the learning rate starts anew. The new file names the policy by its digest. Task, parts and sizes must be
those of the policy, whose name --policy then need not repeat.

Ctrl-C stops after the step at hand and keeps a checkpoint; the same command goes on from there, to the same policy.`

const trainExamples = `  NAME train picking left=9,middle=27,right=27
  NAME train ` + cli.ExampleDataset + ` --policy vision --method parekh:EtaT=200 --out out/left
  NAME train out/demos --by style --method remix-additive --steps 1000
  NAME train out/demos --weights out/weights/weights.csv
  NAME train out/demos --device cuda
  NAME train picking left=27,middle=27,right=27 --from out/left --out out/all`

// trainFlags are the values of train's flags.
type trainFlags struct {
	policy, method, by string // as ParsePolicy, balance.Named and demos.Grouping take them
	steps              int    // zero where the calibration decides
	seed               uint64 // of everything random
	trial              int    // of a run, whose demonstrations a recipe takes; only where --trial is given
	out, checkpoint    string // file of the policy; folder of the checkpoint
	from               string // file of the policy to go on from; empty: none
	weights            string // file of weights of demonstrations or frames; empty: the method weighs
	device             string
	workers            int // demonstrations at a time
}

func init() { register(program.train) }

// train is the command that trains one policy outside an experiment.
func (p program) train() *cobra.Command {
	o := trainFlags{
		policy: "state", method: "natural", by: string(demos.ByBehaviour), seed: bench.DefaultSize.Seed,
		out: filepath.Join(shared.OutFolder, "policy"), device: shared.Auto, workers: runtime.NumCPU(),
	}
	c := &cobra.Command{
		Use:         "train DATASET|RECIPE",
		GroupID:     "policies",
		Annotations: cli.FirstFlags("out", "policy", "method", "by", "weights", "steps", "seed", "device"),
		Short:       "Train one policy, from a dataset or a recipe",
		Long:        trainAbout,
		Example:     p.Named(trainExamples),
	}
	f := c.Flags()
	f.StringVar(&o.policy, "policy", o.policy,
		"`POLICY` to train: "+strings.Join(network.Observers.Names(),
			", ")+", with settings or without; list policies shows them")
	f.StringVar(&o.from, "from", "", "`FILE` of a policy to go on from, made by train")
	f.StringVar(&o.method, "method", o.method, "`METHOD` that weighs the groups; list methods shows them")
	f.StringVar(&o.weights, "weights", "", "`FILE` of weights of demonstrations or frames, in place of a method")
	f.StringVar(&o.by, "by", o.by,
		"`GROUPING` of what the method weighs: "+strings.Join(demos.Groupings(), ", "))
	f.IntVar(&o.steps, "steps", 0, "`N` gradient steps")
	f.Uint64Var(&o.seed, "seed", o.seed, "seed `N` of everything random")
	f.IntVar(&o.trial, "trial", 0, "of a recipe, take the demonstrations of trial `N` of a run with this seed")
	f.StringVar(&o.out, "out", o.out, "`FILE` to keep the policy in, a new one")
	f.StringVar(&o.checkpoint, "checkpoint", "",
		"`DIR` for the checkpoint of a stopped training; the policy's own if none is named")
	shared.DeviceFlag(f, &o.device, "trains")
	f.IntVar(&o.workers, "workers", o.workers, "`N` demonstrations at a time; changes no result")
	f.Lookup("steps").DefValue = "the benchmark's"
	f.Lookup("trial").DefValue = "none"
	cli.MemoryFlag(c)
	c.RunE = func(c *cobra.Command, args []string) error {
		t, err := o.check(p, c, args)
		if err != nil {
			return err
		}
		return p.runTraining(c, t)
	}
	return cli.InOrder(c)
}

// training is what train's arguments and flags describe.
type training struct {
	trainFlags
	data   string        // path of the dataset, or the recipe in full
	recipe *demos.Recipe // nil for a dataset
	pool   uint64        // seed of the demonstrations of a recipe
	kind   record.Policy
	cfg    train.Config // Steps is set when the task is known
	groups demos.Grouping
	mixing balance.Method
	start  *policies.Neural // to go on from; nil: none

	foreign *elsewhere.Data // demonstrations of another environment; nil: of the tabletop
}

// check returns the training that arguments and flags describe, or says what is wrong with them. An argument that
// names a file or a folder is a dataset, any other one a recipe.
func (o trainFlags) check(p program, c *cobra.Command, args []string) (t training, err error) {
	o.method = balance.Canonical(o.method)
	t = training{trainFlags: o, data: strings.Join(args, " "), groups: demos.Grouping(o.by), pool: o.seed}
	steps, trial := c.Flags().Changed("steps"), c.Flags().Changed("trial")
	if err := o.checkValues(args, steps); err != nil {
		return t, err
	}
	if o.weights != "" && c.Flags().Changed("method") {
		return t, cli.Misused("--weights takes the place of a method: leave out --method")
	}
	if t.mixing, err = balance.Named(o.method); err != nil {
		return t, cli.Misuse{Err: err}
	}
	if t.kind, err = train.ParsePolicy(o.policy); err != nil {
		return t, cli.Misused("--policy: %v; %s list policies shows every policy", err, p.Name)
	}
	if o.from != "" {
		if err := t.goOn(c.Context(), c.Flags().Changed("policy")); err != nil {
			return t, err
		}
	}
	from := t.cfg.From
	if t.cfg, err = train.ConfigOf(t.kind, max(1, o.steps)); err != nil {
		return t, cli.Misuse{Err: err}
	}
	t.cfg.From = from
	if _, err := os.Stat(t.data); err != nil {
		if err := t.readRecipe(steps, trial); err != nil {
			return t, err
		}
	} else if trial {
		return t, cli.Misused("--trial is for recipes; a dataset has its demonstrations")
	}
	if _, err := os.Stat(o.out); err == nil {
		return t, fmt.Errorf("%s exists; choose another --out, or remove it to train anew", o.out)
	}
	return t, nil
}

// checkValues returns an error for the first value that is wrong by itself. steps says whether --steps is given.
func (o trainFlags) checkValues(args []string, steps bool) error {
	switch {
	case len(args) == 0:
		return cli.Misused("train needs a dataset or a recipe, such as picking left=27,middle=9,right=27")
	case o.workers < 1:
		return cli.Misused("--workers must be 1 or more, not %d", o.workers)
	case o.trial < 0:
		return cli.Misused("--trial must be 0 or more, not %d", o.trial)
	case steps && o.steps < 1:
		return cli.Misused("--steps must be 1 or more, not %d", o.steps)
	case o.steps > record.MaxSteps:
		return cli.Misused("--steps must be %d or fewer, not %d", record.MaxSteps, o.steps)
	}
	if err := cli.CheckChoice("by", o.by, demos.Groupings()); err != nil {
		return err
	}
	if err := cli.CheckChoice("device", o.device, shared.Devices()); err != nil {
		return err
	}
	return shared.KnownMethod(o.method)
}

// readRecipe reads data as a recipe. Without --steps it takes the calibrated number, so that a task without one is
// refused before any demonstration is drawn; the task of a dataset is known only once it is read. With --trial it takes
// the demonstrations of that trial.
func (t *training) readRecipe(steps, trial bool) error {
	recipe, err := demos.ParseRecipe(t.data)
	if err != nil {
		return cli.Misused("%s is no dataset that is here, and no recipe: %v", t.data, err)
	}
	t.data, t.recipe = recipe.String(), &recipe
	if err := t.sameTask(recipe.Task); err != nil {
		return err
	}
	if !steps {
		if t.cfg.Steps, err = bench.CalibratedSteps(recipe.Task, t.kind); err != nil {
			return cli.Misuse{Err: err}
		}
	}
	if trial {
		t.pool = record.PoolSeed(recipe.Task, t.trial, t.seed)
	}
	return nil
}
