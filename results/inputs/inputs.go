package inputs

import (
	"fmt"
	"path/filepath"
	"slices"

	"counterpoise/bench"
	"counterpoise/bench/definition"
	"counterpoise/bench/pools"
	"counterpoise/bench/record"
	"counterpoise/internal/bounded"
	"counterpoise/policies/weightfile"
)

// The folders in a folder of records.
const (
	experimentsFolder = "experiments"
	weightsFolder     = "weights"
)

// Set is experiments and weights from outside. Its experiments are registered (bench.Adopt) until Release is called.
// The zero Set has none.
type Set struct {
	weights     weightfile.Library
	asked       weightfile.Library // the last that Weigh has added
	pools       []pools.Pool
	experiments []bench.Experiment
	sizes       map[string]record.Size // at which experiments run unless flags say otherwise, by name
	files       map[string]string      // of experiments by name, for command lines
	releases    []func()               // of experiments that are registered
}

// Read returns what a folder of records keeps. The folder may keep nothing, or not exist. A file that cannot be read,
// weights that were changed, and an experiment with the name of another one of the program are errors, and register
// nothing.
func Read(dir string) (*Set, error) {
	s := new(Set)
	named := func(folder, pattern string) []string { return bounded.Glob(dir, folder+"/"+pattern) }
	for _, path := range named(experimentsFolder, "*"+definition.Extension) {
		d, err := definition.Read(path)
		if err != nil {
			return nil, fmt.Errorf("kept experiment: %w", err)
		}
		s.replace(d.Size(), d.Experiment)
		s.files[d.Experiment.Name] = path
	}
	for _, path := range named(weightsFolder, "*@*.json") {
		l, err := weightfile.Read(path)
		if err != nil {
			return nil, fmt.Errorf("kept %w", err)
		}
		if l[0].FileName() != filepath.Base(path) {
			return nil, fmt.Errorf("kept weights: %s has the digest of %s: it was changed; restore it, or remove it "+
				"and run again with --weights", path, l[0].FileName())
		}
		s.weights = append(s.weights, l...)
	}
	for _, path := range named(weightsFolder, pools.FileName) {
		var err error
		if s.pools, err = pools.Read(path); err != nil {
			return nil, fmt.Errorf("kept weights: %w", err)
		}
	}
	if err := s.adopt(); err != nil {
		return nil, err
	}
	return s, nil
}

// Weights returns the weights.
func (s *Set) Weights() weightfile.Library { return s.weights }

// Add adds weights that are about no experiment of a plan: those of a dataset from outside.
func (s *Set) Add(all ...weightfile.Weights) {
	for _, w := range all {
		if _, has := s.weights.Of(w.Method()); !has {
			s.weights = append(s.weights, w)
		}
	}
}

// Locate gives plans the files of those experiments that come from files, and returns them.
func (s *Set) Locate(plans []bench.Plan) []bench.Plan {
	for i := range plans {
		plans[i].File = s.files[plans[i].Name]
	}
	return plans
}

// Define adds the experiment of a file. One that the folder keeps under the name gives way to it. A file that cannot be
// read, groups that a method cannot weigh, and the name of another experiment of the program are errors.
func (s *Set) Define(path string) (definition.Definition, error) {
	d, err := definition.Read(path)
	if err != nil {
		return definition.Definition{}, err
	}
	if d.Environment != nil {
		return definition.Definition{}, fmt.Errorf("%s: environment: is not the tabletop's; run takes the file, and "+
			"nothing else does", path)
	}
	s.Release()
	if _, err := bench.Experiments.Get(d.Experiment.Name); err != nil { // none of the program's own
		if err := d.CheckGroups(); err != nil {
			return definition.Definition{}, fmt.Errorf("%s: %w", path, err)
		}
	}
	s.replace(d.Size(), d.Experiment)
	s.files[d.Experiment.Name] = path
	if err := s.adopt(); err != nil {
		return definition.Definition{}, fmt.Errorf("%s: %w", path, err)
	}
	return d, nil
}

// replace adds experiments of a size that come from no file, in place of those of the same names.
func (s *Set) replace(size record.Size, added ...bench.Experiment) {
	if s.files == nil {
		s.files, s.sizes = map[string]string{}, map[string]record.Size{}
	}
	for _, e := range added {
		s.sizes[e.Name] = size
		delete(s.files, e.Name)
	}
	s.experiments = append(slices.DeleteFunc(s.experiments, func(e bench.Experiment) bool {
		return slices.ContainsFunc(added, func(a bench.Experiment) bool { return a.Name == e.Name })
	}), added...)
}

// adopt registers the experiments, all or none.
func (s *Set) adopt() error {
	for _, e := range s.experiments {
		release, err := bench.Adopt(e)
		if err != nil {
			s.Release()
			return err
		}
		s.releases = append(s.releases, release)
	}
	return nil
}

// Release takes the experiments out of those that are registered. It may be called again.
func (s *Set) Release() {
	for _, release := range s.releases {
		release()
	}
	s.releases = nil
}
