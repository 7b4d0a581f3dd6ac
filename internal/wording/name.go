package wording

import (
	"strings"
	"unicode"
)

// LessIsBetter are words of names of measures of which less is better.
var LessIsBetter = []string{"loss", "losses", "error", "errors", "err", "mse", "rmse", "mae", "nll", "perplexity",
	"distance", "distances", "dist", "cost", "costs", "time", "times", "duration", "seconds", "secs", "sec", "ms",
	"minutes", "latency", "steps", "step", "regret", "penalty", "penalties", "jerk", "deviation", "interventions",
	"energy", "fid", "gap", "rank", "ranks", "ranking", "mistake", "mistakes"}

// NameWords returns the words of the name of a label or a column, in lower case: "humanQuality" and "human_quality"
// have the same. Digits and signs belong to no word.
func NameWords(name string) []string {
	var b strings.Builder
	small := false
	for _, r := range name {
		if unicode.IsUpper(r) && small {
			b.WriteByte(' ')
		}
		small = unicode.IsLower(r)
		b.WriteRune(unicode.ToLower(r))
	}
	return strings.FieldsFunc(b.String(), func(r rune) bool { return !unicode.IsLetter(r) })
}
