package document

import (
	"fmt"
	"html"
	"io"
	"strings"

	"github.com/olekukonko/tablewriter/renderer"
)

func init() {
	Forms.Add("html", Form{About: "a fragment of HTML without links", Extension: "html", Write: HTML})
}

// HTML writes a document as a fragment of HTML: headings, tables with captions, lists. The fragment refers to no other
// file. The title of the document is left out.
//
// A section becomes a section element with an h2. It is made in memory and written in one call.
func HTML(w io.Writer, d Document) error {
	var out strings.Builder
	for _, s := range d.Sections {
		fmt.Fprintf(&out, "<section>\n<h2>%s</h2>\n", htmlText(s.Title))
		if s.Intro != "" {
			fmt.Fprintf(&out, "<p>%s</p>\n", htmlText(s.Intro))
		}
		htmlList(&out, s.Lines)
		for _, t := range s.Tables {
			if err := HTMLTable(&out, t); err != nil {
				return err
			}
		}
		htmlList(&out, s.Notes)
		out.WriteString("</section>\n")
	}
	_, err := io.WriteString(w, out.String())
	return err
}

// htmlText returns s as the text of an element or of an attribute in double quotes.
func htmlText(s string) string { return html.EscapeString(oneLine(s)) }

// htmlList writes an unordered list; nothing where there are no items. Items are escaped here.
func htmlList(out *strings.Builder, items []string) {
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
// reached with the keyboard. The box is a region with the title as label, so that screen readers announce it;
// tabindex makes it focusable.
func HTMLTable(w io.Writer, t Table) error {
	var body strings.Builder
	if err := layOut(&body, t.Titles(), t.Texts(), t, renderer.NewHTML()); err != nil {
		return err
	}
	title := htmlText(t.Title)
	// tablewriter writes no caption.
	table := strings.Replace(body.String(), "<table>", "<table>\n<caption><span>"+title+"</span></caption>", 1)
	const box = "<div class=\"table\" role=\"region\" tabindex=\"0\" aria-label=\"%s\">\n%s</div>\n"
	_, err := fmt.Fprintf(w, box, title, table)
	return err
}
