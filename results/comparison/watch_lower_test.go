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

// A mean outside of the bounds of earlier rows is no finding: rows that are sorted, or something that changed.
func TestWatchSorted(t *testing.T) {
	s := table.Stream{Methods: []string{"a", "b"}, Successes: true, Better: table.Higher}
	for i := range int32(60) {
		first, second := 1., 0.
		if i >= 20 {
			first, second = 0, 1
		}
		s.Outcomes = append(s.Outcomes, table.Single{Method: 0, Value: first},
			table.Single{Method: 1, Value: second})
	}
	w, err := Watch(s, WatchOptions{Level: .95})
	if err != nil || w.Finding != "changed" {
		t.Errorf("%v: %+.3f in %v is %s", err, w.Estimate, w.CI, w.Finding)
	}
}
