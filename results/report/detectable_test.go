package report

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"counterpoise/bench"
	"counterpoise/results/frame"
	"counterpoise/stats"
)

// Comparisons that are not shown to differ say what they could have shown. With 10 pairs of SD 10 and three tests,
// scipy's nct.sf(t.ppf(1 - .05/6, 9), 9, d/10 sqrt(10)) is .8 at d = 12.2347.
func TestDetectableSentence(t *testing.T) {
	compared := func(p, sd float64) frame.Comparison {
		return frame.Comparison{
			Comparison: bench.Comparison{Behaviour: "left"}, Holm: stats.Some(p),
			Test: stats.Test{T: stats.Some(1), SE: stats.Some(sd / math.Sqrt(10)), N: stats.Counts{10}},
		}
	}
	open, wide, shown := compared(.3, 10), compared(1, 20), compared(.01, 30)
	const points = 12.2347
	for _, c := range []struct {
		all  []frame.Comparison
		want string
	}{
		{[]frame.Comparison{open, shown, shown}, fmt.Sprintf("a true difference of %.1f points would be", points)},
		{[]frame.Comparison{open, wide, shown},
			fmt.Sprintf("with 10 trials that spread as these do, a true difference of %.1f to %.1f points (by "+
				"comparison)", points, 2*points)},
		{[]frame.Comparison{open, compared(1, 90), shown}, fmt.Sprintf("a true difference of %.1f points (in 1 of "+
			"2 comparisons no possible one) would be shown", points)},
		{[]frame.Comparison{compared(1, 90), compared(1, 85), shown},
			"with 10 trials that spread as these do, no possible difference would be shown after the correction"},
		{[]frame.Comparison{shown, shown, shown}, ""},
		{[]frame.Comparison{{Comparison: open.Comparison}}, ""},
	} {
		got := detectableSentence(c.all)
		if !strings.Contains(got, c.want) || (got == "") != (c.want == "") {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}
