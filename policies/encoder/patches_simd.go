//go:build goexperiment.simd && amd64

package encoder

import (
	"encoding/binary"
	"simd/archsimd"

	"counterpoise/internal/vector"
)

// cutPatch is cutPatchPlain with two averaged pixels in a vector, or four with AVX-512, to the same bits, with two
// exceptions: it may also write patchMargin numbers behind the patch's values, unless it is the picture's last patch;
// and z must have them. Patches with an odd side, for which two pixels are too many, and the last patch, behind which
// there is nothing to read, are cut in plain Go.
//
// A vector has 8 lanes of 32 bits: the three colours of a pixel and an empty lane, and the same of the next pixel. Each
// lane first holds the r, g and b of its pixel in bytes, which are multiplied by the coefficients 1, 0 and -1 of its
// colour and added. All of it is exact up to the sum. The sum times 1/3, or times 1 for hues, is rounded once, as in
// the division: with 1/3 = h + l, h rounded to float32, fma(s, h, s l) errs by less than the sixth of a last place that
// a sum's third is from the middle of two numbers. Units are powers of two and round nothing.
func (e Spatial) cutPatch(z []float32, picture []uint8, p int) {
	if !hasFMA || e.patch%2 != 0 || p == e.PatchCount()-1 {
		e.cutPatchPlain(z, picture, p)
		return
	}
	side, line := e.Side(), 3*e.size
	width := 3 * e.patch * e.pool // bytes of a patch's row
	at := p/side*e.patch*e.pool*line + p%side*width
	vectors := (e.patch + 3) / 4              // of four pixels, in a patch's row
	read := 12*e.pool*(vectors-1) + 16*e.pool // bytes that the vectors of a row read
	if end := at + (e.patch*e.pool-1)*line + read; hasAVX512 && end <= len(picture) {
		z := z[:e.PatchValues()-3*e.patch+12*(vectors-1)+16]
		cut := cutWide
		if e.pool == 2 {
			cut = cutWidePooled
		}
		cut(&z[0], &picture[at], e.patch, vectors, line, 4*3*e.patch, &wideColours[e.pool-1])
		return
	}
	coefficients, ones := vector.LoadInt8x32(&colourCoefficients), archsimd.BroadcastInt16x16(1)
	scale := &colourScales[e.pool-1]
	high, low := vector.LoadFloat32x8(&scale.high), vector.LoadFloat32x8(&scale.low)
	middle, order := vector.LoadFloat32x8(&scale.middle), vector.LoadUint32x8(&colourOrder)
	if e.pool == 1 {
		bytes := vector.LoadInt8x32(&spreadBytes[0])
		for range e.patch {
			for u := picture[at:][:width+2]; len(u) >= 8; u = u[6:] {
				s := archsimd.BroadcastUint64x4(binary.LittleEndian.Uint64(u)).AsUint8x32().
					PermuteOrZeroGrouped(bytes).DotProductPairsSaturated(coefficients)
				vector.StoreFloat32x8(scaled(s, ones, high, low, middle, order), (*[8]float32)(z))
				z = z[6:]
			}
			at += line
		}
	} else {
		left, right := vector.LoadInt8x32(&spreadBytes[1]), vector.LoadInt8x32(&spreadBytes[2])
		for range e.patch {
			u, v := picture[at:][:width+4], picture[at+line:][:width+4]
			for ; len(u) >= 16 && len(v) >= 16; u, v = u[12:], v[12:] {
				x, y := vector.LoadUint8x16((*[16]uint8)(u)), vector.LoadUint8x16((*[16]uint8)(v))
				var up, down archsimd.Uint8x32
				up, down = up.SetLo(x).SetHi(x), down.SetLo(y).SetHi(y)
				s := up.PermuteOrZeroGrouped(left).DotProductPairsSaturated(coefficients).
					Add(up.PermuteOrZeroGrouped(right).DotProductPairsSaturated(coefficients)).
					Add(down.PermuteOrZeroGrouped(left).DotProductPairsSaturated(coefficients)).
					Add(down.PermuteOrZeroGrouped(right).DotProductPairsSaturated(coefficients))
				vector.StoreFloat32x8(scaled(s, ones, high, low, middle, order), (*[8]float32)(z))
				z = z[6:]
			}
			at += 2 * line
		}
	}
	archsimd.ClearAVXUpperBits()
}

// cutWide writes rows of a patch, each of some vectors of four pixels, for which it reads 16 bytes and writes 16
// numbers, 12 of which are the pixels'. Rows of pixels are line bytes apart, rows of values stride bytes. Nothing is
// checked.
//
//go:noescape
func cutWide(z *float32, picture *uint8, rows, vectors, line, stride int, c *wideColour)

// cutWidePooled is cutWide for averages of 2 x 2 pixels, for which it reads 32 bytes from each of two lines.
//
//go:noescape
func cutWidePooled(z *float32, picture *uint8, rows, vectors, line, stride int, c *wideColour)

