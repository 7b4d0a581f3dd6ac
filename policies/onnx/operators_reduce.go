package onnx

import (
	"math"
	"slices"
)

func init() {
	for name, r := range map[string]reduction{
		"ReduceSum":  {0, sum, nil},
		"ReduceMean": {0, sum, func(total float64, n int) float64 { return total / float64(n) }},
		"ReduceMax":  {math.Inf(-1), math.Max, nil},
		"ReduceMin":  {math.Inf(1), math.Min, nil},
		"ReduceL2": {0, func(a, b float64) float64 { return a + float64(b*b) },
			func(total float64, _ int) float64 { return math.Sqrt(total) }},
		"ReduceSumSquare": {0, func(a, b float64) float64 { return a + float64(b*b) }, nil},
	} {
		add(name, 1, 2, r.reduce)
	}
	add("GlobalAveragePool", 1, 1, func(c call) (*tensor, error) {
		var axes []int
		for k := 2; k < len(c.in[0].dims); k++ {
			axes = append(axes, k)
		}
		return reduction{0, sum, func(total float64, n int) float64 { return total / float64(n) }}.over(c, axes, true)
	})
	add("ArgMax", 1, 1, argMax)
	add("Softmax", 1, 1, func(c call) (*tensor, error) { return softmax(c, false) })
	add("LogSoftmax", 1, 1, func(c call) (*tensor, error) { return softmax(c, true) })
}

// reduction combines the elements along axes, in float64.
type reduction struct {
	start   float64
	combine func(a, b float64) float64
	finish  func(total float64, n int) float64 // nil: nothing
}

func (r reduction) reduce(c call) (*tensor, error) {
	if list, known := c.list("axes", 1); (!known || len(list) == 0) && c.integer("noop_with_empty_axes", 0) != 0 {
		return c.in[0], nil
	}
	axes, err := c.axes("axes", 1, len(c.in[0].dims))
	if err != nil {
		return nil, err
	}
	return r.over(c, axes, c.integer("keepdims", 1) != 0)
}

// over reduces axes, which keep the size 1 or vanish.
func (r reduction) over(c call, axes []int, keep bool) (*tensor, error) {
	x := c.in[0]
	if err := c.numbers(0); err != nil {
		return nil, err
	}
	dims := slices.Clone(x.dims)
	n := 1
	for _, a := range axes {
		n, dims[a] = n*dims[a], 1
	}
	out, err := c.new(typeFloat, dims...)
	if err != nil {
		return nil, err
	}
	if err := c.spend(readWork * int64(x.count())); err != nil {
		return nil, err
	}
	if err := c.take(8 * int64(len(out.f))); err != nil {
		return nil, err
	}
	totals := make([]float64, len(out.f))
	for k := range totals {
		totals[k] = r.start
	}
	positions(x.dims, dims, func(at, to int) { totals[to] = r.combine(totals[to], float64(x.f[at])) })
	for k, v := range totals {
		if r.finish != nil {
			v = r.finish(v, n)
		}
		out.f[k] = float32(v)
	}
	if keep {
		return out, nil
	}
	var left []int
	for k, d := range dims {
		if !slices.Contains(axes, k) {
			left = append(left, d)
		}
	}
	return out.shaped(left...)
}

// along calls f for each run of elements along an axis: the position of its first, its length, and the distance between
// neighbours.
func along(dims []int, a int, f func(run, first, n, step int)) {
	n, step := dims[a], volume(dims[a+1:])
	run := 0
	for outer := range volume(dims[:a]) {
		for inner := range step {
			f(run, outer*n*step+inner, n, step)
			run++
		}
	}
}

// argMax returns the index of the first greatest element along an axis.
func argMax(c call) (*tensor, error) {
	x := c.in[0]
	if err := c.numbers(0); err != nil {
		return nil, err
	}
	a, err := axis(c.integer("axis", 0), len(x.dims))
	if err != nil {
		return nil, err
	}
	dims := slices.Clone(x.dims)
	dims[a] = 1
	out, err := c.new(typeInt64, dims...)
	if err != nil {
		return nil, err
	}
	if err := c.spend(readWork * int64(x.count())); err != nil {
		return nil, err
	}
	last := c.integer("select_last_index", 0) != 0
	along(x.dims, a, func(run, first, n, step int) {
		best := first
		for k := range n {
			at := first + k*step
			if x.f[at] > x.f[best] || last && x.f[at] == x.f[best] {
				best = at
				out.i[run] = int64(k)
			}
		}
	})
	if c.integer("keepdims", 1) != 0 {
		return out, nil
	}
	return out.shaped(slices.Delete(dims, a, a+1)...)
}

// softmax is exp(x_i) / sum_j exp(x_j) along an axis, or its logarithm. Before version 13 all axes from that one on
// count as one.
func softmax(c call, logarithm bool) (*tensor, error) {
	x := c.in[0]
	if err := c.numbers(0); err != nil {
		return nil, err
	}
	otherwise := int64(-1)
	if c.opset < 13 {
		otherwise = 1
	}
	a, err := axis(c.integer("axis", otherwise), len(x.dims))
	if err != nil {
		return nil, err
	}
	out, err := c.like(x)
	if err != nil {
		return nil, err
	}
	dims := x.dims
	if c.opset < 13 {
		dims = []int{volume(x.dims[:a]), volume(x.dims[a:])}
		a = 1
	}
	along(dims, a, func(_, first, n, step int) {
		greatest, total := math.Inf(-1), 0.0
		for k := range n {
			greatest = max(greatest, float64(x.f[first+k*step]))
		}
		for k := range n {
			total += math.Exp(float64(x.f[first+k*step]) - greatest)
		}
		for k := range n {
			d := float64(x.f[first+k*step]) - greatest
			if logarithm {
				out.f[first+k*step] = float32(d - math.Log(total))
			} else {
				out.f[first+k*step] = float32(math.Exp(d) / total)
			}
		}
	})
	return out, nil
}
