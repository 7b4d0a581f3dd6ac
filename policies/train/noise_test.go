package train

import (
	"math"
	"slices"
	"testing"

	"github.com/gomlx/gomlx/core/tensors"

	"counterpoise/internal/seed"
	"counterpoise/internal/toydata"
)

// Noise under a head that samples is N(0, 1) for each component and 0 in spare slots, time steps are uniform in [0, 1),
// and each load of a batch draws others, which depend on the key and the number of the load alone.
func TestNoiseOfABatch(t *testing.T) {
	c := small()
	c.Head = "flow"
	m, err := c.Spec().Resolve()
	if err != nil {
		t.Fatal(err)
	}
	draw := func(key string, load int) (noise, time []float32) {
		b := newBatch(2000, m, nil, seed.Of(key))
		b.loads = load
		b.drawNoise()
		return tensors.MustCopyFlatData[float32](b.noise), tensors.MustCopyFlatData[float32](b.time)
	}
	noise, time := draw("noise", 3)
	var sum, square float64
	for i, v := range noise {
		if i%m.Sizes.Slots >= m.Sizes.Actions {
			if v != 0 {
				t.Fatal("a spare slot has noise")
			}
			continue
		}
		sum, square = sum+float64(v), square+float64(v)*float64(v)
	}
	// 112,000 numbers: standard errors of .003 and .0042.
	if n := float64(2000 * m.Sizes.Actions); math.Abs(sum/n) > .012 || math.Abs(square/n-1) > .017 {
		t.Errorf("noise of mean %v and mean square %v", sum/n, square/n)
	}
	slices.Sort(time)
	for i, v := range time { // Kolmogorov and Smirnov's distance is below 1.95/sqrt(n) in 999 of 1,000 samples
		if math.Abs(float64(v)-float64(i)/2000) > 1.95/math.Sqrt(2000) || v < 0 || v >= 1 {
			t.Fatalf("time step %d of 2000 in order is %v", i, v)
		}
	}
	again, _ := draw("noise", 3)
	next, _ := draw("noise", 4)
	other, _ := draw("other", 3)
	if !slices.Equal(again, noise) || slices.Equal(next, noise) || slices.Equal(other, noise) {
		t.Error("noise depends on other things than the key and the load")
	}
}

// A mixture may keep the losses that it is given: they are those of the log, step by step.
func TestObservedLossesAreKept(t *testing.T) {
	d, g := toydata.Reaching(seed.Of("toy"), 2, 2)
	mix := halves()
	c := small()
	c.Steps = 5
	_, log := mustTrain(t, d, g, mix, c, seed.Of("train"))
	if !slices.EqualFunc(mix.Losses, log.Loss, slices.Equal[[]float64]) || slices.Equal(mix.Losses[0], mix.Losses[4]) {
		t.Errorf("observed %v, in the log %v", mix.Losses, log.Loss)
	}
}
