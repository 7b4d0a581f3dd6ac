package encoder

import "slices"

// block is the number of patches that encode computes at a time. Their values then stay in the first-level cache from
// layer to layer; half and twice as many take the same time.
const block = 2 * tileRows

// tileRows is the number of rows of a tile of dense.
const tileRows = 8

// encode writes the 3K features of a picture to dst: all x_k, all y_k, all s_k. w are the parameters. Equal pictures
// give equal bits.
//
// The activations of a patch depend on its pixels alone, so that those of patches whose pixels are the same as in the
// last picture of the scratch are kept. From the static camera three patches in four are.
//
// A block is filled up with zeros to whole tiles of dense: a tile takes less time than single rows.
func (e Spatial) encode(dst []float32, picture []uint8, w [][]float32, buf *scratch) {
	in, out := e.PatchValues(), e.paddedMaps()
	if len(buf.last) == 0 {
		buf.last = append(buf.last, picture...)
		buf.changed = appendAll(buf.changed[:0], e.PatchCount())
	} else {
		buf.changed = e.changedPatches(buf.changed[:0], buf.last, picture)
	}
	for some := range slices.Chunk(buf.changed, block) {
		n := (len(some) + tileRows - 1) / tileRows * tileRows
		z, h1, h2, a := buf.a[:n*in], buf.b[:n*hiddenWidth], buf.a[:n*hiddenWidth], buf.b[:n*out]
		for i, p := range some {
			e.cutPatch(buf.a[i*in:], picture, p)
		}
		clear(z[len(some)*in:])
		dense(h1, z, w[0], w[1], n, in, hiddenWidth)
		dense(h2, h1, w[2], w[3], n, hiddenWidth, hiddenWidth)
		dense(a, h2, w[4], w[5], n, hiddenWidth, out)
		for i, p := range some {
			copy(buf.activations[p*out:][:out], a[i*out:])
		}
	}
	e.features(dst, buf.activations)
}

// features computes centroids and presence from activation maps a [P, paddedMaps], by the equations of Spatial.
func (e Spatial) features(dst, a []float32) {
	k, side := e.Maps, e.Side()
	x, y, m := dst[:k], dst[k:2*k], dst[2*k:3*k]
	var at [maxSide]float32 // the centres of the patches of a row or a column
	for i := range side {
		at[i] = patchCentre(i, side)
	}
	moments(x, y, m, a, e.paddedMaps(), at[:side])
	for j, mass := range m {
		x[j] /= mass + massEps
		y[j] /= mass + massEps
		m[j] = mass / (mass + 1)
	}
}

// maxMaps is the greatest number of maps, padding included.
const maxMaps = 32

// maxSide is the greatest number of patches along a side of a picture (Spatial.Side of Static).
const maxSide = 25

// momentsPlain computes the sums of a_k(p)² x_p, a_k(p)² y_p and a_k(p)² of the len(m) first maps over the patches of a
// picture with the given centres, along both axes. a has a row of the given width for each patch, a multiple of 16 and
// at least len(m). The mass is summed by rows of patches first, because y_p is constant in a row.
func momentsPlain(x, y, m, a []float32, width int, centres []float32) {
	clear(x)
	clear(y)
	clear(m)
	var rows [maxMaps]float32
	row := rows[:len(m)]
	for _, yp := range centres {
		clear(row)
		for _, xp := range centres {
			for j, v := range a[:len(m)] {
				square := float32(v * v)
				row[j] += square
				x[j] += float32(square * xp)
			}
			a = a[min(width, len(a)):]
		}
		for j, v := range row {
			m[j] += v
			y[j] += float32(v * yp)
		}
	}
}

// patchCentre returns the centre of patch i of a row or a column, in [-1, 1].
func patchCentre(i, side int) float32 { return (2*float32(i)+1)/float32(side) - 1 }

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
	n := block*max(e.PatchValues(), hiddenWidth, e.paddedMaps()) + patchMargin
	return &scratch{
		a: make([]float32, n), b: make([]float32, n), activations: make([]float32, e.PatchCount()*e.paddedMaps()),
	}
}
