// Package cli is the command line: it reads what the user wants, calls bench and results, and says how it went.
//
// What it prints on standard output is the answer (tables, lists) and the same bytes every time; progress and errors go
// to standard error. An error is one line that says what to do. Exit codes: 0 done, 1 it failed, 2 it was asked
// wrongly, 130 it was stopped and can go on.
//
// It knows no mathematics and no physics, and every list it prints ranges over a catalogue.
package cli
