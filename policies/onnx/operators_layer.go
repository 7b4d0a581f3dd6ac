package onnx

import (
	"fmt"
	"math"
	"slices"
)

func init() {
	add("MatMul", 2, 2, matMul)
	add("Gemm", 2, 3, gemm)
	add("Conv", 2, 3, convolve)
	add("MaxPool", 1, 1, func(c call) (*tensor, error) { return pool(c, true) })
	add("AveragePool", 1, 1, func(c call) (*tensor, error) { return pool(c, false) })
	add("BatchNormalization", 5, 5, batchNorm)
	add("InstanceNormalization", 3, 3, instanceNorm)
	add("LayerNormalization", 2, 3, layerNorm)
}

// product adds the matrix product of a [rows, inner] and b [inner, columns] to out [rows, columns].
func (c call) product(out, a, b []float32, rows, inner, columns int) error {
	if err := c.spend(int64(rows) * int64(inner) * int64(columns)); err != nil {
		return err
	}
	for r := range rows {
		to := out[r*columns:][:columns]
		for k, x := range a[r*inner:][:inner] {
			if x == 0 {
				continue // ReLU makes many zeros; 0 times a value that is not finite would be NaN, and is left out
			}
			for j, y := range b[k*columns:][:columns] {
				to[j] += float32(x * y)
			}
		}
	}
	return nil
}

// matMul is the matrix product over the last two axes; those before are broadcast.
func matMul(c call) (*tensor, error) {
	a, b := c.in[0], c.in[1]
	if err := c.numbers(0, 1); err != nil {
		return nil, err
	}
	vector := [2]bool{len(a.dims) == 1, len(b.dims) == 1}
	if vector[0] {
		a = &tensor{kind: a.kind, dims: []int{1, a.dims[0]}, f: a.f}
	}
	if vector[1] {
		b = &tensor{kind: b.kind, dims: []int{b.dims[0], 1}, f: b.f}
	}
	n, m := len(a.dims)-2, len(b.dims)-2
	if n < 0 || m < 0 || a.dims[n+1] != b.dims[m] {
		return nil, fmt.Errorf("%w: %v and %v", errBroadcast, a.dims, b.dims)
	}
	outer, err := broadcast(a.dims[:n], b.dims[:m])
	if err != nil {
		return nil, err
	}
	rows, inner, columns := a.dims[n], a.dims[n+1], b.dims[m+1]
	out, err := c.new(typeFloat, append(slices.Clone(outer), rows, columns)...)
	if err != nil {
		return nil, err
	}
	var from [2][]int // matrices of a and of b, by those of the product
	count := volume(outer)
	if err := c.take(16 * int64(count)); err != nil {
		return nil, err
	}
	from[0], from[1] = make([]int, count), make([]int, count)
	positions(outer, a.dims[:n], func(at, k int) { from[0][at] = k })
	positions(outer, b.dims[:m], func(at, k int) { from[1][at] = k })
	for k := range from[0] {
		err := c.product(out.f[k*rows*columns:], a.f[from[0][k]*rows*inner:], b.f[from[1][k]*inner*columns:], rows,
			inner, columns)
		if err != nil {
			return nil, err
		}
	}
	dims := out.dims
	if vector[1] {
		dims = dims[:len(dims)-1]
	}
	if vector[0] {
		dims = slices.Delete(slices.Clone(dims), len(outer), len(outer)+1)
	}
	return out.shaped(dims...)
}

// gemm is alpha a b + beta c, where a and b may be transposed.
func gemm(c call) (*tensor, error) {
	var of [2]*tensor
	for k, name := range []string{"transA", "transB"} {
		of[k] = c.in[k]
		if len(of[k].dims) != 2 || !of[k].isFloat() {
			return nil, fmt.Errorf("input %d is no matrix of floating-point numbers", k)
		}
		if c.integer(name, 0) != 0 {
			d := of[k].dims
			t, err := c.taken(of[k], []int{d[1], d[0]}, []int{1, d[1]}, 0)
			if err != nil {
				return nil, err
			}
			of[k] = t
		}
	}
	if of[0].dims[1] != of[1].dims[0] {
		return nil, fmt.Errorf("%w: %v and %v", errBroadcast, of[0].dims, of[1].dims)
	}
	rows, inner, columns := of[0].dims[0], of[0].dims[1], of[1].dims[1]
	out, err := c.new(typeFloat, rows, columns)
	if err != nil {
		return nil, err
	}
	if err := c.product(out.f, of[0].f, of[1].f, rows, inner, columns); err != nil {
		return nil, err
	}
	alpha, beta := c.float("alpha", 1), c.float("beta", 1)
	bias := &tensor{kind: typeFloat, f: []float32{0}}
	if c.has(2) {
		bias = c.in[2]
	}
	if bias, err = c.expand(bias, out.dims); err != nil {
		return nil, err
	}
	for k := range out.f {
		out.f[k] = float32(alpha*out.f[k]) + float32(beta*bias.f[k])
	}
	return out, nil
}

