package results

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/olekukonko/tablewriter"
	"github.com/olekukonko/tablewriter/renderer"
	"github.com/olekukonko/tablewriter/tw"
)

// Forms are the ways to write a document, by the name that --format takes.
var Forms = map[string]func(io.Writer, Document) error{
	"text": Terminal, "markdown": Markdown, "html": HTML, "latex": LaTeX, "csv": CSV,
}

// Terminal writes a document for a terminal, tables in box-drawing characters.
func Terminal(w io.Writer, d Document) error {
	var out strings.Builder
	for _, s := range d.Sections {
		fmt.Fprintf(&out, "%s\n", strings.Join(slices.DeleteFunc([]string{s.Title, s.Intro}, empty), "\n"))
		if len(s.Lines) > 0 {
			fmt.Fprintf(&out, "\n%s\n", strings.Join(s.Lines, "\n"))
		}
		for _, t := range s.Tables {
			fmt.Fprintf(&out, "\n%s\n", t.Title)
			if err := laidOut(&out, t.titles(), t.texts(), t, renderer.NewBlueprint(tw.Rendition{Symbols: tw.NewSymbols(tw.StyleLight)})); err != nil {
				return err
			}
		}
		for _, n := range s.Notes {
			fmt.Fprintln(&out, n)
		}
		fmt.Fprintln(&out)
	}
	_, err := io.WriteString(w, out.String())
	return err
}

func empty(s string) bool { return s == "" }

// Markdown writes a document as GitHub's Markdown.
func Markdown(w io.Writer, d Document) error {
	var out strings.Builder
	if d.Title != "" {
		fmt.Fprintf(&out, "# %s\n\n", literal(d.Title))
	}
	for i, s := range d.Sections {
		if i > 0 {
			fmt.Fprintln(&out)
		}
		fmt.Fprintf(&out, "## %s\n", literal(s.Title))
		if s.Intro != "" {
			fmt.Fprintf(&out, "\n%s\n", literal(s.Intro))
		}
		list(&out, s.Lines)
		for _, t := range s.Tables {
			fmt.Fprintf(&out, "\n**%s**\n\n", literal(t.Title))
			if err := markdownTable(&out, t); err != nil {
				return err
			}
		}
		list(&out, s.Notes)
	}
	_, err := io.WriteString(w, out.String())
	return err
}

func list(out *strings.Builder, items []string) {
	if len(items) > 0 {
		fmt.Fprintln(out)
	}
	for _, n := range items {
		fmt.Fprintf(out, "- %s\n", literal(n))
	}
}

func markdownTable(out *strings.Builder, t Table) error {
	heads, rows := t.titles(), t.texts()
	for _, row := range append(rows, heads) {
		for i, cell := range row {
			row[i] = literal(cell)
		}
	}
	return laidOut(out, heads, rows, t, renderer.NewMarkdown())
}

// literal takes the characters literally that would end a Markdown cell, begin an emphasis, a link, code or HTML. Where a
// character begins nothing in GitHub's Markdown it stays as it is: an underscore within a word (d_z), a bracket that no
// address follows, p < .05.
func literal(s string) string {
	var out strings.Builder
	for i, c := range s {
		next := s[i:] + "  "
		switch {
		case c == '\n':
			c = ' '
		case strings.ContainsRune("\\|*`~", c),
			c == '_' && !(letter(s, i-1) && letter(s, i+1)),
			c == ']' && strings.ContainsRune("([:", rune(next[1])),
			c == '<' && (letter(s, i+1) || strings.ContainsRune("/!?", rune(next[1]))),
			c == '&' && (letter(s, i+1) || next[1] == '#'):
			out.WriteByte('\\')
		}
		out.WriteRune(c)
	}
	return out.String()
}

// letter says whether there is a letter or a digit at a place of a text.
func letter(s string, i int) bool {
	if i < 0 || i >= len(s) {
		return false
	}
	c := s[i] | 0x20
	return c >= 'a' && c <= 'z' || s[i] >= '0' && s[i] <= '9'
}

// laidOut lets tablewriter lay a table out: words to the left, numbers to the right, nothing reformatted. The width of a
// character is fixed rather than asked of the terminal, so that the bytes are the same everywhere.
func laidOut(w io.Writer, heads []string, rows [][]string, t Table, r tw.Renderer) error {
	align := make([]tw.Align, len(heads))
	for i, j := range t.shown() {
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
	table.Header(heads)
	return errors.Join(table.Bulk(rows), table.Render())
}
