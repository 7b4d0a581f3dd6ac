//go:build goexperiment.simd && amd64

package soft

import (
	"encoding/binary"
	"math"
	"simd/archsimd"

	"counterpoise/internal/vector"
	"counterpoise/scenes/render"
)

// The vector fills take four pixels at a time, and give the bits of plain Go: the values of each pixel come from the
// same sums in the same order, and no product is fused with a sum. They read up to 16 bytes from a pixel's colour on,
// which would pass the end of the picture in its last row; plain Go fills that row.
//
// Flat and Gouraud triangles have no vector fill: their rows are 3 pixels long, for which it takes more time.
//
// Between the first vector and ClearAVXUpperBits there is no scalar arithmetic of floats, and there are no more than
// the 15 vectors that the registers hold: both would be instructions of SSE, see backend.VZeroUpper.

// vectorRows returns how many of the triangle's rows the vector fills can take, from the first one.
func (v *framebuffer) vectorRows(e *scanTriangle) int {
	if !hasAVX2 || v.width < 8 {
		return 0
	}
	return max(0, min(e.end, v.height-1)-e.y)
}

// planes are the planes of 1/w, u/w and v/w, an element each.
type planes struct{ base, dx, dy [4]float64 }

// planes returns the planes of 1/w, us and vs.
func (e *scanTriangle) planes(us, vs plane) planes {
	return planes{
		[4]float64{e.invW.base, us.base, vs.base},
		[4]float64{e.invW.dx, us.dx, vs.dx},
		[4]float64{e.invW.dy, us.dy, vs.dy},
	}
}

// at returns 1/w, u/w and v/w at pixel x of row y.
func (p *planes) at(x, y int) archsimd.Float64x4 {
	base, dx, dy := vector.LoadFloat64x4(&p.base), vector.LoadFloat64x4(&p.dx), vector.LoadFloat64x4(&p.dy)
	return base.Add(dx.Mul(number(x))).Add(dy.Mul(number(y)))
}

// number is a number of pixels, which is below 2³¹, in each element.
func number(n int) archsimd.Float64x4 { return archsimd.BroadcastInt32x4(int32(n)).ConvertToFloat64() }

// lastTexel is the greatest texture coordinate.
const lastTexel = render.TextureSize - 1

// pixelNumbers are the numbers of the four pixels in a vector, and texelMask what is left of texture coordinates.
var (
	pixelNumbers = [4]int32{0, 1, 2, 3}
	texelMask    = [4]int32{lastTexel, lastTexel, lastTexel, lastTexel}
)

// fillTextured is fillTexturedPlain.
func (v *framebuffer) fillTextured(e *scanTriangle, t *render.Texture, palette *palette, at *[3]attributes) {
	n := v.vectorRows(e)
	if n > 0 {
		v.fillTexturedRows(e, t, palette, at, n)
	}
	v.fillTexturedPlain(e, t, palette, at, n)
}

