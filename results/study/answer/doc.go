// Package answer makes the first part of a report: the answer to the study's question in five sentences, the figure of
// what imbalance costs, the evidence behind the answer, and the study's 46 claims in one table, each linked to its
// evidence.
//
// The sentences are written in answer.md.tmpl; numbers are put in from an evaluation of the claims (package claims),
// from the records and from the text of results/freeze.md (story.go). What a sentence says beyond its numbers is
// required of the records, so that no result can be told otherwise than it is. The package draws and trains nothing
// itself and has no notion of where its text ends up: report puts it on top of the page, and docs/findings.md and
// results/answer.md have it as generated sections.
package answer
