package onnx

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"google.golang.org/protobuf/encoding/protowire"
)

// Types of the elements of tensors (TensorProto.DataType).
const (
	typeFloat  = 1
	typeUint8  = 2
	typeInt32  = 6
	typeInt64  = 7
	typeBool   = 9
	typeDouble = 11
)

// Model is a decoded model.
type Model struct {
	Opset    int64             // version of the operators of the default domain
	Metadata map[string]string // metadata_props
	Graph    Graph
}

// Graph is a list of operators in the order of computation, with the values that they start from.
type Graph struct {
	Nodes        []Node
	Initializers map[string]*tensor
	Inputs       []Value // without those that initializers give
	Outputs      []Value
}

// Node is one operator.
type Node struct {
	Name, Op, Domain string
	Inputs, Outputs  []string // an empty name is an optional value that is absent
	Attributes       map[string]attribute
}

// Value is a named input or output. A dimension is -1 where the model leaves it open.
type Value struct {
	Name string
	Type int
	Dims []int
}

// attribute is a setting of an operator. One of its fields is set.
type attribute struct {
	f      float32
	i      int64
	s      string
	ints   []int64
	floats []float32
	t      *tensor
}

var errWire = errors.New("is no ONNX model, or is cut")

// field is a field of a message: its number, and its value by its wire type.
type field struct {
	number protowire.Number
	kind   protowire.Type
	n      uint64 // of varints and fixed sizes
	b      []byte // of length-delimited fields, a subslice
}

// each calls f with each field of a message.
func each(message []byte, f func(field) error) error {
	for len(message) > 0 {
		number, kind, n := protowire.ConsumeTag(message)
		if n < 0 {
			return errWire
		}
		message = message[n:]
		out := field{number: number, kind: kind}
		switch kind {
		case protowire.VarintType:
			out.n, n = protowire.ConsumeVarint(message)
		case protowire.Fixed32Type:
			var v uint32
			v, n = protowire.ConsumeFixed32(message)
			out.n = uint64(v)
		case protowire.Fixed64Type:
			out.n, n = protowire.ConsumeFixed64(message)
		case protowire.BytesType:
			out.b, n = protowire.ConsumeBytes(message)
		default:
			n = protowire.ConsumeFieldValue(number, kind, message)
		}
		if n < 0 {
			return errWire
		}
		if err := f(out); err != nil {
			return err
		}
		message = message[n:]
	}
	return nil
}

// varints appends the integers of a repeated field, packed or not.
func (f field) varints(to []int64) ([]int64, error) {
	if f.kind == protowire.VarintType {
		return append(to, int64(f.n)), nil
	}
	for b := f.b; len(b) > 0; {
		v, n := protowire.ConsumeVarint(b)
		if n < 0 {
			return to, errWire
		}
		to, b = append(to, int64(v)), b[n:]
	}
	return to, nil
}

// floats appends the float32 of a repeated field, packed or not.
func (f field) floats(to []float32) ([]float32, error) {
	if f.kind == protowire.Fixed32Type {
		return append(to, math.Float32frombits(uint32(f.n))), nil
	}
	if len(f.b)%4 != 0 {
		return to, errWire
	}
	for b := f.b; len(b) > 0; b = b[4:] {
		to = append(to, math.Float32frombits(binary.LittleEndian.Uint32(b)))
	}
	return to, nil
}

// decodeTensor decodes a TensorProto:
//
//	dims = 1, data_type = 2, float_data = 4, int32_data = 5, int64_data = 7, name = 8, raw_data = 9, double_data = 10,
//	data_location = 14
func decodeTensor(b []byte, room spender) (name string, t *tensor, err error) {
	var dims, ints []int64
	var floats []float32
	var raw, doubles []byte
	kind := 0
	err = each(b, func(f field) (err error) {
		if err := room.Spend("a tensor", memoryOf(f)); err != nil {
			return err
		}
		switch f.number {
		case 1:
			dims, err = f.varints(dims)
		case 2:
			kind = int(int32(f.n))
		case 4:
			floats, err = f.floats(floats)
		case 5, 7:
			ints, err = f.varints(ints)
		case 8:
			name = string(f.b)
		case 9:
			raw = f.b
		case 10:
			doubles = f.b
		case 14:
			if f.n != 0 {
				err = errExternal
			}
		}
		return err
	})
	if err != nil {
		return name, nil, err
	}
	t = &tensor{kind: kind}
	for _, d := range dims {
		t.dims = append(t.dims, int(d))
	}
	if _, err := extent(t.dims); err != nil {
		return name, nil, fmt.Errorf("tensor %.60q: %w", name, err)
	}
	if err := t.fill(floats, ints, raw, doubles, room); err != nil {
		return name, nil, fmt.Errorf("tensor %.60q %w", name, err)
	}
	if n := volume(t.dims); t.count() != n {
		return name, nil, fmt.Errorf("tensor %.60q has %d elements, its shape %v has %d", name, t.count(), t.dims, n)
	}
	return name, t, nil
}

// errExternal is the error of a tensor whose elements are in another file.
var errExternal = errors.New("keeps its parameters in another file (external data, such as model.onnx.data beside " +
	"model.onnx); write one file with them inside, in Python by onnx.save(onnx.load(\"model.onnx\"), " +
	"\"whole.onnx\"), or export with torch.onnx.export(..., external_data=False)")

// memoryOf is the most that a field of a TensorProto takes in memory. Packed numbers are appended to lists that grow by
// doubling: 8 bytes of a varint of one, 4 of a float of 4.
func memoryOf(f field) int64 {
	n := int64(len(f.b))
	switch f.number {
	case 4:
		return 3 * n
	case 9, 10:
		return 0 // spent in fill, when the type is known
	}
	return 24 * (n + 1)
}

// fill takes the elements from the fields of a TensorProto that hold them.
func (t *tensor) fill(floats []float32, ints []int64, raw, doubles []byte, room spender) error {
	size := map[int]int{typeFloat: 4, typeUint8: 1, typeInt32: 4, typeInt64: 8, typeBool: 1, typeDouble: 8}[t.kind]
	if size == 0 {
		return fmt.Errorf("has elements of type %d; float, double, uint8, int32, int64 and bool are read", t.kind)
	}
	if t.kind == typeDouble && raw == nil {
		raw = doubles
	}
	if len(raw)%size != 0 {
		return fmt.Errorf("has %d bytes for elements of %d", len(raw), size)
	}
	if n := len(raw) / size; n > 0 {
		if err := room.Spend("a tensor", int64(n)*(elementBytes(t.kind)+8)); err != nil { // uint8 is both for a while
			return err
		}
		if t.kind == typeFloat || t.kind == typeDouble {
			floats = make([]float32, 0, n)
		} else {
			ints = make([]int64, 0, n)
		}
	}
	order := binary.LittleEndian
	for ; len(raw) > 0; raw = raw[size:] {
		switch t.kind {
		case typeFloat:
			floats = append(floats, math.Float32frombits(order.Uint32(raw)))
		case typeDouble:
			floats = append(floats, float32(math.Float64frombits(order.Uint64(raw))))
		case typeInt32:
			ints = append(ints, int64(int32(order.Uint32(raw))))
		case typeInt64:
			ints = append(ints, int64(order.Uint64(raw)))
		default:
			ints = append(ints, int64(raw[0]))
		}
	}
	switch t.kind {
	case typeUint8:
		for _, v := range ints {
			t.f = append(t.f, float32(v))
		}
	case typeFloat, typeDouble:
		t.kind, t.f = typeFloat, floats
	default:
		t.i = ints
	}
	return nil
}
