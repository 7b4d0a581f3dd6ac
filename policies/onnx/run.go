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
	values := map[string]*tensor{}
	held := int64(0) // bytes of values; those that share elements, such as the output of Reshape, count as copies
	find := func(name string) *tensor {
		if t, ok := values[name]; ok {
			return t
		}
		if t, ok := inputs[name]; ok {
			return t
		}
		return p.model.Graph.Initializers[name]
	}
	for k := range p.model.Graph.Nodes {
		n := &p.model.Graph.Nodes[k]
		if err := l.ended(); err != nil {
			return nil, err
		}
		m.room = l.room - held
		c := call{machine: m, Node: n, opset: p.model.Opset}
		for _, name := range n.Inputs {
			var t *tensor
			if name != "" {
				t = find(name)
			}
			c.in = append(c.in, t)
		}
		out, err := apply(c)
		if err != nil {
			return nil, fmt.Errorf("operator %s %w", n.describe(k), err)
		}
		for i, name := range n.Outputs {
			if i < len(out) && name != "" {
				if old, made := values[name]; made {
					held -= old.bytes()
				}
				values[name] = out[i]
				held += out[i].bytes()
			} else if _, used := p.last[name]; used && name != "" {
				return nil, fmt.Errorf("operator %s does not make its output %d", n.describe(k), i)
			}
		}
		for _, name := range n.Inputs {
			if t, made := values[name]; made && p.last[name] == k {
				delete(values, name)
				held -= t.bytes()
			}
		}
		if held > l.room {
			return nil, fmt.Errorf("operator %s needs more memory than a model of this size may take", n.describe(k))
		}
	}
	out := find(p.model.Graph.Outputs[0].Name)
	if out == nil {
		return nil, fmt.Errorf("nothing makes its output %.60q", p.model.Graph.Outputs[0].Name)
	}
	return out, nil
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
