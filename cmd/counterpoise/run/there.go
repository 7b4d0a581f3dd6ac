package run

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/csv"
	"encoding/hex"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"counterpoise/bench/definition"
	"counterpoise/bench/record"
	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/cmd/counterpoise/environment"
	"counterpoise/cmd/counterpoise/shared"
	"counterpoise/internal/bounded"
	"counterpoise/internal/durable"
	"counterpoise/internal/shell"
	"counterpoise/internal/wording"
	"counterpoise/policies/backend"
	"counterpoise/policies/elsewhere"
	"counterpoise/policies/train"
	"counterpoise/results/decide"
	"counterpoise/results/document"
	"counterpoise/results/frame"
	"counterpoise/results/report"
	"counterpoise/scenes/demos"
)

// runThere runs an experiment of a file in an environment of others: each trial records demonstrations by the experts
// of the file, trains every arm on its own of them, and rolls it out in each task. What is done is kept: demonstrations
// in out/demos, and results in out/results/ARM/seed-N/TASK as try keeps them.
func (p program) runThere(c *cobra.Command, path string, d definition.Definition, o runFlags) error {
	if err := cli.Foreign(c, "is of the tabletop, and "+path+" has an environment of others", "cells", "chance",
		"films", "full", "next-look", "oracle", "weights"); err != nil {
		return err
	}
	if err := d.CheckGroups(); err != nil {
		return cli.Misuse{Err: fmt.Errorf("%s: %w", path, err)}
	}
	if o.workers < 1 {
		return cli.Misused("--workers must be 1 or more, not %d", o.workers)
	}
	size := d.Size()
	sizeGiven(c, o.size, &size)
	if err := size.Check(); err != nil {
		return cli.Misuse{Err: err}
	}
	if size.Rollouts < 1 {
		return cli.Misused("an experiment in an environment has 1 rollout or more, not %d", size.Rollouts)
	}
	cfg, err := train.ConfigOf(size.Policy, cmp.Or(size.Steps, train.DefaultConfig().Steps))
	if err != nil {
		return cli.Misuse{Err: err}
	}
	if err := cli.CheckFolder(o.out); err != nil {
		return err
	}
	defer backend.Use(backend.GoCPU)
	if err := environment.Use(p.Program, o.out, o.DeviceFlags); err != nil {
		return err
	}
	e := d.Environment
	x := thereExperiment{Definition: d, path: path, out: o.out, size: size, of: environment.Trainings{
		EnvFlags: shared.EnvFlags{Env: e.Env, Python: o.python, Success: e.Success, Horizon: e.Horizon,
			Workers: o.workers},
		Config: cfg, Seed: size.Seed, Rollouts: size.Rollouts}}
	for _, a := range x.Experiment.Designs[0].Arms {
		counts, err := e.Counts(a.Recipe)
		if err != nil {
			return err
		}
		x.arms = append(x.arms, decide.Arm{Name: a.Name, Method: a.Method, Groups: a.Groups,
			About: strings.TrimPrefix(demos.Recipe{Counts: counts}.String(), " ")})
	}
	if err := p.makeTrialsThere(c.Context(), x); err != nil {
		return environment.KeptOr(c.Context(), p.Program, o.out, err)
	}
	return p.answerThere(x)
}

// thereExperiment is an experiment in an environment of others, as it is run.
type thereExperiment struct {
	definition.Definition
	path, out string
	size      record.Size
	of        environment.Trainings
	arms      []decide.Arm
}

// tasks are the tasks of the environment, one without a name where its results need no folder.
func (x thereExperiment) tasks() []string {
	if !strings.Contains(x.of.Env, definition.TaskWord) {
		return []string{""}
	}
	return x.Environment.Tasks
}

