package train

import (
	"testing"

	"counterpoise/internal/seed"
	"counterpoise/internal/toydata"
)

// asking is a mixture that wants to know how training begins.
type asking struct {
	toydata.FixedMixture
	steps int
	drawn [2]float64
}

func (a *asking) Begin(steps int, uniform func(words ...any) float64) {
	a.steps, a.drawn = steps, [2]float64{uniform("left"), uniform("right")}
}

func TestMixturesAreToldHowTrainingBegins(t *testing.T) {
	d, g := toydata.Reaching(seed.Of("toy"), 1, 1)
	c := small()
	c.Steps = 2
	var runs []*asking
	for _, key := range []string{"a", "a", "b"} {
		m := &asking{FixedMixture: toydata.FixedMixture{Weights: []float64{.5, .5}}}
		mustTrain(t, d, g, m, c, seed.Of(key))
		runs = append(runs, m)
	}
	if runs[0].steps != 2 || runs[0].drawn[0] == runs[0].drawn[1] {
		t.Errorf("told %d steps and numbers %v", runs[0].steps, runs[0].drawn)
	}
	if runs[0].drawn != runs[1].drawn || runs[0].drawn == runs[2].drawn {
		t.Error("the numbers do not follow the key")
	}
}
