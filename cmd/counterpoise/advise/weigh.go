package advise

import (
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"counterpoise/bench/record"
	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/cmd/counterpoise/shared"
	"counterpoise/scenes/demos"
)

const weighAbout = `
weigh runs balancing methods on a dataset and shows how much each group should count, whoever recorded it: any robot,
any width of states and actions, thousands of demonstrations, dozens of groups.

A group is what has the same label: the behaviour unless --by says otherwise, or robomimic's lists (mask), or the task
where a dataset knows neither. Several labels make groups of their combinations. --by mask=better,okay keeps the
demonstrations that have one of these values, and takes every list of robomimic's, better_train too; --by episode weighs
each demonstration by its number, from 0 over all datasets, unless a dataset has a label of that name; and --labels
brings labels of yours, whose column episode numbers the demonstrations of each dataset from 0. Several datasets are
one, grouped by the label dataset unless --by says otherwise: --by dataset,task.

The policy ridge learns a frame's action from its state by ridge regression, whose optimum is exact, in seconds; mlp
learns it and the seven after it step by step, as policies do, in minutes. Both take at most 16,384 frames of any robot,
evenly spaced, and no label. With --pictures they learn from the pictures of every camera too, through the frozen
encoder of our policies, and not from the state of the scene; videos are decoded by ffmpeg, where it is installed. Remix
and doremi, which compare a proxy that learns with a reference that has learned, find no difference on a ridge. The
policies state and vision are those that run trains; they learn from datasets of our tabletop alone, and take minutes.
Weights that a policy finds while it trains were worth more than those found beforehand, and those of mlp can harm
(docs/results/weights.md): try them against plain cloning in rollouts.

Where a few demonstrations are known to be good and nobody has grouped the others, --known names these few: by number,
from 0 over all datasets, or by a label that they have. A policy learns them alone, and the others are ranked by how
well it predicts them: the weight of a frame falls from 1 to 0 with the rank. With --rule gap a demonstration that lies
within the known ones' own spread counts whole, one far outside nothing (weights below 0.01 are 0), and where no more
lie outside than good ones would by chance, all count; name at least four of each group then, as a group without a known
one counts whole. What failed or is judged bad by a label has the weight 0 and cannot be named, unless --known asks for
it by that label; with --rule rank it is ranked with the others. Each group of --by, such as a behaviour, keeps its
share. --page writes one HTML file with a strip of pictures of every demonstration, the least like the known ones first:
click good or bad, by mouse, touch or keys, and download labels.csv, which --labels takes with --known quality=good.

--score scores single demonstrations instead, each by how much it should be worth, from numbers alone and without a
label: jerk, spectral arc length, mutual information, the loss of a policy, whether the gripper holds something
(list scores). --rule makes weights of them, all makes every score that the dataset has what it needs for, and
file:mine.csv takes those of another program (columns episode, score). --auroc style=optimal says how well each finds
the demonstrations that have a label. scores.csv has them all. With one score, --page ranks by it.

Each method runs once for every seed; a seed draws the policy's features or first weights, what is held out, and what a
method draws itself. The spread over seeds says nothing about what other demonstrations would have given.

In the folder are weights.csv (episode and weight: 1 is whole, 0 is left out), which train and demos filter take,
weights.json (everything), alpha.svg and alpha.png (weights over training), and for each method sampling-METHOD.json and
.csv: a weight for every demonstration in the dataset's order, summing to 1. Weights that an earlier run left there are
removed. PyTorch takes the list, to draw demonstrations of which one window each is learned from:

  import json
  from torch.utils.data import WeightedRandomSampler
  weights = json.load(open("out/weights/sampling-ours.json"))["weights"]
  sampler = WeightedRandomSampler(weights, num_samples=len(weights))

Then a group is drawn as often as its weight says, and every frame in it as often as another. The CSV also has
frame_weight, the weight of each frame of a demonstration, for those who draw frames, or learn demonstrations whole.
What a weight means stands in the member meaning of the JSON, and in the column meaning of the CSV.

For others' training there are, and each says what a weight means:

  weights-METHOD.parquet   of LeRobot's datasets, a row a frame: index, episode_index, weight; lerobot_weights.py,
                           beside it, runs lerobot-train with it, and refuses another dataset
  robomimic-METHOD.json    train.data of robomimic 0.5, where groups are lists of mask in its files
  remix-METHOD.json        pairs of dataset and weight, as Re-Mix and Octo mix, where groups are datasets
  run-METHOD.json          the weight of each frame of a demonstration, for run --weights, where a dataset of our
                           tabletop has a digest

Every file has digests of its datasets: of the content where a dataset is ours (digest), and of the actions of all
frames in order, as float32 (actions_sha256). Weights of one dataset are not those of another of equal size.`

const weighExamples = `  NAME weigh out/demos --method parekh,remix-additive
  NAME weigh bridge droid fractal --by dataset --method remix-additive
  NAME weigh lift/mh/low_dim.hdf5 --by mask=better,okay,worse --method bc,parekh,groupdro --seeds 3
  NAME weigh lift/mh/low_dim.hdf5 --by mask=better,okay,worse --method autolambda:Primary=better
  NAME weigh a-lerobot-dataset --by task --method parekh:EtaT=5,temperature --out weights
  NAME weigh a-lerobot-dataset --by task --known 0,7,12-15 --page triage.html
  NAME weigh a-lerobot-dataset --score hold,scizor,file:mine.csv --rule keep:Share=.8`

