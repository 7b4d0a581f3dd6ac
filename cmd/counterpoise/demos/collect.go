package demos

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"counterpoise/bench"
	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/cmd/counterpoise/environment"
	"counterpoise/cmd/counterpoise/shared"
	"counterpoise/internal/durable"
	"counterpoise/internal/printable"
	"counterpoise/internal/wording"
)

const collectAbout = `
collect records an expert in Python in an environment of others, with its pictures if any, into one file in robomimic's
form, which train, weigh, advise, try and robomimic read.

The environment is any Gymnasium environment whose actions are vectors of numbers, or what a function of yours returns.
The expert is a function of an observation that returns an action: MODULE:FUNCTION, or with ?key=value a function that
returns such a function at each start. Several --expert are recorded one after another; the word before = is the label
style of their demonstrations. Where --env and --expert have {task}, each task of --task stands there in turn.

A demonstration ends when the task is solved, or after the environment's horizon. Those that failed are kept: labels say
success, task, style and the seed of the start. All experts have the same starts, which eval does not use.`

const collectExamples = `  NAME demos collect r.hdf5 --env "counterpoise.examples.metaworld_tasks:make?name=reach-v3" \
      --expert "counterpoise.examples.metaworld_tasks:expert?name=reach-v3" --python venv/bin/python
  NAME demos collect out/mixed.hdf5 --env gymnasium:my_package:My-v0 --expert optimal=my_expert:act \
      --expert noisy=my_expert:noisy`

// collectFlags are the values of the flags of demos collect.
type collectFlags struct {
	shared.EnvFlags
	experts  []string
	episodes []int // of each expert, or one number for all
	seed     uint64
	task     string
}

// demosCollect is the command that records an expert in an environment of others.
func (p program) demosCollect() *cobra.Command {
	o := collectFlags{episodes: []int{20}, seed: bench.DefaultSize.Seed}
	c := &cobra.Command{
		Use:     "collect FILE --env ENV --expert MODULE:FUNCTION",
		Short:   "Record an expert in an environment of others",
		Long:    collectAbout,
		Example: p.Named(collectExamples),
	}
	f := c.Flags()
	o.EnvFlags.Flags(f)
	f.StringArrayVar(&o.experts, "expert", nil,
		"`EXPERT` that demonstrates, [STYLE=]MODULE:FUNCTION; may be repeated")
	f.IntSliceVar(&o.episodes, "episodes", o.episodes,
		"`N,...` demonstrations, one number for all experts or one for each")
	f.Lookup("episodes").DefValue = "20"
	f.Uint64Var(&o.seed, "seed", o.seed, "seed `N` of the starts")
	f.StringVar(&o.task, "task", "", "`TEXT` of the label task; where --env has {task}, a list, each in its place")
	f.Lookup("task").DefValue = "the environment's task, else its name"
	c.RunE = func(c *cobra.Command, args []string) error {
		if err := o.check(c, args); err != nil {
			return err
		}
		return p.collectDemos(c.Context(), args[0], o)
	}
	return cli.InOrder(c)
}

// check returns an error for what is wrong with the command line by itself.
func (o *collectFlags) check(c *cobra.Command, args []string) error {
	switch {
	case len(args) != 1:
		return cli.Misused("collect needs one file to write, such as out/demos.hdf5")
	case o.Env == "":
		return cli.Misused("collect needs an environment: --env gymnasium:ID or MODULE:FUNCTION")
	case o.Served():
		return cli.Misused("collect starts the environment itself, with the expert: give --env gymnasium:ID or " +
			"MODULE:FUNCTION")
	case strings.Contains(o.Env, shared.TaskWord) && o.task == "":
		return cli.Misused("--env has %s, and --task does not say which: --task reach-v3,push-v3", shared.TaskWord)
	case len(o.experts) == 0:
		return cli.Misused("collect needs an expert: --expert MODULE:FUNCTION")
	case len(o.episodes) != 1 && len(o.episodes) != len(o.experts):
		return cli.Misused("--episodes has %s for %s: one for all, or one of each",
			wording.Plural(len(o.episodes), "number"), wording.Plural(len(o.experts), "expert"))
	}
	for _, n := range o.episodes {
		if n < 1 || n > 100_000 {
			return cli.Misused("--episodes is 1 to 100000, not %d", n)
		}
	}
	if err := o.EnvFlags.Check(c); err != nil {
		return err
	}
	if _, err := os.Lstat(args[0]); err == nil {
		return fmt.Errorf("%s exists; choose another file, or remove it", args[0])
	}
	return nil
}

// collectDemos records the experts, and writes the file.
func (p program) collectDemos(ctx context.Context, path string, o collectFlags) error {
	if err := durable.MkdirAll(filepath.Dir(path)); err != nil {
		return err
	}
	n, err := environment.Record(ctx, p.Program, path, o.EnvFlags, o.scripts())
	if err != nil {
		if !cli.IsFile(path) { // nothing was complete, or it could not be written
			return p.StoppedOr(ctx, err)
		}
		fmt.Fprintf(p.Err, "stopped after %s, which are kept in %s\n",
			wording.Plural(n.Demonstrations, "demonstration"), path)
		if ctx.Err() != nil {
			return cli.ErrStopped
		}
		return err
	}
	fmt.Fprintf(p.Out, "%s of %s, %s; %d solved the task\n%s\n", wording.Plural(n.Demonstrations, "demonstration"),
		printable.Line(n.Environment), wording.Plural(n.Frames, "frame"), n.Solved, path)
	return nil
}

// scripts are what the command line asks for.
func (o collectFlags) scripts() (all []environment.Script) {
	for k, text := range o.experts {
		seeds := shared.StartSeeds("demonstrations", o.seed, o.episodes[min(k, len(o.episodes)-1)])
		style, expert := "optimal", text
		if before, after, ok := strings.Cut(text, "="); ok && !strings.ContainsAny(before, ":?") {
			style, expert = before, after
		}
		for _, task := range o.tasks() {
			all = append(all, environment.Script{Style: style, Expert: expert, Task: task, Seeds: seeds})
		}
	}
	return all
}

// tasks are the tasks that are recorded: those of a list, where the environment's name has a place for them.
func (o collectFlags) tasks() []string {
	if strings.Contains(o.Env, shared.TaskWord) {
		return strings.FieldsFunc(o.task, func(r rune) bool { return r == ',' || r == ' ' })
	}
	return []string{o.task}
}
