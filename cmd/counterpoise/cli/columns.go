package cli

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"text/tabwriter"

	"golang.org/x/term"

	"counterpoise/results/document"
)

// fewestColumns is the narrowest screen that tables are fitted to: on less, their words leave no room.
const fewestColumns = 20

// ColumnsFrom returns the width of the screen that the user has set in $COLUMNS; 0 where it is no number or none
// that a screen has.
func ColumnsFrom(value string) int {
	n, err := strconv.Atoi(value)
	if err != nil || n < fewestColumns || n > 10_000 {
		return 0
	}
	return n
}

// Width returns how many columns what the program prints may have: $COLUMNS, else those of the terminal; 0, which is
// no limit, for a file, a pipe and tests.
func (p Program) Width() int { return p.widthOf(p.Out) }

// widthOf is width for what goes to one of the program's streams.
func (p Program) widthOf(w io.Writer) int {
	if p.Columns > 0 {
		return p.Columns
	}
	f, ok := Terminal(w)
	if !ok {
		return 0
	}
	n, _, err := term.GetSize(int(f.Fd()))
	if err != nil || n < fewestColumns {
		return 0
	}
	return n
}

// WriteDocument writes a document in a form to what the user sees. Tables in the form text are as wide as the screen
// at most, where their words allow it.
func (p Program) WriteDocument(w io.Writer, form string, d document.Document) error {
	if form == "text" {
		return document.TextWithin(w, d, p.Width())
	}
	return document.Write(w, form, d)
}

// Say prints a line of an answer, broken between words where the screen is narrower.
func (p Program) Say(line string) { fmt.Fprintln(p.Out, document.Wrap(line, p.Width())) }

// TextTable is a table of text that is being written: a row a line, with tabs between cells. Flush prints it with its
// columns two spaces apart, as wide as the screen at most (fitted). After it the same table takes further rows.
type TextTable struct {
	rows  *strings.Builder
	flags uint
	p     Program
}

// NewTable returns an empty table. Its flags are those of tabwriter, such as AlignRight.
func (p Program) NewTable(flags uint) TextTable { return TextTable{new(strings.Builder), flags, p} }

// Narrow reports whether the screen is no wider than the lines of a help text, so that a list of many columns shows
// fewer.
func (t TextTable) Narrow() bool { return t.p.Width() > 0 && t.p.Width() <= NarrowScreen }

// NarrowScreen is the width up to which a screen is narrow.
const NarrowScreen = 120

// Write takes rows.
func (t TextTable) Write(text []byte) (int, error) { return t.rows.Write(text) }

// Flush prints the rows that were written since the last time.
func (t TextTable) Flush() error {
	var aligned strings.Builder
	w := tabwriter.NewWriter(&aligned, 0, 0, 2, ' ', t.flags)
	io.WriteString(w, t.rows.String())
	w.Flush() // cannot fail: the builder takes everything
	text, width := aligned.String(), t.p.Width()
	switch {
	case width > 0 && t.flags == 0:
		text = fitted(t.rows.String(), text, width)
	case width > 0:
		text = strings.Join(Folded(strings.Split(text, "\n"), width), "\n")
	}
	t.rows.Reset()
	_, err := io.WriteString(t.p.Out, text)
	return err
}
