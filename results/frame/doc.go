// Package frame reads the records of a plan once and computes what they show: records in, typed findings out.
//
// The way of a value is
//
//	records -> Frame (frame.go) -> successes per trial (success.go) -> tests (pairwise.go, omnibus.go) -> Findings
//
// A Frame is a plan with what its records say, each read once: for each Design, a task of an experiment, a Row for each
// arm and trial. Everything else takes frames, and nothing reads a record again. Frame.Findings are the pairwise
// comparisons and the omnibus tests of each design. What only some readers need is computed on request, a file each:
// weights of groups (weights.go), success over the number of demonstrations (dose.go) or over given weights (sweep.go),
// which fields the records lack (recorded.go). Runs tests two sets of records against each other (runs.go,
// runs_changes.go), and Plans finds out which experiments a set of records answers (plans.go).
//
// # How success is tested
//
// The unit is a trial: the number of rollouts that succeeded, of one behaviour under one arm. Counts are tested, not
// rates, because counts are exact; percent is how they are reported. The comparisons of a design are paired by trial
// and corrected by Holm as one family. The worst behaviour is the least successful one of each trial, whichever it
// is. Where the comparisons of a behaviour involve three arms or more, a repeated-measures ANOVA stands before them.
// Nothing is called equal for not being significantly different: equality is tested by itself.
//
// All functions are pure: no clock, no order of completion and no machine enters a number, so a run that was
// interrupted has the findings of one that was not. A number that cannot be computed is an undefined stats.Maybe with
// a note, never zero.
//
// The package imports stats and bench. It does not import anything that formats or draws: wording is in results/apa
// and results/report.
package frame
