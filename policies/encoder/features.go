package encoder

import (
	"bytes"
	"encoding/binary"
	"slices"
)

// block is the number of patches that encode computes at a time. Their values then stay in the first-level cache from
// layer to layer; half and twice as many take the same time.
const block = 16

// encode writes the 3K features of a picture to dst: all x_k, all y_k, all s_k. w are the parameters. Equal pictures
// give equal bits.
//
// The activations of a patch depend on its pixels alone, so that those of patches whose pixels are the same as in the
// last picture of the scratch are kept. From the static camera three patches in four are.
func (e Spatial) encode(dst []float32, picture []uint8, w [][]float32, buf *scratch) {
	in, out := e.PatchValues(), e.paddedMaps()
	buf.changed = e.changedPatches(buf.changed[:0], buf.last, picture)
	for some := range slices.Chunk(buf.changed, block) {
		n := len(some)
		z, h1, h2, a := buf.a[:n*in], buf.b[:n*hiddenWidth], buf.a[:n*hiddenWidth], buf.b[:n*out]
		for i, p := range some {
			e.cutPatch(buf.a[i*in:], picture, p)
		}
		dense(h1, z, w[0], w[1], n, in, hiddenWidth)
		dense(h2, h1, w[2], w[3], n, hiddenWidth, hiddenWidth)
		dense(a, h2, w[4], w[5], n, hiddenWidth, out)
		for i, p := range some {
			copy(buf.activations[p*out:][:out], a[i*out:])
		}
	}
	buf.last = append(buf.last[:0], picture...)
	e.features(dst, buf.activations)
}

// changedPatches appends to dst the numbers of the patches whose pixels differ between two pictures, in ascending
// order. Without a last picture (length 0) these are all patches.
func (e Spatial) changedPatches(dst []int, last, picture []uint8) []int {
	if len(last) == 0 {
		for p := range e.PatchCount() {
			dst = append(dst, p)
		}
		return dst
	}
	side, rows, line := e.Side(), e.patch*e.pool, 3*e.size // patches, rows of pixels in a patch, bytes in a row
	for y := range side {
		var bits [maxSide]uint64 // that differ, of each patch
		for at := y * rows * line; at < (y+1)*rows*line; at += line {
			if a, b := last[at:][:line], picture[at:][:line]; !bytes.Equal(a, b) {
				addDifferences(bits[:side], a, b)
			}
		}
		for x, some := range bits[:side] {
			if some != 0 {
				dst = append(dst, y*side+x)
			}
		}
	}
	return dst
}

// addDifferences sets bits of dst[i] if piece i of a row of pixels differs from that of another row. The pieces are the
// rows of the patches of Static, 24 bytes, or of Gripper, 18, which three words of 8 bytes cover. Comparing all pieces
// without a branch takes less time than ending at the first difference of each patch.
func addDifferences(dst []uint64, a, b []uint8) {
	word := func(b []uint8) uint64 { return binary.LittleEndian.Uint64(b) }
	if len(a) == 24*len(dst) {
		for i := 0; i < len(dst) && len(a) >= 24 && len(b) >= 24; i++ {
			u, v := (*[24]uint8)(a), (*[24]uint8)(b)
			dst[i] |= (word(u[:]) ^ word(v[:])) | (word(u[8:]) ^ word(v[8:])) | (word(u[16:]) ^ word(v[16:]))
			a, b = a[24:], b[24:]
		}
		return
	}
	for i := 0; i < len(dst) && len(a) >= 18 && len(b) >= 18; i++ {
		u, v := (*[18]uint8)(a), (*[18]uint8)(b)
		dst[i] |= (word(u[:]) ^ word(v[:])) | (word(u[8:]) ^ word(v[8:])) | (word(u[10:]) ^ word(v[10:]))
		a, b = a[18:], b[18:]
	}
}

// features computes centroids and presence from activation maps a [P, paddedMaps], by the equations of Spatial.
func (e Spatial) features(dst, a []float32) {
	k, side := e.Maps, e.Side()
	x, y, m := dst[:k], dst[k:2*k], dst[2*k:3*k]
	var at [maxSide]float32 // the centres of the patches of a row or a column
	for i := range side {
		at[i] = patchCentre(i, side)
	}
	for j := 0; j < k; j += mapBlock {
		moments((*[mapBlock]float32)(x[j:]), (*[mapBlock]float32)(y[j:]), (*[mapBlock]float32)(m[j:]),
			a[j:], e.paddedMaps(), at[:side])
	}
	for j, mass := range m {
		x[j] /= mass + massEps
		y[j] /= mass + massEps
		m[j] = mass / (mass + 1)
	}
}

// maxSide is the greatest number of patches along a side of a picture (Spatial.Side of Static).
const maxSide = 25

// mapBlock is the number of maps that moments sums at a time; the number of maps is a multiple of it.
const mapBlock = 8

// momentsPlain computes the sums of a_k(p)² x_p, a_k(p)² y_p and a_k(p)² of mapBlock maps over the patches of
// a picture with the given centres, along both axes. a starts at the first of the maps and has a row of the given width
// for each patch. The mass is summed by rows of patches first, because y_p is constant in a row.
func momentsPlain(x, y, m *[mapBlock]float32, a []float32, width int, centres []float32) {
	*x, *y, *m = [mapBlock]float32{}, [mapBlock]float32{}, [mapBlock]float32{}
	for _, yp := range centres {
		var row [mapBlock]float32
		for _, xp := range centres {
			for j, v := range (*[mapBlock]float32)(a) {
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
	n := block*max(e.PatchValues(), hiddenWidth, e.paddedMaps()) + 2 // which cutPatch writes behind the last
	return &scratch{
		a: make([]float32, n), b: make([]float32, n), activations: make([]float32, e.PatchCount()*e.paddedMaps()),
	}
}
