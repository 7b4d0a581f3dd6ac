package onnx

import (
	"fmt"
	"slices"
)

func init() {
	add("MatMul", 2, 2, matMul)
	add("Gemm", 2, 3, gemm)
}

// product adds the matrix product of a [rows, inner] and b [inner, columns] to out [rows, columns].
func (c call) product(out, a, b []float32, rows, inner, columns int) error {
	if err := c.spend(int64(rows) * int64(inner) * int64(columns)); err != nil {
		return err
	}
	for r := range rows {
		if err := c.listen(int64(inner) * int64(columns)); err != nil {
			return err
		}
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
