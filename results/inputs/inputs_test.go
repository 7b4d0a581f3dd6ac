package inputs

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"counterpoise/bench"
	"counterpoise/bench/definition"
	"counterpoise/bench/pools"
	"counterpoise/bench/record"
	_ "counterpoise/bench/study" // its experiments
	"counterpoise/internal/faults"
	"counterpoise/internal/hostile"
	"counterpoise/policies/weightfile"
	"counterpoise/scenes/demos"
)

// mine is the file of an experiment of two datasets, on the second of which weights are compared with equal ones.
var mine = string(definition.Encode(bench.Experiment{Name: "mine", Question: "Is it small?", Designs: []bench.Design{{
	Task: "opening", Compared: "Starved against balanced", Sides: [2]string{"starved", "balanced"},
	Arms: []bench.Arm{
		{Name: "balanced", Recipe: "slider=1,drawer=1", Groups: demos.ByBehaviour, Method: "natural"},
		{Name: "starved", Recipe: "slider=1,drawer=2", Groups: demos.ByBehaviour, Method: "natural"},
		{Name: "equal", Recipe: "slider=1,drawer=2", Groups: demos.ByBehaviour, Method: "equal"},
	},
	Comparisons: []bench.Comparison{{Behaviour: "slider", Arm: "starved", Against: "balanced"}},
}}}, record.Size{Trials: 2, Rollouts: 4, Steps: 10, Seed: 1, Policy: bench.StatePolicy}))

// file writes a file into a new folder and returns its path.
func file(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// registered reports whether the program knows an experiment.
func registered(name string) bool {
	_, err := bench.Experiments.Get(name)
	return err == nil
}

// planOf returns the plan of an experiment at the size of its file.
func planOf(t *testing.T, d definition.Definition) bench.Plan {
	t.Helper()
	return bench.Plan{Name: d.Experiment.Name, Experiments: []bench.Experiment{d.Experiment}, Size: d.Size()}
}

// weighed returns a set with the experiment and weights of each of its demonstrations, and their plan.
func weighed(t *testing.T) (*Set, bench.Plan) {
	t.Helper()
	s := new(Set)
	d, err := s.Define(file(t, "mine.toml", mine))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Release)
	plan := planOf(t, d)
	if err := s.List(t.Context(), plan, 1, func(int, int) {}); err != nil {
		t.Fatal(err)
	}
	w := weightfile.Weights{Name: "tool", Datasets: map[string][]weightfile.Frames{}}
	for _, pool := range s.pools {
		if pool.Recipe == "slider=1,drawer=2" {
			w.Datasets[pool.Digest] = []weightfile.Frames{{2}, {1}, {1}}
		}
	}
	if notes, err := s.Weigh(&plan, weightfile.Library{w}); err != nil || len(notes) > 0 {
		t.Fatal(notes, err)
	}
	return s, plan
}

// What is written is read back: experiments with their sizes and files, weights, and the list of datasets. They are
// registered until they are released.
func TestWriteAndRead(t *testing.T) {
	s, plan := weighed(t)
	if len(plan.Experiments) != 2 || !registered("mine") || !registered(plan.Experiments[1].Name) {
		t.Fatalf("the plan has %v", plan.Experiments)
	}
	dir := t.TempDir()
	if err := s.Write(dir); err != nil {
		t.Fatal(err)
	}
	s.Release()
	if registered("mine") {
		t.Error("a released experiment is registered")
	}
	again, err := Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer again.Release()
	if !registered("mine") {
		t.Error("a kept experiment is not registered")
	}
	for _, set := range []*Set{s, again} {
		slices.SortFunc(set.experiments, func(a, b bench.Experiment) int { return strings.Compare(a.Name, b.Name) })
	}
	if !reflect.DeepEqual(again.experiments, s.experiments) || !reflect.DeepEqual(again.sizes, s.sizes) ||
		!reflect.DeepEqual(again.pools, s.pools) {
		t.Errorf("read %+v, want %+v", again, s)
	}
	if len(again.Weights()) != 1 || again.Weights()[0].Method() != s.Weights()[0].Method() {
		t.Errorf("read weights %v", again.Weights())
	}
	kept := filepath.Join(dir, "experiments", "mine.toml")
	if located := again.Locate([]bench.Plan{plan, {Name: "E1"}}); located[0].File != kept || located[1].File != "" {
		t.Errorf("located at %q and %q", located[0].File, located[1].File)
	}
	plan.File = kept
	want := []string{kept, "--weights", filepath.Join(dir, "weights", s.Weights()[0].FileName())}
	if got := s.Words(dir, plan); !slices.Equal(got, want) {
		t.Errorf("words %q, want %q", got, want)
	}
	// Written again, nothing changes on the disk.
	before, _ := os.Stat(kept)
	if err := again.Write(dir); err != nil {
		t.Fatal(err)
	}
	if after, _ := os.Stat(kept); !os.SameFile(before, after) {
		t.Error("a file that is the same is written again")
	}
}

