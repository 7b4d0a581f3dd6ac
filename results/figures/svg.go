package figures

import (
	"bytes"
	"fmt"
	"html"
	"image"
	"image/color"
	"io"
	"math"
	"strconv"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
)

// svgCanvas is a vg.Canvas that writes SVG of few bytes, since a page of records holds two hundred figures of up to
// ten thousand marks each. It takes the place of gonum/plot's vgsvg, whose SVG is four times as long:
//
//   - coordinates are tenths of a point, an eighth of a pixel, and paths are relative to their first point, without the
//     points that they can do without;
//   - neighbours of one colour and width share the attributes of a group;
//   - a disc is a circle, and a disc on a larger black one is a circle with an outline;
//   - what is in a colour without opacity, such as the background of a panel, is left out.
//
// The y axis of vg points upwards and that of SVG downwards. Rotations and translations are applied to coordinates, so
// that no element but rotated text has a transform. Scale does not scale the widths of lines, nor text: no figure uses
// it.
type svgCanvas struct {
	width, height vg.Length
	ink           string // what stands for opaque black: a colour, or currentColor
	out           bytes.Buffer
	state         svgState
	stack         []svgState
	run           []svgElement // the last elements, as long as they have the same attributes
	outline       *svgDisc     // a black disc, until it is known whether it is the outline of the next one
}

// svgState is what Push saves.
type svgState struct {
	matrix [6]float64 // x' = a x + c y + e, y' = b x + d y + f, in points of SVG
	colour color.NRGBA
	width  vg.Length
	dashes []vg.Length
	offset vg.Length
}

// svgElement is an element of SVG: "<path" with attributes that it may share with its neighbours and its own, and what
// ends it.
type svgElement struct{ tag, shared, own, end string }

// svgDisc is a filled circle on the page, tenths of a point.
type svgDisc struct{ x, y, radius int }

// newSVGCanvas returns a canvas of a size, on which ink stands for black.
func newSVGCanvas(width, height vg.Length, ink string) *svgCanvas {
	c := &svgCanvas{width: width, height: height, ink: ink}
	c.state.matrix = [6]float64{1, 0, 0, -1, 0, height.Points()}
	vg.Initialize(c)
	return c
}

// Size implements vg.CanvasSizer.
func (c *svgCanvas) Size() (width, height vg.Length) { return c.width, c.height }

// SetLineWidth implements vg.Canvas.
func (c *svgCanvas) SetLineWidth(width vg.Length) { c.state.width = width }

// SetLineDash implements vg.Canvas.
func (c *svgCanvas) SetLineDash(pattern []vg.Length, offset vg.Length) {
	c.state.dashes, c.state.offset = pattern, offset
}

// SetColor implements vg.Canvas.
func (c *svgCanvas) SetColor(colour color.Color) {
	c.state.colour = color.NRGBA{A: 255}
	if colour != nil {
		c.state.colour = color.NRGBAModel.Convert(colour).(color.NRGBA)
	}
}

// Push implements vg.Canvas.
func (c *svgCanvas) Push() { c.stack = append(c.stack, c.state) }

// Pop implements vg.Canvas.
func (c *svgCanvas) Pop() {
	c.state, c.stack = c.stack[len(c.stack)-1], c.stack[:len(c.stack)-1]
}

// Rotate implements vg.Canvas; the angle is in radians, counterclockwise.
func (c *svgCanvas) Rotate(angle float64) {
	sin, cos := math.Sincos(angle)
	c.transform(cos, sin, -sin, cos, 0, 0)
}

// Translate implements vg.Canvas.
func (c *svgCanvas) Translate(by vg.Point) { c.transform(1, 0, 0, 1, by.X.Points(), by.Y.Points()) }

// Scale implements vg.Canvas, except that widths of lines and text stay as they are.
func (c *svgCanvas) Scale(x, y float64) { c.transform(x, 0, 0, y, 0, 0) }

// transform applies a transformation before those that are set.
func (c *svgCanvas) transform(a, b, cc, d, e, f float64) {
	m := c.state.matrix
	c.state.matrix = [6]float64{
		m[0]*a + m[2]*b, m[1]*a + m[3]*b, m[0]*cc + m[2]*d, m[1]*cc + m[3]*d,
		m[0]*e + m[2]*f + m[4], m[1]*e + m[3]*f + m[5],
	}
}

// at is where a point is on the page, tenths of a point.
func (c *svgCanvas) at(p vg.Point) (x, y int) {
	m, px, py := c.state.matrix, p.X.Points(), p.Y.Points()
	return tenths(m[0]*px + m[2]*py + m[4]), tenths(m[1]*px + m[3]*py + m[5])
}

// tenths is a length in tenths of a point.
func tenths(points float64) int { return int(math.Round(10 * points)) }

