package advice

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"counterpoise/bench"
	"counterpoise/results/frame"
	"counterpoise/scenes/expert"
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

// What the answer says of styles in general is what was measured: the range of the costs of those that harm, the most
// that others cost, and how many failing styles harm.
func TestCostlyStyles(t *testing.T) {
	axes, err := bench.MeasuredStyles()
	if err != nil {
		t.Fatal(err)
	}
	least, most, others := math.Inf(1), 0.0, 0.0
	failing, costly := map[string]bool{}, map[string]bool{}
	for _, m := range axes.Styles {
		e := frame.StyleCost(m)
		mean := e.Mean.Or(0)
		c := &Cost{Mean: mean, Low: e.CI.Low.Or(0)}
		style, err := expert.Styles.Get(m.Style)
		if err != nil {
			t.Fatal(err)
		}
		if !style.Succeeds() {
			failing[m.Style] = true
		}
		if !c.Harms() {
			others = max(others, mean)
			continue
		}
		least, most = min(least, mean), max(most, mean)
		if failing[m.Style] {
			costly[m.Style] = true
		}
	}
	if got := fmt.Sprintf("%.0f to %.0f", least, most); got != costlyStyles || math.Round(others) != 5 {
		t.Errorf("costly styles cost %s points, want %s, others at most %.1f", got, costlyStyles, others)
	}
	if len(failing) != 7 || len(costly) != 6 || costly["early"] {
		t.Errorf("%d of %d failing styles are costly: %v", len(costly), len(failing), costly)
	}
}
