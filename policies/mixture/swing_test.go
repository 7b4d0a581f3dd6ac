package mixture

import (
	"math"
	"testing"
)

// A run that jumps between two groups has a swing of 1, one that has arrived 0, whatever it did before; weights that
// move on by a hundredth a step have that.
func TestSwing(t *testing.T) {
	for name, c := range map[string]struct {
		alpha func(step int) float64 // of the first of two groups
		want  float64
	}{
		"jumps":   {func(step int) float64 { return float64(step % 2) }, 1},
		"arrived": {func(step int) float64 { return min(1, float64(step*(1+step%2))/40) }, 0},
		"moves":   {func(step int) float64 { return float64(step) / 100 }, .01},
	} {
		var l Log
		for step := range 100 {
			a := c.alpha(step)
			l.Alpha = append(l.Alpha, []float64{a, 1 - a})
		}
		if got := l.Swing(); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
	for _, steps := range [][][]float64{nil, {{1}}, {{.5, .5}}} {
		if got := (&Log{Alpha: steps}).Swing(); got != 0 {
			t.Errorf("%d steps: %v", len(steps), got)
		}
	}
}
