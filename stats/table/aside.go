package table

import (
	"slices"
	"strings"

	"counterpoise/internal/wording"
)

// spreads are last words in the names of columns that say how far others vary.
var spreads = []string{"std", "sd", "stdev", "stddev", "sem", "stderr", "variance"}

// clocks are names of columns that say when a row was written, in small letters.
var clocks = []string{"wall_time", "timestamp", "runtime", "relative_time"}

// aside says what a column holds by its name that stands beside scores and is none, empty where it may be a score:
// numbers of rollouts, seeds, steps, times, spreads; and the least and most of a step, which W&B writes.
func aside(name string) string {
	p := strings.TrimPrefix(plain(strings.TrimSpace(name)), "_")
	words := wording.NameWords(name)
	switch {
	case p == "total" || p == "trials" || p == "run" || p == "trial": // may be conditions
		return ""
	case slices.Contains(usual["rollouts"], p):
		return "numbers of rollouts"
	case slices.Contains(usual["trial"], p):
		return "seeds or subjects"
	case slices.Contains(checkpoints, p):
		return "steps of a training"
	case slices.Contains(clocks, p):
		return "times"
	case len(words) > 0 && slices.Contains(spreads, words[len(words)-1]):
		return "spreads"
	case strings.HasSuffix(name, "__MIN") || strings.HasSuffix(name, "__MAX"):
		return "the least and most of a step"
	}
	return ""
}
