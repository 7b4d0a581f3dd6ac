package main

import (
	"io"
	"strconv"

	"golang.org/x/term"

	"counterpoise/results/document"
)

// fewestColumns is the narrowest screen that tables are fitted to: on less, their words leave no room.
const fewestColumns = 20

// columnsFrom returns the width of the screen that the user has set in $COLUMNS; 0 where it is no number or none
// that a screen has.
func columnsFrom(value string) int {
	n, err := strconv.Atoi(value)
	if err != nil || n < fewestColumns || n > 10_000 {
		return 0
	}
	return n
}

// width returns how many columns what the program prints may have: $COLUMNS, else those of the terminal; 0, which is
// no limit, for a file, a pipe and tests.
func (p program) width() int {
	if p.columns > 0 {
		return p.columns
	}
	f, ok := terminal(p.out)
	if !ok {
		return 0
	}
	n, _, err := term.GetSize(int(f.Fd()))
	if err != nil || n < fewestColumns {
		return 0
	}
	return n
}

// writeDocument writes a document in a form to what the user sees. Tables in the form text are as wide as the screen
// at most, where their words allow it.
func (p program) writeDocument(w io.Writer, form string, d document.Document) error {
	if form == "text" {
		return document.TextWithin(w, d, p.width())
	}
	return document.Write(w, form, d)
}
