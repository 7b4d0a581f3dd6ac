package policies

import (
	"fmt"

	"github.com/gomlx/compute"
	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"

	"counterpoise/internal/seed"
	"counterpoise/policies/backend"
	"counterpoise/scenes"
)

// Policy turns observations into chunks of actions. It is safe for use by several goroutines at once.
type Policy struct {
	backend compute.Backend
	cfg     Config
	net     Network
	head    Head
	shape   shape
	inputs  standard
	weights []*tensors.Tensor // as shape.dims
	act     *graph.Exec
	eval    *graph.Exec // losses of rows
}

// newPolicy builds a policy around weights, which it copies, on a backend.
func newPolicy(b compute.Backend, cfg Config, net Network, weights [][]float32, inputs standard) (*Policy, error) {
	var err error
	p := &Policy{backend: b, cfg: cfg, net: net, head: cfg.head(), shape: cfg.shape(net), inputs: inputs}
	for i, d := range p.shape.Dims() {
		p.weights = append(p.weights, tensors.FromFlatDataAndDimensions(weights[i], d...))
	}
	p.act, err = graph.NewExec(b, func(in []*graph.Node) *graph.Node { return forward(in[0], in[1:]) })
	if err != nil {
		return nil, fmt.Errorf("policies: inference graph: %w", err)
	}
	p.eval, err = graph.NewExec(b, func(in []*graph.Node) *graph.Node { return rowLosses(in, p.front(), p.head, p.shape.actions) })
	if err != nil {
		return nil, fmt.Errorf("policies: graph of losses: %w", err)
	}
	return p, nil
}

// untrained is the policy that training with these settings and this key starts from.
func untrained(b compute.Backend, cfg Config, net Network, inputs standard, key seed.Key) (*Policy, error) {
	return newPolicy(b, cfg, net, initialise(cfg.shape(net), key.With("initialisation")), inputs)
}

// onProcessor is the policy as it acts: on the processor, whatever trained it, and looking through its own eyes.
func (p *Policy) onProcessor() (*Policy, error) {
	b, err := backend.Go()
	if err != nil || p.backend == b && !p.shape.eyes {
		return p, err
	}
	data, err := p.encodeFile()
	if err != nil {
		return nil, fmt.Errorf("policies: taking the policy to the processor: %w", err)
	}
	return decodeFile(data)
}

// Config is how the policy was trained.
func (p *Policy) Config() Config { return p.cfg }

// Chunk is the number of actions that the policy predicts for an observation, at 30 Hz.
func (p *Policy) Chunk() int { return p.cfg.Chunk }

// Execute is how many of them to carry out before asking again.
func (p *Policy) Execute() int { return p.cfg.Execute }

// Act fills dst[i] with the first len(dst[i]) actions of the chunk for obs[i], at most Chunk. What comes out for an
// observation does not depend, in any bit, on which others it was asked with.
//
// Components are what the network says: translation and rotation may leave [-1, 1], which scenes clips, and the
// gripper is a number whose sign counts. An observation with a NaN is an error that names it.
func (p *Policy) Act(dst [][]scenes.Action, obs []scenes.Observation) error {
	if len(dst) != len(obs) {
		return fmt.Errorf("policies: %d chunks asked for %d observations", len(dst), len(obs))
	}
	defer backend.VZeroUpper()
	for len(obs) > 0 {
		rows := p.shape.block(len(obs))
		n := min(rows, len(obs))
		if err := p.actBlock(dst[:n], obs[:n], rows); err != nil {
			return err
		}
		dst, obs = dst[n:], obs[n:]
	}
	return nil
}

// actBlock answers up to rows observations with one run of the graph for that many.
func (p *Policy) actBlock(dst [][]scenes.Action, obs []scenes.Observation, rows int) error {
	x := make([]float32, rows*p.shape.in)
	for i := range obs {
		if err := p.encode(x[i*p.shape.in:][:p.shape.features], &obs[i]); err != nil {
			return err
		}
	}
	in := []any{tensors.FromFlatDataAndDimensions(x, rows, p.shape.in)}
	for _, w := range p.weights[:layerParams] {
		in = append(in, w)
	}
	out, err := p.act.Call1(in...)
	if err != nil {
		return fmt.Errorf("policies: inference: %w", err)
	}
	defer out.MustFinalizeAll()
	var bad error
	err = tensors.ConstFlatData(out, func(y []float32) { bad = p.unpack(dst, y) })
	if err == nil {
		err = bad
	}
	return err
}

func (p *Policy) encode(x []float32, o *scenes.Observation) error {
	if err := observe(x, p.net, p.cfg.Network, o); err != nil {
		return err
	}
	p.inputs.apply(x, x)
	return nil
}

// unpack copies the wanted actions of each row of y [rows, out].
func (p *Policy) unpack(dst [][]scenes.Action, y []float32) error {
	c := make([]float32, p.shape.actions)
	for i, chunk := range dst {
		if len(chunk) > p.cfg.Chunk {
			return fmt.Errorf("policies: %d actions asked of a policy that predicts %d", len(chunk), p.cfg.Chunk)
		}
		p.head.decode(c, y[i*p.shape.out:][:p.shape.outputs])
		for t := range chunk {
			copy(chunk[t][:], c[t*actionSize:])
		}
	}
	return nil
}