// wideColour has the constants of cutWide and cutWidePooled, at the offsets that they are read from.
type wideColour struct {
	words        [16]uint32     // cutWidePooled: the words of 32 bytes that each lane takes
	spread       [2][64]int8    // the bytes that a lane takes of its 16; of pairs of pixels, the first and the second
	coefficients [64]int8       // see colourCoefficients
	ones         [32]int16      //
	scale        [3][16]float32 // high, low and middle, see colourScale
	order        [16]uint32     // the lanes of four pixels without the empty ones, which come last
}

// wideColours are the constants for single pixels and for averages of 2 x 2.
var wideColours = [2]wideColour{newWideColour(1), newWideColour(2)}

// newWideColour returns the constants for averages of pool x pool pixels.
func newWideColour(pool int) (c wideColour) {
	first := [2][4]int{{0, 3, 6, 9}, {0, 2, 0, 2}}[pool-1] // the byte at which each lane's first pixel starts
	for i := range c.spread[0] {
		c.spread[0][i], c.spread[1][i] = -1, -1 // zero
		if lane, colour := i%16/4, i%4; lane < 3 && colour < 3 {
			c.spread[0][i] = int8(first[i/16] + colour)
			c.spread[1][i] = int8(first[i/16] + 3 + colour)
		}
		c.coefficients[i] = colourCoefficients[i%16]
	}
	for i := range c.ones {
		c.ones[i] = 1
	}
	s := &colourScales[pool-1]
	for i := range c.order {
		c.words[i] = uint32([4]int{0, 1, 3, 4}[i/4] + i%4) // pixels 2 k and 2 k + 1 start at byte 6 k of 24
		c.scale[0][i], c.scale[1][i], c.scale[2][i] = s.high[i%8], s.low[i%8], s.middle[i%8]
		c.order[i] = uint32(i/3*4 + i%3)
		if i >= 12 {
			c.order[i] = uint32(4*(i-12) + 3)
		}
	}
	return c
}

// colourCoefficients are the factors of r, g, b and of an empty byte in each lane: brightness, r - g, b - g, nothing.
var colourCoefficients = [32]int8{
	1, 1, 1, 0, 1, -1, 0, 0, 0, -1, 1, 0, 0, 0, 0, 0,
	1, 1, 1, 0, 1, -1, 0, 0, 0, -1, 1, 0, 0, 0, 0, 0,
}

// spreadBytes are the bytes of a row that each lane takes: of two pixels in a row; of two pairs of pixels, the first of
// each pair, and the second.
var spreadBytes = [3][32]int8{spread(0, 3), spread(0, 6), spread(3, 9)}

// spread returns the bytes of lanes that take r, g and b of the pixels at the given bytes.
func spread(pixels ...int8) (bytes [32]int8) {
	for i := range bytes {
		bytes[i] = -1 // zero
		if half, lane := i/16, i%16/4; lane < 3 && i%4 < 3 {
			bytes[i] = pixels[half] + int8(i%4)
		}
	}
	return bytes
}

// colourScales are the factors high + low of sums over one pixel and over 2 x 2, and what is subtracted then.
var colourScales = [2]colourScale{newColourScale(1), newColourScale(4)}

type colourScale struct{ high, low, middle [8]float32 }

// newColourScale returns the scale for sums over n pixels.
func newColourScale(n float32) (s colourScale) {
	const third = float32(1) / 3
	unit := 1 / (64 * n)
	for i := range s.high {
		switch i % 4 {
		case 0:
			s.high[i], s.low[i], s.middle[i] = third*unit, float32(1./3-float64(third))*unit, 128./64
		case 1, 2:
			s.high[i] = unit
		}
	}
	return s
}

// colourOrder are the lanes of two pixels without the empty ones, which come last.
var colourOrder = [8]uint32{0, 1, 2, 4, 5, 6, 3, 7}

// scaled returns the colours of two pixels in the first 6 lanes. s has two numbers for each lane to be added.
func scaled(
	s, ones archsimd.Int16x16, high, low, middle archsimd.Float32x8, order archsimd.Uint32x8,
) archsimd.Float32x8 {
	sum := s.DotProductPairs(ones).ConvertToFloat32()
	return sum.MulAdd(high, sum.Mul(low)).Sub(middle).Permute(order)
}

// foldDifferences is foldDifferencesPlain with vectors of 32 bytes.
func foldDifferences(dst, a, b []uint8) (some bool) {
	line := len(dst)
	if rows := min(len(a), len(b)) / max(line, 1); hasFMA && line >= 64 && rows > 0 {
		clear(dst)
		foldRows(&dst[0], &a[0], &b[0], line, rows)
		return someBit(dst)
	}
	return foldDifferencesPlain(dst, a, b)
}

// foldRows adds the bits in which two pictures differ to dst, as in foldDifferencesPlain, for at least one row of at
// least 64 bytes. It goes through memory in its order, and asks for b, the new picture, before it is needed: the time
// is that of reading it from the third-level cache. Nothing is checked.
//
//go:noescape
func foldRows(dst, a, b *uint8, line, rows int)
