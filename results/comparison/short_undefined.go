package comparison

import (
	"fmt"
	"slices"

	"counterpoise/stats/compare"
)

// nothingShared says why two methods are not comparable, and what to do.
func (s short) nothingShared(p compare.Pair) string {
	unit := s.r.Design.Unit
	switch {
	case p.Decision.Of != "difference":
		return "no task has rollouts of both; run both on the same tasks"
	case s.r.Design.Paired:
		return fmt.Sprintf("no %s has both methods; run both with the same, or compare them with --independent", unit)
	}
	return fmt.Sprintf("a method has no %s with an outcome in every group", unit)
}

// noTest says why the test of two methods is undefined, and what to do.
func (s short) noTest(p compare.Pair) string {
	switch d := s.r.Design; {
	case d.Outcome == compare.Successes && d.Rollouts > compare.MaxSingle && slices.Max(p.N) < 2:
		return fmt.Sprintf("%d rollouts of one policy each are more than the %d that are tested; give fewer",
			d.Rollouts, compare.MaxSingle)
	case slices.Min(p.N) >= 2 && p.Paired():
		return "all pairs differ by the same, so that nothing tells how differences vary"
	case slices.Min(p.N) >= 2:
		return "each method has one value throughout, so that nothing tells how it varies"
	case s.r.Design.Outcome == compare.Rates:
		return "a method has one value, and nothing tells how it varies: give each training a row, or the rollouts " +
			"of each rate, as in 90 % (n=10)"
	}
	text := "a method has one value, and nothing tells how it varies: give each training a row"
	if s.r.Design.Outcome == compare.Scores {
		text += "; of rates, --rollouts-column N says how many rollouts each is of"
	}
	return text
}
