package export

import (
	"math"

	"counterpoise/policies/layers"
	"counterpoise/policies/network"
)

// attention makes the blocks of networks transformer and vit.
type attention struct {
	*builder
	*parameters
}

// parameter takes a parameter as it is.
func (a *attention) parameter() string {
	w, d := a.next()
	return a.Floats(w, d...)
}

func (a *attention) add(x, y string) string    { return a.Op("Add", []string{x, y}) }
func (a *attention) matMul(x, y string) string { return a.Op("MatMul", []string{x, y}) }

// shaped returns x in other dimensions, the first one that of the batch.
func (a *attention) shaped(x string, dims ...int) string {
	return a.Op("Reshape", []string{x, a.Ints(append([]int{-1}, dims...)...)})
}

// affine is layers.DenseLast with the next two parameters. It holds them, so that it can be used more than once.
func (a *attention) affine() func(x string) string {
	w, bias := a.parameter(), a.parameter()
	return func(x string) string { return a.add(a.matMul(x, w), bias) }
}

// norm is layers.Norm with the next two parameters.
func (a *attention) norm() func(x string) string {
	gain, bias := a.parameter(), a.parameter()
	return func(x string) string {
		return a.Op("LayerNormalization", []string{x, gain, bias}, attr{Name: "axis", Value: -1},
			attr{Name: "epsilon", Value: float32(layers.NormEps)})
	}
}

// heads returns x [batch, tokens, D] as [batch, heads, tokens, D/heads], or with the last two exchanged.
func (a *attention) heads(x string, tokens, width int, exchanged bool) string {
	x = a.shaped(x, tokens, network.AttentionHeads, width/network.AttentionHeads)
	perm := []int{0, 2, 1, 3}
	if exchanged {
		perm = []int{0, 2, 3, 1}
	}
	return a.Op("Transpose", []string{x}, attr{Name: "perm", Value: perm})
}

// block is a block of network transformer with the next parameters: x [batch, tokens, D] attends to memory
// [batch, remembered, D], if there is one, and to itself. Keys and values, which one product gives in the network, take
// one each.
func (a *attention) block() func(x, memory string, tokens, remembered int) string {
	before, query := a.norm(), a.affine()
	w, d := a.next()
	width := d[0]
	bias, _ := a.next()
	half := func(first int) func(x string) string {
		part, shift := a.Floats(columns(w, 2*width, first, 1, width), width, width), a.row(bias[first:][:width])
		return func(x string) string { return a.add(a.matMul(x, part), shift) }
	}
	key, value, mix := half(0), half(width), a.affine()
	middle, wide, narrow := a.norm(), a.affine(), a.affine()
	return func(x, memory string, tokens, remembered int) string {
		h := before(x)
		attended, n := h, tokens
		if memory != "" {
			attended, n = a.concat(memory, h), remembered+tokens
		}
		scores := a.matMul(a.heads(query(h), tokens, width, false), a.heads(key(attended), n, width, true))
		scores = a.Op("Mul", []string{scores, a.number(1 / math.Sqrt(float64(width/network.AttentionHeads)))})
		weights := a.Op("Softmax", []string{scores}, attr{Name: "axis", Value: -1})
		mixed := a.matMul(weights, a.heads(value(attended), n, width, false))
		mixed = a.Op("Transpose", []string{mixed}, attr{Name: "perm", Value: []int{0, 2, 1, 3}})
		x = a.add(x, mix(a.shaped(mixed, tokens, width)))
		return a.add(x, narrow(a.relu(wide(middle(x)))))
	}
}

// featureTokens returns the tokens [batch, count, width] of network transformer for standardised features.
func (a *attention) featureTokens(features string) (x string, count, width int) {
	s := a.model.Sizes
	tokens := s.FeatureTokens()
	embed, d := a.next()
	most := d[1]
	count, width = len(tokens), d[2]
	// A product with a matrix of zeros and ones moves each feature into its slot, as in the network.
	place := make([]float32, s.Features*count*most)
	for g, of := range tokens {
		for i, j := range of {
			place[j*count*most+g*most+i] = 1
		}
	}
	x = a.matMul(features, a.Floats(place, s.Features, count*most))
	x = a.matMul(a.shaped(x, count, 1, most), a.Floats(embed, d...))
	return a.add(a.shaped(x, count, width), a.parameter()), count, width
}

