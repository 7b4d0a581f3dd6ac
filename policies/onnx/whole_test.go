package onnx

import (
	"math"
	"slices"
	"strings"
	"testing"
)

// The values are those of onnx.reference.ReferenceEvaluator of onnx 1.23.2, but for NaN, infinity and a division by 0,
// which ONNX leaves open.
func TestWholeNumbers(t *testing.T) {
	const large = 1<<53 + 1 // the first whole number that float64 does not have
	u8 := func(x ...float32) *tensor { return &tensor{kind: typeUint8, dims: []int{len(x)}, f: x} }
	f32 := func(x ...float32) *tensor { return &tensor{kind: typeFloat, dims: []int{len(x)}, f: x} }
	ints := func(kind int, x ...int64) *tensor { return &tensor{kind: kind, dims: []int{len(x)}, i: x} }
	for _, c := range []struct {
		op   string
		to   int64
		in   []*tensor
		want *tensor
	}{
		{"Cast", typeUint8, []*tensor{f32(3.7, 255.9)}, u8(3, 255)},
		{"Cast", typeUint8, []*tensor{ints(typeInt64, 256, 300, -1)}, u8(0, 44, 255)},
		{"Cast", typeInt32, []*tensor{ints(typeInt64, 1<<31, -1)}, ints(typeInt32, math.MinInt32, -1)},
		{"Cast", typeInt64, []*tensor{f32(-1.9, float32(math.NaN()), float32(math.Inf(1)))},
			ints(typeInt64, -1, 0, math.MaxInt64)},
		{"Cast", typeBool, []*tensor{f32(0, .5, -.1, float32(math.NaN()))}, ints(typeBool, 0, 1, 1, 1)},
		{"Cast", typeFloat, []*tensor{u8(7)}, f32(7)},
		{"Add", 0, []*tensor{u8(200, 1), u8(100, 2)}, u8(44, 3)},
		{"Sub", 0, []*tensor{u8(1), u8(2)}, u8(255)},
		{"Div", 0, []*tensor{u8(7, 9), u8(2, 0)}, u8(3, 0)},
		{"Add", 0, []*tensor{ints(typeInt64, large), ints(typeInt64, 1)}, ints(typeInt64, large+1)},
		{"Max", 0, []*tensor{ints(typeInt64, math.MaxInt64), ints(typeInt64, 0)}, ints(typeInt64, math.MaxInt64)},
		{"Div", 0, []*tensor{ints(typeInt64, -7, 7), ints(typeInt64, 2, 0)}, ints(typeInt64, -3, 0)},
		{"Mul", 0, []*tensor{ints(typeInt32, 1<<30), ints(typeInt32, 4)}, ints(typeInt32, 0)},
		{"Pow", 0, []*tensor{ints(typeInt64, 3), ints(typeInt64, 4)}, ints(typeInt64, 81)},
		{"Mod", 0, []*tensor{ints(typeInt64, -7, 7, 7), ints(typeInt64, 2, -2, 0)}, ints(typeInt64, 1, -1, 0)},
		{"Equal", 0, []*tensor{ints(typeInt64, large), ints(typeInt64, large-1)}, ints(typeBool, 0)},
		{"Less", 0, []*tensor{u8(3, 4), u8(4, 4)}, ints(typeBool, 1, 0)},
	} {
		node := &Node{Op: c.op, Outputs: []string{"y"}, Attributes: map[string]attribute{"to": {i: c.to}}}
		op, err := operators.Get(c.op)
		if err != nil {
			t.Fatal(err)
		}
		got, err := op.compute(call{
			machine: &machine{room: 1 << 20, work: maxWork, ended: func() error { return nil }}, Node: node, opset: 13,
			in: c.in,
		})
		if err != nil {
			t.Errorf("%s to %d: %v", c.op, c.to, err)
			continue
		}
		if g := got[0]; g.kind != c.want.kind || !slices.Equal(g.f, c.want.f) || !slices.Equal(g.i, c.want.i) {
			t.Errorf("%s to %d of %v: %v %v, want %v %v", c.op, c.to, c.in[0], g.f, g.i, c.want.f, c.want.i)
		}
	}
}

// The parts of Split are all there is.
func TestSplitTakesAll(t *testing.T) {
	for sizes, ok := range map[[2]int64]bool{{1, 2}: true, {1, 1}: false, {2, 2}: false} {
		_, err := split(call{
			machine: &machine{room: 1 << 20, work: maxWork, ended: func() error { return nil }},
			Node:    &Node{Op: "Split", Outputs: []string{"a", "b"}}, opset: 13,
			in: []*tensor{
				{kind: typeFloat, dims: []int{3}, f: []float32{1, 2, 3}},
				{kind: typeInt64, dims: []int{2}, i: sizes[:]},
			},
		})
		if (err == nil) != ok || err != nil && !strings.Contains(err.Error(), "cuts 3 elements into") {
			t.Errorf("sizes %v: %v", sizes, err)
		}
	}
}
