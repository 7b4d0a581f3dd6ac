package bench

import (
	"slices"
	"strings"
	"testing"

	"counterpoise/bench/record"
	"counterpoise/scenes"
	"counterpoise/scenes/demos"
	"counterpoise/stats"
)

// Every plan has ChanceTrials initialisations of each chance level, once, whatever its experiments share; its trials
// and rollouts do not change them.
func TestChanceCells(t *testing.T) {
	for _, c := range []struct {
		name   string
		levels int
	}{
		{"study", 2}, {"calibration", 6}, {"E1", 2}, {"chance", 2}, {"chance-precision", 2},
		{"chance-near", 1},
	} {
		p, err := NewPlan(c.name, func(s *record.Size) { s.Trials, s.Rollouts = 3, 7 })
		if err != nil {
			t.Fatal(err)
		}
		all := p.Cells()
		p.WithoutChance = true
		trained := p.Cells()
		if n := len(all) - len(trained); n != c.levels*ChanceTrials || n != len(p.ChanceCells()) {
			t.Errorf("%s: %d untrained policies, want %d", c.name, n, c.levels*ChanceTrials)
		}
		seen := map[string]bool{}
		for _, cell := range all {
			if seen[cell.Hash()] {
				t.Errorf("%s: %s twice", c.name, cell)
			}
			seen[cell.Hash()] = true
			if cell.Untrained() != (cell.Steps == 0) || cell.Untrained() && cell.Rollouts != ChanceRollouts {
				t.Errorf("%s: %s", c.name, cell.Name())
			}
		}
		if slices.ContainsFunc(trained, record.Cell.Untrained) {
			t.Errorf("%s has untrained policies that it leaves out", c.name)
		}
	}
}

// The experiment of chance levels has as many initialisations as trials are asked for, where those are more.
func TestMoreInitialisations(t *testing.T) {
	for name, want := range map[string]int{ChanceExperiment: 2 * 50, "chance-inexact": 50, "E1": 2 * ChanceTrials} {
		p, err := NewPlan(name, func(s *record.Size) { s.Trials = 50 })
		if err != nil {
			t.Fatal(err)
		}
		if n := len(p.ChanceCells()); n != want {
			t.Errorf("%s: %d untrained policies, want %d", name, n, want)
		}
	}
}

// Settings of a policy and knobs of a task have chance levels of their own.
func TestChanceLevelsOfVariations(t *testing.T) {
	for name, want := range map[string]string{"chunk": "Execute", "cue": "Ambiguity", "E1": ""} {
		p, err := NewPlan(name, func(*record.Size) {})
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range p.Experiments[0].Designs {
			levels := d.ChanceLevels()
			varied := slices.ContainsFunc(levels, func(l ChanceLevel) bool { return l.Variation() != "" })
			if varied != (want != "") || varied && !strings.Contains(levels[len(levels)-1].Variation(), want) {
				t.Errorf("%s, %s: chance levels %+v", name, d.Task, levels)
			}
			for _, a := range d.Arms {
				if !slices.Contains(levels, ChanceLevel{d.TaskOf(a), a.Settings}) {
					t.Errorf("%s: arm %q has no chance level", name, a.Name)
				}
			}
		}
	}
}

// An untrained policy starts from the weights of its trial's arms, and demonstrations can be drawn by its recipe.
func TestUntrainedPolicyIsPaired(t *testing.T) {
	p, err := NewPlan("E1", func(*record.Size) {})
	if err != nil {
		t.Fatal(err)
	}
	e := p.Experiments[0]
	for _, d := range e.Designs {
		arm, chance := p.Cell(e, d, d.Arms[0], 4), p.ChanceCell(d.ChanceLevels()[0], 4)
		if arm.TrainingKey() != chance.TrainingKey() || arm.StartKey() != chance.StartKey() {
			t.Errorf("%s: an arm and the untrained policy of its trial draw other numbers", d.Task)
		}
		r, err := demos.ParseRecipe(chance.Task + " " + chance.Recipe)
		task, _ := scenes.Tasks.Get(d.Task)
		if err != nil || r.Demos() != chanceDemonstrations*len(task.Behaviours()) {
			t.Errorf("%s: recipe %q, %v", d.Task, chance.Recipe, err)
		}
	}
}

// With one success the chance level is shown to be within its limit, and with half as many initialisations it is not.
func TestChanceSizeServesItsLimit(t *testing.T) {
	bound := func(clusters int) float64 {
		successes := make([]int, clusters)
		successes[0] = 1
		p, err := stats.ClusteredUpper(successes, slices.Repeat([]int{ChanceRollouts}, clusters), 0.95,
			ChanceCorrelation)
		if err != nil {
			t.Fatal(err)
		}
		return 100 * p.Upper
	}
	if all, half := bound(ChanceTrials), bound(ChanceTrials/2); all > ChanceLimit || half <= ChanceLimit {
		t.Errorf("bounds %g and %g with half as many, limit %g", all, half, ChanceLimit)
	}
}

// Only untrained policies make no step.
func TestStepsOfUntrainedCells(t *testing.T) {
	p, _ := NewPlan("chance", func(*record.Size) {})
	name := p.ChanceCells()[0].Name()
	if c, err := ParseCell(name); err != nil || c.Experiment != ChanceExperiment {
		t.Errorf("%s is read as %+v, %v", name, c, err)
	}
	for _, wrong := range []string{
		strings.Replace(name, "steps=0", "steps=5", 1), strings.Replace(name, "=untrained", "=natural", 1),
	} {
		if _, err := ParseCell(wrong); err == nil || !strings.Contains(err.Error(), "make 0 steps") {
			t.Errorf("%s: error %v", wrong, err)
		}
	}
}

// A chance level is measured by the experiment chance, or by one whose arms have its knobs.
func TestExperimentOfChance(t *testing.T) {
	for task, want := range map[string]string{
		"picking": ChanceExperiment, "opening": ChanceExperiment, "opening:Ambiguity=0.2": "cue",
		"picking:Opening=51.5": "",
		pickNarrow:             "chance-precision", openNear: "chance-near", openInexact: "chance-inexact",
	} {
		got, ok := ExperimentOfChance(ChanceLevel{Task: task})
		if got != want || ok != (want != "") {
			t.Errorf("%s: %q, %v; want %q", task, got, ok, want)
		}
	}
}