// decimal writes tenths of a point as a number of points, in the fewest letters: ".5", "-12", "3.4".
func decimal(n int) string {
	sign, whole, rest := "", strconv.Itoa(abs(n)/10), ""
	if n < 0 {
		sign = "-"
	}
	if n%10 != 0 {
		rest = "." + strconv.Itoa(abs(n)%10)
		if whole == "0" {
			whole = ""
		}
	}
	return sign + whole + rest
}

// abs is the absolute value.
func abs(n int) int { return max(n, -n) }

// fraction writes a number of lengths or opacities with up to three decimals.
func fraction(v float64) string {
	return strconv.FormatFloat(math.Round(1000*v)/1000, 'f', -1, 64)
}

// paint is a colour as an attribute, with its opacity unless it is opaque. Black is the ink, which is what a fill has
// without an attribute.
func (c *svgCanvas) paint(attribute string) string {
	k := c.state.colour
	text := fmt.Sprintf(` %s="#%02X%02X%02X"`, attribute, k.R, k.G, k.B)
	if k.R|k.G|k.B == 0 {
		text = fmt.Sprintf(` %s="%s"`, attribute, c.ink)
		if attribute == "fill" {
			text = ""
		}
	}
	if k.A < 255 {
		text += fmt.Sprintf(` %s-opacity="%s"`, attribute, fraction(float64(k.A)/255))
	}
	return text
}

// Stroke implements vg.Canvas.
func (c *svgCanvas) Stroke(path vg.Path) {
	if c.state.width <= 0 || c.state.colour.A == 0 {
		return
	}
	shared := ` fill="none"` + c.paint("stroke") + ` stroke-width="` + fraction(c.state.width.Points()) + `"`
	if len(c.state.dashes) > 0 {
		shared += ` stroke-dasharray="`
		for i, d := range c.state.dashes {
			shared += textIf(i > 0, " ") + fraction(d.Points())
		}
		shared += `"`
		if c.state.offset != 0 {
			shared += ` stroke-dashoffset="` + fraction(c.state.offset.Points()) + `"`
		}
	}
	c.shape(path, shared)
}

// Fill implements vg.Canvas. A black disc waits for the next element, of which it may be the outline.
func (c *svgCanvas) Fill(path vg.Path) {
	if c.state.colour.A == 0 {
		return
	}
	shared := c.paint("fill")
	disc, ok := c.disc(path)
	switch {
	case ok && shared == "":
		c.flushOutline()
		c.outline = &disc
	case ok && c.state.colour.A == 255 && c.outline.holds(disc):
		width := c.outline.radius - disc.radius
		disc.radius = c.outline.radius
		c.outline = nil
		// The outline of a circle lies half inside of it.
		c.circle(disc, width, shared+` stroke="`+c.ink+`" stroke-width="`+decimal(width)+`"`)
	default:
		c.shape(path, shared)
	}
}

// holds reports whether a smaller disc has the same centre. There may be no disc.
func (d *svgDisc) holds(o svgDisc) bool {
	return d != nil && d.x == o.x && d.y == o.y && d.radius > o.radius
}

// disc returns the circle that a path is, if it is a whole one.
func (c *svgCanvas) disc(path vg.Path) (d svgDisc, ok bool) {
	for _, p := range path {
		if p.Type == vg.ArcComp && math.Abs(p.Angle) >= 2*math.Pi {
			x, y := c.at(p.Pos)
			d, ok = svgDisc{x, y, tenths(p.Radius.Points())}, true
		} else if p.Type == vg.LineComp || p.Type == vg.CurveComp || p.Type == vg.ArcComp {
			return svgDisc{}, false
		}
	}
	return d, ok
}

// circle writes a disc of which a part of the radius, in tenths of a point, is the outline.
func (c *svgCanvas) circle(d svgDisc, outline int, shared string) {
	c.add(svgElement{"<circle", shared, fmt.Sprintf(` cx="%s" cy="%s" r="%s"`, decimal(d.x), decimal(d.y),
		fraction(float64(2*d.radius-outline)/20)), "/>"})
}

// shape writes a path, as a circle where it is one.
func (c *svgCanvas) shape(path vg.Path, shared string) {
	if d, ok := c.disc(path); ok {
		c.flushOutline()
		c.circle(d, 0, shared)
		return
	}
	if data := c.data(path); data != "" {
		c.flushOutline()
		c.add(svgElement{"<path", shared, ` d="` + data + `"`, "/>"})
	}
}

// data is a path of lines in SVG's words: a first point, and steps from each point to the next.
func (c *svgCanvas) data(path vg.Path) string {
	var out []byte
	var line [][2]int
	end := func() {
		out = appendLine(out, line)
		line = nil
	}
	for _, p := range path {
		switch p.Type {
		case vg.MoveComp:
			end()
			fallthrough
		case vg.LineComp:
			x, y := c.at(p.Pos)
			line = append(line, [2]int{x, y})
		case vg.CloseComp:
			end()
			if len(out) > 0 {
				out = append(out, 'z')
			}
		default:
			panic("figures: no figure draws a part of a circle, or a curve")
		}
	}
	end()
	return string(out)
}

