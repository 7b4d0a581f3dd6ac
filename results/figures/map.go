package figures

import (
	"fmt"
	"image/color"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

func init() {
	Kinds.Add("map", Kind{
		About: "a number from 0 to 1 over two settings, as a map of coloured cells",
		Example: func() Figure {
			return Map{
				Name: "map", Caption: "Weights.", Lead: "Made-up numbers.",
				XLabel: "steps", YLabel: "reach", Columns: 2,
				Panels: []MapPanel{{
					Title: "a style", X: []string{"5", "50"}, Y: []string{"2", "20"},
					Cells: [][]MapCell{
						{{Value: .5, Dashed: true}, {Value: .9, Ring: true}}, {{Value: .1}, {Empty: true}},
					},
				}},
			}.Figure()
		},
	})
}

// Map shows a number from 0 to 1 over two settings: one panel for each of several cases, one cell for each pair of
// settings, with the number in it.
type Map struct {
	Name, Caption  string
	Lead           string // first sentence of Alt
	XLabel, YLabel string
	Columns        int // panels in a row
	Panels         []MapPanel
}

// MapPanel is one map: Cells[y][x] belongs to X[x] and Y[y], from the lower left corner.
type MapPanel struct {
	Title string
	X, Y  []string
	Cells [][]MapCell
}

// MapCell is one number of a map. Cells with a ring, whole or dashed, are those that the caption speaks of; an empty
// one has no number.
type MapCell struct {
	Value               float64
	Ring, Dashed, Empty bool
}

// Figure lays the panels out.
func (m Map) Figure() Figure {
	f := Figure{Name: m.Name, Caption: m.Caption, Alt: m.Lead, width: 330, height: 250, columns: m.Columns}
	for _, p := range m.Panels {
		f.panels = append(f.panels, p.plot(m.XLabel, textIf(f.leftmost(), m.YLabel)))
		f.Alt += " " + p.words()
	}
	return f
}

// words are the numbers of a panel, row by row from below.
func (p MapPanel) words() string {
	var rows []string
	for y, row := range p.Cells {
		var cells []string
		for _, c := range row {
			text := "none"
			if !c.Empty {
				text = fmt.Sprintf("%.2f", c.Value)
			}
			cells = append(cells, text)
		}
		rows = append(rows, p.Y[y]+" has "+strings.Join(cells, " "))
	}
	return p.Title + ": " + strings.Join(rows, "; ") + "."
}

// plot returns the panel. Cells are unit squares around whole numbers.
func (p MapPanel) plot(xLabel, yLabel string) *plot.Plot {
	out := newPanel(p.Title, xLabel, yLabel)
	out.X.Min, out.X.Max, out.Y.Min, out.Y.Max = -.5, float64(len(p.X))-.5, -.5, float64(len(p.Y))-.5
	out.X.Tick.Marker, out.Y.Tick.Marker = namedTicks(p.X), namedTicks(p.Y)
	out.Add(plotter(p.draw))
	return out
}

func namedTicks(names []string) plot.ConstantTicks {
	var ticks []plot.Tick
	for i, n := range names {
		ticks = append(ticks, plot.Tick{Value: float64(i), Label: n})
	}
	return ticks
}

// draw fills the cells and writes their numbers. Rings lie over all cells.
func (p MapPanel) draw(c draw.Canvas, panel *plot.Plot) {
	x, y := panel.Transforms(&c)
	corners := func(i, j int) []vg.Point {
		left, right, low, high := x(float64(i)-.5), x(float64(i)+.5), y(float64(j)-.5), y(float64(j)+.5)
		return []vg.Point{
			{X: left, Y: low}, {X: right, Y: low}, {X: right, Y: high}, {X: left, Y: high}, {X: left, Y: low},
		}
	}
	for j, row := range p.Cells {
		for i, cell := range row {
			if cell.Empty {
				continue
			}
			c.FillPolygon(cellColour(cell.Value), corners(i, j)[:4])
			c.FillText(textStyle(small), vg.Point{X: x(float64(i)), Y: y(float64(j))}, fmt.Sprintf("%.2f", cell.Value))
		}
	}
	for j, row := range p.Cells {
		for i, cell := range row {
			switch {
			case cell.Ring:
				c.StrokeLines(draw.LineStyle{Color: ink, Width: 2}, corners(i, j))
			case cell.Dashed:
				dashes := draw.LineStyle{Color: ink, Width: 2, Dashes: []vg.Length{4, 3}}
				c.StrokeLines(dashes, corners(i, j))
			}
		}
	}
}

// cellColour is orange at 0, white at 1/2 and blue at 1, light enough for black numbers. Both hues are told apart
// without red and green.
func cellColour(v float64) color.NRGBA {
	hue, strength := paletteColour(1), 1-2*v
	if v > .5 {
		hue, strength = paletteColour(2), 2*v-1
	}
	return withOpacity(hue, .85*min(1, max(0, strength)))
}
