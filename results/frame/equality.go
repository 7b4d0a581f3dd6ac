package frame

import (
	"counterpoise/bench"
	"counterpoise/stats"
)

// Equality tests whether a difference of success, in percentage points, lies within bench.Margin: two one-sided tests
// at Alpha (Schuirmann 1987), which is the same as asking whether the interval of confidence 1 - 2 Alpha does.
// It is undefined where the t-test is: fewer than two pairs, or no spread.
func Equality(t stats.Test) stats.Equivalence { return EqualityWithin(t, bench.Margin, Alpha) }

// EqualityWithin is Equality with another margin, above 0, and another level of each one-sided test, in (0, 1/2).
func EqualityWithin(t stats.Test, margin, alpha float64) stats.Equivalence {
	e, err := stats.Equivalent(t, -margin, margin, alpha)
	if err != nil {
		panic("frame: " + err.Error()) // margins and levels are constants of the rules
	}
	return e
}

// rule is that of all verdicts on comparisons. Neither p = Alpha nor an interval that touches a margin shows anything.
var rule = stats.Rule{Alpha: Alpha}

// Verdict is what a comparison shows: the sign by the corrected p value, the size by the interval of confidence 90 %.
func (c Comparison) Verdict() stats.Verdict {
	return rule.Judge(c.Test.MeanDifference, c.Holm, c.Equality)
}

// VerdictWithin is Verdict with another margin of equality.
func (c Comparison) VerdictWithin(margin float64) stats.Verdict {
	return rule.Judge(c.Test.MeanDifference, c.Holm, EqualityWithin(c.Test, margin, Alpha))
}

// EqualityVerdict is "equal" where the difference is shown to lie inside the margin, "apart" where it is shown to lie
// outside, and "open" otherwise. "open" includes comparisons without a test.
func (c Comparison) EqualityVerdict() string {
	return stats.SizeWords[string]{Within: "equal", Beyond: "apart", Open: "open"}.Of(c.Verdict().Size)
}

// TestsEquality reports whether equality is tested: from bench.EqualityTrials trials on. With fewer, the tests could
// hardly tell equality from a lack of data. A design without comparisons has nothing to test.
func (f Findings) TestsEquality() bool {
	return len(f.Pairwise) > 0 && f.Plan.Size.Trials >= bench.EqualityTrials
}
