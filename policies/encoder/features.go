package encoder

import "bytes"

// encode writes the 3K features of a picture to dst: all x_k, all y_k, all s_k. w are the parameters. Equal pictures
// give equal bits.
//
// The activations of a patch depend on its pixels alone, so that those of patches whose pixels are the same as in the
// last picture of the scratch are kept. From the static camera three patches in four are.
func (e Spatial) encode(dst []float32, picture []uint8, w [][]float32, buf *scratch) {
	in, out := e.PatchValues(), e.paddedMaps()
	buf.changed = e.changedPatches(buf.changed[:0], buf.last, picture)
	n := len(buf.changed)
	z, h1, h2 := buf.a[:n*in], buf.b[:n*hiddenWidth], buf.a[:n*hiddenWidth]
	for i, p := range buf.changed {
		e.cutPatch(z[i*in:], picture, p)
	}
	dense(h1, z, w[0], w[1], n, in, hiddenWidth)
	dense(h2, h1, w[2], w[3], n, hiddenWidth, hiddenWidth)
	a := buf.b[:n*out]
	dense(a, h2, w[4], w[5], n, hiddenWidth, out)
	for i, p := range buf.changed {
		copy(buf.activations[p*out:][:out], a[i*out:])
	}
	buf.last = append(buf.last[:0], picture...)
	e.features(dst, buf.activations)
}

// changedPatches appends to dst the numbers of the patches whose pixels differ between two pictures, in ascending
// order. Without a last picture (length 0) these are all patches.
func (e Spatial) changedPatches(dst []int, last, picture []uint8) []int {
	side, width, line := e.Side(), 3*e.patch*e.pool, 3*e.size // bytes of a patch's row and of the picture's row
	for py := range side {
		top := py * e.patch * e.pool * line
		height := e.patch * e.pool * line
		if len(last) > 0 && bytes.Equal(last[top:top+height], picture[top:top+height]) {
			continue
		}
		for px := range side {
			if len(last) == 0 || differ(last[top+px*width:], picture[top+px*width:], e.patch*e.pool, width, line) {
				dst = append(dst, py*side+px)
			}
		}
	}
	return dst
}

// differ reports whether two blocks of pixels differ: rows of the given width (bytes), a line apart.
func differ(a, b []uint8, rows, width, line int) bool {
	for r := range rows {
		if !bytes.Equal(a[r*line:][:width], b[r*line:][:width]) {
			return true
		}
	}
	return false
}

// features computes centroids and presence from activation maps a [P, paddedMaps], by the equations of Spatial. Sums
// run over patches in float32; the mass is summed by rows of patches first, because y_p is constant in a row.
func (e Spatial) features(dst, a []float32) {
	k, out, side := e.Maps, e.paddedMaps(), e.Side()
	x, y, m := dst[:k], dst[k:2*k], dst[2*k:3*k]
	clear(dst[:3*k])
	rowMass := make([]float32, k)
	for py := range side {
		clear(rowMass)
		for px := range side {
			xp := (2*float32(px)+1)/float32(side) - 1
			for j, v := range a[(py*side+px)*out:][:k] {
				v *= v
				rowMass[j] += v
				x[j] += v * xp
			}
		}
		yp := (2*float32(py)+1)/float32(side) - 1
		for j, v := range rowMass {
			m[j] += v
			y[j] += v * yp
		}
	}
	for j, mass := range m {
		x[j] /= mass + massEps
		y[j] /= mass + massEps
		m[j] = mass / (mass + 1)
	}
}

// scratch holds the intermediate values of encode for one camera, and what it computed last. A layer reads one of the
// buffers a and b and writes the other.
type scratch struct {
	a, b        []float32
	last        []uint8   // the last picture; empty before the first
	activations []float32 // of its patches [P, paddedMaps]
	changed     []int     // patches of the present picture that differ from the last
}

// newScratch returns buffers for one camera.
func newScratch(e Spatial) *scratch {
	n := e.PatchCount() * max(e.PatchValues(), hiddenWidth, e.paddedMaps())
	return &scratch{
		a: make([]float32, n), b: make([]float32, n), activations: make([]float32, e.PatchCount()*e.paddedMaps()),
	}
}
