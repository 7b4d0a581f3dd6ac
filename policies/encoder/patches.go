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

// cutPatch writes the values of patch p of a picture to z [PatchValues].
func (e Spatial) cutPatch(z []float32, picture []uint8, p int) {
	side, line := e.Side(), 3*e.size
	n := float32(e.pool * e.pool)
	unit := 1 / (64 * n)
	py, px := p/side, p%side
	i := 0
	for y := range e.patch {
		at := ((py*e.patch+y)*e.pool*e.size + px*e.patch*e.pool) * 3
		row := picture[at:]
		var below []uint8
		if e.pool == 2 {
			below = picture[at+line:]
		}
		for x := range e.patch {
			var r, g, b float32 // sums over pool x pool pixels
			if e.pool == 2 {
				u, v := row[6*x:6*x+6], below[6*x:6*x+6]
				r = float32(int(u[0]) + int(u[3]) + int(v[0]) + int(v[3]))
				g = float32(int(u[1]) + int(u[4]) + int(v[1]) + int(v[4]))
				b = float32(int(u[2]) + int(u[5]) + int(v[2]) + int(v[5]))
			} else {
				u := row[3*x : 3*x+3]
				r, g, b = float32(u[0]), float32(u[1]), float32(u[2])
			}
			to := z[i : i+3]
			to[0], to[1], to[2] = ((r+g+b)/3-128*n)*unit, (r-g)*unit, (b-g)*unit
			i += 3
		}
	}
}

// PatchCentres returns the centres x_p and y_p of all P patches, in [-1, 1]: x to the right, y downwards.
func (e Spatial) PatchCentres() (x, y []float32) {
	n := e.Side()
	for p := range e.PatchCount() {
		x = append(x, (2*float32(p%n)+1)/float32(n)-1)
		y = append(y, (2*float32(p/n)+1)/float32(n)-1)
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
