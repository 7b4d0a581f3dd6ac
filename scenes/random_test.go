package scenes

import (
	"math"
	"testing"

	"counterpoise/internal/seed"
)

// Scattered scenes differ, show everything in every way, and are the same for the same key.
func TestScatter(t *testing.T) {
	const n = 400
	w, again := NewTabletop(), NewTabletop()
	var lit, led, held, lifted, low, open int
	for i := range n {
		key := seed.Of("scatter", i)
		if err := w.Scatter(key.Rand()); err != nil {
			t.Fatalf("scene %d: %v", i, err)
		}
		if i%40 == 0 {
			if err := again.Scatter(key.Rand()); err != nil || again.Hash() != w.Hash() {
				t.Fatalf("scene %d came out otherwise the second time (%v)", i, err)
			}
		}
		count := func(n *int, is bool) {
			if is {
				*n++
			}
		}
		tool, red := w.TCP().P, w.Block(Red).P
		count(&lit, w.Bulb())
		count(&led, w.LED())
		count(&held, red.Sub(tool).Norm() < 0.02)
		count(&lifted, red.Z > TableHeight+BlockHalf+0.01)
		count(&low, tool.Z < TableHeight+0.1)
		count(&open, w.Slider(Drawer) > 0.1)
		if !tool.IsFinite() || math.Abs(tool.X) > 0.6 || tool.Z < 0.3 || tool.Z > 1 {
			t.Errorf("scene %d: the tool is at %v", i, tool)
		}
	}
	for name, c := range map[string]int{"bulb": lit, "LED": led, "held": held, "lifted": lifted, "low": low,
		"open": open} {
		if c < n/20 || c > n*19/20 {
			t.Errorf("%s in %d of %d scenes", name, c, n)
		}
	}
}
