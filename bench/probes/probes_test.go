package probes

import (
	"bytes"
	"os"
	"slices"
	"testing"

	"counterpoise/internal/golden"
	"counterpoise/scenes"
	"counterpoise/scenes/demos"
)

// A probe sees what it says: blind and told see no object, and told differs by the behaviour alone.
func TestWhatProbesSee(t *testing.T) {
	var o, moved scenes.Observation
	for i := range o.Robot {
		o.Robot[i], moved.Robot[i] = float32(i), float32(i)
	}
	for i := range moved.Scene {
		moved.Scene[i] = 1
	}
	for _, p := range All {
		a, err := p.sees(nil, &o, 30, 0)
		if err != nil {
			t.Fatal(err)
		}
		b, err := p.sees(nil, &moved, 30, 0)
		if err != nil {
			t.Fatal(err)
		}
		other, err := p.sees(nil, &o, 30, 1)
		if err != nil {
			t.Fatal(err)
		}
		objects := p.Name != "blind" && p.Name != "told"
		if slices.Equal(a, b) == objects || slices.Equal(a, other) == (p.Name == "told") {
			t.Errorf("%s sees %v, %v with other objects and %v for another behaviour", p.Name, a, b, other)
		}
		if !objects && a[8] != 1 {
			t.Errorf("%s sees the time %v after 30 steps", p.Name, a[8])
		}
	}
}

// A demonstration's own start is found.
func TestOwnStarts(t *testing.T) {
	for _, name := range scenes.Tasks.Names() {
		task, err := scenes.Tasks.Get(name)
		if err != nil {
			t.Fatal(err)
		}
		r, err := demos.ParseRecipe(name + " optimal=12")
		if err != nil {
			t.Fatal(err)
		}
		data, err := demos.Generate(t.Context(), r, 4, 2, nil)
		if err != nil {
			t.Fatal(err)
		}
		table := scenes.NewTabletop()
		for i := range data.Episodes {
			e := &data.Episodes[i]
			b := slices.Index(task.Behaviours(), e.Behaviour)
			if err := demonstrated(task, e, b, 4, table); err != nil {
				t.Fatal(err)
			}
			var o scenes.Observation
			for f := range e.Actions { // its actions do there what they did
				if table.Observe(&o); o.Scene != e.Observations[f].Scene {
					t.Fatalf("%s: demonstration %d differs at step %d", name, i, f)
				}
				if err := table.Step(e.Actions[f]); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}

// Every probe of every task has a row for each behaviour, and a policy made again gives the same rows.
func TestMeasure(t *testing.T) {
	p := Plan{Trials: 1, Demos: 2, Rollouts: 3, Steps: 20, Seed: 1}
	rows, err := Measure(t.Context(), p, func([]Row) {})
	if err != nil {
		t.Fatal(err)
	}
	if want := len(All) * 5; len(rows) != want {
		t.Errorf("%d rows, want %d", len(rows), want)
	}
	for _, r := range rows {
		want := 3
		if r.Probe == "own starts" {
			want = 2
		}
		if r.Rollouts != want || r.Right > r.Rollouts {
			t.Errorf("%+v", r)
		}
	}
	again, err := p.measure(t.Context(), "opening", &All[2], 0, map[string]trained{})
	if err != nil || !slices.Equal(rows[4:6], again) {
		t.Errorf("again: %v\n%v\n%v", err, rows[4:6], again)
	}
}

// The page has the table of what was measured, with every probe of every task in each trial.
func TestPage(t *testing.T) {
	text, err := os.ReadFile(measured)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := ReadCSV(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	if want := *trials * len(All) * 5; len(rows) != want || !bytes.Equal(CSV(rows), text) {
		t.Errorf("%d rows, want %d, and the same text", len(rows), want)
	}
	table, err := Markdown(rows)
	if err != nil {
		t.Fatal(err)
	}
	golden.CheckSection(t, "../../results/probes/README.md", "probes", table)
}
