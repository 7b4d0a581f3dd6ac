package export

import (
	"fmt"
	"math"

	"counterpoise/policies/network"
)

// dense returns x w + bias for w [from, units].
func (b *builder) dense(x string, w, bias []float32, units int) string {
	product := b.Op("MatMul", []string{x, b.Floats(w, len(w)/units, units)})
	return b.Op("Add", []string{product, b.row(bias)})
}

// relu returns max(0, x).
func (b *builder) relu(x string) string { return b.Op("Relu", []string{x}) }

// columns returns n columns of a matrix with a row length, the first one and every by-th from it on.
func columns(w []float32, length, first, by, n int) []float32 {
	var out []float32
	for row := 0; row < len(w); row += length {
		for k := range n {
			out = append(out, w[row+first+k*by])
		}
	}
	return out
}

// actions returns the components of the chunk [batch, n] for standardised features.
func (b *builder) actions(x string) (string, error) {
	m := b.model
	s, w := m.Sizes, m.Weights
	switch n := m.Spec.Network; n {
	case "mlp":
		return b.perceptron(x, s, w)
	case "transformer", "vit":
		return b.decoded(b.transformer(x))
	case "cnn", "resnet18":
		// The expected positions of maps of the pictures stand before the features.
		positions, read, count := b.positions()
		s.Features += count
		s.In += count
		return b.perceptron(b.concat(positions, x), s, w[read:])
	default:
		return "", fmt.Errorf("network %q is not exported", n)
	}
}

// perceptron returns the components of the chunk of a multilayer perceptron of sizes and weights. Outputs that the
// policy does not act by, spare slots among them, are left out of its last layer.
func (b *builder) perceptron(x string, s network.Sizes, w [][]float32) (string, error) {
	if _, ok := b.model.Head.(network.Generative); ok {
		return b.sampled(b.denoiser(x, s, w))
	}
	h := b.relu(b.dense(x, w[0][:s.Features*s.Hidden], w[1], s.Hidden))
	h = b.relu(b.dense(h, w[2], w[3], s.Hidden))
	return b.decoded(func(string, int) string {
		return b.dense(h, columns(w[4], s.Out, 0, 1, s.Outputs), w[5][:s.Outputs], s.Outputs)
	})
}

// outputs gives the outputs [batch, Sizes.Outputs] of a network for a noised chunk [batch, n] at a step of the sampler;
// of a head that does not sample, the name of the chunk is empty.
type outputs func(noised string, step int) string

// decoded returns the components of the chunk [batch, n] that the head makes of outputs.
func (b *builder) decoded(out outputs) (string, error) {
	s, head := b.model.Sizes, b.model.Spec.Head
	switch head {
	case "squared":
		return out("", 0), nil
	case "gaussian": // means and deviations alternate, and the policy acts by the means
		means := make([]int, s.Actions)
		for k := range means {
			means[k] = 2 * k
		}
		return b.pick(out("", 0), means...), nil
	case "bins":
		values := s.Outputs / s.Actions
		of := b.Op("Reshape", []string{out("", 0), b.Ints(-1, s.Actions, values)})
		best := b.Op("ArgMax", []string{of}, attr{Name: "axis", Value: 2}, attr{Name: "keepdims", Value: 0})
		best = b.Op("Cast", []string{best}, attr{Name: "to", Value: 1})
		return b.Op("Sub", []string{b.Op("Mul", []string{best, b.number(2 / float64(values-1))}), b.number(1)}), nil
	case "flow", "diffusion":
		return b.sampled(out)
	}
	return "", fmt.Errorf("head %q is not exported", head)
}

// sampled returns the actions of a head that samples: the steps of the sampler one after another.
func (b *builder) sampled(out outputs) (string, error) {
	m := b.model
	g, ok := m.Head.(network.Generative)
	if !ok {
		return "", fmt.Errorf("head %q does not sample", m.Spec.Head)
	}
	x := b.Input(inputNoise, false, m.Sizes.Actions)
	for i := range g.Steps() {
		y := out(x, i)
		if m.Spec.Head == "flow" {
			x = b.Op("Add", []string{x, b.Op("Div", []string{y, b.number(float64(g.Steps()))})})
		} else {
			x = b.denoised(x, y, network.DiffusionAngle(i), network.DiffusionAngle(i+1))
		}
	}
	return x, nil
}

// denoiser returns the outputs of the multilayer perceptron under a head that samples. The first layer reads features,
// noised actions and the time step side by side; its part of the features is the same in all steps, and its part of the
// time step is a constant of the step.
func (b *builder) denoiser(features string, s network.Sizes, w [][]float32) outputs {
	rows := func(from, n int) []float32 { return w[0][from*s.Hidden:][:n*s.Hidden] }
	seen := b.Op("MatMul", []string{features, b.Floats(rows(0, s.Features), s.Features, s.Hidden)})
	noised := b.Floats(rows(s.In, s.Actions), s.Actions, s.Hidden)
	timed := rows(s.In+s.Slots, 1)
	w2, b2 := b.Floats(w[2], s.Hidden, s.Hidden), b.row(w[3])
	w3 := b.Floats(columns(w[4], s.Out, 0, 1, s.Actions), s.Hidden, s.Actions)
	b3 := b.row(w[5][:s.Actions])
	layer := func(x, w, bias string) string { return b.Op("Add", []string{b.Op("MatMul", []string{x, w}), bias}) }
	return func(x string, step int) string {
		bias := make([]float32, s.Hidden)
		for j := range bias {
			bias[j] = w[1][j] + float32(b.model.Head.(network.Generative).Time(step)*timed[j])
		}
		z := b.Op("Add", []string{seen, b.Op("MatMul", []string{x, noised})})
		h := b.relu(b.Op("Add", []string{z, b.row(bias)}))
		return layer(b.relu(layer(h, w2, b2)), w3, b3)
	}
}

// denoised is a step of DDIM (network, head "diffusion"), from the angle of a noise level to the next:
//
//	clean = clip((x - sin(angle) out) / cos(angle), -1, 1)
//	x     = cos(next) clean + sin(next) (x - cos(angle) clean) / sin(angle)
func (b *builder) denoised(x, out string, angle, next float64) string {
	scaled := func(v string, by float64) string { return b.Op("Mul", []string{v, b.number(by)}) }
	sin, cos := math.Sincos(angle)
	nextSin, nextCos := math.Sincos(next)
	clean := scaled(b.Op("Sub", []string{x, scaled(out, sin)}), 1/cos)
	clean = b.Op("Clip", []string{clean, b.scalar(-1), b.scalar(1)})
	noise := scaled(b.Op("Sub", []string{x, scaled(clean, cos)}), nextSin/sin)
	return b.Op("Add", []string{scaled(clean, nextCos), noise})
}

// scalar adds a number without dimensions.
func (b *builder) scalar(x float32) string { return b.Floats([]float32{x}) }