// weighFlags are the values of weigh's flags.
type weighFlags struct {
	by       []string // labels that make the groups; none leaves it to datasets.Open
	labels   string   // file of more labels
	actions  []string // features that are the actions; none leaves it to the readers
	known    string   // demonstrations that are known to be good; empty: methods weigh groups
	methods  []string
	policy   string // that learns under the weights: ridge, or one of the benchmark's
	pictures bool   // learned from by the ridge
	seeds    int    // trainings of each method
	seed     uint64 // of everything random
	steps    int    // of each training; zero is the policy's default
	workers  int    // trainings at a time
	out      string // folder of the files
	page     string // HTML file to sort demonstrations on; empty: none
	scoreFlags
}

func init() { register(program.weigh) }

// weigh is the command that runs balancing methods on a dataset (package policies/weigh).
func (p program) weigh() *cobra.Command {
	o := weighFlags{
		policy: "ridge", seeds: 5, seed: 1, workers: runtime.NumCPU(), out: filepath.Join(shared.OutFolder, "weights"),
	}
	methods := "natural,equal,remix-paper,ours"
	c := &cobra.Command{
		Use:         "weigh DATASET...",
		GroupID:     "data",
		Annotations: cli.FirstFlags("by", "method", "known", "score", "page", "policy", "out"),
		Short:       "Let methods weigh the groups of anybody's dataset",
		Long:        weighAbout,
		Example:     p.Named(weighExamples),
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return cli.Misused("weigh needs the folder or file of one dataset, or several")
			}
			return nil
		},
	}
	f := c.Flags()
	f.StringSliceVar(&o.by, "by", nil,
		"`LABELS` that make the groups: "+strings.Join(demos.Groupings(), ", ")+", task, or any that the dataset has")
	f.StringVar(&o.labels, "labels", "", "CSV `FILE` with more labels: columns episode, label (and dataset)")
	shared.ActionsFlag(c, &o.actions)
	f.StringVar(&o.known, "known", "",
		"`DEMONSTRATIONS` known to be good, numbers 0,4-6 or LABEL=VALUE: weigh the others by how like these they are")
	f.StringVar(&methods, "method", methods, "`METHODS` to run, with settings or without; list methods shows them")
	f.StringVar(&o.policy, "policy", o.policy,
		"`POLICY` that learns under the weights: "+strings.Join(learners(), ", "))
	f.BoolVar(&o.pictures, "pictures", false,
		"learn from pictures too (policies ridge and mlp), through the frozen encoder")
	f.IntVar(&o.seeds, "seeds", o.seeds, "run each method `N` times with other random numbers")
	f.Uint64Var(&o.seed, "seed", o.seed, "seed `N` of everything random")
	f.IntVar(&o.steps, "steps", 0, "`N` steps of each training")
	f.IntVar(&o.workers, "workers", o.workers, "`N` trainings at a time; changes no result")
	f.StringVar(&o.out, "out", o.out, "`DIR` for weights and figures")
	f.Lookup("steps").DefValue = "the policy's"
	addScoreFlags(f, &o.scoreFlags)
	pageFlag(c, &o.page)
	cli.MemoryFlag(c)
	c.RunE = func(c *cobra.Command, args []string) error {
		if ranks := len(o.scores) == 1 && o.scores[0] != allScores; o.page != "" && !ranks &&
			(o.known == "" || len(o.scores) > 0) {
			return cli.Misused("--page goes with --known, or with one --score, by which it ranks; advise --page " +
				"ranks by several")
		}
		o.methods = cli.MethodsIn(methods)
		if err := o.check(c.Flags().Changed("steps")); err != nil {
			return err
		}
		if err := o.scoreFlags.check(c.Flags()); err != nil {
			return err
		}
		if err := checkKnown(o.known, c.Flags()); err != nil && len(o.scores) == 0 {
			return err
		}
		err := p.weighDatasets(c.Context(), args, o)
		if err != nil && c.Context().Err() != nil {
			fmt.Fprintln(p.Err, "stopped; nothing was written")
			return cli.ErrStopped
		}
		return err
	}
	return c
}

// check checks the flags. StepsGiven reports whether --steps was given, since 0 stands for the policy's own number.
func (o weighFlags) check(stepsGiven bool) error {
	switch {
	case o.seeds < 1:
		return cli.Misused("--seeds must be 1 or more, not %d", o.seeds)
	case o.seeds > cli.MaxSeeds:
		return cli.Misused("--seeds must be %d or fewer, not %d", cli.MaxSeeds, o.seeds)
	case o.workers < 1:
		return cli.Misused("--workers must be 1 or more, not %d", o.workers)
	case stepsGiven && o.steps < 1:
		return cli.Misused("--steps must be 1 or more, not %d", o.steps)
	case o.steps > record.MaxSteps:
		return cli.Misused("--steps must be %d or fewer, not %d", record.MaxSteps, o.steps)
	}
	if err := cli.CheckChoice("policy", o.policy, learners()); err != nil {
		return err
	}
	if o.pictures && !ofAnyRobot(o.policy) {
		return cli.Misused("--pictures goes with the policies ridge and mlp; %s learns from what it always observes",
			o.policy)
	}
	for i, name := range o.methods {
		if slices.Contains(o.methods[:i], name) {
			return cli.Misused("--method has %s twice", name)
		}
		if err := shared.KnownMethod(name); err != nil {
			return err
		}
	}
	return nil
}
