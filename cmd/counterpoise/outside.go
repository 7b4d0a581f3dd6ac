package main

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"counterpoise/bench"
	"counterpoise/bench/definition"
	"counterpoise/bench/pools"
	"counterpoise/bench/runner"
	"counterpoise/internal/bounded"
	"counterpoise/internal/durable"
	"counterpoise/internal/shell"
	"counterpoise/policies/given"
)

// outside has the experiments and weights of a command that are not compiled into the program: experiments from files,
// and weights that other programs have computed. A folder of records keeps copies of both, so that it can be read,
// resumed and checked without the original files:
//
//	DIR/experiments/NAME.toml        an experiment (package definition)
//	DIR/weights/NAME@DIGEST.json     weights (package given)
//	DIR/weights/pools.csv            the datasets of the run, so that they need not be generated again (package pools)
type outside struct {
	weights     given.Library
	asked       given.Library // those of the weights that the command line names
	pools       []pools.Pool
	experiments []bench.Experiment
	sizes       map[string]bench.Size // at which experiments run unless flags say otherwise, by name
	files       map[string]string     // of experiments by name, for command lines
}

// The folders in a folder of records.
const (
	experimentsFolder = "experiments"
	weightsFolder     = "weights"
)

// recordMaker returns what makes the records of a run, with the weights that are at hand.
func (p program) recordMaker(workers int) runner.CellRunner {
	r := p.cellRunner(workers)
	if u, ok := r.(runner.WeightsUser); ok {
		u.UseWeights(p.outside.weights)
	}
	return r
}

// runnableOrFile checks the arguments of a command that takes what to run: a profile, an experiment, or a file.
func (p program) runnableOrFile() cobra.PositionalArgs {
	byName := p.oneOf("what", runnable)
	return func(c *cobra.Command, args []string) error {
		if len(args) == 1 && isDefinition(args[0]) {
			return nil
		}
		return byName(c, args)
	}
}

// isDefinition reports whether an argument names the file of an experiment.
func isDefinition(name string) bool { return strings.HasSuffix(name, definition.Extension) }

// planWithOutside returns the plan that a command line describes, and the program with the experiments and weights from
// outside that the plan needs. The caller calls release once the plan is no longer used, after an error too.
func (p program) planWithOutside(c *cobra.Command, what string, o runFlags) (
	_ program, plan bench.Plan, release func(), err error,
) {
	p, release, err = p.withKept(o.out)
	if err != nil {
		return p, plan, release, err
	}
	name, file := what, func(*bench.Size) {}
	if isDefinition(what) {
		d, err := definition.Read(what)
		if err != nil {
			return p, plan, release, misuse{fmt.Errorf("experiment: %w", err)}
		}
		// An experiment that the folder keeps under the name gives way to that of the file.
		release()
		if _, err := bench.Experiments.Get(d.Experiment.Name); err != nil { // none of the program's own
			if err := d.CheckGroups(); err != nil {
				return p, plan, release, misuse{fmt.Errorf("experiment: %s: %w", what, err)}
			}
		}
		p.outside.experiments = append(slices.DeleteFunc(p.outside.experiments, func(e bench.Experiment) bool {
			return e.Name == d.Experiment.Name
		}), d.Experiment)
		if release, err = adopt(p.outside.experiments); err != nil {
			return p, plan, release, misuse{fmt.Errorf("experiment: %s: %w", what, err)}
		}
		name, file = d.Experiment.Name, d.Adjust
		p.outside.files[name], p.outside.sizes[name] = what, d.Size()
	}
	if plan, err = planned(c, name, file, o); err != nil {
		return p, plan, release, err
	}
	plan.File = p.outside.files[name]
	if len(o.weights) == 0 {
		return p, plan, release, nil
	}
	if err = p.addWeights(c.Context(), &plan, o); err != nil {
		return p, plan, release, err
	}
	release()
	release, err = adopt(p.outside.experiments)
	return p, plan, release, err
}

// withKept returns the program with the experiments and weights that a folder of records keeps. The folder may keep
// nothing, or not exist.
func (p program) withKept(dir string) (_ program, release func(), err error) {
	release = func() {}
	p.outside = outside{files: map[string]string{}, sizes: map[string]bench.Size{}}
	named := func(folder, pattern string) []string { return bounded.Glob(dir, folder+"/"+pattern) }
	for _, path := range named(experimentsFolder, "*"+definition.Extension) {
		d, err := definition.Read(path)
		if err != nil {
			return p, release, fmt.Errorf("kept experiment: %w", err)
		}
		p.outside.experiments = append(p.outside.experiments, d.Experiment)
		p.outside.files[d.Experiment.Name], p.outside.sizes[d.Experiment.Name] = path, d.Size()
	}
	for _, path := range named(weightsFolder, "*@*.json") {
		l, err := given.Read(path)
		if err != nil {
			return p, release, fmt.Errorf("kept %w", err)
		}
		if l[0].FileName() != filepath.Base(path) {
			return p, release, fmt.Errorf("kept weights: %s has the digest of %s: it was changed; restore it, or "+
				"remove it and run again with --weights", path, l[0].FileName())
		}
		p.outside.weights = append(p.outside.weights, l...)
	}
	for _, path := range named(weightsFolder, pools.FileName) {
		if p.outside.pools, err = pools.Read(path); err != nil {
			return p, release, fmt.Errorf("kept weights: %w", err)
		}
	}
	release, err = adopt(p.outside.experiments)
	return p, release, err
}

// located returns plans that records answer, with the files of those experiments that come from files.
func (o outside) located(plans []bench.Plan) []bench.Plan {
	for i := range plans {
		plans[i].File = o.files[plans[i].Name]
	}
	return plans
}

// adopt registers experiments until release is called.
func adopt(all []bench.Experiment) (release func(), err error) {
	var releases []func()
	release = func() {
		for _, r := range releases {
			r()
		}
		releases = nil
	}
	for _, e := range all {
		r, err := bench.Adopt(e)
		if err != nil {
			release()
			return release, err
		}
		releases = append(releases, r)
	}
	return release, nil
}

// keep writes what a folder of records keeps.
func (o outside) keep(dir string) error {
	files := map[string][]byte{}
	for _, w := range o.weights {
		files[filepath.Join(weightsFolder, w.FileName())] = w.JSON()
	}
	if len(o.weights) > 0 {
		files[filepath.Join(weightsFolder, pools.FileName)] = pools.CSV(o.pools, nil)
	}
	for _, e := range o.experiments {
		files[filepath.Join(experimentsFolder, e.Name+definition.Extension)] = definition.Encode(e, o.sizes[e.Name])
	}
	for path, data := range files {
		if old, err := bounded.ReadRegular(filepath.Join(dir, path)); err == nil && string(old) == string(data) {
			continue
		}
		if err := durable.WriteBelow(dir, path, data); err != nil {
			return unwritable(dir, err)
		}
	}
	return nil
}

// argument is what run and slurm take for a plan, as a shell takes it: the name, or the file of an experiment that is
// not the program's own.
func argument(plan bench.Plan) string { return shell.Quote(cmp.Or(plan.File, plan.Name)) }

// words are the words of a command line that say what a plan is, with the files that a folder of records keeps, as a
// shell takes them.
func (o outside) words(dir string, plan bench.Plan) []string {
	words := []string{plan.Name}
	if plan.File != "" {
		words[0] = shell.Quote(filepath.Join(dir, experimentsFolder, plan.Name+definition.Extension))
	}
	for _, w := range o.asked {
		words = append(words, "--weights", shell.Quote(filepath.Join(dir, weightsFolder, w.FileName())))
	}
	return words
}