// patchTokens returns the tokens [batch, count, width] of network vit: the patches of all pictures, those of the
// present observation first, and one for the standardised features. A camera has one map of patches, and each picture
// embeddings of its places.
func (a *attention) patchTokens(features string) (x string, count, width int) {
	pictures := a.model.Network.(network.PictureReader).Pictures()
	var embeds [][]float32
	var places []string
	for range pictures {
		w, d := a.next()
		width = d[1]
		embeds, places = append(embeds, w), append(places, a.parameter())
	}
	for range (a.model.Sizes.History - 1) * len(pictures) {
		places = append(places, a.parameter())
	}
	var tokens []string
	for i, place := range places {
		camera := i % len(pictures)
		of := pictures[camera]
		patches, side := a.patches(of.Camera, i/len(pictures), int(math.Sqrt(float64(of.Dims[0]))))
		w, bias := foldPatches(of.Dims[1], side, embeds[camera], make([]float32, width))
		tokens = append(tokens, a.add(a.dense(patches, w, bias, width), place))
		count += of.Dims[0]
	}
	w, _ := a.next()
	robot := a.matMul(features, a.Floats(w[:a.model.Sizes.Features*width], a.model.Sizes.Features, width))
	tokens = append(tokens, a.shaped(a.add(robot, a.parameter()), 1, width))
	return a.concat(tokens...), count + 1, width
}

// transformer returns the outputs of network transformer or vit for standardised features [batch, n]. The memory of
// tokens is the same in all steps of a sampler.
func (b *builder) transformer(features string) outputs {
	m := b.model
	a := &attention{b, b.parameters()}
	tokensOf := a.featureTokens
	if m.Spec.Network == "vit" {
		tokensOf = a.patchTokens
	}
	x, count, width := tokensOf(features)
	for range network.EncoderBlocks {
		x = a.block()(x, "", count, 0)
	}
	memory := a.norm()(x)

	chunk := m.Sizes.Actions / network.ActionSize
	// The queries are the same for all observations of a batch, so they get its dimension by adding zeros of it.
	none := b.Op("ReduceMean", []string{memory}, attr{Name: "axes", Value: []int{1, 2}})
	none = b.Op("Mul", []string{none, b.number(0)})
	queries := a.add(none, a.parameter())
	var actions string // parameter of noised actions
	var times []float32
	if m.Sizes.Condition > 0 {
		actions = a.parameter()
		times, _ = a.next()
	}
	var blocks []func(x, memory string, tokens, remembered int) string
	for range network.DecoderBlocks {
		blocks = append(blocks, a.block())
	}
	norm, last := a.norm(), a.affine()
	return func(noised string, step int) string {
		x := queries
		if noised != "" {
			x = a.add(x, a.matMul(a.shaped(noised, chunk, network.ActionSize), actions))
			time := m.Head.(network.Generative).Time(step)
			x = a.add(x, b.row(timed(float64(time), times, width)))
		}
		for _, block := range blocks {
			x = block(x, memory, chunk, count)
		}
		return a.shaped(last(norm(x)), m.Sizes.Outputs)
	}
}

// timed returns the Fourier features of a time step times their parameter [2 network.TimeOctaves, width].
func timed(time float64, w []float32, width int) []float32 {
	out := make([]float32, width)
	for i := range network.TimeOctaves {
		sin, cos := math.Sincos(math.Pi * float64(int(1)<<i) * time)
		for c := range out {
			out[c] += float32(sin)*w[2*i*width+c] + float32(cos)*w[(2*i+1)*width+c]
		}
	}
	return out
}
