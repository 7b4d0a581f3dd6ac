package results

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/olekukonko/tablewriter"
	"github.com/olekukonko/tablewriter/renderer"
	"github.com/olekukonko/tablewriter/tw"
)

// Terminal writes a document for a terminal, tables in box-drawing characters.
func Terminal(w io.Writer, d Document) error {
	var out strings.Builder
	for _, s := range d.Sections {
		fmt.Fprintf(&out, "%s\n%s\n", s.Title, s.Intro)
		for _, t := range s.Tables {
			fmt.Fprintf(&out, "\n%s\n", t.Title)
			if err := draw(&out, t, renderer.NewBlueprint(tw.Rendition{Symbols: tw.NewSymbols(tw.StyleLight)})); err != nil {
				return err
			}
		}
		fmt.Fprintf(&out, "%s\n\n", strings.Join(s.Notes, "\n"))
	}
	_, err := io.WriteString(w, out.String())
	return err
}

// Markdown writes a document as GitHub's Markdown.
func Markdown(w io.Writer, d Document) error {
	var out strings.Builder
	fmt.Fprintf(&out, "# %s\n", d.Title)
	for _, s := range d.Sections {
		fmt.Fprintf(&out, "\n## %s\n\n%s\n", s.Title, s.Intro)
		for _, t := range s.Tables {
			fmt.Fprintf(&out, "\n**%s**\n\n", t.Title)
			if err := draw(&out, escaped(t), renderer.NewMarkdown()); err != nil {
				return err
			}
		}
		fmt.Fprintf(&out, "\n- %s\n", strings.Join(s.Notes, "\n- "))
	}
	_, err := io.WriteString(w, out.String())
	return err
}

// draw lets tablewriter lay a table out: first column to the left, numbers to the right, nothing reformatted. The width
// of a character is fixed rather than asked of the terminal, so that the bytes are the same everywhere.
func draw(w io.Writer, t Table, r tw.Renderer) error {
	align := make([]tw.Align, len(t.Header))
	for i := range align {
		align[i] = tw.AlignRight
	}
	align[0] = tw.AlignLeft
	table := tablewriter.NewTable(w,
		tablewriter.WithRenderer(r),
		tablewriter.WithHeaderAutoFormat(tw.Off),
		tablewriter.WithHeaderAutoWrap(tw.WrapNone),
		tablewriter.WithRowAutoWrap(tw.WrapNone),
		tablewriter.WithAlignment(align),
		tablewriter.WithEastAsian(tw.Off),
	)
	table.Header(t.Header)
	return errors.Join(table.Bulk(t.Rows), table.Render())
}

// escaped is the table with the characters that would end a Markdown cell or begin an emphasis taken literally.
func escaped(t Table) Table {
	rows := make([][]string, len(t.Rows))
	for i, row := range t.Rows {
		for _, cell := range row {
			rows[i] = append(rows[i], strings.NewReplacer("|", `\|`, "*", `\*`).Replace(cell))
		}
	}
	return Table{Title: t.Title, Header: t.Header, Rows: rows}
}
