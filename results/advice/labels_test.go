package advice

import (
	"fmt"
	"slices"
	"testing"

	"counterpoise/scenes/demos"
	"counterpoise/scenes/demos/filter"
)

// Notes of operators are no label of quality, whatever their column is called and however few there are, unless the
// user says so.
func TestNotesAreNoQuality(t *testing.T) {
	all := []filter.Episode{
		{Labels: map[string]string{"task": "lift", "operator_notes": "ok", "operator": "ann",
			"quality": "slipped once near the end"}},
		{Labels: map[string]string{"task": "lift", "operator_notes": "slip", "operator": "bob", "quality": "fine"}},
	}
	for _, c := range []struct{ named, want []string }{
		{nil, []string{"operator"}}, {[]string{"operator_notes"}, []string{"operator", "operator_notes"}},
	} {
		l, err := ReadLabels(all, nil, c.named)
		if err != nil || !slices.Equal(l.Quality, c.want) || l.Unused != nil {
			t.Errorf("%v: %+v, %v, want %v", c.named, l, err, c.want)
		}
	}
}

// Rewards tell success where the greatest of each demonstration is 0 or 1 and some have 1; they are never a kind. Where
// all are 0, where one has none, and where they measure something, no success is recorded. A label of success wins.
func TestRewardsTellSuccess(t *testing.T) {
	for _, c := range []struct {
		rewards []string
		success string
		known   int
		failed  []bool
	}{
		{[]string{"1", "0", "1"}, "", 3, []bool{false, true, false}},
		{[]string{"1", "1", "1"}, "", 3, []bool{false, false, false}},
		{[]string{"0", "0", "0"}, "", 0, []bool{false, false, false}},
		{[]string{"1", "", "0"}, "", 0, []bool{false, false, false}},
		{[]string{"0.97", "1", "0"}, "", 0, []bool{false, false, false}},
		{[]string{"1", "1", "0"}, "false", 3, []bool{true, true, true}},
	} {
		all := make([]filter.Episode, len(c.rewards))
		for i, reward := range c.rewards {
			all[i] = filter.Episode{Number: i, Labels: map[string]string{"task": "lift"}}
			if reward != "" {
				all[i].Labels[demos.MaxReward] = reward
			}
			if c.success != "" {
				all[i].Labels["success"] = c.success
			}
		}
		l, err := ReadLabels(all, nil, nil)
		if err != nil || l.Quality != nil {
			t.Fatalf("%q: %+v, %v", c.rewards, l, err)
		}
		f := l.FailuresOf(all)
		if f.Known != c.known || fmt.Sprint(f.Failed) != fmt.Sprint(c.failed) || (f.Source == "") != (c.known == 0) {
			t.Errorf("%q: %+v, want %d known, failed %v", c.rewards, f, c.known, c.failed)
		}
	}
}
