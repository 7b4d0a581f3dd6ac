// Package answer makes the first part of a report: the answer to the study's question in five sentences, the figure of
// what imbalance costs, the evidence behind the answer, and the study's 46 claims in one table, each linked to its
// evidence.
//
// Everything is computed from an evaluation of the claims (package claims) and from the text of results/freeze.md. The
// sentences (answer.go) have fixed words and the numbers of the records, so that no result can be told more kindly than
// another. The package draws and trains nothing itself and has no notion of where its text ends up: report puts it on
// top of the page, and the README has it as a generated section.
package answer
