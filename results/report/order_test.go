package report

import (
	"strings"
	"testing"

	"counterpoise/internal/recordtest"
	"counterpoise/results/frame"
	"counterpoise/scenes"
	"counterpoise/stats"
)

// A sentence about two arms says on which side the first stands, and one about two runs has the first run's rate first.
func TestSentencesKeepTheOrder(t *testing.T) {
	var f frame.Findings
	f.Sides = [2]string{"starved", "balanced"}
	for _, c := range []struct {
		difference, holm float64
		want             string
	}{
		{-16.9, .01, "left: starved 16.9 points below balanced"},
		{16.9, .01, "left: starved 16.9 points above balanced"},
		{-16.9, .2, "left: starved not shown to differ from balanced (-16.9 points)"},
		{16.9, .2, "left: starved not shown to differ from balanced (+16.9 points)"},
	} {
		comparison := frame.Comparison{Holm: stats.Some(c.holm),
			Test: stats.Test{T: stats.Some(1), MeanDifference: stats.Some(c.difference)}}
		comparison.Behaviour, comparison.Arm, comparison.Against = "left", "starved", "balanced"
		if got := verdictText(f, comparison); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
	p := recordtest.PlanE1(t, 4)
	a, b := recordtest.ListE1(p, recordtest.Four), recordtest.ListE1(p, recordtest.Five)
	for _, want := range []string{"+", "-"} {
		d, err := CompareRuns(a, b, "a", "b", scenes.Earned)
		if err != nil {
			t.Fatal(err)
		}
		line := d.Sections[0].Lines[0]
		_, rates, _ := strings.Cut(line, "(")
		first, second, _ := strings.Cut(rates, ", then ")
		if !strings.HasPrefix(line, "All arms and behaviours together: "+want) ||
			(first < second) != (want == "+") || d.Sections[0].Title != "b against a" {
			t.Errorf("%s: %s", d.Sections[0].Title, line)
		}
		a, b = b, a
	}
}
