package report

import (
	"strings"
	"testing"

	"counterpoise/bench"
	"counterpoise/bench/record"
	"counterpoise/bench/study"
	"counterpoise/internal/golden"
	"counterpoise/internal/recordtest"
	"counterpoise/results/document"
	"counterpoise/results/drift"
)

// The answer has what the seventh freeze predicted beside what the committed records of its run say.
func TestSeventhFreezeInTheAnswer(t *testing.T) {
	_, records := recordtest.Committed(t, "../fixed-theta")
	plan, err := bench.NewPlan(study.ConfirmFixedTheta.Name, func(s *record.Size) {
		s.Seed, s.SeedSource = frozenSeed(t, study.ConfirmFixedTheta.Freeze), record.SeedFreeze
	})
	if err != nil {
		t.Fatal(err)
	}
	s, ok := drift.Section(plan, records)
	if !ok {
		t.Fatal("no style has all of its trials")
	}
	for name, table := range map[string]document.Table{"predictions": s.Tables[0], "effects": s.Tables[1]} {
		rows := ""
		for line := range strings.Lines(inForm(t, "markdown",
			document.Document{Sections: []document.Section{{Tables: []document.Table{table}}}})) {
			if strings.HasPrefix(line, "|") {
				rows += line
			}
		}
		golden.CheckSection(t, "../answer.md", "seventh freeze, "+name, rows)
	}
}
