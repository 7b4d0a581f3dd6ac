package figures

import (
	"fmt"
	"strings"
	"testing"
)

// An axis of numbers is labelled at round ones, with 0 wherever it has it, and no label has more digits than the step.
func TestRoundTicks(t *testing.T) {
	for _, c := range []struct {
		low, high float64
		want      string
	}{
		{-27.9, 16.2, "-20 -10 0 10"},
		{-20, 11.2, "-20 -15 -10 -5 0 5 10"},
		{-30.4, 27.1, "-30 -20 -10 0 10 20"},
		{.25, 3.05, "0.5 1.0 1.5 2.0 2.5 3.0"},
		{-.24, .34, "-0.2 -0.1 0.0 0.1 0.2 0.3"},
		{-27, 72, "-20 0 20 40 60"},
		{0, 8e6, "0 2000000 4000000 6000000 8000000"},
		{1, 1, ""},
	} {
		var labels []string
		for _, tick := range roundTicks(c.low, c.high) {
			labels = append(labels, tick.Label)
			if fmt.Sprint(tick.Value) != fmt.Sprint(number(t, tick.Label)) {
				t.Errorf("the tick at %v is named %s", tick.Value, tick.Label)
			}
		}
		if got := strings.Join(labels, " "); got != c.want {
			t.Errorf("from %v to %v: %s, want %s", c.low, c.high, got, c.want)
		}
	}
}

// number is the number that a label shows.
func number(t *testing.T, label string) (v float64) {
	t.Helper()
	if _, err := fmt.Sscan(label, &v); err != nil {
		t.Fatal(err)
	}
	return v
}
