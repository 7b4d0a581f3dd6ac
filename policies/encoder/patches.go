package encoder

// CutPatches writes the values of a picture's patches to z [P, PatchValues]. Patches run by rows from the top left,
// and so do the averaged pixels in a patch. Each pixel (r, g, b in 0..255) becomes three opponent colours in units
// of 64:
//
//	(r+g+b)/3 - 128,   r - g,   b - g
//
// Hue is what distinguishes the blocks from wood and metal. In RGB the differences of brightness between lit and
// shaded surfaces, which are larger, would cover it.
func (e Spatial) CutPatches(z []float32, picture []uint8) {
	for p := range e.PatchCount() {
		e.cutPatch(z[p*e.PatchValues():], picture, p)
	}
}

// opponent has the opponent colours of CutPatches for all sums of n pixels: looking them up takes a third of the time
// of computing them.
type opponent struct {
	brightness []float32 // of the sum r+g+b, 0 to 3 x 255 n
	hue        []float32 // of the differences r-g and b-g, at zeroHue + difference
	zeroHue    int       // 255 n
}

// opponents are the opponent colours of one pixel, and of sums over 2 x 2 pixels.
var opponents = [3]*opponent{1: newOpponent(1), 2: newOpponent(4)}

// newOpponent computes the colours of sums over n pixels.
func newOpponent(n int) *opponent {
	unit := 1 / (64 * float32(n))
	c := &opponent{make([]float32, 3*255*n+1), make([]float32, 2*255*n+1), 255 * n}
	for sum := range c.brightness {
		c.brightness[sum] = (float32(sum)/3 - 128*float32(n)) * unit
	}
	for i := range c.hue {
		c.hue[i] = float32(i-c.zeroHue) * unit
	}
	return c
}

// set writes the values of a pixel, or of a sum of pixels, to z.
func (c *opponent) set(z []float32, r, g, b int) {
	z[0], z[1], z[2] = c.brightness[r+g+b], c.hue[c.zeroHue+r-g], c.hue[c.zeroHue+b-g]
}

// patchMargin is how many numbers behind a patch's values cutPatch may overwrite, unless it is a picture's last patch.
const patchMargin = 10

// cutPatchPlain writes the values of patch p of a picture to z [PatchValues].
func (e Spatial) cutPatchPlain(z []float32, picture []uint8, p int) {
	side, line, colours := e.Side(), 3*e.size, opponents[e.pool]
	width := 3 * e.patch * e.pool // bytes of a patch's row
	at := p/side*e.patch*e.pool*line + p%side*width
	i := 0
	for range e.patch {
		u := picture[at:][:width]
		if e.pool == 1 {
			for ; len(u) >= 3; u = u[3:] {
				colours.set(z[i:i+3], int(u[0]), int(u[1]), int(u[2]))
				i += 3
			}
		} else {
			v := picture[at+line:][:width] // the second line of the 2 x 2 pixels
			for ; len(u) >= 6 && len(v) >= 6; u, v = u[6:], v[6:] {
				colours.set(z[i:i+3], int(u[0])+int(u[3])+int(v[0])+int(v[3]),
					int(u[1])+int(u[4])+int(v[1])+int(v[4]), int(u[2])+int(u[5])+int(v[2])+int(v[5]))
				i += 3
			}
		}
		at += e.pool * line
	}
}

// PatchCentres returns the centres x_p and y_p of all P patches, in [-1, 1]: x to the right, y downwards.
func (e Spatial) PatchCentres() (x, y []float32) {
	n := e.Side()
	for p := range e.PatchCount() {
		x, y = append(x, patchCentre(p%n, n)), append(y, patchCentre(p/n, n))
	}
	return x, y
}

// WithPatches returns an architecture that cuts a camera's picture, averaged in the same way, into patches of the given
// side in averaged pixels: for networks that read pictures themselves. The side must divide the picture's.
func (e Spatial) WithPatches(side int) Spatial {
	e.patch, e.Maps = side, 0
	return e
}

// Unpooled returns an architecture that takes all pixels of a camera's picture, without averaging.
func (e Spatial) Unpooled() Spatial {
	e.pool = 1
	return e
}