// A folder that keeps nothing, or is not there, is an empty set.
func TestReadNothing(t *testing.T) {
	for _, dir := range []string{t.TempDir(), filepath.Join(t.TempDir(), "none")} {
		s, err := Read(dir)
		if err != nil || len(s.Weights()) > 0 || len(s.experiments) > 0 {
			t.Errorf("%s: %+v, %v", dir, s, err)
		}
	}
}

// The experiment of a file takes the place of the one that the folder keeps under its name.
func TestDefineReplaces(t *testing.T) {
	s, _ := weighed(t)
	dir := t.TempDir()
	if err := s.Write(dir); err != nil {
		t.Fatal(err)
	}
	s.Release()
	again, err := Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer again.Release()
	path := file(t, "changed.toml", strings.Replace(mine, "Is it small?", "Is it?", 1))
	if _, err := again.Define(path); err != nil {
		t.Fatal(err)
	}
	e, err := bench.Experiments.Get("mine")
	if err != nil || e.Question != "Is it?" || len(again.experiments) != 2 ||
		again.Locate([]bench.Plan{{Name: "mine"}})[0].File != path {
		t.Errorf("%q, %v, %d experiments", e.Question, err, len(again.experiments))
	}
}

// What is wrong is an error that says where, and registers nothing.
func TestMistakes(t *testing.T) {
	own, err := bench.Experiments.Get("E1")
	if err != nil {
		t.Fatal(err)
	}
	e1 := string(definition.Encode(own, record.Size{Trials: 1, Policy: bench.StatePolicy}))
	for name, c := range map[string]struct{ text, want string }{
		"of the program": {strings.Replace(e1, "left=21", "left=20", 1), `experiment "E1" has the name of another`},
		"groups":         {strings.Replace(mine, `"equal"`, `"drop"`, 2), "drop leaves out what is not optimal"},
		"no experiment":  {"name = 3", "line 1: name: is 3, expected a text in quotes"},
	} {
		path := file(t, "a.toml", c.text)
		s := new(Set)
		if _, err := s.Define(path); err == nil || !strings.Contains(err.Error(), c.want) ||
			!strings.Contains(err.Error(), path) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
		if registered("mine") {
			t.Errorf("%s: an experiment is registered", name)
		}
	}
	s, _ := weighed(t)
	dir := t.TempDir()
	if err := s.Write(dir); err != nil {
		t.Fatal(err)
	}
	s.Release()
	path := filepath.Join(dir, "weights", s.Weights()[0].FileName())
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(strings.Replace(string(text), "[2", "[3", 1)), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := Read(dir); err == nil || !strings.Contains(err.Error(), path+" has the digest of ") {
		t.Errorf("changed weights: %v", err)
	}
	if registered("mine") {
		t.Error("a folder that cannot be read registers an experiment")
	}
}

