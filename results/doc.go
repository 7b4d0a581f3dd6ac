// Package results keeps records and says what they show.
//
// The store is a file of JSON lines that is only appended to: a line is a record and its checksum, synced before Put
// returns. Several programs may share a folder: each appends to a file of its own, and the last to close leaves one
// (store_parts.go, store_fold.go). They share out the cells by locks that the system frees with the process (store_claim.go),
// and where a file system has no locks nothing worse happens than a cell being made twice. Whatever kills a program, a record
// is there whole or its line is found damaged, named, set aside and made again. Open may repair, Read only looks.
//
// Everything else is a pure function of records: no clock, no order of completion and no machine enters a number, so a run
// that was interrupted ten times prints the bytes of one that was not. The way is always
//
//	records (store.go) -> successes per trial (success.go) -> tests (finding.go, omnibus.go)
//	    -> tables (document.go, table.go) -> terminal, Markdown, HTML, LaTeX, CSV (render.go, html.go, latex.go, csv.go)
//	    -> figures (figure.go and one file a kind) -> SVG, PNG, PDF
//	    -> the page (report.go, report.html), from records alone which plans it shows (plans.go)
//
// claims.go holds the study's claims (claims.csv) against records, by the rules of claims_rules.go; table1.go is its table of weights,
// equality.go asks whether what differs by little is equal.
//
// compare.go sets two stores side by side, statistic.go and statistics.go give somebody else's tests the same tables, and
// apa.go spells statistics as the American Psychological Association wants them.
//
// # How success is judged
//
// A trial is the unit: the number of rollouts that succeeded, of one behaviour under one arm. Counts are tested, not rates,
// because counts are exact; percent is how they are shown. Comparisons of a design are paired by trial and one family,
// corrected by Holm. The worst behaviour is the least successful one of each trial. Where a behaviour's comparisons involve
// three arms or more, a repeated-measures ANOVA stands before them. A star never stands without its number, a number that
// is undefined is a dash with a note, and nothing is called equal for not being significant.
//
// Nothing here has seen a live policy, task or dataset: what is not in a record can't be in a table. Films of rollouts come
// in as bytes.
package results
