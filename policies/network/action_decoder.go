//go:build !js

package network

import (
	"math"
	"math/rand/v2"

	"github.com/gomlx/gomlx/core/graph"

	"counterpoise/policies/layers"
)

// actionDecoder turns a memory of tokens into outputs, action by action, as the decoder of ACT does (Zhao et al. 2023,
// section IV-B): a learned query q_t for each action t of the chunk attends to the memory and to the other queries, and
// one linear map, shared by all actions, gives the outputs of action t:
//
//	y = block(q, memory),   out_t = LN(y_t) W + b
//
// Under a generative head, query t also has the noised action t, and every query the time step τ in Fourier features
// (Tancik et al. 2020, Eq. 4, with octaves as Vaswani et al. 2017 have them):
//
//	q_t + x_t Wx + (sin 2^i π τ, cos 2^i π τ for i = 0 .. 5) Wτ
type actionDecoder struct{}

// TimeOctaves is the number of frequencies of τ. The fastest has a period of 1/16, the slowest of 2: samplers have
// ten steps, so more would not be seen.
const TimeOctaves = 6

// DecoderBlocks is the number of blocks. ACT's published code uses the first of its seven only.
const DecoderBlocks = 1

func (actionDecoder) dims(s Sizes) [][]int {
	b, chunk := blockOf(s), s.Actions/ActionSize
	d := [][]int{{chunk, b.width}}
	if s.Condition > 0 {
		d = append(d, []int{ActionSize, b.width}, []int{2 * TimeOctaves, b.width})
	}
	for range DecoderBlocks {
		d = append(d, b.dims()...)
	}
	each := s.Outputs / chunk
	return append(d, []int{b.width}, []int{b.width}, []int{b.width, each}, []int{each})
}

// init draws queries from N(0, 1), the maps of actions and time from N(0, 1/from), and W with a tenth of that
// deviation, so that training starts near the action zero.
func (a actionDecoder) init(s Sizes, r *rand.Rand) [][]float32 {
	d, b := a.dims(s), blockOf(s)
	p := [][]float32{normal(r, 1, d[0])}
	if s.Condition > 0 {
		p = append(p, normal(r, 1/math.Sqrt(float64(ActionSize)), d[1]), normal(r, 1/math.Sqrt(TimeOctaves), d[2]))
	}
	for range DecoderBlocks {
		p = append(p, b.init(r)...)
	}
	last := d[len(d)-2]
	return append(p, constant(1, []int{b.width}), constant(0, []int{b.width}),
		normal(r, .1/math.Sqrt(float64(last[0])), last), constant(0, d[len(d)-1]))
}

// forward returns the outputs [batch, s.Out] for a memory [batch, tokens, D].
func (actionDecoder) forward(s Sizes, in Input, memory *graph.Node, p []*graph.Node) *graph.Node {
	b, chunk, batch := blockOf(s), s.Actions/ActionSize, memory.Shape().Dimensions[0]
	x := graph.BroadcastToDims(graph.ExpandAxes(p[0], 0), batch, chunk, b.width)
	p = p[1:]
	if s.Condition > 0 {
		actions := graph.Reshape(layers.Columns(in.Noisy, 0, s.Actions), batch*chunk, ActionSize)
		x = graph.Add(x, graph.Reshape(graph.Dot(actions, p[0]).Product(), batch, chunk, b.width))
		time := graph.Dot(fourier(in.Time), p[1]).Product()
		x = graph.Add(x, graph.BroadcastToDims(graph.ExpandAxes(time, 1), batch, chunk, b.width))
		p = p[2:]
	}
	for range DecoderBlocks {
		x, p = b.forward(x, memory, p[:BlockParameters]), p[BlockParameters:]
	}
	out := graph.Reshape(layers.DenseLast(layers.Norm(x, p[0], p[1]), p[2], p[3]), batch, s.Outputs)
	if s.Out == s.Outputs {
		return out
	}
	spare := graph.BroadcastToDims(graph.ScalarZero(out.Graph(), out.DType()), batch, s.Out-s.Outputs)
	return graph.Concatenate([]*graph.Node{out, spare}, 1)
}

// fourier returns the sines and cosines [batch, 2 TimeOctaves] of time steps [batch, 1].
func fourier(time *graph.Node) *graph.Node {
	var of []*graph.Node
	for i := range TimeOctaves {
		angle := graph.MulScalar(time, math.Pi*float64(int(1)<<i))
		of = append(of, graph.Sin(angle), graph.Cos(angle))
	}
	return graph.Concatenate(of, 1)
}
