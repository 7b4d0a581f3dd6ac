package onnx

import (
	"fmt"
	"math"

	"counterpoise/internal/budget"
)

// spender is what decoding spends memory from.
type spender interface {
	Spend(part string, n int64) error
}

// Limits of a model. The largest network of this program has 60 operators and 2 million parameters.
const (
	maxElements = 1 << 30 // of a tensor
	maxOpset    = 28      // the newest version of the operators whose meaning was compared with operators.go
	minOpset    = 7       // the first one with broadcasting as it is today
)

// nodeBytes is the memory of an attribute without its texts, in bytes, and half of that of a node or of a value, the
// garbage of growing lists of them included. A name takes a quarter.
const nodeBytes = 256

// Parse decodes a ModelProto:
//
//	graph = 7, opset_import = 8 { domain = 1, version = 2 }, metadata_props = 14 { key = 1, value = 2 }
//
// The budget is one of the size of data.
func Parse(data []byte, room *budget.Budget) (*Model, error) {
	m := &Model{Metadata: map[string]string{}, Graph: Graph{Initializers: map[string]*tensor{}}}
	graphs := 0
	err := each(data, func(f field) error {
		switch f.number {
		case 7:
			graphs++
			return m.Graph.parse(f.b, room)
		case 8:
			domain, version := "", int64(0)
			err := each(f.b, func(f field) error {
				switch f.number {
				case 1:
					domain = string(f.b)
				case 2:
					version = int64(f.n)
				}
				return nil
			})
			if domain == "" || domain == "ai.onnx" {
				m.Opset = version
			}
			return err
		case 14:
			key, value := "", ""
			if err := room.Spend("metadata", nodeBytes+int64(len(f.b))); err != nil {
				return err
			}
			err := each(f.b, func(f field) error {
				switch f.number {
				case 1:
					key = string(f.b)
				case 2:
					value = string(f.b)
				}
				return nil
			})
			m.Metadata[key] = value
			return err
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if graphs != 1 {
		return nil, fmt.Errorf("has %d graphs, expected one: %w", graphs, errWire)
	}
	if m.Opset < minOpset || m.Opset > maxOpset {
		return nil, fmt.Errorf("uses operators of version %d; %d to %d are read: export it with opset_version=17",
			m.Opset, minOpset, maxOpset)
	}
	return m, nil
}

// parse decodes a GraphProto: node = 1, initializer = 5, input = 11, output = 12, sparse_initializer = 15.
func (g *Graph) parse(b []byte, room spender) error {
	err := each(b, func(f field) error {
		switch f.number {
		case 1:
			n, err := parseNode(f.b, room)
			g.Nodes = append(g.Nodes, n)
			return err
		case 5:
			name, t, err := decodeTensor(f.b, room)
			g.Initializers[name] = t
			return err
		case 11, 12:
			v, err := parseValue(f.b, room)
			if f.number == 11 {
				g.Inputs = append(g.Inputs, v)
			} else {
				g.Outputs = append(g.Outputs, v)
			}
			return err
		case 15:
			return fmt.Errorf("has sparse parameters, which are not read")
		}
		return nil
	})
	var open []Value
	for _, v := range g.Inputs {
		if _, given := g.Initializers[v.Name]; !given {
			open = append(open, v)
		}
	}
	g.Inputs = open
	return err
}

// parseNode decodes a NodeProto: input = 1, output = 2, name = 3, op_type = 4, attribute = 5, domain = 7.
func parseNode(b []byte, room spender) (n Node, err error) {
	n.Attributes = map[string]attribute{}
	if err := room.Spend("an operator", 2*nodeBytes+2*int64(len(b))); err != nil {
		return n, err
	}
	return n, each(b, func(f field) error {
		switch f.number {
		case 1, 2:
			if err := room.Spend("names", nodeBytes/4); err != nil {
				return err
			}
			if f.number == 1 {
				n.Inputs = append(n.Inputs, string(f.b))
			} else {
				n.Outputs = append(n.Outputs, string(f.b))
			}
		case 3:
			n.Name = string(f.b)
		case 4:
			n.Op = string(f.b)
		case 5:
			return n.parseAttribute(f.b, room)
		case 7:
			n.Domain = string(f.b)
		}
		return nil
	})
}

// parseAttribute decodes an AttributeProto: name = 1, f = 2, i = 3, s = 4, t = 5, g = 6, floats = 7, ints = 8.
func (n *Node) parseAttribute(b []byte, room spender) error {
	if err := room.Spend("an attribute", nodeBytes+12*int64(len(b))); err != nil {
		return err
	}
	name, a := "", attribute{}
	err := each(b, func(f field) (err error) {
		switch f.number {
		case 1:
			name = string(f.b)
		case 2:
			a.f = math.Float32frombits(uint32(f.n))
		case 3:
			a.i = int64(f.n)
		case 4:
			a.s = string(f.b)
		case 5:
			_, a.t, err = decodeTensor(f.b, room)
		case 6:
			err = fmt.Errorf("operator %.30q has a graph of its own (If, Loop, Scan), which is not read", n.Op)
		case 7:
			a.floats, err = f.floats(a.floats)
		case 8:
			a.ints, err = f.varints(a.ints)
		}
		return err
	})
	n.Attributes[name] = a
	return err
}

// parseValue decodes a ValueInfoProto: name = 1, type = 2 { tensor_type = 1 { elem_type = 1, shape = 2 { dim = 1 {
// dim_value = 1, dim_param = 2 } } } }.
func parseValue(b []byte, room spender) (v Value, err error) {
	if err := room.Spend("an input", 2*nodeBytes+8*int64(len(b))); err != nil {
		return v, err
	}
	dim := func(f field) error {
		v.Dims = append(v.Dims, -1)
		return each(f.b, func(f field) error {
			if f.number == 1 && f.n > 0 && f.n <= maxElements {
				v.Dims[len(v.Dims)-1] = int(f.n)
			}
			return nil
		})
	}
	tensorType := func(f field) error {
		switch f.number {
		case 1:
			v.Type = int(int32(f.n))
		case 2:
			return each(f.b, func(f field) error {
				if f.number == 1 {
					return dim(f)
				}
				return nil
			})
		}
		return nil
	}
	return v, each(b, func(f field) error {
		switch f.number {
		case 1:
			v.Name = string(f.b)
		case 2:
			return each(f.b, func(f field) error {
				if f.number == 1 {
					return each(f.b, tensorType)
				}
				return nil
			})
		}
		return nil
	})
}