// fillTexturedRows fills the first rows of a triangle. It leaves out rows behind what has been drawn, which are every
// second one in a rollout.
func (v *framebuffer) fillTexturedRows(
	e *scanTriangle, t *render.Texture, palette *palette, at *[3]attributes, count int,
) {
	us, vs := e.textureCoordinates(at)
	planes, texels := e.planes(us, vs), t.Texels
	one := archsimd.BroadcastFloat64x4(1)
	for i := range count {
		left, count := e.row(i)
		if count <= 0 {
			continue
		}
		p, dx := planes.at(left, e.y+i), vector.LoadFloat64x4(&planes.dx)
		n, first := int32(count), (e.y+i)*v.width+left
		if v.hidden(first, count, p, dx) {
			continue
		}
		depth, rgb := v.depth[first:], v.rgb[3*first:]
		for ; n > 0 && len(depth) >= 4 && len(rgb) >= 12; n -= 4 {
			p1 := p.Add(dx)
			p2 := p1.Add(dx)
			p3 := p2.Add(dx)
			zv, zv2 := vector.Even(p, p1), vector.Even(p2, p3)
			z, stored := vector.Low(zv, zv2), (*[4]float32)(depth)
			near, far := z.ConvertToFloat32(), vector.LoadFloat32x4(stored)
			numbers, texel := vector.LoadInt32x4(&pixelNumbers), vector.LoadInt32x4(&texelMask)
			visible := near.Greater(far).And(archsimd.BroadcastInt32x4(n).Greater(numbers))
			if bits := visible.ToBits() & 15; bits != 0 {
				u := vector.Low(vector.Odd(p, p1), vector.Odd(p2, p3))
				w := one.Div(z)
				index := vector.High(zv, zv2).Mul(w).ConvertToInt32().And(texel).ShiftAllLeft(textureShift).
					Or(u.Mul(w).ConvertToInt32().And(texel)).AsUint64x2()
				a, b := index.GetElem(0), index.GetElem(1)
				c0, c1 := uint64(palette[texels[uint16(a)]]), uint64(palette[texels[uint16(a>>32)]])
				c2, c3 := uint64(palette[texels[uint16(b)]]), palette[texels[uint16(b>>32)]]
				vector.StoreFloat32x4(near.Merge(far, visible), stored)
				mask := &pixelMasks[bits]
				low, high := binary.LittleEndian.Uint64(rgb), binary.LittleEndian.Uint32(rgb[8:])
				low ^= (low ^ (c0 | c1<<24 | c2<<48)) & mask.low
				high ^= (high ^ (uint32(c2>>16) | c3<<8)) & mask.high
				binary.LittleEndian.PutUint64(rgb, low)
				binary.LittleEndian.PutUint32(rgb[8:], high)
			}
			depth, rgb, p = depth[4:], rgb[12:], p3.Add(dx)
		}
	}
	archsimd.ClearAVXUpperBits()
}

// textureShift is the binary logarithm of render.TextureSize.
const textureShift = 8

// pixelMasks are the bytes of four pixels of which some are visible, for all 16 cases.
var pixelMasks = func() (all [16]struct {
	low  uint64 // the first eight bytes
	high uint32 // the other four
}) {
	for bits := range all {
		for i := range 12 {
			if bits>>(i/3)&1 == 0 {
				continue
			}
			if i < 8 {
				all[bits].low |= 0xff << (8 * i)
			} else {
				all[bits].high |= 0xff << (8 * (i - 8))
			}
		}
	}
	return all
}()

// hidden reports whether all of n pixels of a row, from the one with index first, lie behind what has been drawn. None
// is nearer than the nearer end of the row, up to a margin for the rounding of sums along the row. Rows of fewer than 8
// pixels are not tested. The first elements of p and dx are 1/w of the first pixel and its step.
func (v *framebuffer) hidden(first, n int, p, dx archsimd.Float64x4) bool {
	if n < 8 {
		return false
	}
	end, sign := p.Add(number(n).Mul(dx)), archsimd.BroadcastInt64x4(math.MaxInt64)
	ends := p.AsInt64x4().And(sign).AsFloat64x4().Add(end.AsInt64x4().And(sign).AsFloat64x4())
	nearest := vector.BroadcastFirst(p.Max(end).Add(vector.LoadFloat64x4(&rowMargin).Mul(ends)).ConvertToFloat32())
	depth := v.depth[first : first+n]
	last := (*[8]float32)(depth[n-8:])
	for ; len(depth) >= 8; depth = depth[8:] {
		if vector.LoadFloat32x8((*[8]float32)(depth)).Less(nearest).ToBits() != 0 {
			return false
		}
	}
	return vector.LoadFloat32x8(last).Less(nearest).ToBits() == 0
}

// rowMargin is the share of 1/w at both ends that rounding along a row stays below.
var rowMargin = [4]float64{1e-9}

// fillShadow is fillShadowPlain.
func (v *framebuffer) fillShadow(e *scanTriangle, s *render.Shadow, us, vs plane, fixed []float32) {
	n := v.vectorRows(e)
	if n > 0 {
		v.fillShadowRows(e, s, us, vs, fixed, n)
	}
	v.fillShadowPlain(e, s, us, vs, fixed, n)
}

