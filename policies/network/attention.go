//go:build !js

package network

import (
	"math"
	"math/rand/v2"

	"github.com/gomlx/gomlx/core/graph"

	"counterpoise/policies/layers"
)

// attentionBlock is a pre-norm transformer block (Vaswani et al. 2017, section 3; normalisation before each part, after
// Xiong et al. 2020, Figure 1b). Tokens x [batch, tokens, D] attend to memory and to each other, with LN layer
// normalisation, | concatenation and H heads of d = D/H numbers each:
//
//	h = LN(x),   q = h Wq + bq,   k, v = (memory | h) Wkv + bkv
//	x <- x + (softmax(q kᵀ / sqrt(d)) v) Wo + bo          head by head
//	x <- x + max(0, LN(x) W1 + b1) W2 + b2
//
// Without memory it is a block of an encoder. With memory, one attention takes the place of a decoder's two, to the
// memory and among the tokens, as the action tokens of π0 attend (Black et al. 2024, appendix B).
type attentionBlock struct {
	width  int // D, a multiple of AttentionHeads
	hidden int // width between W1 and W2
}

// AttentionHeads is H. ACT has 8 for D = 512; with D = 64 four heads keep 16 numbers each.
const AttentionHeads = 4

// BlockParameters is the number of parameters of a block.
const BlockParameters = 14

func (a attentionBlock) dims() [][]int {
	d, f := a.width, a.hidden
	return [][]int{
		{d}, {d}, {d, d}, {d}, {d, 2 * d}, {2 * d}, {d, d}, {d}, // LN, Wq, bq, Wkv, bkv, Wo, bo
		{d}, {d}, {d, f}, {f}, {f, d}, {d}, // LN, W1, b1, W2, b2
	}
}

// init draws weights from N(0, 1/from), twice that variance before rectified units. Gains of LN are 1, biases 0.
func (a attentionBlock) init(r *rand.Rand) (p [][]float32) {
	for i, of := range a.dims() {
		switch {
		case i == 0 || i == 8:
			p = append(p, constant(1, of))
		case len(of) == 1:
			p = append(p, constant(0, of))
		case i == 10:
			p = append(p, normal(r, layers.HeDeviation(of[0]), of))
		default:
			p = append(p, normal(r, 1/math.Sqrt(float64(of[0])), of))
		}
	}
	return p
}

// forward computes a block for tokens [batch, tokens, D] and memory [batch, any, D] or nil.
func (a attentionBlock) forward(x, memory *graph.Node, p []*graph.Node) *graph.Node {
	h := layers.Norm(x, p[0], p[1])
	attended := h
	if memory != nil {
		attended = graph.Concatenate([]*graph.Node{memory, h}, 1)
	}
	x = graph.Add(x, layers.DenseLast(a.attend(layers.DenseLast(h, p[2], p[3]), layers.DenseLast(attended, p[4], p[5])),
		p[6], p[7]))
	h = layers.ReLU(layers.DenseLast(layers.Norm(x, p[8], p[9]), p[10], p[11]))
	return graph.Add(x, layers.DenseLast(h, p[12], p[13]))
}

// attend returns softmax(q kᵀ / sqrt(d)) v [batch, to, D] for q [batch, to, D] and keys beside values
// [batch, from, 2 D].
func (a attentionBlock) attend(q, kv *graph.Node) *graph.Node {
	batch, to, from := q.Shape().Dimensions[0], q.Shape().Dimensions[1], kv.Shape().Dimensions[1]
	d := a.width / AttentionHeads
	q = graph.Reshape(q, batch, to, AttentionHeads, d)
	kv = graph.Reshape(kv, batch, from, 2, AttentionHeads, d)
	half := func(i int) *graph.Node {
		return graph.Squeeze(graph.Slice(kv, graph.AxisRange(), graph.AxisRange(), graph.AxisElem(i)), 2)
	}
	scores := graph.MulScalar(graph.Einsum("bthd,bfhd->bhtf", q, half(0)), 1/math.Sqrt(float64(d)))
	mixed := graph.Einsum("bhtf,bfhd->bthd", layers.Softmax(scores), half(1))
	return graph.Reshape(mixed, batch, to, a.width)
}

// normal draws a parameter of some dimensions from N(0, deviation²).
func normal(r *rand.Rand, deviation float64, dims []int) []float32 {
	v := make([]float32, layers.Volume(dims))
	for i := range v {
		v[i] = float32(deviation * r.NormFloat64())
	}
	return v
}

// constant returns a parameter of some dimensions whose elements are all alike.
func constant(value float32, dims []int) []float32 {
	v := make([]float32, layers.Volume(dims))
	for i := range v {
		v[i] = value
	}
	return v
}
