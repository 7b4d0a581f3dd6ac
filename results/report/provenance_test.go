package report

import (
	"strings"
	"testing"

	"counterpoise/internal/recordtest"
	"counterpoise/results/findings"
)

// Where the number of gradient steps is what a design varies, its notes and its settings have the range.
func TestGradientStepsOfADesign(t *testing.T) {
	plan, records := recordtest.Explanatory(t, "plateau", 2)
	f := findings.Analyze(plan, records)[0]
	if notes := strings.Join(provenanceNotes(f), "\n"); !strings.Contains(notes, ", 250 to 2000 gradient steps each") {
		t.Errorf("notes %q", notes)
	}
	if rows := settings(f); rows[2] != [2]string{"Gradient steps", "250 to 2000"} {
		t.Errorf("settings %q", rows)
	}
}
