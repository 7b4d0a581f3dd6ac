package table

import (
	"strings"
	"testing"
)

// Failures become successes, and of losses lower is better; names that nothing is known of are said to be unknown.
func TestDirection(t *testing.T) {
	for _, c := range []struct {
		name, values string
		want         Direction
		first        float64
	}{
		{"failure_rate", ".25 .5", Higher, .75}, {"failed", "True False", Higher, 0},
		{"failures", "3/20 9/20", Higher, 17},
		{"collision_rate", ".25 .5", Higher, .75}, {"failures", "3 9", Lower, 3}, {"valLoss", ".1 .4", Lower, .1},
		{"completion_time", "15 20", Lower, 15}, {"success_rate", ".1 .4", Higher, .1}, {"x", ".1 .4", Unknown, .1},
		{"no_collision", "1 0", Unknown, 1},
	} {
		v := strings.Fields(c.values)
		text := "method,seed," + c.name + "\na,1," + v[0] + "\nb,1," + v[1] + "\na,2," + v[0] + "\nb,2," + v[1] + "\n"
		s, err := ReadSheet(strings.NewReader(text), "x.csv")
		if err != nil {
			t.Fatal(err)
		}
		got, err := s.Detect(Choice{LongColumns: LongColumns{Value: c.name}})
		if err != nil {
			t.Fatal(err)
		}
		said := strings.Contains(got.Sentence, "failures") || strings.Contains(got.Sentence, "Lower")
		if got.Better != c.want || got.Long.Entries[0].Sum != c.first || said != (c.want == Lower || c.first != 0.1 &&
			c.want == Higher) {
			t.Errorf("%s: better %s, first %v: %s", c.name, got.Better, got.Long.Entries[0].Sum, got.Sentence)
		}
	}
}
