package advise

import (
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"counterpoise/bench"
	"counterpoise/bench/record"
	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/cmd/counterpoise/shared"
	"counterpoise/internal/shell"
	"counterpoise/policies/weigh/datasets"
	"counterpoise/scenes/demos"
)

const tryAbout = `
try is the test that decides what to do with a dataset: it trains policies on it in several ways, rolls them out, and
prints one table and one sentence. Every way is compared with plain cloning, paired by seed, with p corrected by Holm.

The ways, called arms, follow from the labels: plain cloning (bc); without the demonstrations that failed and without
those of another style than optimal (drop); a tenth of the good ones named good and the others weighed by how like them
they are, as weigh --known does (known); and every skill drawn equally often, where one is rare (upsample). --methods
chooses among these, and takes every balancing method besides: parekh, remix and others weigh while they train, which
takes several times as long. An arm that would leave a skill without a demonstration is left out.

A policy makes the number of gradient steps that is calibrated for task and policy (list policies), whatever the time.
Every policy that is trained and tested is safe in the folder's records.jsonl at once: the same command goes on where it
was stopped, and prints the same. Other seeds, rollouts or arms add records and replace none.

A dataset of another robot or simulator is trained on where --env names its environment, as eval takes it: seeds must
decide the starts there. Without --env, and with --out, a folder gets the weights of each arm and
the commands that train and test it; with --collect, the results of these are read from there, and compared.`

const tryExamples = `  NAME try out/demos
  NAME try out/demos --methods drop,remix,parekh --seeds 12
  NAME try out/demos --drop style=erratic --drop style=miss --known 0,4,9
  NAME try out/demos --weights out/weights/weights.csv
  NAME try aloha --out trial --seeds 3     what to train, for a robot of yours
  NAME try out/reach.hdf5 --env gymnasium:my_package:Reach-v0 --python venv/bin/python
  NAME try --collect trial                 what came of it`

// tryFlags are the values of try's flags.
type tryFlags struct {
	methods         string
	drop, weights   []string
	known, labels   string
	by              string
	seeds, rollouts int
	steps           int // zero where the calibration decides
	seed            uint64
	policy          record.Policy
	out, collect    string
	shared.EnvFlags
	again []string // flags that the user gave, without --seeds and --workers, as words of a command line
	shared.DeviceFlags
}

// tryDefaults are the values of the flags that are not given.
func tryDefaults() tryFlags {
	return tryFlags{seeds: 6, rollouts: 50, seed: bench.DefaultSize.Seed, policy: bench.StatePolicy,
		EnvFlags: shared.EnvFlags{Workers: runtime.NumCPU()}, DeviceFlags: shared.DeviceFlags{Device: shared.Auto}}
}

func init() { register(program.try) }

// try is the command that tests by rollouts what to do with a dataset (package decide).
func (p program) try() *cobra.Command {
	o := tryDefaults()
	c := &cobra.Command{
		Use:         "try DATASET",
		GroupID:     "data",
		Annotations: cli.FirstFlags("methods", "drop", "known", "weights", "seeds", "rollouts", "env", "out"),
		Short:       "Train on a dataset in several ways, roll out, and say which is best",
		Long:        tryAbout,
		Example:     p.Named(tryExamples),
	}
	f := c.Flags()
	f.StringVar(&o.methods, "methods", "", "`NAMES` of arms: drop, known, upsample, and those that list methods shows")
	f.StringArrayVar(&o.drop, "drop", nil, "an arm without the demonstrations with `LABEL=VALUE,...`; may be repeated")
	f.StringVar(&o.known, "known", "", "demonstrations known to be good: `NUMBERS` such as 0,4-6, or LABEL=VALUE")
	f.StringArrayVar(&o.weights, "weights", nil, "an arm with the weights of `FILE`, as of train; may be repeated")
	f.StringVar(&o.labels, "labels", "", "CSV `FILE` with more labels: columns episode, label")
	f.StringVar(&o.by, "by", "", "`GROUPING` of what methods weigh: "+strings.Join(demos.Groupings(), ", "))
	f.IntVar(&o.seeds, "seeds", o.seeds, "`N` paired trainings of every arm")
	f.IntVar(&o.rollouts, "rollouts", o.rollouts, "`N` rollouts of each behaviour per policy")
	f.IntVar(&o.steps, "steps", 0, "`N` gradient steps per policy")
	f.Uint64Var(&o.seed, "seed", o.seed, "seed `N` of everything random")
	f.Var(cli.PolicyFlag{Policy: &o.policy}, "policy", "`POLICY` to train; list policies shows them")
	f.StringVar(&o.out, "out", "", "`DIR` that keeps records and weights")
	f.StringVar(&o.collect, "collect", "", "compare the results in `DIR`, which --out has made for another robot")
	f.IntVar(&o.Workers, "workers", o.Workers, "`N` policies at a time; changes no result")
	o.DeviceFlags.Flags(f)
	o.EnvFlags.Flags(f)
	f.Lookup("steps").DefValue = "the calibrated number"
	f.Lookup("policy").DefValue = "state"
	f.Lookup("by").DefValue = "style where there are several, else behaviour"
	f.Lookup("out").DefValue = defaultTry
	f.Lookup("methods").DefValue = "what the labels allow"
	cli.MemoryFlag(c)
	c.RunE = func(c *cobra.Command, args []string) error {
		if err := o.check(c, args); err != nil {
			return err
		}
		if o.collect != "" {
			return p.collectTrial(c.Context(), o.collect)
		}
		return p.tryDataset(c.Context(), args[0], o)
	}
	return cli.InOrder(c)
}

