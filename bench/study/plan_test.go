package study

import (
	"fmt"
	"testing"

	"counterpoise/bench"
	"counterpoise/bench/record"
	"counterpoise/policies/balance"
	"counterpoise/scenes"
	"counterpoise/scenes/demos"
)

func plan(t testing.TB, name string, s record.Size) bench.Plan {
	t.Helper()
	p, err := bench.NewPlan(name, func(size *record.Size) { *size = s })
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// A plan without rollouts has no cells of untrained policies, and its cells are not evaluated.
func TestPlanWithoutRollouts(t *testing.T) {
	p := plan(t, "fit", record.Size{Trials: 2, Rollouts: 0, Seed: 7, Policy: bench.StatePolicy})
	cells := p.Cells()
	if want := 2 * 2 * (1 + 2*len(fitEtas) + len(fitSteps)); len(cells) != want {
		t.Errorf("%d cells, want %d", len(cells), want)
	}
	for _, c := range cells {
		if c.Untrained() || c.Rollouts != 0 {
			t.Errorf("%s is evaluated", c.Name())
		}
	}
}

// Arms with a number of steps of their own train for that many, whatever is calibrated, on the calibration's seed.
func TestPlateaus(t *testing.T) {
	flow := record.Policy{Observer: "state", Network: record.DefaultNetwork, Head: "flow"} // not calibrated
	p, err := bench.NewPlan("plateaus", func(s *record.Size) { s.Policy = flow })
	if err != nil {
		t.Fatal(err)
	}
	p.WithoutChance = true
	trained := map[string]int{} // trainings by task, recipe and steps
	for _, c := range p.Cells() {
		if c.Seed != bench.CalibrationSeed || c.Method != "natural" {
			t.Errorf("%s is trained on another seed or method", c.Name())
		}
		trained[fmt.Sprint(c.Task, " ", c.Recipe, " ", c.Steps)]++
	}
	// Six settings of the knobs, and two tasks with half and twice the data.
	if want := (6 + 2*2) * len(plateauSteps); len(trained) != want {
		t.Errorf("%d combinations of task, recipe and steps, want %d", len(trained), want)
	}
	if n := trained["opening:Approach=0 "+openBalanced+" 250"]; n != p.Size.Trials {
		t.Errorf("%d trainings of opening:Approach=0 over 250 steps, want one a trial", n)
	}
}

// What holds for every experiment and profile that registers itself.
func TestExperimentsConform(t *testing.T) {
	for _, name := range bench.Experiments.Names() {
		e, _ := bench.Experiments.Get(name)
		if e.Name != name || e.Question == "" || e.Source == "" || len(e.Designs) == 0 {
			t.Errorf("%s lacks a name, question, source or design", name)
		}
		if _, err := bench.Profiles.Get(name); err == nil {
			t.Errorf("%s is also the name of a profile", name)
		}
		tasks := map[string]bool{}
		for _, d := range e.Designs {
			if tasks[d.Task] {
				t.Errorf("%s has two designs on %s, whose files would have one name", name, d.Task)
			}
			tasks[d.Task] = true
			conforms(t, name, d)
			levels(t, name, d)
		}
	}
	for _, name := range bench.Profiles.Names() {
		if _, err := bench.NewPlan(name, func(*record.Size) {}); err != nil {
			t.Errorf("profile %s: %v", name, err)
		}
	}
}

func conforms(t *testing.T, name string, d bench.Design) {
	behaviours := behavioursOf(t, d.Task)
	behaviours[bench.Worst], behaviours[bench.AllBehaviours] = true, true
	arms := map[string]bool{}
	for _, a := range d.Arms {
		if arms[a.Name] {
			t.Errorf("%s: two arms are called %q", name, a.Name)
		}
		arms[a.Name] = true
		canonical(t, d.Task, a.Recipe)
		if _, err := balance.Named(a.Method); err != nil {
			t.Errorf("%s, %s: %v", name, a.Name, err)
		}
		p := bench.StatePolicy
		p.Settings = a.Settings
		if again, err := record.ParsePolicy(p.String()); err != nil || again != p {
			t.Errorf("%s, %s: policy %v is read as %v, %v", name, a.Name, p, again, err)
		}
		if text := d.TaskOf(a); scenes.TaskName(text) != scenes.TaskName(d.Task) {
			t.Errorf("%s, %s: knobs %q make the task %s", name, a.Name, a.Knobs, text)
		}
		if err := a.Groups.Check(); err != nil {
			t.Errorf("%s, %s: %v", name, a.Name, err)
		}
	}
	for _, c := range d.Comparisons {
		if !arms[c.Arm] || !arms[c.Against] || !behaviours[c.Behaviour] {
			t.Errorf("%s compares %+v, which is not all there", name, c)
		}
	}
}

// levels are what arms have where the design has a factor, each place on a line once. Without a factor a line says what
// several arms are settings of.
func levels(t *testing.T, name string, d bench.Design) {
	type place struct {
		line  string
		level float64
	}
	seen := map[place]bool{}
	for _, a := range d.Arms {
		at := place{a.Line, a.Level}
		if d.Factor == "" && a.Level != 0 {
			t.Errorf("%s, %s: a level of nothing: %v", name, a.Name, a.Level)
		}
		if d.Factor != "" && seen[at] {
			t.Errorf("%s, %s: another arm is at %v", name, a.Name, at)
		}
		seen[at] = true
	}
}

// behavioursOf are the behaviours of a registered task.
func behavioursOf(t *testing.T, name string) map[string]bool {
	task, err := scenes.ParseTask(name)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]bool{}
	for _, b := range task.Behaviours() {
		all[b] = true
	}
	return all
}

// canonical recipes alone name the same dataset by the same cell.
func canonical(t *testing.T, task, recipe string) {
	r, err := demos.ParseRecipe(task + " " + recipe)
	if err != nil || r.String() != task+" "+recipe {
		t.Errorf("recipe %q is not canonical: %v, %v", recipe, r, err)
	}
}
