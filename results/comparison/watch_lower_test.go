package comparison

import (
	"testing"

	"counterpoise/stats/table"
)

// Where lower is better, the method with the lower scores is better, and its word says that it is lower.
func TestWatchLower(t *testing.T) {
	s := table.Stream{Methods: []string{"a", "b"}, Paired: true, Better: table.Lower}
	for i := range int32(200) {
		s.Outcomes = append(s.Outcomes, table.Single{Method: 0, Unit: [3]int32{0, i}, Value: .1},
			table.Single{Method: 1, Unit: [3]int32{0, i}, Value: .8})
	}
	w, err := Watch(s, WatchOptions{Level: .95})
	if err != nil || w.Finding != "better" || w.word() != "lower" {
		t.Errorf("%v: %s, %s", err, w.Finding, w.word())
	}
}
