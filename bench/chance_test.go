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

// An untrained policy starts from the weights of its trial's arms, and demonstrations can be drawn by its recipe.
func TestUntrainedPolicyIsPaired(t *testing.T) {
	p, e := Plan{Size: DefaultSize}, starved
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
