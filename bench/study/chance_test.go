package study

import (
	"slices"
	"strings"
	"testing"

	"counterpoise/bench"
	"counterpoise/bench/record"
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
		p, err := bench.NewPlan(c.name, func(s *record.Size) { s.Trials, s.Rollouts = 3, 7 })
		if err != nil {
			t.Fatal(err)
		}
		all := p.Cells()
		p.WithoutChance = true
		trained := p.Cells()
		if n := len(all) - len(trained); n != c.levels*bench.ChanceTrials || n != len(p.ChanceCells()) {
			t.Errorf("%s: %d untrained policies, want %d", c.name, n, c.levels*bench.ChanceTrials)
		}
		seen := map[string]bool{}
		for _, cell := range all {
			if seen[cell.Hash()] {
				t.Errorf("%s: %s twice", c.name, cell)
			}
			seen[cell.Hash()] = true
			if cell.Untrained() != (cell.Steps == 0) || cell.Untrained() && cell.Rollouts != bench.ChanceRollouts {
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
	for name, want := range map[string]int{
		bench.ChanceExperiment: 2 * 50, "chance-inexact": 50, "E1": 2 * bench.ChanceTrials,
	} {
		p, err := bench.NewPlan(name, func(s *record.Size) { s.Trials = 50 })
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
		p, err := bench.NewPlan(name, func(*record.Size) {})
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range p.Experiments[0].Designs {
			levels := d.ChanceLevels()
			varied := slices.ContainsFunc(levels, func(l bench.ChanceLevel) bool { return l.Variation() != "" })
			if varied != (want != "") || varied && !strings.Contains(levels[len(levels)-1].Variation(), want) {
				t.Errorf("%s, %s: chance levels %+v", name, d.Task, levels)
			}
			for _, a := range d.Arms {
				if !slices.Contains(levels, bench.ChanceLevel{Task: d.TaskOf(a), Settings: a.Settings}) {
					t.Errorf("%s: arm %q has no chance level", name, a.Name)
				}
			}
		}
	}
}

// A chance level is measured by the experiment chance, or by one whose arms have its knobs.
func TestExperimentOfChance(t *testing.T) {
	for task, want := range map[string]string{
		"picking": bench.ChanceExperiment, "opening": bench.ChanceExperiment, "opening:Ambiguity=0.2": "cue",
		"picking:Opening=51.5": "",
		bench.PickNarrow:       "chance-precision", bench.OpenNear: "chance-near", bench.OpenInexact: "chance-inexact",
	} {
		got, ok := bench.ExperimentOfChance(bench.ChanceLevel{Task: task})
		if got != want || ok != (want != "") {
			t.Errorf("%s: %q, %v; want %q", task, got, ok, want)
		}
	}
}
