package onnx

import (
	"fmt"
	"slices"
)

func init() {
	identity := func(c call) (*tensor, error) { return c.in[0], nil }
	add("Identity", 1, 1, identity)
	add("Dropout", 1, 3, func(c call) (*tensor, error) {
		if c.has(2) && slices.Contains(c.in[2].i, 1) {
			return nil, errTraining
		}
		return c.in[0], nil
	})
	add("Constant", 0, 0, constant)
	add("Shape", 1, 1, shapeOf)
	add("Reshape", 1, 2, reshape)
	add("Flatten", 1, 1, flatten)
	add("Squeeze", 1, 2, squeeze)
	add("Unsqueeze", 1, 2, unsqueeze)
	add("Transpose", 1, 1, transpose)
	add("Expand", 2, 2, func(c call) (*tensor, error) {
		dims, err := broadcast(c.in[0].dims, ints(c.in[1].i))
		if err != nil {
			return nil, err
		}
		return c.expand(c.in[0], dims)
	})
	add("ConstantOfShape", 1, 1, constantOfShape)
	add("Concat", 1, 1024, concat)
	add("Slice", 1, 5, slice)
	add("Gather", 2, 2, gather)
	operators.Add("Split", operator{1, 2, split})
}

// ints converts sizes; what is no size becomes -1.
func ints(list []int64) []int {
	out := make([]int, len(list))
	for k, n := range list {
		if out[k] = int(n); n < 0 || n > maxElements {
			out[k] = -1
		}
	}
	return out
}

// constant is a value of the model.
func constant(c call) (*tensor, error) {
	a := c.Attributes
	switch {
	case a["value"].t != nil:
		return a["value"].t, nil
	case a["value_ints"].ints != nil:
		return &tensor{kind: typeInt64, dims: []int{len(a["value_ints"].ints)}, i: a["value_ints"].ints}, nil
	case a["value_floats"].floats != nil:
		return &tensor{kind: typeFloat, dims: []int{len(a["value_floats"].floats)}, f: a["value_floats"].floats}, nil
	}
	if v, ok := a["value_float"]; ok {
		return &tensor{kind: typeFloat, f: []float32{v.f}}, nil
	}
	if v, ok := a["value_int"]; ok {
		return &tensor{kind: typeInt64, i: []int64{v.i}}, nil
	}
	return nil, fmt.Errorf("has no value that is read")
}

// shapeOf returns the sizes of a value, from axis start to before axis end, which are clamped.
func shapeOf(c call) (*tensor, error) {
	dims := c.in[0].dims
	rank := int64(len(dims))
	clamp := func(a int64) int64 {
		if a < 0 {
			a = max(a, -rank) + rank
		}
		return min(a, rank)
	}
	t := &tensor{kind: typeInt64}
	for k := clamp(c.integer("start", 0)); k < clamp(c.integer("end", rank)); k++ {
		t.i = append(t.i, int64(dims[k]))
	}
	t.dims = []int{len(t.i)}
	return t, nil
}

// reshape gives a value another shape, in which 0 is the size that the axis has and -1 what is left.
func reshape(c call) (*tensor, error) {
	list, known := c.list("shape", 1)
	if !known {
		return nil, fmt.Errorf("lacks its shape")
	}
	dims, open, n := make([]int, len(list)), -1, 1
	for k, d := range list {
		switch {
		case d == -1 && open < 0:
			open, dims[k] = k, 1
		case d == 0 && c.integer("allowzero", 0) == 0 && k < len(c.in[0].dims):
			dims[k] = c.in[0].dims[k]
		case d < 0 || d > maxElements:
			return nil, fmt.Errorf("has the shape %v", list)
		default:
			dims[k] = int(d)
		}
		if dims[k] > 0 && n > maxElements/dims[k] {
			return nil, fmt.Errorf("has the shape %v", list)
		}
		n *= dims[k]
	}
	if open >= 0 && n > 0 {
		dims[open] = c.in[0].count() / n
	}
	return c.in[0].shaped(dims...)
}

