// Package law holds no code that runs: its test is the import law of the house.
//
// The house has six roots, one stage each, and data that flows one way. Imports run against the data and never back;
// the table in law_test.go is the picture, and a package or an import that is not in it fails the test. So whoever adds a
// package says there where it stands, and whoever needs an arrow that is missing has found a question of design.
package law
