//go:build !js

package network

import (
	"fmt"

	"github.com/gomlx/gomlx/core/graph"

	"counterpoise/internal/seed"
	"counterpoise/policies/layers"
	"counterpoise/scenes"
)

// Spec names the parts of a model and its sizes.
type Spec struct {
	Observer string // an entry of Observers
	Network  string // an entry of Networks
	Head     string // an entry of Heads
	Hidden   int    // width of hidden layers, 1 to MaxHidden
	Chunk    int    // actions predicted at once, 1 to MaxChunk
	History  int    // observations that an answer depends on, 0 to MaxHistory; 0 and 1 are the present one alone
}

// Same returns an error that names the first part in which a spec differs from that of a training.
func (s Spec) Same(training Spec) error {
	for _, part := range []struct {
		name string
		a, b any
	}{
		{"observer", s.Observer, training.Observer}, {"network", s.Network, training.Network},
		{"head", s.Head, training.Head}, {"width of hidden layers", s.Hidden, training.Hidden},
		{"chunk", s.Chunk, training.Chunk}, {"history", max(1, s.History), max(1, training.History)},
	} {
		if part.a != part.b {
			return fmt.Errorf("has %s %v, and the training %v; they must be the same", part.name, part.a, part.b)
		}
	}
	return nil
}

// Bounds of a Spec.
const (
	// MaxHidden keeps the smallest block of inference below the size at which gomlx's Go backend changes kernels, see
	// package policies.
	MaxHidden = 1024
	// MaxHistory is one second at the default of four executed actions. Diffusion policy observes twice, at 10 Hz (Chi
	// et al. 2023, section IV-B).
	MaxHistory = 8
)

// Model is a policy as it is trained: an observer, a network, a head, and parameters as plain numbers.
type Model struct {
	Spec         Spec
	Observer     Observer
	Network      Network
	Head         Head
	Sizes        Sizes
	Standardizer Standardizer
	Weights      [][]float32 // one slice a parameter, as Network.Dims says
}

// Resolve returns the model that a spec names, without standardizer and weights. Unknown names and sizes out of range
// are errors, and so is a network that reads pictures with an observer that has none.
func (s Spec) Resolve() (*Model, error) {
	switch {
	case s.Hidden < 1 || s.Hidden > MaxHidden:
		return nil, fmt.Errorf("%d hidden units; use 1 to %d", s.Hidden, MaxHidden)
	case s.Chunk < 1 || s.Chunk > MaxChunk:
		return nil, fmt.Errorf("chunk of %d actions; use 1 to %d", s.Chunk, MaxChunk)
	case s.History < 0 || s.History > MaxHistory:
		return nil, fmt.Errorf("history of %d observations; use 1 to %d", s.History, MaxHistory)
	}
	m := &Model{Spec: s}
	var err error
	if m.Observer, err = Observers.Get(s.Observer); err != nil {
		return nil, err
	}
	if m.Network, err = Networks.Get(s.Network); err != nil {
		return nil, err
	}
	if m.Head, err = Heads.Get(s.Head); err != nil {
		return nil, err
	}
	_, sees := m.Observer.(PictureObserver)
	_, reads := m.Network.(PictureReader)
	if reads && !sees {
		return nil, fmt.Errorf("network %q reads pictures, and observer %q has none; use vision+%s",
			s.Network, s.Observer, s.Network)
	}
	if _, trains := m.Network.(EncoderTrainer); sees && reads && !trains {
		m.Observer = robotBesidePictures{}
	}
	each := len(m.Observer.Features())
	m.Sizes = NewSizes(each*max(1, s.History), s.Hidden, s.Chunk, m.Head)
	m.Sizes.History = max(1, s.History)
	if t, ok := m.Observer.(Tokenizer); ok {
		m.Sizes.Tokens = stacked(t.Tokens(), each, m.Sizes.History)
	}
	if _, alone := m.Network.(Unbatched); !alone && MinBlock*LargestProduct(m.Network, m.Sizes) >= KernelSwitch {
		return nil, fmt.Errorf("%d outputs of head %q for %d hidden units are too many; "+
			"use fewer of them or a shorter chunk",
			m.Sizes.Outputs, s.Head, s.Hidden)
	}
	return m, nil
}

// stacked returns the tokens of a history of observations with the given number of features each.
func stacked(tokens [][]int, each, history int) (all [][]int) {
	for age := range history {
		for _, of := range tokens {
			var moved []int
			for _, j := range of {
				moved = append(moved, age*each+j)
			}
			all = append(all, moved)
		}
	}
	return all
}

// New returns the model that training with a spec and a key starts from.
func New(s Spec, inputs Standardizer, k seed.Key) (*Model, error) {
	m, err := s.Resolve()
	if err != nil {
		return nil, err
	}
	m.Standardizer = inputs
	m.Weights = m.Network.Init(m.Sizes, k)
	return m, nil
}

