package table

import (
	"fmt"
	"slices"

	"counterpoise/internal/wording"
	"counterpoise/stats"
)

// Direction says which outcomes are better.
type Direction string

// Directions. Nothing tells that of Unknown.
const (
	Higher  Direction = "higher"
	Lower   Direction = "lower"
	Unknown Direction = "unknown"
)

// events are words for what should not happen in a rollout: its success is 1 minus the outcome.
var events = []string{"fail", "fails", "failed", "failure", "failures", "collision", "collisions", "collided", "crash",
	"crashes", "crashed", "timeout", "timeouts", "dropped", "drops", "fell", "falls", "violation", "violations",
	"missed", "misses", "aborted", "aborts"}

// losses are words for measures of which less is better.
var losses = []string{"loss", "losses", "error", "errors", "err", "mse", "rmse", "mae", "nll", "perplexity",
	"distance", "distances", "dist", "cost", "costs", "time", "times", "duration", "seconds", "secs", "sec", "ms",
	"minutes", "latency", "steps", "step", "regret", "penalty", "penalties", "jerk", "deviation", "interventions",
	"energy", "fid", "gap"}

// gains are words for measures of which more is better.
var gains = []string{"success", "successes", "successful", "succeeded", "sr", "solved", "completed", "completion",
	"complete", "completes", "score", "scores", "reward", "rewards", "return", "returns", "accuracy", "acc", "value",
	"outcome", "outcomes", "result", "results", "pass", "passed", "reached", "progress",
	"stage", "stages", "coverage", "correct", "win", "wins",
	"won", "rate", "ok"}

// directionOf is the direction of an outcome by the name of its column; event says that it is 1 minus a success.
func directionOf(name string) (d Direction, event bool) {
	words := wording.NameWords(name)
	has := func(list ...string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return slices.Contains(list, w) })
	}
	switch bad := has(events...); {
	case (bad || has(losses...)) && has("no", "non", "not", "free", "without", "negative", "neg"):
		return Unknown, false
	case has(losses...):
		return Lower, false
	case bad && has("success", "succeeded"):
		return Unknown, false
	case bad:
		return Lower, true
	case has(gains...):
		return Higher, false
	}
	return Unknown, false
}

// direct finds the direction of outcomes by the name of their column, and says it where it is not Higher. Failures of
// rollouts, which lie between 0 and the number of the rollouts, become successes.
func direct(name string, entries []stats.Entry) (d Direction, said string) {
	d, event := directionOf(name)
	outside := func(e stats.Entry) bool { return !(e.Sum >= 0 && e.Sum <= float64(e.Rollouts)) }
	switch {
	case event && !slices.ContainsFunc(entries, outside):
		for i, e := range entries {
			entries[i].Sum = float64(e.Rollouts) - e.Sum
		}
		return Higher, fmt.Sprintf(" Column %q has failures: what is compared is success, 1 minus them.", name)
	case d == Lower:
		return d, fmt.Sprintf(" Lower is taken for better in column %q (--lower-is-better=false: higher).", name)
	}
	return d, ""
}
