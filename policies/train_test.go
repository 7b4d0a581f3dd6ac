package policies

import (
	"testing"

	"counterpoise/internal/seed"
)

func TestTrainRuns(t *testing.T) {
	d, g := reaching(seed.Of("toy"), 3, 9)
	c := DefaultConfig()
	c.Steps = 300
	_, l := mustTrain(t, d, g, &fixed{alpha: []float64{0.5, 0.5}}, c, seed.Of("train"))
	t.Log(l.Loss[0], l.Last(20))
}
