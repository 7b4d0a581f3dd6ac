package document

import (
	"fmt"
	"html"
	"io"
	"strings"

	"github.com/olekukonko/tablewriter/renderer"
)

func init() {
	Forms.Add("html", Form{About: "a fragment of HTML", Extension: "html", Write: HTML})
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

// openMark and closeMark stand around the text of a link while the table is laid out: characters of Unicode's private
// use area, which marks removes from other texts.
const openMark, closeMark = "\uE000", "\uE001"

var marks = strings.NewReplacer(openMark, "", closeMark, "")

// HTMLTable writes one table with its title as caption, in a box that scrolls sideways on a narrow screen and can be
// reached with the keyboard. The box is a region with the title as label, so that screen readers announce it;
// tabindex makes it focusable.
func HTMLTable(w io.Writer, t Table) error {
	var body strings.Builder
	var links []string
	// tablewriter escapes what is in a cell, so a link is added afterwards, in place of the marks around its text.
	rows := t.texts(func(c Cell) string {
		text := marks.Replace(c.Text)
		if c.Link == "" {
			return text
		}
		links = append(links, "<a href=\""+htmlText(c.Link)+"\">")
		return openMark + text + closeMark
	})
	if err := layOut(&body, t.Titles(), rows, t, renderer.NewHTML()); err != nil {
		return err
	}
	title := htmlText(t.Title)
	written := body.String()
	for _, link := range links { // cells are written in the order of texts
		written = strings.Replace(written, openMark, link, 1)
	}
	written = strings.ReplaceAll(written, closeMark, "</a>")
	// tablewriter writes no caption.
	table := strings.Replace(written, "<table>", "<table>\n<caption><span>"+title+"</span></caption>", 1)
	const box = "<div class=\"table\" role=\"region\" tabindex=\"0\" aria-label=\"%s\">\n%s</div>\n"
	_, err := fmt.Fprintf(w, box, title, table)
	return err
}
