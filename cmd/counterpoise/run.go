package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"counterpoise/bench"
	"counterpoise/bench/runner"
	"counterpoise/internal/durable"
	"counterpoise/internal/suggest"
	"counterpoise/policies/backend"
	"counterpoise/results/document"
	"counterpoise/results/report"
	"counterpoise/results/store"
	"counterpoise/scenes"
)

const runAbout = `run trains and tests the policies of an experiment and prints what the differences are worth.

What to run is a profile or one experiment; an experiment alone has the size of the study.

Every policy that is finished is safe in the folder's records.jsonl at once. Stop whenever you like, with
Ctrl-C or otherwise: the same command goes on where it was, and gives the same tables to the byte. A run
that is complete is instant. Several runs may share a folder, on one machine or on many: each makes what no other
makes, and takes over from one that dies. The sizes and the seed are part of what a policy is: asking for others adds
records and replaces none.`

const runExamples = `  NAME run quick
  NAME run E1 --trials 20 --out e1
  NAME run quick --seed 2             the same question, asked again with other random numbers`

// settings are what the flags of run set. A size of zero is the plan's own.
type settings struct {
	out     string
	films   bool
	workers int
	cells   string // file that names the cells to make; empty makes all
	device  string
	size    bench.Size
}

// defaults are the values of the flags that are not given.
func defaults() settings {
	return settings{out: "out", films: true, workers: runtime.NumCPU(), device: string(backend.CPU)}
}

func (p program) run() *cobra.Command {
	s := defaults()
	c := &cobra.Command{
		Use:     "run WHAT",
		Short:   "Train, test and compare: " + strings.Join(runnable(), ", "),
		Long:    runAbout + "\n\n" + describeProfiles(),
		Example: p.named(runExamples),
		Args:    oneOf("run", "what", runnable),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return runnable(), cobra.ShellCompDirectiveNoFileComp
		},
	}
	f := c.Flags()
	f.StringVar(&s.out, "out", s.out, "`DIR` that keeps records, tables and the report page")
	f.BoolVar(&s.films, "films", s.films, "show rollouts in the report; --films=false trains nothing again for that")
	f.IntVar(&s.workers, "workers", s.workers, "`N` policies at a time; changes no result")
	f.StringVar(&s.device, "device", s.device, "`DEVICE` that trains: "+strings.Join(devices(), ", ")+"; records name it")
	f.StringVar(&s.cells, "cells", "", "make only the cells named in `FILE`, one a line, and no tables")
	sizeFlags(f, &s.size)
	c.RunE = func(c *cobra.Command, args []string) error { return p.runPlan(c, args[0], s) }
	return c
}

// sizeFlags are the flags that change a plan's size.
func sizeFlags(f *pflag.FlagSet, size *bench.Size) {
	f.IntVar(&size.Trials, "trials", 0, "`N` paired repetitions of every policy")
	f.IntVar(&size.Rollouts, "rollouts", 0, "`N` rollouts of each behaviour per policy")
	f.IntVar(&size.Steps, "steps", 0, "`N` gradient steps per policy")
	f.Uint64Var(&size.Seed, "seed", 0, "seed `N` of everything random")
	f.StringVar(&size.Policy, "policy", "", "`NAME` of the policy: "+strings.Join(bench.Policies(), ", "))
	for _, name := range []string{"trials", "rollouts", "steps", "seed", "policy"} {
		f.Lookup(name).DefValue = "the plan's"
	}
}

// runnable are the names that run takes.
func runnable() []string {
	return slices.Concat(bench.Profiles.Names(), bench.Experiments.Names())
}

func describeProfiles() string {
	var b strings.Builder
	for _, name := range bench.Profiles.Names() {
		p, _ := bench.Profiles.Get(name)
		fmt.Fprintf(&b, "  %-6s %s (%d trials, %d rollouts per behaviour, policy %s, seed %d)\n",
			name, p.About, p.Size.Trials, p.Size.Rollouts, p.Size.Policy, p.Size.Seed)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// oneOf is the check of a command that takes one name out of a list.
func oneOf(command, what string, known func() []string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) != 1 {
			return misused("%s needs one name that says %s: %s", command, what, strings.Join(known(), ", "))
		}
		if !slices.Contains(known(), args[0]) {
			return misused("%s does not know %q%s; there is %s", command, args[0], suggest.DidYouMean(args[0], known()), strings.Join(known(), ", "))
		}
		return nil
	}
}

