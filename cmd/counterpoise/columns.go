package main

import (
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"text/tabwriter"
	"unicode/utf8"

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
func (p program) width() int { return p.widthOf(p.out) }

// widthOf is width for what goes to one of the program's streams.
func (p program) widthOf(w io.Writer) int {
	if p.columns > 0 {
		return p.columns
	}
	f, ok := terminal(w)
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

// say prints a line of an answer, broken between words where the screen is narrower.
func (p program) say(line string) { fmt.Fprintln(p.out, document.Wrap(line, p.width())) }

// textTable is a table of text that is being written: a row a line, with tabs between cells. Flush prints it with its
// columns two spaces apart, as wide as the screen at most (fitted). After it the same table takes further rows.
type textTable struct {
	*tabwriter.Writer
	aligned *strings.Builder
	p       program
}

// newTable returns an empty table. Its flags are those of tabwriter, such as AlignRight.
func (p program) newTable(flags uint) textTable {
	var aligned strings.Builder
	return textTable{tabwriter.NewWriter(&aligned, 0, 0, 2, ' ', flags), &aligned, p}
}

// Flush prints the rows that were written since the last time.
func (t textTable) Flush() error {
	t.Writer.Flush() // cannot fail: the builder takes everything
	_, err := io.WriteString(t.p.out, fitted(t.aligned.String(), t.p.width()))
	t.aligned.Reset()
	return err
}

// cell matches a cell of a table whose columns are two or more spaces apart, with the spaces before it.
var cell = regexp.MustCompile(`(?:^| {2,})\S+(?: \S+)*`)

// apart matches what lies between two cells.
var apart = regexp.MustCompile(` {2,}`)

// fitted returns a table of text in lines of at most width columns, 0 for no limit: a longer line goes on below the
// last of its cells that begins in the left half, and has semicolons between the cells from there on. A word that is
// longer than its place stays whole.
func fitted(table string, width int) string {
	if width == 0 {
		return table
	}
	var out strings.Builder
	for line := range strings.Lines(table) {
		line = strings.TrimRight(line, " \n")
		if utf8.RuneCountInString(line) <= width {
			out.WriteString(line + "\n")
			continue
		}
		begin := 0 // of that cell, bytes
		for _, at := range cell.FindAllStringIndex(line, -1) {
			text := at[1] - len(strings.TrimLeft(line[at[0]:at[1]], " "))
			if utf8.RuneCountInString(line[:text]) <= width/2 {
				begin = text
			}
		}
		out.WriteString(line[:begin])
		indent := utf8.RuneCountInString(line[:begin])
		column := indent
		for i, word := range strings.Fields(apart.ReplaceAllString(line[begin:], "; ")) {
			n := utf8.RuneCountInString(word)
			switch {
			case i == 0:
			case column+1+n > width:
				out.WriteString("\n" + strings.Repeat(" ", indent))
				column = indent
			default:
				out.WriteString(" ")
				column++
			}
			out.WriteString(word)
			column += n
		}
		out.WriteString("\n")
	}
	return out.String()
}
