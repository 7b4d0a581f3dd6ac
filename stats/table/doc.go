// Package table reads the tables that people bring to a test: a column is a condition, a row is a subject (a
// person, a trial, a seed).
//
// # Format
//
// The first line names the conditions. Values are separated by commas, tabs or semicolons, with the last also where
// decimal points are commas, with a warning where all of these may group digits instead, as in 1,234; between commas
// and tabs such a number is refused, and other decimal commas, grouped digits and a minus of typography are read.
// Values are quoted or not, with or without the byte order mark and the line sep=; that spreadsheets write, and lines
// end as on any system. Empty cells, NA, N/A, NaN, null and - are missing. A first column that labels the subjects is
// left out: one without a number in it, or one called subject, participant, trial, run, seed, case, row, index, label,
// name, id or #, with or without _id behind.
//
// The package computes nothing: package stats does.
package table
