package twobytwo

import (
	"counterpoise/bench/record"
	"counterpoise/bench/study"
	"counterpoise/results"
	"counterpoise/results/frame"
)

// level returns the level of verdicts over a number of trials: frame.Alpha, and half of it for the run of the sixth
// freeze where it was continued after its first look (results/freeze.md).
func level(size record.Size) float64 {
	freezes, err := study.ParseFreezes(results.Freezes)
	if err != nil {
		panic(err) // the text is embedded, and a test reads it
	}
	row, ok := study.FreezeOf(freezes, size.Seed)
	if ok && row == study.ConfirmTwoByTwo.Freeze && size.Trials > study.TwoByTwoFirstLook {
		return frame.Alpha / 2
	}
	return frame.Alpha
}
