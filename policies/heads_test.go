package policies

import (
	"math"
	"testing"

	"counterpoise/internal/seed"
	"counterpoise/internal/toydata"
	"counterpoise/policies/network"
)

// Every head fits one demonstration to about the lowest loss that it can reach, and then acts as demonstrated: at most
// one action component in a hundred is off by more than 0.2. A normal distribution can fit a frame by a larger
// deviation instead of a better mean. The least loss of a head that samples is unknown, since its targets
// contain noise that cannot all be told from the actions; after 2000 steps at most one component of a sample in ten is
// off by more than 0.2. The frames are the last ten, in which the tool slows down and the gripper closes.
func TestEveryHeadFitsADemonstration(t *testing.T) {
	t.Parallel()
	least := map[string]float64{
		"squared":  0,
		"gaussian": 7 * (math.Log(.02) + math.Log(2*math.Pi)/2),
		"bins":     0,
	}
	d, g := toydata.Reaching(seed.Of("toy"), 1)
	e := &d.Episodes[0]
	const n = 10
	from := e.Frames() - n
	e.Observations, e.Actions, g.Frames[0] = e.Observations[from:], e.Actions[from:], n
	for _, name := range network.Heads.Names() {
		c := small()
		c.Head, c.Chunk, c.Execute, c.Batch, c.Steps, c.Rate = name, 1, 1, g.Frames[0], 800, 5e-3
		lowest, known := least[name]
		most := 0.01
		if !known {
			c.Steps, most = 2000, 0.1
		}
		p, l := mustTrain(t, d, g, &toydata.FixedMixture{Weights: []float64{1}}, c, seed.Of("train"))
		if got := l.Last(1)[0]; known && math.Abs(got-lowest) > 2.5 {
			t.Errorf("%s: loss went from %v to %v, the least is %v", name, l.Loss[0][0], got, least[name])
		}
		missed := 0
		for i, chunk := range act(t, p, e.Observations) {
			for j, want := range e.Actions[i] {
				if got := chunk[0][j]; math.Abs(float64(got-want)) > 0.2 {
					missed++
				}
			}
		}
		if float64(missed) > most*float64(e.Frames()*network.ActionSize) {
			t.Errorf("%s: %d of %d components missed", name, missed, e.Frames()*network.ActionSize)
		}
	}
}
