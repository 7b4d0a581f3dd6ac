package remote

import (
	"fmt"
	"math"

	"counterpoise/scenes"
	"counterpoise/scenes/demos"
)

// picture appends the picture of a key, [height, width, 3] or [3, height, width], as the mapping wants it.
func (o Observed) picture(dst []byte, from *scenes.Observation) ([]byte, error) {
	pixels, n := from.Static, side(o.Source)
	if o.Source == gripperCamera {
		pixels = from.Gripper
	}
	if len(pixels) != 3*n*n {
		return nil, fmt.Errorf("an observation lacks the picture of camera %q", o.Source)
	}
	switch {
	case o.Width == n && o.Height == n:
	case o.Averaged:
		pixels = demos.Resized(pixels, n, n, o.Width)
	default:
		pixels = resizeWithPad(pixels, n, n, o.Width, o.Height)
	}
	if !o.ChannelsFirst {
		return append(dst, pixels...), nil
	}
	for c := range 3 {
		for i := c; i < len(pixels); i += 3 {
			dst = append(dst, pixels[i])
		}
	}
	return dst, nil
}

// resizeWithPad is openpi_client.image_tools.resize_with_pad: the picture of w x h pixels becomes as large as it can be
// within width x height without a change of its proportions, by Pillow's bilinear filter, and stands in the middle of
// black. The roundings are those of the Python code.
func resizeWithPad(pixels []byte, w, h, width, height int) []byte {
	ratio := max(float64(w)/float64(width), float64(h)/float64(height))
	rw, rh := max(1, int(float64(w)/ratio)), max(1, int(float64(h)/ratio))
	small := resampleColumns(resampleRows(pixels, w, h, rw), rw, h, rh)
	out := make([]byte, 3*width*height)
	left, top := (width-rw)/2, (height-rh)/2
	for y := range rh {
		copy(out[3*((top+y)*width+left):], small[3*y*rw:][:3*rw])
	}
	return out
}

// precision is the number of bits after the point of Pillow's weights (src/libImaging/Resample.c, PRECISION_BITS): 32,
// less 8 of a pixel and 2 for overflow.
const precision = 32 - 8 - 2

// contribution is what one pixel of a resized row, or column, is made of.
type contribution struct {
	first   int     // pixel of the source
	weights []int32 // of the pixels from the first one on, times 2^precision
}

// contributions are Pillow's bilinear (triangle) filter from n pixels to m. A pixel of the result at x has its centre
// at c = (x + 1/2) s in the source, for the scale s = n / m, and is the mean of the source's pixels i within
// f = max(s, 1) of c, with weights 1 - |i + 1/2 - c| / f.
func contributions(n, m int) []contribution {
	all := make([]contribution, m)
	scale := float64(n) / float64(m)
	filter := max(scale, 1)
	for x := range all {
		centre := float64((float64(x) + 0.5) * scale)
		first, last := max(0, int(centre-filter+0.5)), min(n, int(centre+filter+0.5))
		weights, sum := make([]float64, last-first), 0.0
		for i := range weights {
			// Pillow multiplies by the reciprocal of the filter's width.
			weights[i] = max(0, 1-math.Abs(float64((float64(first+i)-centre+0.5)*(1/filter))))
			sum += weights[i]
		}
		all[x] = contribution{first, make([]int32, len(weights))}
		for i, v := range weights {
			all[x].weights[i] = int32(0.5 + float64(v/sum*(1<<precision)))
		}
	}
	return all
}

// rounded returns the pixel of a sum in fixed point that began with half a unit.
func rounded(sum int32) byte { return byte(min(255, max(0, sum>>precision))) }

const half = 1 << (precision - 1)

// resampleRows changes the width of a picture of w x h pixels to rw.
func resampleRows(pixels []byte, w, h, rw int) []byte {
	if w == rw {
		return pixels
	}
	all := contributions(w, rw)
	out := make([]byte, 0, 3*rw*h)
	for y := range h {
		row := pixels[3*y*w:][:3*w]
		for _, c := range all {
			r, g, b := int32(half), int32(half), int32(half)
			source := row[3*c.first:]
			for i, v := range c.weights {
				p := source[3*i:][:3]
				r, g, b = r+int32(p[0])*v, g+int32(p[1])*v, b+int32(p[2])*v
			}
			out = append(out, rounded(r), rounded(g), rounded(b))
		}
	}
	return out
}

// resampleColumns changes the height of a picture of w x h pixels to rh.
func resampleColumns(pixels []byte, w, h, rh int) []byte {
	if h == rh {
		return pixels
	}
	out := make([]byte, 0, 3*w*rh)
	sums := make([]int32, 3*w)
	for _, c := range contributions(h, rh) {
		for i := range sums {
			sums[i] = half
		}
		for k, v := range c.weights {
			row := pixels[3*w*(c.first+k):][:len(sums)]
			for i := range sums {
				sums[i] += int32(row[i]) * v
			}
		}
		for _, s := range sums {
			out = append(out, rounded(s))
		}
	}
	return out
}
