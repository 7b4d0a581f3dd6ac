// Package results holds what the folders below it rest on: the file that says by which commits the confirmatory runs
// were frozen. It is part of the program, so a program knows the seeds of its freezes wherever it runs.
package results

import _ "embed"

// Freezes is the text of freeze.md (study.ParseFreezes).
//
//go:embed freeze.md
var Freezes string
