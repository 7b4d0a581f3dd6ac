// Package results keeps records and says what they show.
//
// The store is one file of JSON lines that is only appended to: a line is a record and its checksum, synced before Put
// returns. Whatever kills the program, and however many programs share the file, a record is there whole or its line is
// found damaged, named, set aside and made again.
//
// Tables are pure functions of a plan and the records of its cells: no clock, no order of completion and no machine
// enters a number, so a run that was interrupted ten times prints the bytes of one that was not. The way is always
// records (store.go) -> successes per trial (success.go) -> tests (finding.go) -> document (document.go) -> terminal or
// Markdown (render.go).
//
// Nothing here has seen a live policy, task or dataset: what is not in a record can't be in a table.
package results
