package export

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"

	"google.golang.org/protobuf/encoding/protowire"

	"counterpoise/scenes"
)

// Names of the inputs and of the output of a model, and entries of its metadata.
const (
	inputState  = "observation.state"
	inputScene  = "scene_state"
	inputStatic = "observation.images.static"
	inputEgo    = "observation.images.ego"
	inputNoise  = "noise"
	output      = "action"

	metadataExecute = "counterpoise.execute"
	metadataTask    = "counterpoise.task"
)

// Sides of the pictures, in pixels.
const (
	staticSide = scenes.StaticSize
	egoSide    = scenes.GripperSize
)

// graph makes a model operator by operator. It names values itself. Errors of what the caller gives are panics:
// models are built by this program alone.
type graph struct {
	nodes, initializers, inputs, outputs []byte
	names                                int
}

// Types of elements (TensorProto.DataType).
const (
	typeFloat = 1
	typeUint8 = 2
	typeInt64 = 7
)

// Version of the operators and of the file format that are written: those of ONNX 1.12 of 2022, which all runtimes of
// today read.
const (
	opset     = 17
	irVersion = 8
)

// attr is a setting of an operator: an int, []int or float32.
type attr struct {
	Name  string
	Value any
}

// message appends a length-delimited field.
func message(to []byte, number protowire.Number, b []byte) []byte {
	return protowire.AppendBytes(protowire.AppendTag(to, number, protowire.BytesType), b)
}

// text appends a text.
func text(to []byte, number protowire.Number, s string) []byte { return message(to, number, []byte(s)) }

// integer appends a varint.
func integer(to []byte, number protowire.Number, v int) []byte {
	return protowire.AppendVarint(protowire.AppendTag(to, number, protowire.VarintType), uint64(v))
}

// Input adds an input of 32-bit floats, or of 8-bit integers, with an open batch dimension called "batch".
func (b *graph) Input(name string, bytes bool, dims ...int) string {
	kind := typeFloat
	if bytes {
		kind = typeUint8
	}
	b.inputs = message(b.inputs, 11, value(name, kind, dims))
	return name
}

// Output names a value as the output.
func (b *graph) Output(from, name string, dims ...int) {
	b.node("Identity", []string{from}, name)
	b.outputs = message(b.outputs, 12, value(name, typeFloat, dims))
}

// value encodes a ValueInfoProto.
func value(name string, kind int, dims []int) []byte {
	shape := message(nil, 1, text(nil, 2, "batch"))
	for _, d := range dims {
		shape = message(shape, 1, integer(nil, 1, d))
	}
	tensor := message(integer(nil, 1, kind), 2, shape)
	return message(text(nil, 1, name), 2, message(nil, 1, tensor))
}

// Floats adds a parameter.
func (b *graph) Floats(x []float32, dims ...int) string {
	raw := make([]byte, 0, 4*len(x))
	for _, v := range x {
		raw = binary.LittleEndian.AppendUint32(raw, math.Float32bits(v))
	}
	return b.initializer(typeFloat, len(x), raw, dims)
}

// Ints adds a list of integers as a parameter.
func (b *graph) Ints(x ...int) string {
	var raw []byte
	for _, v := range x {
		raw = binary.LittleEndian.AppendUint64(raw, uint64(v))
	}
	return b.initializer(typeInt64, len(x), raw, []int{len(x)})
}

func (b *graph) initializer(kind, n int, raw []byte, dims []int) string {
	volume := 1
	for _, d := range dims {
		volume *= d
	}
	if volume != n {
		panic(fmt.Sprintf("export: %d elements of shape %v", n, dims))
	}
	name := b.name("p")
	var t []byte
	for _, d := range dims {
		t = integer(t, 1, d)
	}
	t = message(text(integer(t, 2, kind), 8, name), 9, raw)
	b.initializers = message(b.initializers, 5, t)
	return name
}

// name returns a name that is not taken.
func (b *graph) name(prefix string) string {
	b.names++
	return fmt.Sprint(prefix, b.names)
}

// Op adds an operator with one output, whose name it returns.
func (b *graph) Op(op string, inputs []string, settings ...attr) string {
	out := b.name("v")
	b.node(op, inputs, out, settings...)
	return out
}

func (b *graph) node(op string, inputs []string, out string, settings ...attr) {
	var n []byte
	for _, in := range inputs {
		n = text(n, 1, in)
	}
	n = text(text(text(n, 2, out), 3, op+" "+out), 4, op)
	for _, s := range settings {
		a := text(nil, 1, s.Name)
		switch v := s.Value.(type) {
		case int:
			a = integer(integer(a, 3, v), 20, 2)
		case []int:
			for _, x := range v {
				a = integer(a, 8, x)
			}
			a = integer(a, 20, 7)
		case float32:
			a = protowire.AppendFixed32(protowire.AppendTag(a, 2, protowire.Fixed32Type), math.Float32bits(v))
			a = integer(a, 20, 1)
		default:
			panic(fmt.Sprintf("export: attribute %s is a %T", s.Name, v))
		}
		n = message(n, 5, a)
	}
	b.nodes = message(b.nodes, 1, n)
}

// Encode returns the model with entries of metadata, in pairs of key and value.
func (b *graph) Encode(name, producer string, metadata ...[2]string) []byte {
	graph := slices.Concat(b.nodes, text(nil, 2, name), b.initializers, b.inputs, b.outputs)
	m := text(integer(nil, 1, irVersion), 2, producer)
	m = message(m, 7, graph)
	m = message(m, 8, integer(text(nil, 1, ""), 2, opset))
	for _, entry := range metadata {
		m = message(m, 14, text(text(nil, 1, entry[0]), 2, entry[1]))
	}
	return m
}
