package encoder

// encode writes the 3K features of a picture to dst: all x_k, all y_k, all s_k. w are the parameters, buf is
// overwritten. Equal pictures give equal bits.
func (e Spatial) encode(dst []float32, picture []uint8, w [][]float32, buf *scratch) {
	n, in, out := e.PatchCount(), e.PatchValues(), e.paddedMaps()
	z, h1, h2 := buf.a[:n*in], buf.b[:n*hiddenWidth], buf.a[:n*hiddenWidth]
	e.CutPatches(z, picture)
	dense(h1, z, w[0], w[1], n, in, hiddenWidth)
	dense(h2, h1, w[2], w[3], n, hiddenWidth, hiddenWidth)
	a := buf.b[:n*out]
	dense(a, h2, w[4], w[5], n, hiddenWidth, out)
	e.features(dst, a)
}

// features computes centroids and presence from activation maps a [P, paddedMaps], by the equations of Spatial. Sums
// run over patches in float32; the mass is summed by rows of patches first, because y_p is constant in a row.
func (e Spatial) features(dst, a []float32) {
	k, out, side := e.Maps, e.paddedMaps(), e.side()
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

// scratch holds the intermediate values of encode. A layer reads one buffer and writes the other.
type scratch struct{ a, b []float32 }

// newScratch returns buffers large enough for both cameras.
func newScratch() *scratch {
	n := 0
	for _, e := range Cameras {
		n = max(n, e.PatchCount()*max(e.PatchValues(), hiddenWidth, e.paddedMaps()))
	}
	return &scratch{make([]float32, n), make([]float32, n)}
}
