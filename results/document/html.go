package document

import (
	"bufio"
	"fmt"
	"html"
	"io"
	"strings"
)

func init() {
	Forms.Add("html", Form{About: "a fragment of HTML", Extension: "html", Write: HTML})
}

// HTML writes a document as a fragment of HTML: a style for tables, headings, tables with captions, lists. The fragment
// refers to no other file. The title of the document is left out.
//
// A section becomes a section element with an h2.
func HTML(w io.Writer, d Document) error {
	return buffered(w, func(out *bufio.Writer) error {
		fmt.Fprintf(out, "<style>%s</style>\n", HTMLStyle)
		for _, s := range d.Sections {
			fmt.Fprintf(out, "<section>\n<h2>%s</h2>\n", htmlText(s.Title))
			if s.Intro != "" {
				fmt.Fprintf(out, "<p>%s</p>\n", htmlText(s.Intro))
			}
			htmlList(out, s.Lines)
			for _, t := range s.Tables {
				if err := htmlTable(out, t); err != nil {
					return err
				}
			}
			htmlList(out, s.Notes)
			out.WriteString("</section>\n")
		}
		return nil
	})
}

// htmlText returns s as the text of an element or of an attribute in double quotes.
func htmlText(s string) string { return html.EscapeString(oneLine(s)) }

// htmlList writes an unordered list; nothing where there are no items. Items are escaped here.
func htmlList(out *bufio.Writer, items []string) {
	if len(items) == 0 {
		return
	}
	out.WriteString("<ul>\n")
	for _, n := range items {
		fmt.Fprintf(out, "<li>%s</li>\n", htmlText(n))
	}
	out.WriteString("</ul>\n")
}

// HTMLTable writes one table with its title as caption, in a box that scrolls sideways on a narrow screen and can be
// reached with the keyboard. The box is a region with the title as label, so that screen readers announce it; tabindex
// makes it focusable. The page needs HTMLStyle.
func HTMLTable(w io.Writer, t Table) error {
	return buffered(w, func(out *bufio.Writer) error { return htmlTable(out, t) })
}

// htmlTable is HTMLTable.
func htmlTable(out *bufio.Writer, t Table) error {
	title := htmlText(t.Title)
	fmt.Fprintf(out, "<div class=\"table\" role=\"region\" tabindex=\"0\" aria-label=\"%s\">\n<table>\n", title)
	fmt.Fprintf(out, "<caption><span>%s</span></caption>\n<thead>\n", title)
	words := t.words()
	heads := t.Titles()
	for i, head := range heads {
		heads[i] = htmlText(strings.TrimSpace(head))
	}
	htmlRow(out, "th", words, heads)
	out.WriteString("</thead>\n")
	begun := false
	for line := range t.lines(htmlCell) {
		if !begun {
			out.WriteString("<tbody>\n")
			begun = true
		}
		htmlRow(out, "td", words, line)
		if err := lost(out); err != nil {
			return err
		}
	}
	if begun {
		out.WriteString("</tbody>\n")
	}
	out.WriteString("</table>\n</div>\n")
	return nil
}

// htmlCell is the content of a cell, with its link.
func htmlCell(c Cell) string {
	text := htmlText(strings.TrimSpace(c.Text))
	if c.Link == "" {
		return text
	}
	return "<a href=\"" + htmlText(c.Link) + "\">" + text + "</a>"
}

// HTMLStyle are the rules of a style sheet that set words of tables to the left and numbers to the right. A page of
// records has thirty thousand cells, which would take half a megabyte more with a style of their own each.
const HTMLStyle = "th, td { text-align: left; } .num { text-align: right; }"

// htmlRow writes a row of elements th or td, numbers with the class that HTMLStyle sets to the right. The head of a
// column says to screen readers that it is one. Cells are escaped by the caller.
func htmlRow(out *bufio.Writer, element string, words []bool, cells []string) {
	scope := ""
	if element == "th" {
		scope = " scope=\"col\""
	}
	out.WriteString("  <tr>")
	for i, s := range cells {
		side := " class=\"num\""
		if words[i] {
			side = ""
		}
		fmt.Fprintf(out, "<%s%s%s>%s</%s>", element, scope, side, s, element)
	}
	out.WriteString("</tr>\n")
}
