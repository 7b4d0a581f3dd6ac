package work

import (
	"fmt"
	"math"
	"sync"

	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
	"github.com/gomlx/gomlx/core/graph"

	"counterpoise/policies/backend"
	"counterpoise/policies/network"
)

// Work is what a policy computes for one frame, whatever computes it.
type Work struct {
	Forward  float64 // multiplications in the matrix products of a forward pass
	Passes   int     // forward passes of an action: one, or the steps of a sampler under a generative head
	Pictures bool    // the network reads pictures itself, so training keeps those of all frames
	Memory   int64   // bytes that a step on the Go backend takes for each frame of its batch; 0 where they are few
}

// known holds the work of every network.Spec that was asked for.
var known sync.Map

// Of counts the work of a model, its multiplications from the graph of the forward pass on the Go backend, where
// convolutions are matrix products too (package layers). Products of several matrices side by side count too often, by
// the square root of their number: those of attention by two for its four heads, a small part of a transformer's.
//
// A spec of what does not exist is an error.
func Of(spec network.Spec) (Work, error) {
	if w, ok := known.Load(spec); ok {
		return w.(Work), nil
	}
	m, err := spec.Resolve()
	if err != nil {
		return Work{}, err
	}
	w := Work{Passes: 1, Pictures: len(m.Pictures()) > 0}
	if g, ok := m.Head.(network.Generative); ok {
		w.Passes = g.Steps()
	}
	if n, ok := m.Network.(network.MemoryEstimator); ok {
		w.Memory = n.RowMemory(m.Sizes, true)
	}
	if w.Forward, err = multiplications(m); err != nil {
		return Work{}, fmt.Errorf("work: network %q: %w", spec.Network, err)
	}
	known.Store(spec, w)
	return w, nil
}

// multiplications counts those of the matrix products of a forward pass for one row. In a product of [rows, k] and
// [k, columns] the sizes of both factors over that of the result are k².
func multiplications(m *network.Model) (sum float64, err error) {
	b, err := backend.Go()
	if err != nil {
		return 0, err
	}
	g := graph.NewGraph(b, "work")
	defer g.Finalize()
	defer func() {
		if p := recover(); p != nil { // graph operations panic
			err = fmt.Errorf("%v", p)
		}
	}()
	input := func(dims ...int) *graph.Node {
		return graph.Parameter(g, fmt.Sprint("in", g.NumParameters()), shapes.Make(dtypes.Float32, dims...))
	}
	s := m.Sizes
	in := network.Input{Features: input(1, s.In)}
	for _, p := range m.Pictures() {
		in.Pictures = append(in.Pictures, input(append([]int{1}, p.Dims...)...))
	}
	if m.Scales() {
		in.Mean, in.Gain = input(s.Features), input(s.Features)
	}
	if s.Condition > 0 {
		in.Noisy, in.Time = input(1, s.Slots), input(1, 1)
	}
	var parameters []*graph.Node
	for _, d := range m.Network.Dims(s) {
		parameters = append(parameters, input(d...))
	}
	m.Network.Forward(s, in, parameters)
	for _, n := range g.Nodes() {
		if n.Type() == graph.NodeTypeDotGeneral {
			of := n.Inputs()
			out := float64(n.Shape().Size())
			sum += out * math.Sqrt(float64(of[0].Shape().Size())*float64(of[1].Shape().Size())/out)
		}
	}
	return sum, nil
}
