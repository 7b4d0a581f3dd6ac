package results

import (
	"fmt"
	"html"
	"io"
	"strings"

	"github.com/olekukonko/tablewriter/renderer"
)

// HTML writes a document as a fragment of HTML: headings, tables with captions, lists. It links to nothing.
func HTML(w io.Writer, d Document) error {
	var out strings.Builder
	for _, s := range d.Sections {
		fmt.Fprintf(&out, "<section>\n<h2>%s</h2>\n", html.EscapeString(s.Title))
		if s.Intro != "" {
			fmt.Fprintf(&out, "<p>%s</p>\n", html.EscapeString(s.Intro))
		}
		htmlList(&out, s.Lines)
		for _, t := range s.Tables {
			if err := htmlTable(&out, t); err != nil {
				return err
			}
		}
		htmlList(&out, s.Notes)
		out.WriteString("</section>\n")
	}
	_, err := io.WriteString(w, out.String())
	return err
}

func htmlList(out *strings.Builder, items []string) {
	if len(items) == 0 {
		return
	}
	out.WriteString("<ul>\n")
	for _, n := range items {
		fmt.Fprintf(out, "<li>%s</li>\n", html.EscapeString(n))
	}
	out.WriteString("</ul>\n")
}

// htmlTable is tablewriter's table with a caption; the box around it scrolls where a screen is too narrow.
func htmlTable(out *strings.Builder, t Table) error {
	var body strings.Builder
	if err := laidOut(&body, t.titles(), t.texts(), t, renderer.NewHTML()); err != nil {
		return err
	}
	caption := "<table>\n<caption><span>" + html.EscapeString(t.Title) + "</span></caption>"
	fmt.Fprintf(out, "<div class=\"table\" role=\"region\" tabindex=\"0\" aria-label=\"%s\">\n%s</div>\n",
		html.EscapeString(t.Title), strings.Replace(body.String(), "<table>", caption, 1))
	return nil
}
