// Package evals reads the results of evaluations, of this and of other programs, into one table: a row for each
// outcome, with its method, training seed, task and episode where the files tell them.
//
// # Files
//
// A file of comma-separated values may have any columns; table.Sheet.Detect finds out what they are. The other formats
// are those of programs, one a file of this package, and their sources stand there: each registers itself in Formats
// and says how it is recognised. That of this program's evaluations does so in results/evaluations. Which method and
// which seed a file of another program belongs to stands in none of them; it is taken from the path (names.go), of
// which Options.Path and METHOD=FILE tell otherwise. Of several checkpoints of a training one counts (choose.go).
//
// Files are untrusted. Memory stays in proportion to their size (internal/budget), and an error is one line that names
// the file.
package evals