// appendLine appends the data of a line through points. A line of one point is nothing.
func appendLine(out []byte, points [][2]int) []byte {
	points = turns(points)
	if len(points) < 2 {
		return out
	}
	out = append(out, 'M')
	out = appendPair(out, points[0])
	out = append(out, 'l')
	for i, p := range points[1:] {
		step := [2]int{p[0] - points[i][0], p[1] - points[i][1]}
		if i > 0 && step[0] >= 0 {
			out = append(out, ' ')
		}
		out = appendPair(out, step)
	}
	return out
}

// appendPair appends two numbers.
func appendPair(out []byte, p [2]int) []byte {
	out = append(out, decimal(p[0])...)
	if p[1] >= 0 {
		out = append(out, ' ')
	}
	return append(out, decimal(p[1])...)
}

// turns returns the points of a line at which it begins, turns and ends: those without which it would run more than 0.2
// points elsewhere, a third of the thinnest line (Douglas & Peucker 1973, Algorithms for the reduction of the number of
// points required to represent a digitized line). O(n²) for n points that are all needed.
func turns(points [][2]int) [][2]int {
	if len(points) < 2 {
		return points
	}
	first, last := points[0], points[len(points)-1]
	far, most := 0, 2.0 // the point farthest from the segment, of those farther than two tenths
	for i, p := range points {
		if d := offSegment(p, first, last); d > most {
			far, most = i, d
		}
	}
	switch {
	case far > 0:
		return append(turns(points[:far+1]), turns(points[far:])[1:]...)
	case first == last:
		return [][2]int{first}
	}
	return [][2]int{first, last}
}

// offSegment is the distance of a point from the segment from a to b.
func offSegment(p, a, b [2]int) float64 {
	dx, dy := float64(b[0]-a[0]), float64(b[1]-a[1])
	px, py := float64(p[0]-a[0]), float64(p[1]-a[1])
	along := 0.0
	if length := dx*dx + dy*dy; length > 0 {
		along = min(1, max(0, (px*dx+py*dy)/length))
	}
	return math.Hypot(px-along*dx, py-along*dy)
}

// FillString implements vg.Canvas. All text of figures is in one typeface, which the head of the file names.
func (c *svgCanvas) FillString(f font.Face, p vg.Point, text string) {
	if f.Font.Size <= 0 || c.state.colour.A == 0 {
		return
	}
	c.flushOutline()
	x, y := c.at(p)
	own := fmt.Sprintf(` x="%s" y="%s"`, decimal(x), decimal(y))
	// The matrix turns vg's x axis by minus the angle on the page, whose y axis points downwards.
	if angle := math.Round(1800/math.Pi*math.Atan2(c.state.matrix[1], c.state.matrix[0])) / 10; angle != 0 {
		own += fmt.Sprintf(` transform="rotate(%s %s %s)"`, fraction(angle), decimal(x), decimal(y))
	}
	c.add(svgElement{"<text", ` font-size="` + fraction(f.Font.Size.Points()) + `"` + c.paint("fill"), own,
		">" + html.EscapeString(text) + "</text>"})
}

// DrawImage implements vg.Canvas.
func (c *svgCanvas) DrawImage(vg.Rectangle, image.Image) {
	panic("figures: no figure draws an image")
}

// flushOutline writes the disc that turned out to be no outline.
func (c *svgCanvas) flushOutline() {
	if d := c.outline; d != nil {
		c.outline = nil
		c.circle(*d, 0, "")
	}
}

// add adds an element. Elements of the same attributes wait for each other.
func (c *svgCanvas) add(e svgElement) {
	if len(c.run) > 0 && c.run[0].shared != e.shared {
		c.flush()
	}
	c.run = append(c.run, e)
}

// flush writes the elements that wait: as a group where there are several.
func (c *svgCanvas) flush() {
	if len(c.run) > 1 && c.run[0].shared != "" {
		fmt.Fprintf(&c.out, "<g%s>\n", c.run[0].shared)
		for _, e := range c.run {
			fmt.Fprintf(&c.out, "%s%s%s\n", e.tag, e.own, e.end)
		}
		c.out.WriteString("</g>\n")
	} else {
		for _, e := range c.run {
			fmt.Fprintf(&c.out, "%s%s%s%s\n", e.tag, e.shared, e.own, e.end)
		}
	}
	c.run = nil
}

// WriteTo implements vg.CanvasWriterTo: it writes the elements, without the svg element that holds them.
func (c *svgCanvas) WriteTo(w io.Writer) (int64, error) {
	c.flushOutline()
	c.flush()
	return c.out.WriteTo(w)
}
