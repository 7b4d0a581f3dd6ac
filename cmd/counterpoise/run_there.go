package main

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"counterpoise/bench/definition"
	"counterpoise/bench/record"
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
	if err := foreign(c, "is of the tabletop, and "+path+" has an environment of others", "cells", "chance", "films",
		"full", "next-look", "oracle", "weights"); err != nil {
		return err
	}
	if err := d.CheckGroups(); err != nil {
		return misuse{fmt.Errorf("%s: %w", path, err)}
	}
	if o.workers < 1 {
		return misused("--workers must be 1 or more, not %d", o.workers)
	}
	size := d.Size()
	sizeGiven(c, o.size, &size)
	if err := size.Check(); err != nil {
		return misuse{err}
	}
	if size.Rollouts < 1 {
		return misused("an experiment in an environment has 1 rollout or more, not %d", size.Rollouts)
	}
	t := there(d, size, o)
	cfg, err := train.ConfigOf(t.policy, cmp.Or(size.Steps, train.DefaultConfig().Steps))
	if err != nil {
		return misuse{err}
	}
	if err := checkFolder(o.out); err != nil {
		return err
	}
	defer backend.Use(backend.GoCPU)
	if err := p.useThere(t); err != nil {
		return err
	}
	if err := p.makeTrialsThere(c.Context(), t, d, cfg); err != nil {
		return p.keptOr(c.Context(), o.out, err)
	}
	return p.answerExperiment(t, d, cfg, path)
}

// there returns an experiment as a trial of the arms of a dataset, but for the data.
func there(d definition.Definition, size record.Size, o runFlags) trial {
	e := d.Environment
	t := trial{tryFlags: tryFlags{seeds: size.Trials, rollouts: size.Rollouts, steps: size.Steps, seed: size.Seed,
		policy: size.Policy, out: o.out, deviceFlags: o.deviceFlags,
		envFlags: envFlags{env: e.Env, python: o.python, success: e.Success, horizon: e.Horizon, workers: o.workers}}}
	for _, a := range d.Experiment.Designs[0].Arms {
		t.arms = append(t.arms, decide.Arm{Name: a.Name, About: a.Recipe, Method: a.Method, Groups: a.Groups})
	}
	return t
}

