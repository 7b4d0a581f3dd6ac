// Package claims evaluates the claims of the study (Parekh, Nemlekar & Losey, arXiv:2508.06319) on records.
//
// claims.csv has the 46 claims as the study prints them, and for each the parts that have to hold, such as "E1 picking
// left: left starved < balanced" (claims.go, read.go). Evaluate tests the parts with package frame (parts.go) and
// gives each claim a verdict (evaluate.go): replicated, contradicted, not reproduced because shown to be equal,
// inconclusive, or not testable. The rules that turn tests into verdicts (rules.go), those that join the parts of a
// claim (combine.go) and the looks at which the records are tested (looks.go) are fixed before the confirmatory run:
// results/freeze.md names the commit. An inconclusive verdict comes with the power to find the printed effect and 5
// points (power.go). table1.go evaluates the study's table of weights, and the claims of its theory are computed by
// bench/study/theory.
//
// What holds over all claims: which of them are tests of the same records (shared.go), and how many verdicts are
// expected to be false (multiplicity.go). settings.go repeats the verdicts under each difficulty of the tasks and
// both oracles of success, and readings.go in the other readings of the methods.
//
// Weights from outside are compared with the other methods by the same rules (outside.go).
//
// sentences.go words the results, tables.go lays them out as a section of a document. The package has no notion of
// training or of rollouts: what is not in a record is not tested.
package claims
