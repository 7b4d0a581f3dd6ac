//go:build !js

package network

import (
	"fmt"
	"math"
	"sync"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
	"github.com/gomlx/gomlx/core/graph"

	"counterpoise/policies/backend"
)

// Work is what a policy computes for one frame, whatever computes it.
type Work struct {
	Forward  float64 // multiplications in the matrix products of a forward pass
	Passes   int     // forward passes of an action: one, or the steps of a sampler under a generative head
	Pictures bool    // the network reads pictures itself, so training keeps those of all frames
	Memory   int64   // bytes that a step on the Go backend takes for each frame of its batch, see RowMemory
}

// knownWork holds the work of every Spec that was asked for.
var knownWork sync.Map

// WorkOf counts the work of a model, its multiplications from the graph of the forward pass on the Go backend, where
// convolutions are matrix products too (package layers). Products of several matrices side by side count too often, by
// the square root of their number: those of attention by two for its four heads, a small part of a transformer's.
//
// A spec of what does not exist is an error.
func WorkOf(spec Spec) (Work, error) {
	if w, ok := knownWork.Load(spec); ok {
		return w.(Work), nil
	}
	m, err := spec.Resolve()
	if err != nil {
		return Work{}, err
	}
	b, err := backend.Go()
	if err != nil {
		return Work{}, err
	}
	w := Work{Passes: 1, Pictures: len(m.Pictures()) > 0}
	if g, ok := m.Head.(Generative); ok {
		w.Passes = g.Steps()
	}
	if w.Forward, err = multiplications(m, b); err == nil {
		w.Memory, err = RowMemory(m, b, true)
	}
	if err != nil {
		return Work{}, fmt.Errorf("network: work of %q: %w", spec.Network, err)
	}
	knownWork.Store(spec, w)
	return w, nil
}

// multiplications counts those of the matrix products of a forward pass for one row. In a product of [rows, k] and
// [k, columns] the sizes of both factors over that of the result are k².
func multiplications(m *Model, b compute.Backend) (sum float64, err error) {
	err = forward(m, b, 1, func(n *graph.Node) {
		if n.Type() == graph.NodeTypeDotGeneral {
			of := n.Inputs()
			out := float64(n.Shape().Size())
			sum += out * math.Sqrt(float64(of[0].Shape().Size())*float64(of[1].Shape().Size())/out)
		}
	})
	return sum, err
}

// RowMemory estimates the bytes that a training step takes for each row of its batch from those of all values of a
// forward pass on a backend, the Go backend or XLA. A gradient needs most of the values again, but not all at a time,
// and XLA keeps fewer, since it fuses operations. From the memory of trainings of two batches each, in MB a row:
//
//	                         all values   on the Go backend   on XLA
//	state+transformer               .36                 .22      .11
//	vision+transformer              2.1                 1.1      .70
//	vision+vit                     10.6                 6.7      4.6
//	vision+vit, History=3            53                  33       28
//	vision+cnn                      4.5                 4.7      1.6
//	vision+spatial                  2.5                 1.9      1.4
//	vision+resnet18                 315                 163       50 (of 118, since XLA convolves without copies)
//
// So the estimate is .8 of all values on the Go backend and .55 on XLA: between .75 and 1.7 times what was measured.
// Values of constants and of parameters alone are not counted.
func RowMemory(m *Model, b compute.Backend, onGo bool) (int64, error) {
	bytes := func(rows int) (sum int64, err error) {
		err = forward(m, b, rows, func(n *graph.Node) { sum += int64(n.Shape().ByteSize()) })
		return sum, err
	}
	one, err := bytes(1)
	if err != nil {
		return 0, err
	}
	three, err := bytes(3)
	kept := .8
	if !onGo {
		kept = .55
	}
	return int64(kept * float64(three-one) / 2), err
}

// forward builds the graph of a forward pass for some rows on a backend, without compiling it, and visits its nodes.
func forward(m *Model, b compute.Backend, rows int, visit func(*graph.Node)) (err error) {
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
	in := Input{Features: input(rows, s.In)}
	for _, p := range m.Pictures() {
		in.Pictures = append(in.Pictures, input(append([]int{rows}, p.Dims...)...))
	}
	if m.Scales() {
		in.Mean, in.Gain = input(s.Features), input(s.Features)
	}
	if s.Condition > 0 {
		in.Noisy, in.Time = input(rows, s.Slots), input(rows, 1)
	}
	var parameters []*graph.Node
	for _, d := range m.Network.Dims(s) {
		parameters = append(parameters, input(d...))
	}
	m.Network.Forward(s, in, parameters)
	for _, n := range g.Nodes() {
		visit(n)
	}
	return nil
}
