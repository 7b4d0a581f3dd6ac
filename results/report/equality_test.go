package report

import (
	"strings"
	"testing"

	"counterpoise/bench"
	"counterpoise/internal/recordtest"
	"counterpoise/internal/seed"
	"counterpoise/results/frame"
)

// From 30 trials on, equality is tested: equal arms are shown to be equal, distant ones to be apart, and with a large
// spread the question is open.
func TestEquality(t *testing.T) {
	s := recordtest.RecordsOf(func(_, behaviour, arm string, trial int) int {
		switch wobble := seed.Of("equality", behaviour, arm, trial).Rand(); {
		case arm == "middle starved" && behaviour == "middle":
			return 30 + wobble.IntN(9)
		case behaviour == "right":
			return 10 + wobble.IntN(81)
		default:
			return 60 + wobble.IntN(9)
		}
	}, bench.EqualityTrials, "E1")
	e, _ := bench.Experiments.Get("E1")
	p := bench.Plan{Name: "E1", Experiments: []bench.Experiment{e}, Size: recordtest.Size(bench.EqualityTrials)}
	section := Section(frame.Of(p, s).Findings()[0])
	at := -1
	for i, table := range section.Tables {
		if table.Name == "equality" {
			at = i
		}
	}
	if at < 0 {
		t.Fatal("30 trials are not asked for equality")
	}
	for i, want := range []string{"left equal", "middle apart", "right open"} {
		row := section.Tables[at].Texts()[i]
		if row[0]+" "+row[len(row)-1] != want {
			t.Errorf("row %q, want %s", row, want)
		}
	}
	text := strings.Join(section.Lines, "\n")
	for _, want := range []string{"Equal within 10 points: left, left starved and balanced.",
		"More than 10 points apart: middle,", "nor further apart: right,"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	p.Size.Trials--
	for _, table := range Section(frame.Of(p, s).Findings()[0]).Tables {
		if table.Name == "equality" {
			t.Error("29 trials are asked for equality")
		}
	}
}