// flatten makes two dimensions: those before an axis, and the others.
func flatten(c call) (*tensor, error) {
	dims := c.in[0].dims
	a := c.integer("axis", 1)
	if a < 0 {
		a += int64(len(dims))
	}
	if a < 0 || a > int64(len(dims)) {
		return nil, fmt.Errorf("axis %d of %v", a, dims)
	}
	return c.in[0].shaped(volume(dims[:a]), volume(dims[a:]))
}

// squeeze takes out axes of size 1.
func squeeze(c call) (*tensor, error) {
	list, known := c.list("axes", 1)
	var out []int
	for k, d := range c.in[0].dims {
		named := slices.Contains(list, int64(k)) || slices.Contains(list, int64(k-len(c.in[0].dims)))
		if known && !named || !known && d != 1 {
			out = append(out, d)
		}
	}
	return c.in[0].shaped(out...)
}

// unsqueeze puts in axes of size 1.
func unsqueeze(c call) (*tensor, error) {
	list, _ := c.list("axes", 1)
	rank := len(c.in[0].dims) + len(list)
	dims := make([]int, rank)
	for _, a := range list {
		k, err := axis(a, rank)
		if err != nil {
			return nil, err
		}
		dims[k] = -1
	}
	rest := c.in[0].dims
	for k := range dims {
		if dims[k] < 0 {
			dims[k] = 1
		} else {
			dims[k], rest = rest[0], rest[1:]
		}
	}
	return c.in[0].shaped(dims...)
}

// transpose permutes the axes; without a permutation it reverses them.
func transpose(c call) (*tensor, error) {
	t := c.in[0]
	rank := len(t.dims)
	order := c.Attributes["perm"].ints
	if order == nil {
		for k := range rank {
			order = append(order, int64(rank-1-k))
		}
	}
	dims, step, used, own := make([]int, rank), make([]int, rank), make([]bool, rank), strides(t.dims)
	for k, from := range order {
		if len(order) != rank || from < 0 || from >= int64(rank) || used[from] {
			return nil, fmt.Errorf("permutes %v by %v", t.dims, order)
		}
		used[from], dims[k], step[k] = true, t.dims[from], own[from]
	}
	return c.taken(t, dims, step, 0)
}

// taken returns the elements of a tensor at a position and steps from it along each axis of a new shape.
func (c call) taken(t *tensor, dims, step []int, first int) (*tensor, error) {
	out, err := c.new(t.kind, dims...)
	if err != nil {
		return nil, err
	}
	if t.isFloat() {
		walk(dims, step, func(at, from int) { out.f[at] = t.f[first+from] })
	} else {
		walk(dims, step, func(at, from int) { out.i[at] = t.i[first+from] })
	}
	return out, nil
}

// constantOfShape fills a shape with the value of an attribute, or with 0 as float.
func constantOfShape(c call) (*tensor, error) {
	value := &tensor{kind: typeFloat, f: []float32{0}}
	if t := c.Attributes["value"].t; t != nil {
		value = t
	}
	if value.count() != 1 {
		return nil, fmt.Errorf("has %d values, expected one", value.count())
	}
	return c.expand(&tensor{kind: value.kind, f: value.f, i: value.i}, ints(c.in[0].i))
}

// concat puts tensors one after another along an axis.
func concat(c call) (*tensor, error) {
	a, err := axis(c.integer("axis", 0), len(c.in[0].dims))
	if err != nil {
		return nil, err
	}
	dims := slices.Clone(c.in[0].dims)
	dims[a] = 0
	for _, t := range c.in {
		if t == nil || len(t.dims) != len(dims) || t.kind != c.in[0].kind {
			return nil, errBroadcast
		}
		for k, d := range t.dims {
			if k != a && d != dims[k] {
				return nil, errBroadcast
			}
		}
		dims[a] += t.dims[a]
	}
	out, err := c.new(c.in[0].kind, dims...)
	if err != nil {
		return nil, err
	}
	outer, inner, at := volume(dims[:a]), volume(dims[a+1:]), 0
	if err := c.spend(int64(outer) * int64(len(c.in))); err != nil {
		return nil, err
	}
	for _, t := range c.in {
		n := t.dims[a] * inner
		for o := range outer {
			to := o*dims[a]*inner + at
			if t.isFloat() {
				copy(out.f[to:to+n], t.f[o*n:])
			} else {
				copy(out.i[to:to+n], t.i[o*n:])
			}
		}
		at += n
	}
	return out, nil
}

