package definition

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"

	"counterpoise/bench"
	"counterpoise/bench/record"
	"counterpoise/internal/bounded"
)

// Extension is the end of the names of definition files.
const Extension = ".toml"

// MaxBytes is the largest file that is read: six times the longest experiment of this program.
const MaxBytes = 1 << 19

// Definition is an experiment, and the size at which it runs unless flags say otherwise.
type Definition struct {
	Experiment bench.Experiment
	// Environment is set if the experiment is not of the tabletop. Then it has one design, whose task is empty.
	Environment *Environment
	// Adjust sets what the file says of the size, and leaves the rest.
	Adjust func(*record.Size)
}

// Size returns the size at which the experiment runs without flags.
func (d Definition) Size() record.Size {
	s := bench.DefaultSize
	d.Adjust(&s)
	return s
}

// Read reads a file.
func Read(path string) (Definition, error) {
	f, size, err := bounded.Open(path)
	if err != nil {
		return Definition{}, err
	}
	defer f.Close()
	if size > MaxBytes {
		return Definition{}, fmt.Errorf("%s has %d bytes; the file of an experiment has at most %d", path, size,
			MaxBytes)
	}
	text, err := bounded.ReadAll(f, MaxBytes) // the file may have grown since it was opened
	if err != nil {
		return Definition{}, fmt.Errorf("%s: %w", path, err)
	}
	d, err := Parse(text)
	if err != nil {
		return d, fmt.Errorf("%s: %w", path, err)
	}
	return d, nil
}

// byteOrderMark begins the files of some editors.
const byteOrderMark = "\ufeff"

// nameForm is the form of an experiment's name, which is a part of the names of files.
var nameForm = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._+-]{0,79}$`)

// Parse reads the text of a file. Errors name line and key.
func Parse(text []byte) (Definition, error) {
	doc, err := parse(bytes.TrimPrefix(text, []byte(byteOrderMark)))
	if err != nil {
		return Definition{}, err
	}
	root := table{of: &doc, values: doc.values, err: &err}
	root.known("name", "question", "source", "given_fit", "of", "reading", "size", "environment", "design")
	e := bench.Experiment{
		Name: root.text("name", true), Question: root.text("question", true), Source: root.text("source", false),
		GivenFit: root.truth("given_fit"), Of: root.text("of", false), Reading: root.text("reading", false),
	}
	if err == nil && !nameForm.MatchString(e.Name) {
		root.fail("name", "%.90q is no name of an experiment: it has 1 to 80 letters, digits and . _ + -, and begins "+
			"with a letter or a digit", e.Name)
	}
	if (e.Of == "") != (e.Reading == "") {
		root.fail("of", "comes with reading, or neither: of names the experiment that this one repeats, reading says "+
			"how the methods are read here")
	}
	if e.Of != "" && e.Of == e.Name {
		root.fail("of", "is the experiment itself, expected the name of the one that it repeats in another reading")
	}
	adjust := size(root.table("size"))
	designs := root.tables("design")
	if len(designs) == 0 {
		root.fail("design", "is missing: an experiment has a [[design]] for each task")
	}
	d := Definition{Adjust: adjust}
	if root.has("environment") {
		d.Environment = environment(root.table("environment"))
		if len(designs) > 1 {
			root.fail("design", "there are %d, and an experiment in an environment has one", len(designs))
		}
	}
	for _, t := range designs {
		if d.Environment != nil {
			e.Designs = append(e.Designs, designThere(t, d.Environment))
			continue
		}
		d := design(t)
		if slices.ContainsFunc(e.Designs, func(o bench.Design) bool { return o.Task == d.Task }) {
			t.fail("task", "%s has a design already; files of tables are named by the task: put its arms there, or "+
				"make two experiments", d.Task)
		}
		e.Designs = append(e.Designs, d)
	}
	d.Experiment = e
	return d, err
}

// size reads what a file says of the size.
func size(t table) func(*record.Size) {
	t.known("trials", "rollouts", "steps", "seed", "policy")
	s := record.Size{
		Trials: t.whole("trials", 1, record.MaxTrial), Rollouts: t.whole("rollouts", 0, record.MaxRollouts),
		Steps: t.whole("steps", 0, record.MaxSteps), Seed: t.seed("seed"),
	}
	if t.has("policy") {
		var err error
		if s.Policy, err = record.ParsePolicy(t.text("policy", true)); err != nil {
			t.fail("policy", "%w", err)
		}
	}
	return func(to *record.Size) {
		for key, set := range map[string]func(){
			"trials": func() { to.Trials = s.Trials }, "rollouts": func() { to.Rollouts = s.Rollouts },
			"steps": func() { to.Steps = s.Steps }, "seed": func() { to.Seed = s.Seed },
			"policy": func() { to.Policy = s.Policy },
		} {
			if t.has(key) {
				set()
			}
		}
	}
}