// window is how a convolution or a pooling moves over two spatial axes.
type window struct{ size, stride, pad, dilation, out [2]int }

// window reads the attributes for inputs of a height and a width, and a kernel.
func (c call) window(in, kernel []int) (w window, err error) {
	get := func(name string, n int, otherwise int64) []int64 {
		if v := c.Attributes[name].ints; len(v) == n {
			return v
		}
		return slices.Repeat([]int64{otherwise}, n)
	}
	strides, dilations, pads := get("strides", 2, 1), get("dilations", 2, 1), get("pads", 4, 0)
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

// normalised subtracts the mean of n neighbouring elements and divides by their deviation, in float64, for each such
// run; after is then applied to element k.
func normalised(to, x []float32, n int, eps float64, after func(k int, v float64) float64) {
	for from := 0; from < len(x); from += n {
		mean, square := 0.0, 0.0
		for _, v := range x[from : from+n] {
			mean += float64(v) / float64(n)
		}
		for _, v := range x[from : from+n] {
			d := float64(v) - mean
			square += float64(d*d) / float64(n)
		}
		by := 1 / math.Sqrt(square+eps)
		for k := from; k < from+n; k++ {
			to[k] = float32(after(k, (float64(x[k])-mean)*by))
		}
	}
}

// layerNorm normalises over the last axes, from the attribute axis on.
func layerNorm(c call) (*tensor, error) {
	if err := c.numbers(0, 1); err != nil {
		return nil, err
	}
	x := c.in[0]
	a, err := axis(c.integer("axis", -1), len(x.dims))
	if err != nil {
		return nil, err
	}
	out, err := c.like(x)
	if err != nil {
		return nil, err
	}
	n := volume(x.dims[a:])
	if n < 1 || c.in[1].count() != n || c.has(2) && c.in[2].count() != n {
		return nil, errBroadcast
	}
	normalised(out.f, x.f, n, float64(c.float("epsilon", 1e-5)), func(k int, v float64) float64 {
		v *= float64(c.in[1].f[k%n])
		if c.has(2) {
			v += float64(c.in[2].f[k%n])
		}
		return v
	})
	return out, nil
}

// instanceNorm normalises each channel of x [n, channels, ...] by itself.
func instanceNorm(c call) (*tensor, error) {
	if err := c.numbers(0, 1, 2); err != nil {
		return nil, err
	}
	x := c.in[0]
	if len(x.dims) < 3 || c.in[1].count() != x.dims[1] || c.in[2].count() != x.dims[1] {
		return nil, errBroadcast
	}
	out, err := c.like(x)
	if err != nil {
		return nil, err
	}
	n := volume(x.dims[2:])
	if n < 1 {
		return nil, errBroadcast
	}
	normalised(out.f, x.f, n, float64(c.float("epsilon", 1e-5)), func(k int, v float64) float64 {
		ch := k / n % x.dims[1]
		return float64(v*float64(c.in[1].f[ch])) + float64(c.in[2].f[ch])
	})
	return out, nil
}

// batchNorm scales each channel of x [n, channels, ...] by the statistics of the training: scale, bias, mean, variance.
func batchNorm(c call) (*tensor, error) {
	if err := c.numbers(0, 1, 2, 3, 4); err != nil {
		return nil, err
	}
	x := c.in[0]
	if c.integer("training_mode", 0) != 0 {
		return nil, errTraining
	}
	if len(x.dims) < 2 {
		return nil, errBroadcast
	}
	out, err := c.like(x)
	if err != nil {
		return nil, err
	}
	n, eps := volume(x.dims[2:]), float64(c.float("epsilon", 1e-5))
	for k, v := range x.f {
		ch := k / n % x.dims[1]
		by := float64(c.in[1].f[ch]) / math.Sqrt(float64(c.in[4].f[ch])+eps)
		out.f[k] = float32(float64((float64(v)-float64(c.in[3].f[ch]))*by) + float64(c.in[2].f[ch]))
	}
	return out, nil
}