// makeTrialsThere makes the results that are missing, trial by trial.
func (p program) makeTrialsThere(ctx context.Context, x thereExperiment) error {
	tasks := x.tasks()
	places, done, err := x.of.Open(ctx, p.Program, tasks, len(x.arms)*x.size.Trials)
	if err != nil {
		return err
	}
	defer done()
	if x.size.Trials == 1 {
		fmt.Fprintln(p.Err, "warning: with one trial no test is possible; --trials asks for more")
	}
	ctx, stop := context.WithCancel(ctx)
	sets := p.recordTrials(ctx, x)
	defer func() {
		stop()
		for range sets { // until nothing is recorded any more
		}
	}()
	for n := range x.size.Trials {
		set, ok := <-sets
		if !ok {
			return context.Cause(ctx)
		}
		if set.err != nil {
			return fmt.Errorf("trial %d: %w", n+1, set.err)
		}
		if set.said != "" {
			fmt.Fprintf(p.Err, "trial %d of %d: %s\n", n+1, x.size.Trials, set.said)
		}
		var jobs []*environment.Job
		byRecipe := map[string]*elsewhere.Data{}
		for i, a := range x.Experiment.Designs[0].Arms {
			data := byRecipe[a.Recipe]
			if data == nil {
				counts, err := x.Environment.Counts(a.Recipe)
				if err != nil {
					return err
				}
				if data, err = readSome(ctx, set.path, counts, elsewhere.Looks(x.of.Config)); err != nil {
					return fmt.Errorf("arm %q, %s: %w", a.Name, set.path, err)
				}
				byRecipe[a.Recipe] = data
			}
			jobs = append(jobs, &environment.Job{Arm: &x.arms[i], Data: data, Trial: n, Tasks: tasks,
				Dir: environment.Dir(x.out, a.Name, n)})
		}
		if err := environment.Make(ctx, p.Program, x.of, places, jobs); err != nil {
			return err
		}
	}
	return nil
}

// demonstrated is the file of the demonstrations of a trial, and what is to be said of it if it was recorded now.
type demonstrated struct {
	path, said string
	err        error
}

// recordTrials makes the files of the trials in their order. That of a trial is recorded while the policies of the one
// before are trained. After an error, and when ctx ends, there are no more.
func (p program) recordTrials(ctx context.Context, x thereExperiment) <-chan demonstrated {
	sets := make(chan demonstrated)
	go func() {
		defer close(sets)
		for n := range x.size.Trials {
			if n > 0 {
				p.Err = io.Discard // the trial before counts there
			}
			var one demonstrated
			one.path, one.said, one.err = p.recordTrial(ctx, x, n)
			select {
			case sets <- one:
			case <-ctx.Done():
				return
			}
			if one.err != nil {
				return
			}
		}
	}()
	return sets
}

// recordTrial returns the file of the demonstrations of a trial, as many of each task and style as the largest arm has.
// It records those that are not there, and says what. The file's name tells what decides its content.
func (p program) recordTrial(ctx context.Context, x thereExperiment, n int) (path, said string,
	err error) {
	e := x.Environment
	type of struct{ task, style string }
	most := map[of]int{}
	for _, a := range x.Experiment.Designs[0].Arms {
		counts, err := e.Counts(a.Recipe)
		if err != nil {
			return "", "", err
		}
		for _, c := range counts {
			k := of{c.Behaviour, c.Style}
			most[k] = max(most[k], c.N)
		}
	}
	var all []environment.Script
	for _, task := range e.Tasks { // so that every arm meets the tasks in this order
		for _, style := range e.Styles() {
			if count := most[of{task, style}]; count > 0 {
				words := fmt.Sprintf("%d %s %s", n, task, style)
				own := fmt.Sprint(shared.StartSeeds("expert "+words, x.size.Seed, 1)[0])
				all = append(all, environment.Script{Style: style, Task: task,
					Expert: strings.ReplaceAll(e.Experts[style], definition.SeedWord, own),
					Seeds:  shared.StartSeeds("demonstrations "+words, x.size.Seed, count)})
			}
		}
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "%q %q %d %v", e.Env, e.Success, e.Horizon, all))
	path = filepath.Join(x.out, "demos", fmt.Sprintf("seed-%d-%s.hdf5", n, hex.EncodeToString(sum[:4])))
	if cli.IsFile(path) {
		return path, "", nil
	}
	staging, err := durable.NewStaging(path)
	if err != nil {
		return "", "", err
	}
	defer staging.Abort()
	recorded, err := environment.Record(ctx, p.Program, staging.Path(), x.of.EnvFlags, all)
	if err != nil {
		return "", "", err
	}
	said = fmt.Sprintf("%s recorded, of which %d solved the task",
		wording.Plural(recorded.Demonstrations, "demonstration"), recorded.Solved)
	return path, said, staging.Commit()
}

// some is a reader of some demonstrations of another.
type some struct {
	demos.Reader
	index []int
}

// Episodes implements demos.Reader.
func (s some) Episodes() int { return len(s.index) }

