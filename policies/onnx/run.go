package onnx

import (
	"fmt"
	"maps"
	"slices"

	"counterpoise/internal/num"
)

// plan says when each value of a graph is used last, so that memory holds no more than an answer needs.
type plan struct {
	model *Model
	last  map[string]int // value -> index of the last operator that reads it; len(nodes) for the output
}

// newPlan checks that every operator reads what is there before it.
func newPlan(m *Model) (*plan, error) {
	p := &plan{m, map[string]int{}}
	known := map[string]bool{"": true}
	for name := range m.Graph.Initializers {
		known[name] = true
	}
	for _, v := range m.Graph.Inputs {
		known[v.Name] = true
	}
	for k, n := range m.Graph.Nodes {
		for _, in := range n.Inputs {
			if !known[in] {
				return nil, fmt.Errorf("operator %s reads %.60q, which nothing before it makes", n.describe(k), in)
			}
			p.last[in] = k
		}
		for _, out := range n.Outputs {
			known[out] = true
		}
	}
	if len(m.Graph.Outputs) == 0 {
		return nil, fmt.Errorf("has no output; a policy has %s", Output)
	}
	first := m.Graph.Outputs[0].Name
	if !known[first] {
		return nil, fmt.Errorf("nothing makes its output %.60q", first)
	}
	p.last[first] = len(m.Graph.Nodes)
	return p, nil
}

// describe names an operator in errors.
func (n *Node) describe(k int) string { return fmt.Sprintf("%d (%.30s %.60q)", k, n.Op, n.Name) }

// limits bound an answer: the memory of its values, its work, and whether it is still wanted.
type limits struct {
	room, work int64        // see machine
	ended      func() error // such as that of a context
}

// compute returns the first output for inputs by name.
func (p *plan) compute(inputs map[string]*tensor, l limits) (*tensor, error) {
	m := &machine{work: l.work, ended: l.ended}
	v := values{plan: p, inputs: inputs, made: map[string]*tensor{}}
	for k := range p.model.Graph.Nodes {
		n := &p.model.Graph.Nodes[k]
		if err := l.ended(); err != nil {
			return nil, err
		}
		m.room = l.room - v.held
		c := call{machine: m, Node: n, opset: p.model.Opset}
		for _, name := range n.Inputs {
			c.in = append(c.in, v.find(name))
		}
		out, err := apply(c)
		if err != nil {
			return nil, fmt.Errorf("operator %s %w", n.describe(k), err)
		}
		if i := v.keep(n, out); i >= 0 {
			return nil, fmt.Errorf("operator %s does not make its output %d", n.describe(k), i)
		}
		v.drop(n, k)
		if v.held > l.room {
			return nil, fmt.Errorf("operator %s needs more memory than a model of this size may take", n.describe(k))
		}
	}
	out := v.find(p.model.Graph.Outputs[0].Name)
	if out == nil {
		return nil, fmt.Errorf("nothing makes its output %.60q", p.model.Graph.Outputs[0].Name)
	}
	return out, nil
}

// values are what the operators of a graph have made so far and later ones need.
type values struct {
	plan   *plan
	inputs map[string]*tensor
	made   map[string]*tensor
	held   int64 // bytes of made; those that share elements, such as the output of Reshape, count as copies
}

// find returns the value of a name: made, an input, or a parameter. It is nil for the empty name and for none of these.
func (v *values) find(name string) *tensor {
	if name == "" {
		return nil
	}
	if t, ok := v.made[name]; ok {
		return t
	}
	if t, ok := v.inputs[name]; ok {
		return t
	}
	return v.plan.model.Graph.Initializers[name]
}

// keep keeps the outputs of a node. It returns the first output that a later node needs and the operator has not made,
// -1 if there is none.
func (v *values) keep(n *Node, out []*tensor) (lacking int) {
	for i, name := range n.Outputs {
		if i < len(out) && name != "" {
			if old, made := v.made[name]; made {
				v.held -= old.bytes()
			}
			v.made[name] = out[i]
			v.held += out[i].bytes()
		} else if _, used := v.plan.last[name]; used && name != "" {
			return i
		}
	}
	return -1
}

// drop forgets the values that node k, n, is the last to need.
func (v *values) drop(n *Node, k int) {
	for _, name := range n.Inputs {
		if t, made := v.made[name]; made && v.plan.last[name] == k {
			delete(v.made, name)
			v.held -= t.bytes()
		}
	}
}

// finite returns an error if a parameter is NaN or infinite.
func (m *Model) finite() error {
	for _, name := range slices.Sorted(maps.Keys(m.Graph.Initializers)) {
		if t := m.Graph.Initializers[name]; t.kind == typeFloat {
			if k := num.FirstNonFinite(t.f); k >= 0 {
				return fmt.Errorf("parameter %.60q has %v", name, t.f[k])
			}
		}
	}
	return nil
}
