package run

import (
	"cmp"
	"fmt"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"counterpoise/bench"
	"counterpoise/bench/definition"
	"counterpoise/bench/record"
	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/cmd/counterpoise/shared"
	"counterpoise/policies/network"
	"counterpoise/policies/train"
	"counterpoise/results"
	"counterpoise/scenes"
)

const runAbout = `
run trains and tests the policies of an experiment and prints what the differences are worth.

What to run is one of the profiles below or one experiment, which list experiments shows; an experiment alone has the
size of the study. It may also be a TOML file that describes an experiment: list experiments --as-file ` +
	cli.ExampleRun + ` prints one to
start from, and docs/your-simulator.md has one in an environment of others. With --weights, weights that another program
has computed for the demonstrations, which demos pools writes, are compared with the methods of the experiments.

Every policy that is finished is safe in the folder's records.jsonl at once. Stop whenever you like, with
Ctrl-C or otherwise: the same command goes on where it was, and gives the same tables to the byte. A run
that is complete is instant. Several runs may share a folder, on one machine or on many: each makes what no other
makes, and takes over from one that dies. The sizes and the seed are part of what a policy is: asking for others adds
records and replaces none.`

var runExamples = "  NAME run quick\n  NAME run " + cli.ExampleRun + " --trials 20 --out " +
	strings.ToLower(cli.ExampleRun) + `
  NAME run mine.toml --out mine       an experiment from a file
` + fmt.Sprintf("  NAME %-30s weights from outside, beside the methods of %s\n",
	"run "+cli.ExampleRun+" --weights mine.csv", cli.ExampleRun) +
	"  NAME run quick --seed 2             the same question, asked again with other random numbers" +
	cli.ConfirmExample

// runFlags are the values of run's flags.
type runFlags struct {
	out     string      // folder of the records
	films   bool        // whether the report shows rollouts, for which policies are trained again
	workers int         // policies at a time
	cells   string      // file that names the cells to make; empty makes all
	oracle  string      // by which the tables count successes
	chance  bool        // whether the cells of chance levels are made
	full    bool        // whether all tables are printed
	look    bool        // whether experiments are run to their next look
	size    record.Size // zero where the plan decides
	weights []string    // files of weights from outside
	python  string      // the interpreter that has the environment of an experiment's file
	shared.DeviceFlags
}

// defaults are the values of the flags that are not given.
func defaults() runFlags {
	return runFlags{out: shared.OutFolder, films: true, workers: runtime.NumCPU(),
		DeviceFlags: shared.DeviceFlags{Device: shared.Auto}, oracle: scenes.Oracles()[0], chance: true}
}

func init() { register(program.run) }

// run is the command that makes the records of a plan, prints its tables and writes the report. Everything that
// decides a record is in the plan; the flags that are not (workers, films, folder) change no number.
func (p program) run() *cobra.Command {
	o := defaults()
	c := &cobra.Command{
		Use:         "run WHAT",
		GroupID:     "study",
		Annotations: cli.FirstFlags("out", "trials", "rollouts", "policy", "device", "seed", "workers", "full"),
		Short:       "Train, test and compare: quick, study or an experiment (list experiments)",
		Long:        runAbout + "\n\n" + describeProfiles(),
		Example:     p.Named(runExamples),
		Args:        p.runnableOrFile(),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return runnable(), cobra.ShellCompDirectiveNoFileComp
		},
	}
	f := c.Flags()
	f.StringVar(&o.out, "out", o.out, "`DIR` that keeps records, tables and the report page")
	f.BoolVar(&o.films, "films", o.films, "show rollouts in the report; --films=false trains nothing again for that")
	f.BoolVar(&o.full, "full", false, "print every table")
	f.IntVar(&o.workers, "workers", o.workers, "`N` policies at a time; changes no result")
	o.DeviceFlags.Flags(f)
	shared.OracleFlag(f, &o.oracle)
	f.BoolVar(&o.look, "next-look", false, "run each experiment to its next look; those whose claims are decided stay")
	f.StringVar(&o.cells, "cells", "", "make only the cells named in `FILE`, one a line, and no tables")
	f.StringVar(&o.python, "python", "python3", "`PATH` of the Python that has the environment of a file")
	planFlags(f, &o)
	c.RunE = func(c *cobra.Command, args []string) error {
		if isDefinition(args[0]) {
			d, err := definition.Read(args[0])
			if err != nil {
				return cli.Misuse{Err: fmt.Errorf("experiment: %w", err)}
			}
			if d.Environment != nil {
				return p.runThere(c, args[0], d, o)
			}
		}
		if err := cli.Foreign(c, "is for a file with an environment, and there is none", "python"); err != nil {
			return err
		}
		return p.runPlan(c, args[0], o)
	}
	return cli.InOrder(c)
}