// Read implements demos.Reader.
func (s some) Read(i int, pictures bool) (*demos.Raw, error) {
	return s.Reader.Read(s.index[i], pictures)
}

// readSome reads the first demonstrations of each task and style, as many as counts say.
func readSome(ctx context.Context, path string, counts []demos.Count, pictures bool) (*elsewhere.Data, error) {
	r, err := demos.OpenAny(ctx, path)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	of := some{Reader: r}
	for i := range r.Episodes() {
		raw, err := r.Read(i, false)
		if err != nil {
			return nil, err
		}
		for k := range counts {
			c := &counts[k]
			if c.N > 0 && raw.Labels["task"] == c.Behaviour && raw.Labels["style"] == c.Style {
				c.N--
				of.index = append(of.index, i)
			}
		}
	}
	return elsewhere.Read(ctx, of, pictures, func(int, int) {})
}

// answerThere prints the tables of an experiment in an environment, and writes them into its folder.
func (p program) answerThere(x thereExperiment) error {
	e := frame.Elsewhere{Experiment: x.Experiment, Tasks: x.Environment.Tasks, Rollouts: x.size.Rollouts,
		Successes: map[string][][]int{}}
	rows := [][]string{{"trial", "method", "task", "successes", "rollouts"}}
	for _, a := range x.arms {
		for n := range x.size.Trials {
			var successes []int
			for i, task := range x.tasks() {
				j := environment.Job{Dir: environment.Dir(x.out, a.Name, n)}
				count, of, err := environment.Succeeded(filepath.Dir(j.File(task)))
				if err != nil {
					return err
				}
				successes = append(successes, count)
				rows = append(rows, []string{strconv.Itoa(n + 1), a.Name, e.Tasks[i], strconv.Itoa(count),
					strconv.Itoa(of)})
			}
			e.Successes[a.Name] = append(e.Successes[a.Name], successes)
		}
	}
	var text bytes.Buffer
	if err := document.Markdown(&text, x.document(e, "")); err != nil {
		return err
	}
	page, counts := filepath.Join(x.out, x.Experiment.Name+".md"), filepath.Join(x.out, x.Experiment.Name+".csv")
	if err := durable.WriteFile(page, text.Bytes()); err != nil {
		return err
	}
	text.Reset()
	csv.NewWriter(&text).WriteAll(rows)
	if err := durable.WriteFile(counts, text.Bytes()); err != nil {
		return err
	}
	text.Reset()
	flags := " --out " + shell.Quote(x.out) + " --python " + shell.Quote(x.of.Python)
	if err := p.WriteDocument(&text, "text", x.document(e, flags)); err != nil {
		return err
	}
	fmt.Fprint(p.Out, p.commandsIn(text.String()))
	fmt.Fprintf(p.Out, "results  %s\ncounts   %s\npage     %s\n", filepath.Join(x.out, environment.Results), counts,
		page)
	x.leftovers(p)
	return nil
}

// document is what an experiment found, with the command that runs it again, which ends with flags.
func (x thereExperiment) document(e frame.Elsewhere, flags string) document.Document {
	how := fmt.Sprintf("%s in %s, policy %s, %d gradient steps each; demonstrations that failed are kept.",
		wording.Plural(len(e.Design().Arms)*x.size.Trials, "training"), x.Environment.Env, x.size.Policy,
		x.of.Config.Steps)
	again := fmt.Sprintf("counterpoise run %s --trials %d --rollouts %d --steps %d --seed %d --policy %s%s",
		shell.Quote(x.path), x.size.Trials, x.size.Rollouts, x.of.Config.Steps, x.size.Seed,
		shell.Quote(x.size.Policy.String()), flags)
	return report.Elsewhere(e, how, again)
}

// leftovers says which arms of other files have results in the folder, which the tables leave out.
func (x thereExperiment) leftovers(p program) {
	var others []string
	for _, dir := range bounded.Glob(filepath.Join(x.out, environment.Results), "*") {
		name := filepath.Base(dir)
		if !slices.ContainsFunc(x.arms, func(a decide.Arm) bool { return a.Name == name }) {
			others = append(others, name)
		}
	}
	if others != nil {
		fmt.Fprintf(p.Err, "%s has results of arms that %s has not, which the tables leave out: %s\n",
			filepath.Join(x.out, environment.Results), x.path, wording.List(others))
	}
}