// planned is the plan that the command line asks for.
func planned(c *cobra.Command, name string, s settings) (bench.Plan, error) {
	if s.workers < 1 {
		return bench.Plan{}, misused("--workers must be 1 or more, not %d", s.workers)
	}
	if err := chosen("device", s.device, devices()); err != nil {
		return bench.Plan{}, err
	}
	given := c.Flags().Changed
	plan, err := bench.NewPlan(name, func(size *bench.Size) {
		if given("trials") {
			size.Trials = s.size.Trials
		}
		if given("rollouts") {
			size.Rollouts = s.size.Rollouts
		}
		if given("steps") {
			size.Steps = s.size.Steps
		}
		if given("policy") {
			size.Policy = s.size.Policy
		}
		if given("seed") {
			size.Seed = s.size.Seed
		}
	})
	if err != nil {
		return plan, misuse{err}
	}
	return plan, nil
}

func (p program) runPlan(c *cobra.Command, name string, s settings) (err error) {
	plan, err := planned(c, name, s)
	if err != nil {
		return err
	}
	store, err := store.Open(s.out)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	for _, d := range store.Damage {
		fmt.Fprintf(p.err, "counterpoise: %s\n", d)
	}
	p.use(s.device)
	defer backend.Use(backend.CPU)
	cells, err := listed(plan, s.cells)
	if err != nil {
		return err
	}
	if err := p.complete(c.Context(), plan.Name, cells, store, s.workers); err != nil || s.cells != "" {
		return err
	}
	return p.finish(c.Context(), plan, store, s)
}

// finish writes what the records show.
func (p program) finish(ctx context.Context, plan bench.Plan, store *store.Store, s settings) error {
	if err := p.tables(plan, store, s.out); err != nil {
		return err
	}
	files, err := p.page(ctx, s.out, store, s.films)
	if err != nil {
		return err
	}
	if err := writeFiles(s.out, files); err != nil {
		return err
	}
	fmt.Fprintf(p.out, "report   %s\n", filepath.Join(s.out, "report.html"))
	return nil
}

// complete makes the records that are missing, if any are.
func (p program) complete(ctx context.Context, name string, cells []bench.Cell, store *store.Store, workers int) error {
	done := len(cells) - len(runner.Missing(cells, store))
	if done == len(cells) {
		return nil
	}
	fmt.Fprintf(p.err, "%s: %d policies to train and test, %d of them done; %d at a time\n", name, len(cells), done, workers)
	if err := p.expected(runner.Missing(cells, store), workers); err != nil {
		return err
	}
	watch := watching(p.err, len(cells), done)
	err := runner.Run(ctx, cells, store, p.lab(workers), workers, watch)
	watch.Close()
	if err != nil && ctx.Err() != nil {
		done = len(cells) - len(runner.Missing(cells, store))
		fmt.Fprintf(p.err, "stopped; %d of %d records are safe in %s. Go on with:\n  %s\n", done, len(cells), store.Path(), p.typed())
		return errStopped
	}
	return err
}

// expected says what the cells that are missing will take.
func (p program) expected(missing []bench.Cell, workers int) error {
	all, err := bench.Total(missing)
	if err != nil {
		return err
	}
	wall, err := bench.Wall(missing, workers)
	if err != nil {
		return err
	}
	rollouts := 0
	for _, c := range missing {
		task, err := scenes.Tasks.Get(c.Task)
		if err != nil {
			return err
		}
		rollouts += c.Rollouts * len(task.Behaviours())
	}
	fmt.Fprintf(p.err, "%s; expected: %s, %v with %s, %s of records\n",
		counted(rollouts, "rollout"), took(all.Seconds), time.Duration(wall*float64(time.Second)).Round(time.Second), counted(workers, "worker"), size(all.Bytes))
	return nil
}

// tables prints what the records show, and writes it as Markdown beside them.
func (p program) tables(plan bench.Plan, store *store.Store, dir string) error {
	doc := report.Document(plan, store)
	var text bytes.Buffer
	if err := document.Markdown(&text, doc); err != nil {
		return err
	}
	path := filepath.Join(dir, plan.Name+".md")
	if err := durable.WriteFile(path, text.Bytes()); err != nil {
		return fmt.Errorf("can't write the tables: %w; choose another folder with --out", err)
	}
	if err := document.Text(p.out, doc); err != nil {
		return err
	}
	fmt.Fprintf(p.out, "records  %s\ntables   %s\n", store.Path(), path)
	return nil
}

// typed is the command line that goes on where this one stopped.
func (p program) typed() string {
	words := []string{p.name}
	for _, a := range p.args {
		words = append(words, quoted(a))
	}
	return strings.Join(words, " ")
}

// quoted is a word as a POSIX shell reads it back.
func quoted(word string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-_./=,:+@%", r)
	}
	if word != "" && strings.IndexFunc(word, func(r rune) bool { return !plain(r) }) < 0 {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
