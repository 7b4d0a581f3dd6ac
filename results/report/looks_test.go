package report

import (
	"slices"
	"strings"
	"testing"

	"counterpoise/bench"
	"counterpoise/internal/recordtest"
	"counterpoise/results/frame"
	"counterpoise/scenes"
)

// Experiments that were run to looks of their own, on a seed that no freeze has fixed, have the trials of their look
// each, none of which is missing, and the command that makes these and no more.
func TestRehearsedLooks(t *testing.T) {
	s := recordtest.RecordsOf(recordtest.Varied(nil), 30, "E1")
	for h, r := range recordtest.RecordsOf(recordtest.Varied(nil), 60, "E2") {
		s[h] = r
	}
	plan := bench.Plan{Name: "confirm", Size: recordtest.Size(60), Oracle: scenes.CALVIN, AtLooks: true}
	for _, name := range []string{"E1", "E2"} {
		e, err := bench.Experiments.Get(name)
		if err != nil {
			t.Fatal(err)
		}
		plan.Experiments = append(plan.Experiments, e)
	}
	var commands []string
	for _, section := range Document(frame.Of(plan, s)).Sections {
		for _, note := range section.Notes {
			if strings.HasPrefix(note, "Again: ") {
				words := strings.Fields(note)
				commands = append(commands, words[3]+" "+words[slices.Index(words, "--trials")+1])
			}
			if strings.Contains(note, "without a record") {
				t.Errorf("%s: %s", section.Title, note)
			}
		}
	}
	commands = slices.Compact(commands)
	if want := []string{"E1 30", "E2 60"}; !slices.Equal(commands, want) {
		t.Errorf("again by %q, want %q", commands, want)
	}
}
