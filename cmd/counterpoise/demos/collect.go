package demos

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"counterpoise/bench"
	"counterpoise/bench/remote/environments"
	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/cmd/counterpoise/shared"
	"counterpoise/internal/durable"
	"counterpoise/internal/printable"
	"counterpoise/internal/wording"
	"counterpoise/policies/elsewhere"
	"counterpoise/scenes/demos"
	"counterpoise/scenes/demos/robomimic"
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

// collected counts what collect has recorded.
type collected struct {
	name             string // of the environment, as --env has it
	demonstrations   int
	solved, ofFrames int
}

// collectDemos records the experts, and writes the file.
func (p program) collectDemos(ctx context.Context, path string, o collectFlags) error {
	if err := durable.MkdirAll(filepath.Dir(path)); err != nil {
		return err
	}
	n := collected{name: o.Env}
	err := robomimic.WriteRaw(path, func(add func(*demos.Raw) error) (string, error) {
		for k, text := range o.experts {
			seeds := shared.StartSeeds("demonstrations", o.seed, o.episodes[min(k, len(o.episodes)-1)])
			style, expert := "optimal", text
			if before, after, ok := strings.Cut(text, "="); ok && !strings.ContainsAny(before, ":?") {
				style, expert = before, after
			}
			for _, task := range o.tasks() {
				in := o
				in.Env = strings.ReplaceAll(o.Env, shared.TaskWord, task)
				in.Expert = strings.ReplaceAll(expert, shared.TaskWord, task)
				labels := map[string]string{"task": task, "style": style}
				if err := p.demonstrateThere(ctx, in.EnvFlags, labels, seeds, &n, add); err != nil {
					return n.name, err
				}
			}
		}
		return n.name, nil
	})
	if err != nil {
		if !cli.IsFile(path) { // nothing was complete, or it could not be written
			return p.StoppedOr(ctx, err)
		}
		fmt.Fprintf(p.Err, "stopped after %s, which are kept in %s\n",
			wording.Plural(n.demonstrations, "demonstration"), path)
		if ctx.Err() != nil {
			return cli.ErrStopped
		}
		return err
	}
	fmt.Fprintf(p.Out, "%s of %s, %s; %d solved the task\n%s\n", wording.Plural(n.demonstrations, "demonstration"),
		printable.Line(n.name), wording.Plural(n.ofFrames, "frame"), n.solved, path)
	return nil
}

// tasks are the tasks that are recorded: those of a list, where the environment's name has a place for them.
func (o collectFlags) tasks() []string {
	if strings.Contains(o.Env, shared.TaskWord) {
		return strings.FieldsFunc(o.task, func(r rune) bool { return r == ',' || r == ' ' })
	}
	return []string{o.task}
}

// demonstrateThere records an expert from some seeds, with labels that all demonstrations have, and adds them.
func (p program) demonstrateThere(ctx context.Context, env shared.EnvFlags, labels map[string]string, seeds []uint64,
	n *collected, add func(*demos.Raw) error) error {
	env.Workers = 1
	clients, end, err := env.Open(ctx)
	if err != nil {
		return err
	}
	defer end()
	if _, err := p.CheckStarts(ctx, clients[0]); err != nil {
		return err
	}
	space := clients[0].Space
	said, err := observed(space)
	if err != nil {
		return err
	}
	if n.demonstrations == 0 { // once, and not for every expert and task
		fmt.Fprintf(p.Err, "%s: %s\n", printable.Line(space.Name), printable.Line(said))
	}
	progress, done := cli.Counter(p.Err, "demonstrations")
	defer done()
	return clients[0].Collect(ctx, seeds, env.Horizon, func(i, of int, d *environments.Demonstration) error {
		r := &demos.Raw{
			Labels:  maps.Clone(labels),
			State:   demos.Matrix{Width: len(space.State), Values: d.States},
			Actions: demos.Matrix{Width: len(space.Low), Values: d.Actions},
		}
		r.Labels["task"] = cmp.Or(labels["task"], space.Task, space.Name)
		r.Labels["success"] = strconv.FormatBool(d.Success)
		r.Labels["seed"] = strconv.FormatUint(d.Seed, 10)
		r.Labels["index"] = strconv.Itoa(i - 1)
		for k, c := range space.Cameras {
			r.Cameras = append(r.Cameras, demos.Camera{
				Name: elsewhere.CameraName(c.Name), Height: c.Height, Width: c.Width, Data: d.Pictures[k],
			})
		}
		if err := add(r); err != nil {
			return err
		}
		n.demonstrations, n.ofFrames = n.demonstrations+1, n.ofFrames+d.Steps
		if d.Success {
			n.solved++
		}
		progress(i, of)
		return nil
	})
}

// observed says what of an observation is recorded. Two cameras of one name are an error.
func observed(s environments.Space) (line string, err error) {
	parts, seen := []string{wording.Plural(len(s.State), "number")}, map[string]string{}
	for _, c := range s.Cameras {
		name := elsewhere.CameraName(c.Name)
		if other, twice := seen[name]; twice {
			return "", fmt.Errorf("the cameras %s and %s would both be called %s: give one another key", other, c.Name,
				name)
		}
		seen[name] = c.Name
		parts = append(parts, fmt.Sprintf("pictures of %s (%d x %d)", name, c.Width, c.Height))
	}
	line = wording.List(parts)
	if len(s.LeftOut) > 0 {
		line += "; left out, as neither numbers nor 8-bit RGB pictures: " + wording.List(s.LeftOut)
	}
	return line, nil
}