// Rows returns a multilayer perceptron that predicts numbers of any meaning from others, without weights. It observes
// nothing of the tabletop: it learns rows, and cannot act. The loss of a row is the sum of its squared errors over a
// given number of components, in place of their own number.
func Rows(features, targets, components, hidden int) *Model {
	return &Model{
		// The observer is no entry of Observers; it tells models of different widths apart.
		Spec: Spec{
			Observer: fmt.Sprintf("%d numbers to %d over %d", features, targets, components),
			Network:  "mlp", Head: "squared", Hidden: hidden, Chunk: 1,
		},
		Network: mlp{}, Head: squared{},
		Sizes: Sizes{
			Features: features, In: slots(features), History: 1, Hidden: hidden,
			Actions: components, Slots: slots(targets), Outputs: targets, Out: slots(targets),
		},
	}
}

// Deploy returns an equivalent model to act with: the model itself unless its network trains the observer's encoder.
func (m *Model) Deploy() (*Model, error) {
	if r, ok := m.Network.(EncoderTrainer); ok {
		return r.Deploy(m)
	}
	return m, nil
}

// EncoderID returns the digest of the frozen encoder that the features of pictures come from: empty for an observer
// without pictures, and for a network that brings an encoder of its own.
func (m *Model) EncoderID() string {
	if _, ok := m.Network.(PictureReader); ok {
		return ""
	}
	return EncoderID(m.Observer)
}

// Features lists the features of a row: those of the observer for each observation of the history, the present one
// first.
func (m *Model) Features() (all []Feature) {
	for range m.Sizes.frames() {
		all = append(all, m.Observer.Features()...)
	}
	return all
}

// Observe writes the features of a row to x [Sizes.Features], from an observation and those before it, the present one
// first. A feature that is NaN or infinite is an error.
func (m *Model) Observe(x []float32, history []scenes.Observation) error {
	each := len(x) / len(history)
	for age := range history {
		if err := Observe(x[age*each:][:each], m.Observer, &history[age]); err != nil {
			return err
		}
	}
	return nil
}

// Pictures returns the pictures that the network reads itself; nil for most networks. Those of the present observation
// come first.
func (m *Model) Pictures() (all []Picture) {
	r, ok := m.Network.(PictureReader)
	if !ok {
		return nil
	}
	for age := range m.Sizes.frames() {
		for _, p := range r.Pictures() {
			p.Age = age
			all = append(all, p)
		}
	}
	return all
}

// Scales reports whether graphs take the standardizer as inputs, see Batch.
func (m *Model) Scales() bool {
	_, ok := m.Network.(EncoderTrainer)
	return ok
}

// Row returns the number of inputs of a row in training: the slots of the features, then each picture.
func (m *Model) Row() int {
	n := m.Sizes.In
	for _, p := range m.Pictures() {
		n += layers.Volume(p.Dims)
	}
	return n
}

// Batch is a batch of training rows as nodes of a graph.
type Batch struct {
	X           *graph.Node // [batch, Row()] inputs, features standardised
	Y           *graph.Node // [batch, Sizes.Slots] demonstrated actions
	Noise, Time *graph.Node // [batch, Sizes.Slots] and [batch, 1] under a Generative head; otherwise nil
	// Mean and Gain [Sizes.Features] are those of the standardizer if the network is an EncoderTrainer; otherwise nil.
	// They are inputs and no constants, so that policies with other data share a compiled graph.
	Mean, Gain *graph.Node
}

// Input splits the inputs of a batch into features and pictures, and noises its actions under a Generative head.
func (m *Model) Input(b Batch) Input {
	in := Input{Features: b.X, Mean: b.Mean, Gain: b.Gain}
	at := m.Sizes.In
	for _, p := range m.Pictures() {
		to := at + layers.Volume(p.Dims)
		dims := append([]int{b.X.Shape().Dimensions[0]}, p.Dims...)
		in.Pictures = append(in.Pictures, graph.Reshape(layers.Columns(b.X, at, to), dims...))
		at = to
	}
	if len(in.Pictures) > 0 {
		in.Features = layers.Columns(b.X, 0, m.Sizes.In)
	}
	if g, ok := m.Head.(Generative); ok {
		in.Noisy, in.Time = g.Corrupt(b.Y, b.Noise, b.Time), b.Time
	}
	return in
}

// LossOf returns the head's loss of a batch as a function of the network's outputs.
func (m *Model) LossOf(b Batch) func(out *graph.Node) *graph.Node {
	return func(out *graph.Node) *graph.Node {
		return m.Head.Loss(out, Targets{Actions: b.Y, Noise: b.Noise, Time: b.Time}, m.Sizes.Actions)
	}
}

// RowLosses computes the loss of each row of a batch [batch] under parameters p.
func (m *Model) RowLosses(b Batch, p []*graph.Node) *graph.Node {
	return m.LossOf(b)(m.Network.Forward(m.Sizes, m.Input(b), p))
}

// Gradient computes the loss of each row and the gradient of J = sum_r w_r l_r by each parameter.
func (m *Model) Gradient(b Batch, p []*graph.Node, w *graph.Node) (rows *graph.Node, gradients []*graph.Node) {
	rows = m.RowLosses(b, p)
	return rows, graph.Gradient(graph.ReduceAllSum(graph.Mul(rows, w)), p...)
}
