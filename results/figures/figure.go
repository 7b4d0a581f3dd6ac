package figures

import (
	"cmp"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"counterpoise/internal/catalog"
)

// Figure is panels in rows, before it has a format. SVG, PNG, PDF and Inline write it. Only the kinds of this
// package make a Figure: its panels are unexported.
type Figure struct {
	Name    string // stem of its files' names: "e1-picking-bars"
	Title   string // what the figure is about: above the panels of a file; pages have it in their text
	Caption string // what is drawn, with its n: below the figure
	Alt     string // what the figure shows, in words, for readers who cannot see it
	Note    string // what stands below the panels: n, and what whiskers are; files lose their captions
	Again   string // how the figure is made again, in a file of its own: "Again: counterpoise run rare"; empty for none

	panels  []*plot.Plot
	columns int       // panels in a row; 0: all in one row
	width   vg.Length // of a panel, points
	height  vg.Length // of a panel, points
}

// Kind is a kind of figure, as it stands in the catalogue. The example needs no records, so a new kind is
// tested as soon as it is registered.
type Kind struct {
	About   string        // what figures of the kind show, in a few words
	Example func() Figure // a small figure with made-up series, for the conformance test
}

// Kinds is the catalogue of kinds of figures. Their names are the names of their files, such as bars.
var Kinds = catalog.New[Kind]("kind of figure")

// Panels is the number of panels.
func (f Figure) Panels() int { return len(f.panels) }

// grid is the number of columns and of rows of panels. The last row may be incomplete. A figure must have a
// panel.
func (f Figure) grid() (columns, rows int) {
	columns = cmp.Or(f.columns, len(f.panels))
	return columns, (len(f.panels) + columns - 1) / columns
}

// size is the size of the whole figure in points. Panels of a figure have one size. The note stands below them.
func (f Figure) size() (width, height vg.Length) {
	columns, rows := f.grid()
	width = f.width * vg.Length(columns)
	return width, f.height*vg.Length(rows) + f.titleHeight(width) + noteLine*vg.Length(len(f.noteLines(width)))
}

const (
	noteLine   = small + 3     // distance of two lines of the note, points
	noteMargin = vg.Length(10) // left and right of the note, points
)

// titleLine is the distance of two lines of the title, in points.
const titleLine = large + 4

// titleHeight is what the lines of the title take.
func (f Figure) titleHeight(width vg.Length) vg.Length {
	n := len(f.titleLines(width))
	if n == 0 {
		return 0
	}
	return titleLine*vg.Length(n) + noteMargin/2
}

// titleLines are the lines of the title.
func (f Figure) titleLines(width vg.Length) []string {
	return broken(f.Title, titleStyle(), width-2*noteMargin)
}

// noteLines are the lines of the note.
func (f Figure) noteLines(width vg.Length) []string {
	return broken(f.Note, leftAligned(), width-2*noteMargin)
}

// broken breaks a text into lines that fit into a width. A word that is wider has a line of its own.
func broken(s string, style text.Style, width vg.Length) (lines []string) {
	for _, word := range strings.Fields(s) {
		if n := len(lines) - 1; n >= 0 && style.Width(lines[n]+" "+word) <= width {
			lines[n] += " " + word
		} else {
			lines = append(lines, word)
		}
	}
	return lines
}

// draw draws the panels on a canvas, with their axes aligned: the plotting areas of a row have the same height, and
// those of a column the same width, whatever their labels take. A place without a panel at the end of the last row
// stays empty.
//
// The outer margins are 4 points, 8 on the right for labels of the last tick; panels are 14 points apart.
func (f Figure) draw(c draw.Canvas) {
	titles := f.titleLines(c.Max.X - c.Min.X)
	for i, line := range titles {
		at := c.Max.Y - titleLine*vg.Length(i+1) + titleLine/2 - noteMargin/2
		c.FillText(titleStyle(), vg.Point{X: c.Min.X + noteMargin, Y: at}, line)
	}
	lines := f.noteLines(c.Max.X - c.Min.X)
	for i, line := range lines {
		at := c.Min.Y + noteLine*vg.Length(len(lines)-i) - noteLine/2
		c.FillText(leftAligned(), vg.Point{X: c.Min.X + noteMargin, Y: at}, line)
	}
	c = draw.Crop(c, 0, 0, noteLine*vg.Length(len(lines)), -f.titleHeight(c.Max.X-c.Min.X))
	columns, rows := f.grid()
	table := make([][]*plot.Plot, rows)
	for i := range table {
		table[i] = make([]*plot.Plot, columns)
		copy(table[i], f.panels[i*columns:])
	}
	tiles := draw.Tiles{
		Cols: columns, Rows: rows,
		PadX: 14, PadY: 14, PadTop: 4, PadBottom: 4, PadLeft: 4, PadRight: 8,
	}
	for i, row := range plot.Align(table, tiles, c) {
		for j, at := range row {
			if table[i][j] != nil {
				table[i][j].Draw(at)
			}
		}
	}
}

// leftmost reports whether the next panel to be added stands first in its row. Only such panels name the y
// axis. It must be called before the panel is appended.
func (f Figure) leftmost() bool {
	if f.columns == 0 {
		return len(f.panels) == 0
	}
	return len(f.panels)%f.columns == 0
}

// textIf returns the text where the condition holds and nothing where it does not. It serves labels that only
// some panels have.
func textIf(condition bool, text string) string {
	if condition {
		return text
	}
	return ""
}
