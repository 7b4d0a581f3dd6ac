package document

import (
	"bufio"
	"fmt"
	"io"
	"slices"

	"github.com/olekukonko/tablewriter/renderer"
	"github.com/olekukonko/tablewriter/tw"
)

func init() {
	Forms.Add("text", Form{About: "for a terminal, tables in box-drawing characters", Extension: "txt", Write: Text})
}

// Text writes a document for a terminal, tables in box-drawing characters. The title of the document is left out.
//
// Lines are not wrapped: a table is as wide as its widest row. Sections end with an empty line.
func Text(w io.Writer, d Document) error { return TextWithin(w, d, 0) }

// TextWithin is Text for a terminal that is so many columns wide: sentences and texts in tables go over several lines
// where they must, and a table whose longest words and numbers do not fit goes on in further tables below, each with
// the words that its rows begin with. With 0 it is Text.
func TextWithin(w io.Writer, d Document, columns int) error {
	return buffered(w, func(out *bufio.Writer) error {
		for _, s := range d.Sections {
			heading := slices.DeleteFunc([]string{s.Title, s.Intro}, func(s string) bool { return s == "" })
			fmt.Fprintf(out, "%s\n", sentences(heading, columns))
			if len(s.Lines) > 0 {
				fmt.Fprintf(out, "\n%s\n", sentences(s.Lines, columns))
			}
			for _, t := range s.Tables {
				fmt.Fprintf(out, "\n%s\n", Wrap(oneLine(t.Title), columns))
				for _, part := range t.split(columns) {
					box := renderer.NewBlueprint(tw.Rendition{Symbols: tw.NewSymbols(tw.StyleLight)})
					if err := layOut(out, part, part.Titles(), shown, box, columns); err != nil {
						return err
					}
				}
			}
			for _, n := range s.Notes {
				fmt.Fprintln(out, Wrap(oneLine(n), columns))
			}
			fmt.Fprintln(out)
		}
		return nil
	})
}
