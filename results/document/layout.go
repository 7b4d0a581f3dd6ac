package document

import (
	"bufio"
	"io"
	"iter"
	"strings"

	"github.com/clipperhouse/displaywidth"
)

// grid is how a form for terminals and editors draws a table whose columns are aligned.
type grid struct {
	// The rules above the heads, below them, and below the rows: the left end, the filling, the crossing and the right
	// end. No runes are no rule.
	top, middle, bottom []rune
	bar                 string // left of, between and right of the cells
	colons              bool   // the rule below the heads says how columns are aligned, as Markdown's does
}

// write writes the visible columns of a table: words left-aligned, numbers right-aligned. heads and the texts of cells
// are escaped for the form. Rows are made twice, once for the widths of the columns, so that memory does not grow with
// their number. The display width of characters does not depend on the terminal, so that the output is the same on all
// machines.
func (g grid) write(w *bufio.Writer, t Table, heads []string, text func(Cell) string) {
	lines := func(yield func([]string) bool) {
		if !yield(heads) {
			return
		}
		t.lines(text)(yield)
	}
	columns := t.Visible()
	if len(columns) == 0 {
		return
	}
	widths, rows := make([]int, len(columns)), -1 // without the heads
	for line := range lines {
		rows++
		for i, s := range line {
			widths[i] = max(widths[i], displaywidth.String(cellText(s)))
		}
	}
	g.rule(w, g.top, widths, nil)
	below := g.middle
	if rows == 0 && !g.colons { // in Markdown a table without that rule is none
		below = nil
	}
	for line := range lines {
		for i, s := range line {
			s = cellText(s)
			blanks := strings.Repeat(" ", widths[i]-displaywidth.String(s))
			w.WriteString(g.bar)
			w.WriteByte(' ')
			if t.Columns[columns[i]].Words {
				w.WriteString(s)
				w.WriteString(blanks)
			} else {
				w.WriteString(blanks)
				w.WriteString(s)
			}
			w.WriteByte(' ')
		}
		w.WriteString(g.bar)
		w.WriteByte('\n')
		g.rule(w, below, widths, t.words())
		below = nil
	}
	g.rule(w, g.bottom, widths, nil)
}

// cellText is what a grid has in the place of a text: one line without blanks around it.
func cellText(s string) string { return strings.TrimSpace(oneLine(s)) }

// rule writes a rule. words says which columns hold words, for a rule with colons.
func (g grid) rule(w *bufio.Writer, of []rune, widths []int, words []bool) {
	if of == nil {
		return
	}
	for i, n := range widths {
		w.WriteRune(of[min(i, 1)*2])
		fill := []rune(strings.Repeat(string(of[1]), n+2))
		switch {
		case g.colons && words[i]:
			fill[0] = ':'
		case g.colons:
			fill[len(fill)-1] = ':'
		}
		w.WriteString(string(fill))
	}
	w.WriteRune(of[3])
	w.WriteByte('\n')
}

// words says for each visible column whether it holds words.
func (t Table) words() (is []bool) {
	for _, j := range t.Visible() {
		is = append(is, t.Columns[j].Words)
	}
	return is
}

// lines returns what a form writes for the cells of the visible columns, row by row. The slice is new in each row.
func (t Table) lines(of func(Cell) string) iter.Seq[[]string] {
	visible := t.Visible()
	return func(yield func([]string) bool) {
		for row := range t.All() {
			line := make([]string, len(visible))
			for i, j := range visible {
				line[i] = of(row[j])
			}
			if !yield(line) {
				return
			}
		}
	}
}

// buffered calls write with a buffer in front of a writer, and returns the first error of the writer.
func buffered(w io.Writer, write func(*bufio.Writer)) error {
	out := bufio.NewWriterSize(w, 1<<16)
	write(out)
	return out.Flush()
}
