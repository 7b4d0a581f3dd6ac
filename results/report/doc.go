// Package report puts findings, claims, documents and figures together: what a person reads.
//
// Findings of an experiment on a task become a section of a document (section.go) of tables (tables_*.go) and figures
// (figure_*.go). Document is the sections of a plan, for a terminal or a Markdown file; Tables and Figures are the files
// of a folder (files.go); Page is one HTML page with everything, films and claims included (page.go, page.html).
// CompareRuns is the document that sets two runs side by side (runs.go).
//
// A figure is one file that registers itself in Drawers: a function from Findings to the series of a kind of package
// figures. The page and the folder of figures range over the catalogue.
//
// The package formats and selects; it computes no statistics. Numbers come from results/findings and results/claims, and
// films of rollouts come in as bytes.
package report
