// Package claims evaluates the claims of the study (Parekh, Nemlekar & Losey, arXiv:2508.06319) on records.
//
// claims.csv has the 46 claims as the study prints them, and for each the parts that have to hold, such as "E1
// picking left: left starved < balanced" (claims.go, read.go). Evaluate tests the parts with package findings
// (parts.go) and gives each claim a verdict: replicated, contradicted, inconclusive or not testable (evaluate.go).
// The rules that turn tests into verdicts were fixed before any record of the study was made (rules.go). An
// inconclusive verdict comes with the power to find the printed effect (power.go). table1.go evaluates the study's
// table of weights, and the claims of its theory are computed by bench/theory.
//
// sentences.go words the results, tables.go lays them out as a section of a document. The package has no notion of
// training or of rollouts: what is not in a record is not tested.
package claims