// slice takes ranges of axes: starts, ends, axes and steps, as inputs, or as attributes in versions before 10.
func slice(c call) (*tensor, error) {
	t := c.in[0]
	starts, _ := c.list("starts", 1)
	ends, _ := c.list("ends", 2)
	axes, known := c.list("axes", 3)
	steps, _ := c.list("steps", 4)
	dims, step, first := slices.Clone(t.dims), strides(t.dims), 0
	for k, start := range starts {
		a, by := int64(k), int64(1)
		if known {
			a = axes[k]
		}
		if steps != nil {
			by = steps[k]
		}
		at, err := axis(a, len(dims))
		if err != nil {
			return nil, err
		}
		n, end := int64(t.dims[at]), ends[k]
		if by == 0 || by < -maxElements || by > maxElements {
			return nil, fmt.Errorf("has the step %d", by)
		}
		clamp := func(v, low, high int64) int64 {
			if v < 0 {
				v = max(v, -n-1) + n
			}
			return min(max(v, low), high)
		}
		count := int64(0)
		if by > 0 {
			start, end = clamp(start, 0, n), clamp(end, 0, n)
			count = max(0, (end-start+by-1)/by)
		} else {
			start, end = clamp(start, 0, n-1), clamp(end, -1, n-1)
			count = max(0, (start-end-by-1)/-by)
		}
		first += int(start) * step[at]
		dims[at], step[at] = int(count), step[at]*int(by)
	}
	return c.taken(t, dims, step, first)
}

// gather takes the slices of an axis that indices name.
func gather(c call) (*tensor, error) {
	t, index := c.in[0], c.in[1]
	a, err := axis(c.integer("axis", 0), len(t.dims))
	if err != nil {
		return nil, err
	}
	if index.isFloat() {
		return nil, fmt.Errorf("has indices that are not integers")
	}
	dims := slices.Concat(t.dims[:a], index.dims, t.dims[a+1:])
	out, err := c.new(t.kind, dims...)
	if err != nil {
		return nil, err
	}
	outer, inner := volume(t.dims[:a]), volume(t.dims[a+1:])
	for o := range outer {
		for k, i := range index.i {
			from, err := axis(i, t.dims[a])
			if err != nil {
				return nil, fmt.Errorf("takes index %d of %d", i, t.dims[a])
			}
			to, from := (o*len(index.i)+k)*inner, (o*t.dims[a]+from)*inner
			if t.isFloat() {
				copy(out.f[to:to+inner], t.f[from:])
			} else {
				copy(out.i[to:to+inner], t.i[from:])
			}
		}
	}
	return out, nil
}

// split cuts an axis into parts: of the sizes given, or as many equal ones as there are outputs.
func split(c call) ([]*tensor, error) {
	t := c.in[0]
	a, err := axis(c.integer("axis", 0), len(t.dims))
	if err != nil {
		return nil, err
	}
	sizes, known := c.list("split", 1)
	if !known {
		n := int64(len(c.Outputs))
		each := (int64(t.dims[a]) + n - 1) / n
		for k := range n {
			sizes = append(sizes, min(each, int64(t.dims[a])-k*each))
		}
	}
	var parts []*tensor
	step, first := strides(t.dims), int64(0)
	for _, n := range sizes {
		if n < 0 || first+n > int64(t.dims[a]) || len(parts) == len(c.Outputs) {
			return nil, fmt.Errorf("cuts %d elements into %v", t.dims[a], sizes)
		}
		dims := slices.Clone(t.dims)
		dims[a] = int(n)
		part, err := c.taken(t, dims, step, int(first)*step[a])
		if err != nil {
			return nil, err
		}
		parts, first = append(parts, part), first+n
	}
	if first != int64(t.dims[a]) {
		return nil, fmt.Errorf("cuts %d elements into %v", t.dims[a], sizes)
	}
	return parts, nil
}
