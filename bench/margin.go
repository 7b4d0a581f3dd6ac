package bench

import (
	"fmt"

	"counterpoise/internal/wording"
)

// Margin is the margin of the equality tests in the tables of an experiment, in percentage points: two success rates
// count as equal if their difference is shown to lie within it (two one-sided tests at 5 %, stats.Equivalent). A
// difference that is not significant is no evidence of equality. The margin was chosen before any comparison was made.
const Margin = 10.0

// VerdictMargin is the margin of verdicts on claims, in percentage points. It is half of Margin,
// because effects of 4 to 8 points are among those that papers claim: a margin of 10 would call them equal and
// significant at once. Verdicts at Margin stand beside those at VerdictMargin.
const VerdictMargin = 5.0

// EqualityTrials is the number of trials from which on each comparison is tested for equality as well. Where the
// differences of pairs have a standard deviation of 15 points, as success rates over 100 rollouts have, 30 trials
// show that equal rates are equal with a probability of 94 %, 10 trials with 28 %.
const EqualityTrials = 30

// Looks are the numbers of trials at which the verdicts on claims are looked at, in ascending order. A
// claim that is undecided at one look is looked at again at the next; one that is undecided at the last stays so. The
// first is EqualityTrials. By the bounds of the looks equal rates are shown to lie within VerdictMargin with
// probability .94 at the first look where the SD of the differences is 5 points, and .03 where it is 8; at the second
// with .89 where it is 10; at the third with .89 where it is 15, with which a difference of 5 points is found there
// with probability .90.
var Looks = []int{EqualityTrials, 60, 100}

// NextLook returns the first look after some number of trials; false after the last.
func NextLook(trials int) (look int, ok bool) {
	for _, n := range Looks {
		if n > trials {
			return n, true
		}
	}
	return 0, false
}

// LooksText is the numbers of trials of the looks: "30, 60 and 100".
func LooksText() string {
	var numbers []string
	for _, n := range Looks {
		numbers = append(numbers, fmt.Sprint(n))
	}
	return wording.List(numbers)
}
