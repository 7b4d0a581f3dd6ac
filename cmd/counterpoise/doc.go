// Counterpoise is the command line of the benchmark: each command parses its arguments, calls the packages below, and
// prints what came out.
//
// Standard output holds the answer (tables, lists) and is the same bytes every time; progress and errors go to
// standard error. An error is one line that says what to do. Exit codes: 0 done, 1 failed, 2 wrong usage, 130
// stopped and can be resumed.
//
// It contains no mathematics and no physics, and every list that it prints ranges over a catalogue.
package main
