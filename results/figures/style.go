package figures

import (
	"image/color"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// palette has colours that people with colour blindness can tell apart (Okabe & Ito, "Color Universal Design", 2008),
// without the black. The first two are those of the study's figures: grey for the baseline, orange for what is
// compared with it.
var palette = []color.NRGBA{
	{0x99, 0x99, 0x99, 255}, {0xE6, 0x9F, 0x00, 255}, {0x56, 0xB4, 0xE9, 255}, {0x00, 0x9E, 0x73, 255},
	{0xD5, 0x5E, 0x00, 255}, {0xCC, 0x79, 0xA7, 255}, {0x00, 0x72, 0xB2, 255}, {0xF0, 0xE4, 0x42, 255},
}

// blue is the index in palette of the colour of curves that stand alone.
const blue = 6

// paletteColour is the i-th colour; the palette repeats after the last. i counts from 0 and must not be
// negative.
func paletteColour(i int) color.NRGBA { return palette[i%len(palette)] }

// withOpacity returns a colour with an opacity in [0, 1]. 0 is invisible and 1 opaque; the given colour must be
// opaque.
func withOpacity(c color.NRGBA, opacity float64) color.NRGBA {
	c.A = uint8(255 * opacity)
	return c
}

var (
	ink       = color.NRGBA{A: 255}    // text and outlines
	gridColor = withOpacity(ink, 0.14) // horizontal rules
)

// Sizes of text, points.
const (
	small  = vg.Length(9.5)  // ticks, names of lines
	normal = vg.Length(10.5) // titles of axes
	large  = vg.Length(12)   // titles of panels
)

// textStyle is centred text of a size in points. Liberation Sans is embedded by gonum/plot, so no font of the
// machine is used.
func textStyle(size vg.Length) text.Style {
	return text.Style{
		Color: ink, Font: font.Font{Typeface: "Liberation", Variant: "Sans", Size: size},
		XAlign: draw.XCenter, YAlign: draw.YCenter, Handler: plot.DefaultTextHandler,
	}
}

// leftAligned is small text that begins at its point. It serves names to the right of points.
func leftAligned() text.Style {
	s := textStyle(small)
	s.XAlign = draw.XLeft
	return s
}

// titleStyle is large text that begins at its point.
func titleStyle() text.Style {
	s := textStyle(large)
	s.XAlign = draw.XLeft
	return s
}

// markShape is the shape of the marks of the i-th line, so that lines can be told apart without colour. Four
// shapes; from the fifth line on they repeat, with other colours.
func markShape(i int) draw.GlyphDrawer {
	marks := []draw.GlyphDrawer{draw.CircleGlyph{}, draw.BoxGlyph{}, draw.PyramidGlyph{}, draw.CrossGlyph{}}
	return marks[i%len(marks)]
}