// planFlags adds the flags that decide which cells a plan has.
func planFlags(f *pflag.FlagSet, o *runFlags) {
	f.BoolVar(&o.chance, "chance", o.chance,
		"test untrained policies for the row chance of the tables; --chance=false leaves them out, as quick does")
	f.StringArrayVar(&o.weights, "weights", nil,
		"compare the weights of `FILE` too: CSV, JSON or Parquet of any tool; may be given several times")
	sizeFlags(f, &o.size)
}

// sizeFlags adds the flags that change a plan's size.
func sizeFlags(f *pflag.FlagSet, size *record.Size) {
	f.IntVar(&size.Trials, "trials", 0, "`N` paired repetitions of every policy")
	f.IntVar(&size.Rollouts, "rollouts", 0, "`N` rollouts of each behaviour per policy")
	f.IntVar(&size.Steps, "steps", 0, "`N` gradient steps per policy")
	f.Uint64Var(&size.Seed, "seed", 0, "seed `N` of everything random")
	f.Var(cli.PolicyFlag{Policy: &size.Policy}, "policy", "`NAME` of the policy: "+
		strings.Join(network.Observers.Names(), ", ")+", or OBSERVER+NETWORK+HEAD; list policies shows all")
	for _, name := range []string{"trials", "rollouts", "steps", "seed", "policy"} {
		f.Lookup(name).DefValue = "the plan's"
	}
}

// sizeGiven sets what flags say of a size.
func sizeGiven(c *cobra.Command, flags record.Size, size *record.Size) {
	given := c.Flags().Changed
	if given("trials") {
		size.Trials = flags.Trials
	}
	if given("rollouts") {
		size.Rollouts = flags.Rollouts
	}
	if given("steps") {
		size.Steps = flags.Steps
	}
	if given("policy") {
		size.Policy = flags.Policy
	}
	if given("seed") {
		size.Seed = flags.Seed
	}
}

// runnable are the names that run takes: profiles and experiments.
func runnable() []string {
	return slices.Concat(bench.Profiles.Names(), bench.Experiments.Names())
}

// describeProfiles is a line on each profile.
func describeProfiles() string {
	var b strings.Builder
	width := 0
	for _, name := range bench.Profiles.Names() {
		width = max(width, len(name))
	}
	for _, name := range bench.Profiles.Names() {
		p, _ := bench.Profiles.Get(name)
		seed := fmt.Sprintf("seed %d", p.Size.Seed)
		if p.Freeze > 0 {
			seed = fmt.Sprintf("the seed of freeze %d", p.Freeze)
		}
		fmt.Fprintf(&b, "  %-*s  %s (%d trials, %d rollouts per behaviour, policy %s, %s)\n",
			width, name, p.About, p.Size.Trials, p.Size.Rollouts, p.Size.Policy, seed)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// planned returns the plan that the command line describes. file changes the size as the file of an experiment says;
// flags go before it. A flag that is not given leaves the plan's size as it is; a size of zero that is given is an
// error of bench.NewPlan.
func planned(c *cobra.Command, name string, file func(*record.Size), o runFlags) (bench.Plan, error) {
	if o.workers < 1 {
		return bench.Plan{}, cli.Misused("--workers must be 1 or more, not %d", o.workers)
	}
	if err := cli.CheckChoice("device", o.Device, shared.Devices()); err != nil {
		return bench.Plan{}, err
	}
	oracle, err := shared.ChosenOracle(o.oracle)
	if err != nil {
		return bench.Plan{}, err
	}
	given := c.Flags().Changed
	if given("steps") && o.size.Steps < 1 {
		return bench.Plan{}, cli.Misused("--steps must be 1 or more, not %d", o.size.Steps)
	}
	if o.look && (given("trials") || given("cells")) {
		return bench.Plan{}, cli.Misused("--next-look chooses trials and cells: leave out --trials and --cells")
	}
	if o.look && given("weights") {
		return bench.Plan{}, cli.Misused("--next-look is about the claims of the study: leave out --weights")
	}
	if err := checkChanceFlags(c, name, o); err != nil {
		return bench.Plan{}, err
	}
	var freezing, policy error
	plan, err := bench.NewPlan(name, func(size *record.Size) {
		file(size)
		sizeGiven(c, o.size, size)
		if policy = train.Check(size.Policy); policy != nil && !given("policy") {
			policy = fmt.Errorf("size.policy: %w", policy)
		}
		if profile, e := bench.Profiles.Get(name); e == nil && profile.Freeze > 0 && !given("seed") {
			freezing = frozenSize(results.Freezes, profile.Freeze, size)
		}
	})
	if err := cmp.Or(policy, err); err != nil {
		return plan, cli.Misuse{Err: err}
	}
	if freezing != nil {
		return plan, freezing
	}
	plan.Oracle = oracle
	if given("chance") {
		plan.WithoutChance = !o.chance
	}
	return plan, nil
}