// Weights of other datasets, and cells whose weights are not at hand, are errors with what they are about.
func TestForeignAndMissing(t *testing.T) {
	s, plan := weighed(t)
	other := weightfile.Weights{Name: "other", Datasets: map[string][]weightfile.Frames{strings.Repeat("0", 64): {{1}}}}
	var foreign *ForeignError
	if _, err := s.Weigh(&plan, weightfile.Library{other}); !errors.As(err, &foreign) || foreign.Datasets != 4 ||
		foreign.Plan != "mine" {
		t.Errorf("%v", err)
	}
	more := weightfile.Weights{Name: "more", Datasets: maps.Clone(s.Weights()[0].Datasets)}
	more.Datasets[strings.Repeat("0", 64)] = []weightfile.Frames{{1}}
	plan.Experiments = plan.Experiments[:1]
	notes, err := s.Weigh(&plan, weightfile.Library{more})
	if err != nil || len(notes) != 1 || !strings.Contains(notes[0], "1 of their 3 datasets are not in this plan") {
		t.Errorf("%q, %v", notes, err)
	}
	cells := plan.Cells()
	if err := s.Missing(cells); err != nil {
		t.Error(err)
	}
	var missing *MissingError
	if err := new(Set).Missing(cells); !errors.As(err, &missing) || missing.Cell.Recipe != "slider=1,drawer=2" {
		t.Errorf("%v", err)
	}
}

// Of several recipes of which weights lack trials, the first of the plan is named, in every run.
func TestCoverNamesTheFirst(t *testing.T) {
	plan := bench.Plan{Size: record.Size{Trials: 2}}
	w := weightfile.Weights{Name: "tool", Datasets: map[string][]weightfile.Frames{}}
	var list []pools.Pool
	for trial := range 2 {
		for _, recipe := range strings.Fields("left=8 left=7 left=6 left=5 left=4 left=3 left=2 left=1") {
			digest := fmt.Sprintf("%s, trial %d", recipe, trial)
			list = append(list, pools.Pool{Key: pools.Key{Task: "picking", Recipe: recipe, Trial: trial},
				Digest: digest, Demos: []pools.Demo{{Behaviour: "left", Style: "optimal", Frames: 1}}})
			if trial == 0 {
				w.Datasets[digest] = []weightfile.Frames{{1}}
			}
		}
	}
	for range 10 {
		if _, _, err := cover(&plan, weightfile.Library{w}, list); err == nil ||
			!strings.Contains(err.Error(), "1 of the 2 trials of picking left=8, and none of trial 1") {
			t.Fatal(err)
		}
	}
}

// Every file is whole, old or new, whatever fails.
func TestWriteUnderFaults(t *testing.T) {
	s, _ := weighed(t)
	s.Release()
	old := new(Set)
	if _, err := old.Define(file(t, "mine.toml", strings.Replace(mine, "trials = 2", "trials = 3", 1))); err != nil {
		t.Fatal(err)
	}
	old.Release()
	faults.Check(t, faults.Writer{Old: old.Write, Write: s.Write})
}

// What a folder keeps may have been made by anybody.
func TestHostileFolders(t *testing.T) {
	folder := func(name, head, row, end string, n int) func(*testing.T, string) {
		return func(t *testing.T, path string) {
			at := filepath.Join(path, filepath.FromSlash(name))
			if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(at, []byte(head+strings.Repeat(row, n)+end), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	digest := strings.Repeat("0", 64)
	hostile.Check(t, func(path string) error {
		s, err := Read(path)
		if err == nil {
			s.Release()
		}
		return err
	},
		hostile.Input{Name: "an experiment", Write: folder("experiments/a.toml", "", "[[design]]\n", "", 2000)},
		hostile.Input{Name: "weights",
			Write: folder("weights/a@b.json", `{"datasets":{"`+digest+`":[`, "[],", "[]]}}", 3<<20)},
		hostile.Input{Name: "datasets", Write: folder("weights/pools.csv", "", ",", "", 16<<20)},
	)
}
