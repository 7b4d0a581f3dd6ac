package onnx

import (
	"fmt"
	"math"
	"slices"
)

func init() {
	add("Conv", 2, 3, convolve)
	add("MaxPool", 1, 1, func(c call) (*tensor, error) { return pool(c, true) })
	add("AveragePool", 1, 1, func(c call) (*tensor, error) { return pool(c, false) })
}

// window is how a convolution or a pooling moves over two spatial axes.
type window struct{ size, stride, pad, dilation, out [2]int }

// window reads the attributes for inputs of a height and a width, and a kernel. One with another number of integers
// than two axes have is an error.
func (c call) window(in, kernel []int) (w window, err error) {
	get := func(name string, n int, otherwise int64) []int64 {
		v := c.Attributes[name].ints
		if len(v) == 0 {
			return slices.Repeat([]int64{otherwise}, n)
		}
		if len(v) != n && err == nil {
			err = fmt.Errorf("has %s %v, expected %d integers", name, v, n)
		}
		return v
	}
	strides, dilations, pads := get("strides", 2, 1), get("dilations", 2, 1), get("pads", 4, 0)
	if err != nil {
		return w, err
	}
	auto := c.Attributes["auto_pad"].s
	for k := range 2 {
		s, d, before, after := strides[k], dilations[k], pads[k], pads[k+2]
		const most = 1 << 16
		if s < 1 || d < 1 || before < 0 || after < 0 || s > most || d > most || before > most || after > most ||
			kernel[k] < 1 || kernel[k] > most {
			return w, fmt.Errorf("has a window of %v, strides %v, dilations %v, pads %v", kernel, strides, dilations,
				pads)
		}
		span := int64(kernel[k]-1)*d + 1
		if auto == "SAME_UPPER" || auto == "SAME_LOWER" {
			all := max(0, (int64(in[k])-1)/s*s+span-int64(in[k]))
			if before = all / 2; auto == "SAME_LOWER" {
				before = all - all/2
			}
			after = all - before
		}
		room := int64(in[k]) + before + after - span
		if room < 0 {
			return w, fmt.Errorf("has a window of %v on a value of %v", kernel, in)
		}
		if c.integer("ceil_mode", 0) != 0 {
			return w, fmt.Errorf("rounds sizes up (ceil_mode), which is not read")
		}
		w.size[k], w.stride[k], w.pad[k], w.dilation[k], w.out[k] = kernel[k], int(s), int(before), int(d),
			int(room/s)+1
	}
	return w, nil
}

// convolve is a convolution over two axes: x [n, channels, height, width], weights [maps, channels/group, h, w], bias
// [maps].
func convolve(c call) (*tensor, error) {
	if err := c.numbers(0, 1); err != nil {
		return nil, err
	}
	x, weights, group := c.in[0], c.in[1], int(c.integer("group", 1))
	if len(x.dims) != 4 || len(weights.dims) != 4 {
		return nil, fmt.Errorf("convolves %v by %v; convolutions over two axes are read", x.dims, weights.dims)
	}
	n, channels, maps, each := x.dims[0], x.dims[1], weights.dims[0], weights.dims[1]
	if group < 1 || each*group != channels || maps < 1 || maps%group != 0 {
		return nil, fmt.Errorf("%w: %d channels, weights %v, group %d", errBroadcast, channels, weights.dims, group)
	}
	w, err := c.window(x.dims[2:], weights.dims[2:])
	if err != nil {
		return nil, err
	}
	area := w.out[0] * w.out[1]
	out, err := c.new(typeFloat, n, maps, w.out[0], w.out[1])
	if err != nil {
		return nil, err
	}
	inner := each * w.size[0] * w.size[1]
	columns, err := c.new(typeFloat, inner, area)
	if err != nil {
		return nil, err
	}
	perGroup := maps / group
	for image := range n {
		for g := range group {
			if err := c.spend(readWork * int64(len(columns.f))); err != nil {
				return nil, err
			}
			w.columns(columns.f, x.f[(image*channels+g*each)*x.dims[2]*x.dims[3]:], each, x.dims[2], x.dims[3])
			to := out.f[(image*maps+g*perGroup)*area:]
			if c.has(2) {
				for k := range perGroup {
					fill(to[k*area:][:area], c.in[2].f[g*perGroup+k])
				}
			}
			err := c.product(to[:perGroup*area], weights.f[g*perGroup*inner:], columns.f, perGroup, inner, area)
			if err != nil {
				return nil, err
			}
		}
	}
	return out, nil
}

// fill sets all elements.
func fill(v []float32, x float32) {
	for k := range v {
		v[k] = x
	}
}

// columns writes the elements under the window at each of its places to to [channels, window, places]. Beyond the
// borders they are 0.
func (w window) columns(to, x []float32, channels, height, width int) {
	k := 0
	for ch := range channels {
		for dy := range w.size[0] {
			for dx := range w.size[1] {
				for oy := range w.out[0] {
					y := oy*w.stride[0] + dy*w.dilation[0] - w.pad[0]
					for ox := range w.out[1] {
						at := ox*w.stride[1] + dx*w.dilation[1] - w.pad[1]
						to[k] = 0
						if y >= 0 && y < height && at >= 0 && at < width {
							to[k] = x[(ch*height+y)*width+at]
						}
						k++
					}
				}
			}
		}
	}
}

// pool takes the maximum or the mean of a window. The mean counts places beyond the borders only if count_include_pad
// says so.
func pool(c call, greatest bool) (*tensor, error) {
	x, kernel := c.in[0], ints(c.Attributes["kernel_shape"].ints)
	if err := c.numbers(0); err != nil {
		return nil, err
	}
	if len(x.dims) != 4 || len(kernel) != 2 {
		return nil, fmt.Errorf("pools %v by %v; windows over two axes are read", x.dims, kernel)
	}
	w, err := c.window(x.dims[2:], kernel)
	if err != nil {
		return nil, err
	}
	out, err := c.new(x.kind, x.dims[0], x.dims[1], w.out[0], w.out[1])
	if err != nil {
		return nil, err
	}
	height, width, area := x.dims[2], x.dims[3], w.size[0]*w.size[1]
	if err := c.spend(readWork * int64(len(out.f)) * int64(area)); err != nil {
		return nil, err
	}
	for k := range out.f {
		ox, oy, plane := k%w.out[1], k/w.out[1]%w.out[0], k/(w.out[0]*w.out[1])
		most, total, n := math.Inf(-1), 0.0, 0
		for dy := range w.size[0] {
			if err := c.listen(int64(w.size[1])); err != nil {
				return nil, err
			}
			for dx := range w.size[1] {
				y, at := oy*w.stride[0]+dy*w.dilation[0]-w.pad[0], ox*w.stride[1]+dx*w.dilation[1]-w.pad[1]
				if y >= 0 && y < height && at >= 0 && at < width {
					v := float64(x.f[(plane*height+y)*width+at])
					most, total, n = max(most, v), total+v, n+1
				}
			}
		}
		if c.integer("count_include_pad", 0) != 0 {
			n = area
		}
		if out.f[k] = float32(total / float64(n)); greatest {
			out.f[k] = float32(most)
		}
	}
	return out, nil
}
