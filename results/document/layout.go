package document

import (
	"bufio"
	"cmp"
	"io"
	"iter"
	"strings"

	"github.com/olekukonko/tablewriter"
	"github.com/olekukonko/tablewriter/tw"
)

// layOut writes the visible columns of a table with one of tablewriter's renderers: words left-aligned, numbers
// right-aligned, no text reformatted. heads and the texts of cells are escaped for the renderer's form. Rows are made
// twice, once for the widths of the columns, and written as they are made, so that memory does not grow with their
// number. The display width of characters is fixed instead of taken from the terminal, so that the output is the same
// on all machines. Where limit is above 0, texts go over several lines between words, as far as it takes for rows of
// limit columns; a table whose longest words and numbers do not fit stays wider (split makes parts that fit).
func layOut(out *bufio.Writer, t Table, heads []string, text func(Cell) string, r tw.Renderer, limit int) error {
	if len(heads) == 0 {
		return nil
	}
	align := make([]tw.Align, len(heads))
	for i, words := range t.words() {
		align[i] = tw.AlignRight
		if words {
			align[i] = tw.AlignLeft
		}
	}
	wrap, padded := tw.WrapNone, tw.NewMapper[int, int]()
	if limit > 0 {
		wrap = tw.WrapNormal
	}
	for i, n := range fit(t.extents(heads, text), limit) {
		padded.Set(i, n+blanks)
	}
	table := tablewriter.NewTable(out,
		tablewriter.WithRenderer(r),
		tablewriter.WithHeaderAutoFormat(tw.Off),
		tablewriter.WithHeaderAutoWrap(wrap),
		tablewriter.WithRowAutoWrap(wrap),
		tablewriter.WithAlignment(align),
		tablewriter.WithEastAsian(tw.Off),
		tablewriter.WithStreaming(tw.StreamConfig{Enable: true}),
		tablewriter.WithWidths(tw.CellWidth{PerColumn: padded}),
	)
	if err := table.Start(); err != nil {
		return err
	}
	table.Header(cellTexts(heads))
	for line := range t.lines(text) {
		if err := cmp.Or(table.Append(cellTexts(line)), lost(out)); err != nil {
			return err
		}
	}
	return table.Close()
}

// cellText is what a laid-out table has in the place of a text: one line without blanks around it.
func cellText(s string) string { return strings.TrimSpace(oneLine(s)) }

func cellTexts(texts []string) []string {
	line := make([]string, len(texts))
	for i, s := range texts {
		line[i] = cellText(s)
	}
	return line
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

// lost returns the error of the writer behind a buffer, which tablewriter and fmt.Fprintf pass over, so that no more
// rows are made for a reader who is gone.
func lost(out *bufio.Writer) error {
	_, err := out.Write(nil)
	return err
}

// buffered calls write with a buffer in front of a writer, and returns the error of write or the first of the writer.
func buffered(w io.Writer, write func(*bufio.Writer) error) error {
	out := bufio.NewWriterSize(w, 1<<16)
	if err := write(out); err != nil {
		return err
	}
	return out.Flush()
}
