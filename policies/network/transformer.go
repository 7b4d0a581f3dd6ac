//go:build !js

package network

import (
	"math/rand/v2"

	"github.com/gomlx/gomlx/core/graph"

	"counterpoise/internal/seed"
	"counterpoise/policies/layers"
)

func init() { Networks.Add("transformer", transformer{}) }

// transformer makes tokens of the features of an observation, and answers with one query for each action of the chunk:
// the architecture of ACT (Zhao et al. 2023, "Learning Fine-Grained Bimanual Manipulation with Low-Cost Hardware",
// section IV) without its variational part, on features instead of pictures.
//
// A token is a linear map of features that belong together (Tokenizer), such as position and mass of one activation map
// of the frozen encoder, with a bias of its own that takes the place of a position embedding (Gorishniy et al. 2021,
// "Revisiting Deep Learning Models for Tabular Data", section 3.3):
//
//	z_g = x_g W_g + b_g
//
// Blocks of an encoder turn tokens into a memory, and queries decode it (actionDecoder).
type transformer struct{}

// EncoderBlocks is the number of blocks between tokens and memory. ACT has 4, with 8 times the width.
const EncoderBlocks = 2

func (transformer) About() string {
	return "features as tokens, a query for each action of the chunk, attention"
}

// Unbatched: tokens are rows of its matrix products.
func (transformer) Unbatched() {}

// blockOf returns the sizes of the blocks: the hidden width of the settings between W1 and W2, and a quarter of it for
// tokens, as Vaswani et al. (2017) have it, rounded up to a multiple of the heads.
func blockOf(s Sizes) attentionBlock {
	each := (s.Hidden + 4*AttentionHeads - 1) / (4 * AttentionHeads)
	return attentionBlock{width: AttentionHeads * each, hidden: s.Hidden}
}

func (n transformer) Dims(s Sizes) [][]int {
	b, tokens := blockOf(s), s.FeatureTokens()
	d := [][]int{{len(tokens), widest(tokens), b.width}, {len(tokens), b.width}}
	return append(append(d, encoderDims(b)...), actionDecoder{}.dims(s)...)
}

// Init draws W_g from a normal distribution of deviation 1/n, for a token of n features, and b_g from N(0, 1). For
// standardised features that are independent, tokens start with a variance of 1 + 1/n.
func (n transformer) Init(s Sizes, k seed.Key) [][]float32 {
	r, b, tokens := k.Rand(), blockOf(s), s.FeatureTokens()
	m := widest(tokens)
	w := normal(r, 1, []int{len(tokens), m, b.width})
	for g, of := range tokens {
		for i := range m {
			row := w[(g*m+i)*b.width:][:b.width]
			for c := range row {
				if i < len(of) {
					row[c] /= float32(len(of))
				} else {
					row[c] = 0 // a spare slot of a token with fewer features
				}
			}
		}
	}
	p := [][]float32{w, normal(r, 1, []int{len(tokens), b.width})}
	return append(append(p, encoderInit(b, r)...), actionDecoder{}.init(s, r)...)
}

func (n transformer) Forward(s Sizes, in Input, p []*graph.Node) *graph.Node {
	tokens := s.FeatureTokens()
	m := widest(tokens)
	// x [batch, tokens, m]: a product with a matrix of zeros and ones moves each feature into its slot.
	place := make([][]float32, s.In)
	for j := range place {
		place[j] = make([]float32, len(tokens)*m)
	}
	for g, of := range tokens {
		for i, j := range of {
			place[j][g*m+i] = 1
		}
	}
	matrix := graph.ConvertDType(graph.Const(in.Features.Graph(), place), in.Features.DType())
	x := graph.Reshape(graph.Dot(in.Features, matrix).Product(), in.Features.Shape().Dimensions[0], len(tokens), m)
	z := graph.Add(graph.Einsum("bgm,gmd->bgd", x, p[0]), graph.ExpandAxes(p[1], 0))
	at := 2 + len(encoderDims(blockOf(s)))
	return actionDecoder{}.forward(s, in, encode(blockOf(s), z, p[2:at]), p[at:])
}

// encoderDims, encoderInit and encode are the blocks of an encoder, with a layer normalisation at the end.
func encoderDims(b attentionBlock) (d [][]int) {
	for range EncoderBlocks {
		d = append(d, b.dims()...)
	}
	return append(d, []int{b.width}, []int{b.width})
}

func encoderInit(b attentionBlock, r *rand.Rand) (p [][]float32) {
	for range EncoderBlocks {
		p = append(p, b.init(r)...)
	}
	return append(p, constant(1, []int{b.width}), constant(0, []int{b.width}))
}

// encode returns the memory [batch, tokens, D] of tokens of that shape.
func encode(b attentionBlock, x *graph.Node, p []*graph.Node) *graph.Node {
	for range EncoderBlocks {
		x, p = b.forward(x, nil, p[:BlockParameters]), p[BlockParameters:]
	}
	return layers.Norm(x, p[0], p[1])
}

// FeatureTokens returns the features of each token of network transformer: as the observer has them, or one by one.
func (s Sizes) FeatureTokens() [][]int {
	if s.Tokens != nil {
		return s.Tokens
	}
	var one [][]int
	for j := range s.Features {
		one = append(one, []int{j})
	}
	return one
}

// widest returns the largest number of features of a token.
func widest(tokens [][]int) (m int) {
	for _, of := range tokens {
		m = max(m, len(of))
	}
	return m
}
