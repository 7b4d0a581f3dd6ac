package stats

import (
	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/results/comparison"
	"counterpoise/stats/compare"
)

// The findings of stats compare --exit-code about the first method, or the one that --against does not name.
const (
	isWorse       cli.ExitStatus = 10
	isEqual       cli.ExitStatus = 11
	isOpen        cli.ExitStatus = 12
	notComparable cli.ExitStatus = 13
)

// exitStatusOf is the finding about two methods; nil where the first is better.
func exitStatusOf(r compare.Result) error {
	switch comparison.FindingOf(r, r.Families[0].Pairs[0]) {
	case comparison.Better:
		return nil
	case comparison.Worse:
		return isWorse
	case comparison.Equal:
		return isEqual
	case comparison.NotComparable:
		return notComparable
	}
	return isOpen
}
