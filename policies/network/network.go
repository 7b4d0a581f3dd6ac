//go:build !js

package network

import (
	"github.com/gomlx/gomlx/core/graph"

	"counterpoise/internal/catalog"
	"counterpoise/internal/seed"
)

// Network says how a policy computes: an architecture. Each network is one file of this package that registers itself
// in Networks, and is a value without state: parameters are arguments, so one compiled graph serves any weights.
type Network interface {
	// About describes the network in one line, for help texts.
	About() string
	// Dims returns the dimensions of the parameters, in the order in which files and graphs have them.
	Dims(s Sizes) [][]int
	// Init returns initial values of the parameters, drawn by the key. Spare slots must be 0.
	Init(s Sizes, k seed.Key) [][]float32
	// Forward computes the outputs [batch, s.Out] of a batch under parameters p. It may not mix rows: what comes out
	// for a row depends on that row alone.
	Forward(s Sizes, in Input, p []*graph.Node) *graph.Node
}

// Networks holds every architecture by name.
var Networks = catalog.New[Network]("network")

// Input is what enters a network for a batch of rows.
type Input struct {
	// Features [batch, s.In] are standardised. Spare slots are 0.
	Features *graph.Node
	// Pictures are those that a PictureReader lists, [batch, its Dims...] each, for each observation of the history;
	// otherwise nil.
	Pictures []*graph.Node
	// Mean and Gain [s.Features] are what Features were standardised by, for an EncoderTrainer; otherwise nil.
	Mean, Gain *graph.Node
	// Noisy [batch, s.Slots] are noised actions and Time [batch, 1] is the time step in [0, 1], under a Generative
	// head; otherwise nil.
	Noisy, Time *graph.Node
}

// SideBySide returns all of an input but its pictures as one vector a row [batch, s.In + s.Condition]: features,
// noised actions and time step, each padded to its slots. Without a generative head it is the features.
func SideBySide(s Sizes, in Input) *graph.Node {
	if s.Condition == 0 {
		return in.Features
	}
	batch := in.Features.Shape().Dimensions[0]
	spare := graph.Zeros(in.Features.Graph(), in.Time.Shape())
	pad := graph.BroadcastToDims(spare, batch, s.Condition-s.Slots-1)
	return graph.Concatenate([]*graph.Node{in.Features, in.Noisy, in.Time, pad}, 1)
}

// PictureReader is a Network that reads pictures itself. Training then keeps the pictures of all demonstrations in
// memory, 141 kB a frame.
type PictureReader interface {
	Network
	// Pictures lists its picture inputs from one observation.
	Pictures() []Picture
}

// EncoderTrainer is a PictureReader that trains the encoder of its observer: it starts from the frozen one, and takes
// the place of its features. Of other PictureReaders the observer gives the robot's features alone.
type EncoderTrainer interface {
	PictureReader
	// Deploy returns an equivalent model that acts from an observer's features alone.
	Deploy(m *Model) (*Model, error)
	// LimitInputs adapts the standardizer of the features, fitted to the training frames, before training starts.
	LimitInputs(s Standardizer)
}

// Camera is one of the two cameras of an observation.
type Camera int

// The cameras.
const (
	StaticCamera Camera = iota
	GripperCamera
)

// Picture is one picture as an input of a network.
type Picture struct {
	Camera Camera
	Age    int   // of the observation in the history; 0: the present one
	Dims   []int // of one row's input
	// Fill writes the input for a picture, 8-bit RGB by rows from the top left, to dst. It may be called concurrently.
	Fill func(dst []float32, pixels []uint8)
}

// Grammed is a Network that computes inner products of the gradients of rows without the gradients themselves. Other
// networks get one gradient for each group of rows.
type Grammed interface {
	Network
	// Backward computes, for the weighted loss J = sum_r w_r l_r, the loss l_r of each row [batch], the gradient of J
	// by each parameter, and whatever Products needs of these rows. loss maps outputs [batch, s.Out] to l [batch].
	Backward(s Sizes, in Input, p []*graph.Node, loss func(out *graph.Node) *graph.Node, w *graph.Node) (
		rows *graph.Node, gradients, known []*graph.Node)
	// Products computes the loss l'_s of each row of another batch under parameters p, and the inner products
	// <∇l'_s, ∇l_r> [batch, batch] with each row r of the batch of Backward, from what it returned as known.
	Products(s Sizes, in Input, p []*graph.Node, loss func(out *graph.Node) *graph.Node, known []*graph.Node) (
		rows, products *graph.Node)
	// KnownCount is the number of nodes that Backward returns as known.
	KnownCount() int
}

// Revised is a Network whose graph on XLA sums in another order than when the first records were made with it, so that
// trainings differ from those in the last bits. Records keep the revision, and a folder has records of one revision
// alone unless --mix-devices is given.
type Revised interface {
	Network
	// Revision names the present graph on XLA.
	Revision() string
}

// Revision returns the revision of the graph of a network by its name; it is empty for a network that has none or does
// not exist.
func Revision(name string) string {
	if net, err := Networks.Get(name); err == nil {
		if r, ok := net.(Revised); ok {
			return r.Revision()
		}
	}
	return ""
}

// Unbatched is a Network whose inference computes one observation a graph call, unless it acts on a graphics card,
// because its matrix products have several rows an observation. Blocks of observations give the same bits whatever is
// beside them only where every product has one row an observation (package policies).
type Unbatched interface {
	Network
	// Unbatched does nothing; it marks the network.
	Unbatched()
}
