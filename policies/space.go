package policies

import (
	"errors"
	"fmt"

	"github.com/gomlx/gomlx/core/tensors"

	"counterpoise/internal/num"
	"counterpoise/internal/seed"
	"counterpoise/policies/network"
	"counterpoise/policies/train"
)

// Space is what a policy of an environment other than the tabletop reads and writes. Its inputs are the numbers of a
// state and, where it was trained on several tasks, a 1 for its task and a 0 for each other one. The k-th component of
// an action of its answer a is
//
//	a_k = Mean_k + Scale_k y_k
//
// with the output y of its head.
type Space struct {
	State  []string  `json:"state"`           // names of the numbers of a state
	Tasks  []string  `json:"tasks,omitempty"` // of the demonstrations
	Action []string  `json:"action"`          // names of the components of an action
	Mean   []float32 `json:"mean"`
	Scale  []float32 `json:"scale"`
	// Encoder is the digest of the encoder that turned pictures into numbers of the state; empty where none did.
	Encoder string `json:"encoder,omitempty"`
}

// Features are the inputs of the policy.
func (s *Space) Features() (all []network.Feature) {
	for _, name := range s.State {
		all = append(all, network.Feature{Name: name})
	}
	if len(s.Tasks) > 1 {
		for _, task := range s.Tasks {
			all = append(all, network.Feature{Name: "task " + task, Unit: "1"})
		}
	}
	return all
}

// check returns an error unless the parts of a space fit together.
func (s *Space) check() error {
	n := len(s.Action)
	for _, v := range [][]float32{s.Mean, s.Scale} {
		if len(v) != n || num.FirstNonFinite(v) >= 0 {
			return errors.New("the means and scales of its actions do not fit their number, or are not finite")
		}
	}
	seen, err := network.Observers.Get("vision")
	if here := network.EncoderID(seen); err == nil && s.Encoder != "" && s.Encoder != here {
		err = fmt.Errorf("its numbers of pictures come from encoder %q, and this program has %q; train it again",
			s.Encoder, here)
	}
	return err
}

// NewNeuralOf returns the policy of a trained model for an environment other than the tabletop; without a space it is
// NewNeural.
func NewNeuralOf(cfg train.Config, m *network.Model, s *Space) (*Neural, error) {
	if s != nil {
		if err := s.check(); err != nil {
			return nil, fmt.Errorf("policies: %w", err)
		}
	}
	p, err := NewNeural(cfg, m)
	if err == nil {
		p.space = s
	}
	return p, err
}

// Space is what the policy reads and writes; nil for one of the tabletop.
func (p *Neural) Space() *Space { return p.space }

// errOtherSpace is the answer of a policy of another environment to what needs one of the tabletop.
func (p *Neural) errOtherSpace() error {
	return fmt.Errorf("policies: this policy is of another environment than the tabletop (states of %d numbers, "+
		"actions of %d): eval POLICY --env rolls it out", len(p.space.State), len(p.space.Action))
}

// ActOnStates fills dst[i] with the first actions of the chunk for state i of states, one after another, as many as
// fit. task is the number of the task among Space.Tasks. The answer to a state does not depend, in any bit, on the
// other states of the call.
func (p *Neural) ActOnStates(dst [][]float32, states []float32, task int) error {
	if p.space == nil {
		return errors.New("policies: this policy is of the tabletop; eval without --env rolls it out")
	}
	width, actions, in := len(p.space.State), len(p.space.Action), p.model.Sizes.Features
	if len(dst)*width != len(states) {
		return fmt.Errorf("policies: %d numbers in %d states, and one has %d", len(states), len(dst), width)
	}
	for _, chunk := range dst {
		if len(chunk) > p.cfg.Chunk*actions {
			return fmt.Errorf("policies: %d actions requested of a policy that predicts %d", len(chunk)/actions,
				p.cfg.Chunk)
		}
	}
	fill := func(to []float32, first, n, _ int) ([]*tensors.Tensor, error) {
		for i := range n {
			x := to[i*p.model.Sizes.In:][:in]
			copy(x, states[(first+i)*width:][:width])
			if in > width {
				x[width+task] = 1
			}
			p.model.Standardizer.Apply(x, x)
		}
		return nil, nil
	}
	return p.inBlocks(len(dst), fill, func(i int, y []float32) {
		for c := range dst[i] {
			k := c % actions
			dst[i][c] = p.space.Mean[k] + p.space.Scale[k]*y[c]
		}
	})
}

// Untrained returns a policy with the same parts, widths and scales whose weights the key draws: it has learned
// nothing.
func (p *Neural) Untrained(k seed.Key) (*Neural, error) {
	m := *p.trained
	m.Weights = m.Network.Init(m.Sizes, k)
	return NewNeuralOf(p.cfg, &m, p.space)
}
