package advice

import (
	"fmt"
	"strings"
	"testing"

	"counterpoise/bench"
)

// measuredStyle is a style of bench/style_axes.json on a task.
type measuredStyle struct{ task, style string }

// The costs of styles that the advice quotes are those of bench/style_axes.json: mean success without the style minus
// that with it.
func TestMeaningsQuoteTheMeasurement(t *testing.T) {
	axes, err := bench.MeasuredStyles()
	if err != nil {
		t.Fatal(err)
	}
	cost := func(s measuredStyle) (mean float64) {
		m, ok := axes.Of(s.task, s.style)
		if !ok {
			t.Fatalf("%v is not measured", s)
		}
		for i := range m.Alone {
			mean += (m.Alone[i] - m.Mixed[i]) / float64(len(m.Alone))
		}
		return mean
	}
	const costs = "cost %.0f and %.0f points"
	for _, c := range []struct {
		fit, cost Axis
		from, to  measuredStyle // the first and the last that are named
		format    string
		sign      float64
	}{
		{Hard, LikelyCost, measuredStyle{"opening", "erratic"}, measuredStyle{"picking", "erratic"}, costs, 1},
		{Hard, NotObserved, measuredStyle{"opening", "early"}, measuredStyle{"picking", "noisy"},
			"by %+.0f to %+.0f points", -1},
		{Easy, NotObserved, measuredStyle{"opening", "miss"}, measuredStyle{"opening", "biased"}, costs, 1},
	} {
		want := fmt.Sprintf(c.format, c.sign*cost(c.from), c.sign*cost(c.to))
		if got := meanings[[2]Axis{c.fit, c.cost}]; !strings.Contains(got, want) {
			t.Errorf("%s, %s: %q, want %q in it", c.fit, c.cost, got, want)
		}
	}
}
