package render

// A bitmap font of 5 x 7 dots in cells of 6 x 9, for labels in pictures and in the window.

// LetterWidth and LetterHeight are the size of a glyph's cell at scale 1 (pixels).
const (
	LetterWidth  = 6
	LetterHeight = 9
)

// glyphs holds the printable ASCII characters from the space on. A glyph is five columns of two hexadecimal digits; the
// lowest bit of a column is its top dot.
const glyphs = "" +
	"0000000000" + "00005f0000" + "0007000700" + "147f147f14" + // space to '
	"242a7f2a12" + "2313086462" + "3649562050" + "0005030000" +
	"001c224100" + "0041221c00" + "14083e0814" + "08083e0808" + // ( to /
	"0050300000" + "0808080808" + "0060600000" + "2010080402" +
	"3e5149453e" + "00427f4000" + "4261514946" + "2141454b31" + // 0 to 7
	"1814127f10" + "2745454539" + "3c4a494930" + "0171090503" +
	"3649494936" + "064949291e" + "0036360000" + "0056360000" + // 8 to ?
	"0814224100" + "1414141414" + "0041221408" + "0201510906" +
	"324979413e" + "7e1111117e" + "7f49494936" + "3e41414122" + // @ to G
	"7f4141221c" + "7f49494941" + "7f09090901" + "3e4149497a" +
	"7f0808087f" + "00417f4100" + "2040413f01" + "7f08142241" + // H to O
	"7f40404040" + "7f020c027f" + "7f0408107f" + "3e4141413e" +
	"7f09090906" + "3e4151215e" + "7f09192946" + "4649494931" + // P to W
	"01017f0101" + "3f4040403f" + "1f2040201f" + "3f4038403f" +
	"6314081463" + "0708700807" + "6151494543" + "007f414100" + // X to _
	"0204081020" + "0041417f00" + "0402010204" + "4040404040" +
	"0001020400" + "2054545478" + "7f48444438" + "3844444420" + // ` to g
	"384444487f" + "3854545418" + "087e090102" + "0c5252523e" +
	"7f08040478" + "00447d4000" + "2040443d00" + "7f10284400" + // h to o
	"00417f4000" + "7c04180478" + "7c08040478" + "3844444438" +
	"7c14141408" + "081414187c" + "7c08040408" + "4854545420" + // p to w
	"043f444020" + "3c4040207c" + "1c2040201c" + "3c4030403c" +
	"4428102844" + "0c5050503c" + "4464544c44" + "0008364100" + // x to ~
	"00007f0000" + "0041360800" + "0201020402"

// Text draws a line of text. The upper left corner of the first glyph's cell is at (x, y); a dot is scale x scale
// pixels. Text is clipped at the picture's edges. A character outside printable ASCII leaves an empty cell.
func (f *Frame) Text(x, y, scale int, c [3]uint8, line string) {
	for _, r := range line {
		if r >= ' ' && r <= '~' {
			f.drawGlyph(x, y, scale, c, glyphs[10*(r-' '):])
		}
		x += LetterWidth * scale
	}
}

// drawGlyph draws one character, given by its ten hexadecimal digits.
func (f *Frame) drawGlyph(x, y, scale int, c [3]uint8, columns string) {
	for i := range 5 {
		bits := hexDigit(columns[2*i])<<4 | hexDigit(columns[2*i+1])
		for k := range 7 {
			if bits>>k&1 == 1 {
				f.Fill(x+i*scale, y+(k+1)*scale, scale, scale, c)
			}
		}
	}
}

// hexDigit returns the value of a lower-case hexadecimal digit.
func hexDigit(c byte) byte {
	if c >= 'a' {
		return c - 'a' + 10
	}
	return c - '0'
}

// Fill sets the pixels of a rectangle with upper left corner (x, y), clipped at the picture's edges.
func (f *Frame) Fill(x, y, width, height int, c [3]uint8) {
	for v := max(0, y); v < min(f.Height, y+height); v++ {
		for u := max(0, x); u < min(f.Width, x+width); u++ {
			copy(f.RGB[3*(v*f.Width+u):], c[:])
		}
	}
}

// Paste copies the colours of p to (x, y). It panics if p does not fit.
func (f *Frame) Paste(x, y int, p Frame) {
	for v := range p.Height {
		copy(f.RGB[3*((y+v)*f.Width+x):], p.RGB[3*v*p.Width:3*(v+1)*p.Width])
	}
}
