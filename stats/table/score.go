package table

import (
	"slices"
	"strings"

	"counterpoise/internal/wording"
	"counterpoise/stats"
)

// neutral are words in the names of outcomes that may be rates or scores.
var neutral = []string{"sr", "acc", "value", "outcome", "result", "results", "mean", "average", "avg"}

// stageWords are words in the names of outcomes that count how far a rollout came: 3/5 is one rollout in the third of
// five stages, and not three of five rollouts.
var stageWords = []string{"stage", "stages", "progress", "subtask", "subtasks", "subgoal", "subgoals", "milestone",
	"milestones", "checklist"}

// hasWord reports whether a name has one of some words.
func hasWord(name string, words []string) bool {
	return slices.ContainsFunc(wording.NameWords(name), func(w string) bool { return slices.Contains(words, w) })
}

// isScore reports whether outcomes are scores of rollouts and not rates of successes: by the name of their column, or
// because a rollout of a start is neither a success nor a failure.
func isScore(name string, starts bool, entries []stats.Entry) bool {
	graded := slices.ContainsFunc(entries, func(e stats.Entry) bool {
		return e.Rollouts == 1 && e.Sum != 0 && e.Sum != 1
	})
	return graded && (starts || scoreName(name))
}

// scoreName reports whether a name is that of scores, where outcomes are graded.
func scoreName(name string) bool {
	r := readingOf(name)
	success := slices.ContainsFunc(wording.NameWords(name), func(w string) bool { return strings.HasPrefix(w, "succ") })
	return r != rates && !success && !hasWord(name, neutral)
}
