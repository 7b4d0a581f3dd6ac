// Package published tests comparisons of robot policies again that papers and repositories have published as counts of
// successes: tables.csv says where each table stands and quotes it, counts.csv has its numbers, rule.md the rule by
// which they were chosen, second.md the list of a second collection, excluded.csv what was left out, and published.md
// what follows.
//
//	go test ./results/published -update
//
// writes published.md from the two tables and published.md.tmpl, whose sentences people wrote.
package published
