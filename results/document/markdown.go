package document

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/olekukonko/tablewriter/renderer"
)

func init() {
	Forms.Add("markdown", Form{About: "GitHub's Markdown", Extension: "md", Write: Markdown})
}

// Markdown writes a document as GitHub Flavored Markdown.
//
// Sections are second-level headings, tables have their title in bold above them, and lists are bulleted.
func Markdown(w io.Writer, d Document) error {
	return buffered(w, func(out *bufio.Writer) error {
		if d.Title != "" {
			fmt.Fprintf(out, "# %s\n\n", markdownText(d.Title))
		}
		for i, s := range d.Sections {
			if i > 0 {
				fmt.Fprintln(out)
			}
			fmt.Fprintf(out, "## %s\n", markdownText(s.Title))
			if s.Intro != "" {
				fmt.Fprintf(out, "\n%s\n", markdownText(s.Intro))
			}
			markdownList(out, s.Lines)
			for _, t := range s.Tables {
				fmt.Fprintf(out, "\n**%s**\n\n", markdownText(t.Title))
				if err := markdownTable(out, t); err != nil {
					return err
				}
			}
			markdownList(out, s.Notes)
		}
		return nil
	})
}

// markdownList writes a bulleted list after an empty line; nothing where there are no items.
func markdownList(out *bufio.Writer, items []string) {
	if len(items) > 0 {
		fmt.Fprintln(out)
	}
	for _, n := range items {
		fmt.Fprintf(out, "- %s\n", markdownText(n))
	}
}

// markdownTable writes one table without its title. A vertical bar within a cell is escaped, so it ends no
// cell. The texts are copies, so escaping them leaves the table as it is.
func markdownTable(out *bufio.Writer, t Table) error {
	heads := t.Titles()
	for i, head := range heads {
		heads[i] = markdownText(head)
	}
	return layOut(out, t, heads, func(c Cell) string {
		if c.Link == "" {
			return markdownText(c.Text)
		}
		return fmt.Sprintf("[%s](%s)", markdownText(c.Text), markdownAddress(c.Link))
	}, renderer.NewMarkdown(), 0)
}

// markdownText escapes with a backslash the characters of s that would end a table cell or begin an emphasis, a link,
// code, an entity or an HTML element. A character that begins nothing in GitHub's Markdown stays as it is: an
// underscore within a word (d_z), a closing bracket that no address follows, the sign in p < .05. A line feed becomes
// a space. Few backslashes keep the source readable in a terminal.
func markdownText(s string) string {
	var out strings.Builder
	s = oneLine(s)
	for i, c := range s {
		next := s[i:] + "  "
		switch {
		case strings.ContainsRune("\\|*`~", c),
			c == '_' && !(alphanumericAt(s, i-1) && alphanumericAt(s, i+1)),
			c == ']' && strings.ContainsRune("([:", rune(next[1])),
			c == '<' && (alphanumericAt(s, i+1) || strings.ContainsRune("/!?", rune(next[1]))),
			c == '&' && (alphanumericAt(s, i+1) || next[1] == '#'):
			out.WriteByte('\\')
		}
		out.WriteRune(c)
	}
	return out.String()
}

// markdownAddress escapes the characters of an address that would end it or a table cell.
func markdownAddress(s string) string {
	return strings.NewReplacer(" ", "%20", "(", "%28", ")", "%29", "|", "%7C", "<", "%3C", ">", "%3E").
		Replace(oneLine(s))
}

// alphanumericAt reports whether byte i of s is an ASCII letter or digit; false outside of s.
func alphanumericAt(s string, i int) bool {
	if i < 0 || i >= len(s) {
		return false
	}
	c := s[i] | 0x20
	return c >= 'a' && c <= 'z' || s[i] >= '0' && s[i] <= '9'
}