// makeTrialsThere makes the results that are missing, trial by trial.
func (p program) makeTrialsThere(ctx context.Context, t trial, d definition.Definition, cfg train.Config) error {
	tasks := d.Environment.Tasks
	if !strings.Contains(t.env, taskWord) {
		tasks = []string{""} // results need no folder for the only one
	}
	places, done, err := t.openTasks(ctx, tasks, elsewhere.Looks(cfg))
	if err != nil {
		return err
	}
	defer done()
	if t.seeds == 1 {
		fmt.Fprintln(p.err, "warning: with one trial no test is possible; --trials asks for more")
	}
	ctx, stop := context.WithCancel(ctx)
	sets := p.recordTrials(ctx, t, d)
	defer func() {
		stop()
		for range sets { // until nothing is recorded any more
		}
	}()
	for n := range t.seeds {
		set := <-sets
		if set.err != nil {
			return fmt.Errorf("trial %d: %w", n, set.err)
		}
		if set.said != "" {
			fmt.Fprintf(p.err, "trial %d of %d: %s\n", n+1, t.seeds, set.said)
		}
		var jobs []*tryJob
		byRecipe := map[string]*elsewhere.Data{}
		for i, a := range d.Experiment.Designs[0].Arms {
			data := byRecipe[a.Recipe]
			if data == nil {
				counts, err := d.Environment.Counts(a.Recipe)
				if err != nil {
					return err
				}
				if data, err = readSome(ctx, set.path, counts, elsewhere.Looks(cfg)); err != nil {
					return fmt.Errorf("arm %q, %s: %w", a.Name, set.path, err)
				}
				byRecipe[a.Recipe] = data
			}
			jobs = append(jobs, &tryJob{arm: &t.arms[i], data: data, trial: n, tasks: tasks, dir: t.dirOf(i, n)})
		}
		if err := p.makeThere(ctx, t, cfg, places, jobs); err != nil {
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
func (p program) recordTrials(ctx context.Context, t trial, d definition.Definition) <-chan demonstrated {
	sets := make(chan demonstrated)
	p.err = io.Discard // another trial counts there
	go func() {
		defer close(sets)
		for n := range t.seeds {
			var one demonstrated
			one.path, one.said, one.err = p.recordTrial(ctx, t, d, n)
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
func (p program) recordTrial(ctx context.Context, t trial, d definition.Definition, n int) (path, said string,
	err error) {
	e := d.Environment
	type of struct{ task, style string }
	most := map[of]int{}
	for _, a := range d.Experiment.Designs[0].Arms {
		counts, err := e.Counts(a.Recipe)
		if err != nil {
			return "", "", err
		}
		for _, c := range counts {
			k := of{c.Behaviour, c.Style}
			most[k] = max(most[k], c.N)
		}
	}
	var all []scripted
	for _, task := range e.Tasks { // so that every arm meets the tasks in this order
		for _, style := range e.Styles() {
			if count := most[of{task, style}]; count > 0 {
				words := fmt.Sprintf("%d %s %s", n, task, style)
				own := fmt.Sprint(startSeeds("expert "+words, t.seed, 1)[0])
				all = append(all, scripted{style, strings.ReplaceAll(e.Experts[style], definition.SeedWord, own), task,
					startSeeds("demonstrations "+words, t.seed, count)})
			}
		}
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "%q %q %d %v", e.Env, e.Success, e.Horizon, all))
	path = filepath.Join(t.out, "demos", fmt.Sprintf("seed-%d-%s.hdf5", n, hex.EncodeToString(sum[:4])))
	if isFile(path) {
		return path, "", nil
	}
	staging, err := durable.NewStaging(path)
	if err != nil {
		return "", "", err
	}
	defer staging.Abort()
	recorded, err := p.recordThere(ctx, staging.Path(), t.envFlags, all)
	if err != nil {
		return "", "", err
	}
	said = fmt.Sprintf("%s recorded, of which %d solved the task",
		wording.Plural(recorded.demonstrations, "demonstration"), recorded.solved)
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

// answerExperiment prints the tables of an experiment in an environment, and writes them into its folder.
func (p program) answerExperiment(t trial, d definition.Definition, cfg train.Config, path string) error {
	e := frame.Elsewhere{Experiment: d.Experiment, Tasks: d.Environment.Tasks, Rollouts: t.rollouts,
		Successes: map[string][][]int{}}
	for i, a := range t.arms {
		for n := range t.seeds {
			var successes []int
			for _, task := range e.Tasks {
				if !strings.Contains(t.env, taskWord) {
					task = ""
				}
				j := tryJob{dir: t.dirOf(i, n)}
				count, _, err := succeededIn(filepath.Dir(j.file(task)))
				if err != nil {
					return err
				}
				successes = append(successes, count)
			}
			e.Successes[a.Name] = append(e.Successes[a.Name], successes)
		}
	}
	how := fmt.Sprintf("%s in %s, policy %s, %d gradient steps each; demonstrations that failed are kept.",
		wording.Plural(len(t.arms)*t.seeds, "training"), d.Environment.Env, t.policy, cfg.Steps)
	again := []string{"run", shell.Quote(path), "--trials", fmt.Sprint(t.seeds), "--rollouts", fmt.Sprint(t.rollouts),
		"--steps", fmt.Sprint(cfg.Steps), "--seed", fmt.Sprint(t.seed), "--policy", shell.Quote(t.policy.String())}
	command := "counterpoise " + strings.Join(again, " ")
	var text bytes.Buffer
	if err := document.Markdown(&text, report.Elsewhere(e, how, command)); err != nil {
		return err
	}
	page := filepath.Join(t.out, d.Experiment.Name+".md")
	if err := durable.WriteFile(page, text.Bytes()); err != nil {
		return err
	}
	text.Reset()
	command += " --out " + shell.Quote(t.out) + " --python " + shell.Quote(t.python)
	if err := p.writeDocument(&text, "text", report.Elsewhere(e, how, command)); err != nil {
		return err
	}
	fmt.Fprint(p.out, p.commandsIn(text.String()))
	fmt.Fprintf(p.out, "results  %s\npage     %s\n", filepath.Join(t.out, resultsFolder), page)
	return nil
}
