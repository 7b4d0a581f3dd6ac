package train

import (
	"testing"

	"counterpoise/internal/seed"
	"counterpoise/internal/toydata"
)

// initializing is a mixture.Initializer that records the arguments of Begin.
type initializing struct {
	toydata.FixedMixture
	steps int
	drawn [2]float64
}

func (m *initializing) Begin(steps int, uniform func(words ...any) float64) {
	m.steps, m.drawn = steps, [2]float64{uniform("left"), uniform("right")}
}

// An Initializer gets the number of steps, and random numbers that depend on the key and on their words alone.
func TestInitializer(t *testing.T) {
	d, g := toydata.Reaching(seed.Of("toy"), 1, 1)
	c := small()
	c.Steps = 2
	var runs []*initializing
	for _, key := range []string{"a", "a", "b"} {
		m := &initializing{FixedMixture: toydata.FixedMixture{Weights: []float64{.5, .5}}}
		mustTrain(t, d, g, m, c, seed.Of(key))
		runs = append(runs, m)
	}
	if runs[0].steps != 2 || runs[0].drawn[0] == runs[0].drawn[1] {
		t.Errorf("Begin got %d steps and numbers %v", runs[0].steps, runs[0].drawn)
	}
	if runs[0].drawn != runs[1].drawn || runs[0].drawn == runs[2].drawn {
		t.Error("the random numbers do not depend on the key alone")
	}
}