// defaultTry is the folder of records where the user names none.
const defaultTry = "out/try"

// check returns an error for the first flag that is wrong by itself, and keeps the words of those that are given.
func (o *tryFlags) check(c *cobra.Command, args []string) error {
	switch {
	case o.collect != "" && len(args) > 0:
		return cli.Misused("--collect reads the results in a folder: leave out %s", args[0])
	case o.collect != "":
		return foreignBut(c, "is of a dataset, and --collect reads results", "collect")
	case len(args) != 1:
		return cli.Misused("try needs the folder or file of one dataset")
	case o.seeds < 1:
		return cli.Misused("--seeds must be 1 or more, not %d", o.seeds)
	case o.rollouts < 1:
		return cli.Misused("--rollouts must be 1 or more, not %d", o.rollouts)
	case o.Workers < 1:
		return cli.Misused("--workers must be 1 or more, not %d", o.Workers)
	case c.Flags().Changed("steps") && o.steps < 1:
		return cli.Misused("--steps must be 1 or more, not %d", o.steps)
	}
	if o.by != "" {
		if err := cli.CheckChoice("by", o.by, demos.Groupings()); err != nil {
			return err
		}
	}
	if o.known != "" {
		if _, err := datasets.ParseKnown(o.known); err != nil {
			return cli.Misused("--known %q: %v", o.known, err)
		}
	}
	c.Flags().Visit(func(f *pflag.Flag) {
		if s, ok := f.Value.(pflag.SliceValue); ok {
			for _, v := range s.GetSlice() {
				o.again = append(o.again, "--"+f.Name, shell.Quote(v))
			}
		} else if f.Name != "seeds" && f.Name != "workers" {
			o.again = append(o.again, "--"+f.Name, shell.Quote(f.Value.String()))
		}
	})
	if err := cli.CheckChoice("device", o.Device, shared.Devices()); err != nil {
		return err
	}
	if err := o.EnvFlags.Check(c); err != nil {
		return err
	}
	size := o.size()
	if err := size.Check(); err != nil {
		return cli.Misuse{Err: err}
	}
	return nil
}

// foreignBut returns a misuse if a flag is given that is none of some, with the reason.
func foreignBut(c *cobra.Command, why string, but ...string) error {
	var names []string
	c.Flags().Visit(func(f *pflag.Flag) {
		if !slices.Contains(but, f.Name) {
			names = append(names, f.Name)
		}
	})
	return cli.Foreign(c, why, names...)
}

// size is the size of the experiment.
func (o tryFlags) size() record.Size {
	source := record.SeedDefault
	if o.seed != bench.DefaultSize.Seed {
		source = record.SeedFlag
	}
	return record.Size{Trials: o.seeds, Rollouts: o.rollouts, Steps: o.steps, Seed: o.seed, Policy: o.policy,
		SeedSource: source}
}