// fillShadowRows fills the first rows of a triangle.
func (v *framebuffer) fillShadowRows(e *scanTriangle, s *render.Shadow, us, vs plane, fixed []float32, count int) {
	planes, shade := e.planes(us, vs), [3]float64{float64(s.Edge[0]), float64(s.Edge[1]), float64(s.Strength)}
	every := archsimd.BroadcastFloat64x4
	one, three, half := every(1), every(3), every(0.5)
	for i := range count {
		left, count := e.row(i)
		p, dx := planes.at(left, e.y+i), vector.LoadFloat64x4(&planes.dx)
		first := (e.y+i)*v.width + left
		depth, still, rgb := v.depth[first:], fixed[first:], v.rgb[3*first:]
		for n := int32(count); n > 0 && len(depth) >= 4 && len(still) >= 4 && len(rgb) >= 16; n -= 4 {
			p1 := p.Add(dx)
			p2 := p1.Add(dx)
			p3 := p2.Add(dx)
			zv, zv2 := vector.Even(p, p1), vector.Even(p2, p3)
			z, far := vector.Low(zv, zv2), vector.LoadFloat32x4((*[4]float32)(depth))
			numbers := vector.LoadInt32x4(&pixelNumbers)
			dark := z.ConvertToFloat32().Greater(far).And(archsimd.BroadcastInt32x4(n).Greater(numbers)).
				And(far.Equal(vector.LoadFloat32x4((*[4]float32)(still))))
			if dark.ToBits() != 0 {
				u := vector.Low(vector.Odd(p, p1), vector.Odd(p2, p3))
				w := one.Div(z)
				fallU := falloff(u.Mul(w), every(shade[0]), one, three)
				fallV := falloff(vector.High(zv, zv2).Mul(w), every(shade[1]), one, three)
				factor := one.Sub(every(shade[2]).Mul(fallU).Mul(fallV))
				was := vector.LoadUint8x16((*[16]uint8)(rgb))
				is := times(was, &channels[0], factor, half).Or(times(was, &channels[1], factor, half)).
					Or(times(was, &channels[2], factor, half))
				pixels := vector.LoadInt8x16(&pixelBytes)
				is = was.Xor(was.Xor(is).And(dark.ToInt32x4().AsUint8x16().PermuteOrZero(pixels)))
				binary.LittleEndian.PutUint64(rgb, is.AsUint64x2().GetElem(0))
				binary.LittleEndian.PutUint32(rgb[8:], is.AsUint32x4().GetElem(2))
			}
			depth, still, rgb, p = depth[4:], still[4:], rgb[12:], p3.Add(dx)
		}
	}
	archsimd.ClearAVXUpperBits()
}

// falloff is edgeFalloff. At t = 0 and t = 1 the polynomial is exact.
func falloff(x, edge, one, three archsimd.Float64x4) archsimd.Float64x4 {
	var zero archsimd.Float64x4
	t := one.Sub(x.Max(zero.Sub(x))).Mul(edge).Max(zero).Min(one)
	return t.Mul(t).Mul(three.Sub(t.Add(t)))
}

// times returns one channel of four pixels times the factors, as darkened does, and zero for the other channels.
func times(rgb archsimd.Uint8x16, c *channel, factor, half archsimd.Float64x4) archsimd.Uint8x16 {
	return rgb.PermuteOrZero(vector.LoadInt8x16(&c.spread)).AsInt32x4().ConvertToFloat64().Mul(factor).Add(half).
		ConvertToInt32().AsUint8x16().PermuteOrZero(vector.LoadInt8x16(&c.gather))
}

// channel is a channel's bytes: spread moves those of four pixels to the lowest bytes of 32-bit elements, and gather
// moves them back. Negative numbers stand for zero.
type channel struct{ spread, gather [16]int8 }

// channels are red, green and blue. pixelBytes are the 32-bit elements that the bytes of the pixels belong to.
var (
	channels   = [3]channel{newChannel(0), newChannel(1), newChannel(2)}
	pixelBytes = [16]int8{0, 0, 0, 4, 4, 4, 8, 8, 8, 12, 12, 12, -1, -1, -1, -1}
)

// newChannel returns channel k of three.
func newChannel(k int) (c channel) {
	for i := range c.spread {
		c.spread[i], c.gather[i] = -1, -1
	}
	for i := range 4 {
		c.spread[4*i], c.gather[3*i+k] = int8(3*i+k), int8(4*i)
	}
	return c
}
