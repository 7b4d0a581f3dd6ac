// Package report puts findings, claims, documents and figures together: what a person reads.
//
// Findings of an experiment on a task are put into words and tables once (experiment.go, tables_*.go) and drawn
// (figure_*.go). From these, Document makes the sections of a plan for a terminal or a Markdown file, Tables and
// Figures make the files of a folder (files.go), and Page makes one HTML page with everything, films and claims
// included (page.go, page.html). CompareRuns is the document that sets two runs side by side (runs.go).
//
// A figure is one file that registers itself in analysis.Drawers: a function from Findings to the series of a kind of
// package figures. The page and the folder of figures range over the catalogue. What else is computed from records
// comes from the catalogue analysis.All (analyses.go); the package names no analysis.
//
// The package formats and selects; it computes no statistics. Numbers come from results/frame and the analyses, and
// films of rollouts come in as bytes.
package report
