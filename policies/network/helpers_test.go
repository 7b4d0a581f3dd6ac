package network

import (
	"testing"

	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"

	"counterpoise/internal/testdevice"
	"counterpoise/policies/encoder"
	"counterpoise/policies/layers"
)

// testModel returns a model without observer and weights: a network and a head for chunks of one action.
func testModel(t *testing.T, network, head string, features, hidden int) *Model {
	t.Helper()
	net, err := Networks.Get(network)
	if err != nil {
		t.Fatal(err)
	}
	h, err := Heads.Get(head)
	if err != nil {
		t.Fatal(err)
	}
	m := &Model{Network: net, Head: h, Sizes: NewSizes(features, hidden, 1, h)}
	m.Standardizer = Standardizer{make([]float32, features), make([]float32, features)}
	for i := range m.Standardizer.Gain {
		m.Standardizer.Gain[i] = 2
	}
	return m
}

// testFeatures returns a small number of features that a network works with.
func testFeatures(t *testing.T, name string) int {
	t.Helper()
	net, err := Networks.Get(name)
	if err != nil {
		t.Fatal(err)
	}
	if _, trains := net.(EncoderTrainer); trains {
		return encoder.Width + robotFeatures
	}
	return 9
}

// noise returns a tensor of normal random numbers, in float64.
func noise(r interface{ NormFloat64() float64 }, scale float64, dims ...int) *tensors.Tensor {
	v := make([]float64, layers.Volume(dims))
	for i := range v {
		v[i] = scale * r.NormFloat64()
	}
	return tensors.FromFlatDataAndDimensions(v, dims...)
}

// batchOf splits the inputs of a test's graph into x, y, noise and time under a generative head, and the rest.
func batchOf(m *Model, in []*graph.Node) (Batch, []*graph.Node) {
	b := Batch{X: in[0], Y: in[1]}
	if m.Scales() {
		b.Mean = graph.Const(in[0].Graph(), m.Standardizer.Mean)
		b.Gain = graph.Const(in[0].Graph(), m.Standardizer.Gain)
	}
	if _, ok := m.Head.(Generative); ok {
		b.Noise, b.Time = in[2], in[3]
		return b, in[4:]
	}
	return b, in[2:]
}

// difference returns the central difference (J(θ+h e_i) - J(θ-h e_i)) / 2h.
func difference(theta *tensors.Tensor, i int, objective func() float64) float64 {
	const h = 1e-6
	add := func(d float64) { tensors.MustMutableFlatData(theta, func(v []float64) { v[i] += d }) }
	add(h)
	up := objective()
	add(-2 * h)
	down := objective()
	add(h)
	return (up - down) / (2 * h)
}

// exec returns a graph on the device of tests.
func exec(t *testing.T, f func(in []*graph.Node) []*graph.Node) *graph.Exec {
	t.Helper()
	return graph.MustNewExec(testdevice.Backend(t), f)
}

// execute calls a graph.
func execute(t *testing.T, ex *graph.Exec, in []*tensors.Tensor) []*tensors.Tensor {
	t.Helper()
	args := make([]any, len(in))
	for i, v := range in {
		args[i] = v
	}
	out, err := ex.Call(args...)
	if err != nil {
		t.Fatal(err)
	}
	return out
}
