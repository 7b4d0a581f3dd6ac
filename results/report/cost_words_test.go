package report

import (
	"fmt"
	"testing"

	"counterpoise/bench"
	"counterpoise/bench/record"
	"counterpoise/bench/study"
	"counterpoise/internal/golden"
	"counterpoise/internal/recordtest"
)

// What the README says of the time that the confirmatory run took to its first look is the sum of the durations in its
// records.
func TestReadmeOfCost(t *testing.T) {
	plan, err := bench.NewPlan(study.Confirm.Name, func(s *record.Size) {
		s.Seed, s.SeedSource = frozenSeed(t, study.Confirm.Freeze), record.SeedFreeze
	})
	if err != nil {
		t.Fatal(err)
	}
	_, records := recordtest.Committed(t, "../confirm")
	policies, seconds := 0, 0.0
	for _, c := range plan.Cells() {
		if r, ok := records.Get(c); ok {
			policies++
			seconds += r.Duration.Data + r.Duration.Training + r.Duration.Rollouts
		}
	}
	golden.CheckWords(t, "../../docs/runs.md", fmt.Sprintf("its %d policies took %.1f hours of one core, by the "+
		"durations in their records", policies, seconds/3600))
}
