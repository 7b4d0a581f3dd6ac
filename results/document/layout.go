package document

import (
	"errors"
	"io"

	"github.com/olekukonko/tablewriter"
	"github.com/olekukonko/tablewriter/tw"
)

// layOut writes the visible columns of a table with one of tablewriter's renderers: words left-aligned, numbers
// right-aligned, no text reformatted. heads and rows are the texts, escaped for the renderer's format. The display
// width of characters is fixed instead of taken from the terminal, so that the output is the same on all
// machines. Rows must have as many cells as heads.
func layOut(w io.Writer, heads []string, rows [][]string, t Table, r tw.Renderer) error {
	align := make([]tw.Align, len(heads))
	for i, j := range t.Visible() {
		align[i] = tw.AlignRight
		if t.Columns[j].Words {
			align[i] = tw.AlignLeft
		}
	}
	table := tablewriter.NewTable(w,
		tablewriter.WithRenderer(r),
		tablewriter.WithHeaderAutoFormat(tw.Off),
		tablewriter.WithHeaderAutoWrap(tw.WrapNone),
		tablewriter.WithRowAutoWrap(tw.WrapNone),
		tablewriter.WithAlignment(align),
		tablewriter.WithEastAsian(tw.Off),
	)
	table.Header(oneLineEach(heads))
	clean := make([][]string, len(rows))
	for i, row := range rows {
		clean[i] = oneLineEach(row)
	}
	return errors.Join(table.Bulk(clean), table.Render())
}
