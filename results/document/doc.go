// Package document holds text and tables before they have a form, and writes them as text, Markdown, HTML, LaTeX or
// CSV.
//
// A Document is a list of sections; a Section has sentences, tables and notes. A cell of a Table carries each value
// twice: as text that is rounded for people, and as exact values for programs. The forms for people (text, Markdown,
// HTML, LaTeX) write the texts of the columns that have a title; the form for programs (CSV) writes the exact values
// of all columns. The commands that print JSON marshal the typed results instead, which have more structure than a
// table.
//
// A form is one file that registers itself in Forms: the file's init calls Forms.Add with a name and a function. The
// conformance test runs over all registered forms.
//
// The package imports nothing of this module but helpers of internal. It has no notion of robots, records or
// statistics: statistics are turned into cells and sentences in results/apa.
package document
