package onnx

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"google.golang.org/protobuf/encoding/protowire"

	"counterpoise/internal/faults"
	"counterpoise/internal/hostile"
	"counterpoise/scenes"
)

// linear returns a model that makes two actions of the state: its first 14 numbers, doubled.
func linear(metadata ...[2]string) []byte {
	b := &Builder{}
	state := b.Input(InputState, false, scenes.RobotSize)
	indices := make([]int, 14)
	for k := range indices {
		indices[k] = k
	}
	x := b.Op("Gather", []string{state, b.Ints(indices...)}, Attr{"axis", 1})
	x = b.Op("Mul", []string{x, b.Floats([]float32{2}, 1)})
	b.Output(b.Op("Reshape", []string{x, b.Ints(-1, 2, 7)}), Output, 2, 7)
	return b.Encode("linear", "test", metadata...)
}

func observation() *scenes.Observation {
	o := &scenes.Observation{Static: make([]byte, 3*StaticSide*StaticSide), Gripper: make([]byte, 3*EgoSide*EgoSide)}
	for k := range o.Robot {
		o.Robot[k] = float32(k) / 10
	}
	for k := range o.Static {
		o.Static[k] = byte(k % 251)
	}
	return o
}

// A model acts, says how many actions it has, and is saved as it was read.
func TestActs(t *testing.T) {
	data := linear([2]string{MetadataTask, "picking"})
	p, err := Decode(t.Context(), data)
	if err != nil {
		t.Fatal(err)
	}
	if p.Chunk() != 2 || p.Execute() != 2 || p.Task() != "picking" || p.Pictures() {
		t.Errorf("chunk %d, execute %d, task %q, pictures %v", p.Chunk(), p.Execute(), p.Task(), p.Pictures())
	}
	dst := [][]scenes.Action{make([]scenes.Action, 1), make([]scenes.Action, 2)}
	if err := p.Act(dst, []scenes.Observation{*observation(), *observation()}); err != nil {
		t.Fatal(err)
	}
	for k := range 14 {
		if want := 2 * (float32(k) / 10); dst[1][k/7][k%7] != want || k < 7 && dst[0][0][k] != want {
			t.Errorf("component %d is %v, want %v", k, dst[1][k/7][k%7], want)
		}
	}
	path := filepath.Join(t.TempDir(), "p.onnx")
	if err := p.Save(path); err != nil {
		t.Fatal(err)
	}
	if back, err := os.ReadFile(path); err != nil || !slices.Equal(back, data) {
		t.Errorf("saved are %d bytes of %d, %v", len(back), len(data), err)
	}
	if err := p.Act([][]scenes.Action{make([]scenes.Action, 3)}, []scenes.Observation{*observation()}); err == nil {
		t.Error("three actions of two")
	}
	o := observation()
	o.Robot[3] = float32(math.NaN())
	err = p.Act(dst[:1], []scenes.Observation{*o})
	if err == nil || !strings.Contains(err.Error(), "[3] of an observation") {
		t.Errorf("NaN gives %v", err)
	}
	if p, err = Decode(t.Context(), linear([2]string{MetadataExecute, "1"})); err != nil || p.Execute() != 1 {
		t.Errorf("%d actions are executed, %v", p.Execute(), err)
	}
}

// An output is a chunk by its shape, and not by the number of its elements: actions of 14 numbers, as for two arms, are
// not twice as many actions.
func TestShapesOfOutputs(t *testing.T) {
	for _, c := range []struct {
		shape []int // of the output, behind the batch
		chunk int   // 0: refused
	}{{[]int{2, 7}, 2}, {[]int{14}, 2}, {[]int{1, 14}, 0}, {[]int{7, 2}, 0}, {[]int{2, 1, 7}, 0}, {[]int{1, 2, 7}, 0}} {
		b := &Builder{}
		x := b.Op("Slice", []string{b.Input(InputState, false, scenes.RobotSize), b.Ints(0), b.Ints(14), b.Ints(1)})
		b.Output(b.Op("Reshape", []string{x, b.Ints(append([]int{-1}, c.shape...)...)}), Output, c.shape...)
		p, err := Decode(t.Context(), b.Encode("shapes", "test"))
		switch {
		case c.chunk == 0 && (err == nil || !strings.Contains(err.Error(), "its output has the shape")):
			t.Errorf("%v: %v", c.shape, err)
		case c.chunk > 0 && (err != nil || p.Chunk() != c.chunk):
			t.Errorf("%v: %v", c.shape, err)
		}
	}
	b := &Builder{}
	state := b.Input(InputState, false, scenes.RobotSize)
	b.Output(b.Op("ReduceSum", []string{state}, Attr{"keepdims", 0}), Output)
	if _, err := Decode(t.Context(), b.Encode("number", "test")); err == nil {
		t.Error("a number is no chunk")
	}
}

// withHistories returns a model that adds a vector of both inputs, with histories of two lengths.
func withHistories(states, scene int) []byte {
	b := &Builder{}
	sum := func(x string, n int) string {
		x = b.Op("Slice", []string{x, b.Ints(0), b.Ints(7), b.Ints(2)})
		weights := make([]float32, n) // 1 for the present observation, 10 for the one before
		for k := range weights {
			weights[k] = float32(math.Pow10(k))
		}
		x = b.Op("Mul", []string{x, b.Floats(weights, n, 1)})
		return b.Op("ReduceSum", []string{x, b.Ints(1)}, Attr{"keepdims", 0})
	}
	x := sum(b.Input(InputState, false, states, scenes.RobotSize), states)
	b.Output(b.Op("Add", []string{x, sum(b.Input(InputScene, false, scene, scenes.SceneSize), scene)}), Output, 7)
	return b.Encode("history", "test")
}

// A model with a history sees the present observation first, and takes as many for each answer as it says.
func TestHistory(t *testing.T) {
	p, err := Decode(t.Context(), withHistories(2, 2))
	if err != nil || p.History() != 2 {
		t.Fatal(p, err)
	}
	obs := make([]scenes.Observation, 4)
	for i := range obs {
		obs[i].Robot[3], obs[i].Scene[3] = float32(i+1), float32(100*(i+1))
	}
	dst := [][]scenes.Action{make([]scenes.Action, 1), make([]scenes.Action, 1)}
	if err := p.Act(dst, obs); err != nil || dst[0][0][3] != 2121 || dst[1][0][3] != 4343 {
		t.Errorf("%v, %v; want 2121 and 4343 as component 3", dst, err)
	}
	if err := p.Act(dst, obs[:3]); err == nil || !strings.Contains(err.Error(), "2 chunks of actions for 3") {
		t.Errorf("three observations for two answers give %v", err)
	}
	for want, data := range map[string][]byte{
		"has a history of 3 observations and observation.state one of 2": withHistories(2, 3),
		"with a history of 1 to 8 observations":                          withHistories(9, 9),
	} {
		if _, err := Decode(t.Context(), data); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

// Pictures as LeRobot has them, float32 by colours, are the same numbers as bytes by rows, in another order.
func TestPicturesByColours(t *testing.T) {
	means := func(floats bool) []float32 {
		b := &Builder{}
		var x string
		if floats {
			x = b.Input(InputStatic, false, 3, StaticSide, StaticSide)
		} else {
			x = b.Op("Cast", []string{b.Input(InputStatic, true, StaticSide, StaticSide, 3)}, Attr{"to", 1})
			x = b.Op("Transpose", []string{b.Op("Mul", []string{x, b.Floats([]float32{1. / 255}, 1)})},
				Attr{"perm", []int{0, 3, 1, 2}})
		}
		x = b.Op("Slice", []string{x, b.Ints(5), b.Ints(12), b.Ints(2)})
		x = b.Op("ReduceMean", []string{x}, Attr{"axes", []int{1, 3}}, Attr{"keepdims", 0})
		b.Output(x, Output, 7)
		p, err := Decode(t.Context(), b.Encode("means", "test"))
		if err != nil {
			t.Fatal(err)
		}
		y, err := p.Outputs([]scenes.Observation{*observation()}, nil)
		if err != nil {
			t.Fatal(err)
		}
		return y
	}
	a, b := means(true), means(false)
	for k := range a {
		if math.Abs(float64(a[k]-b[k])) > 1e-6 || a[k] < 0.3 {
			t.Errorf("row %d has the mean %v by colours and %v by rows", k+5, a[k], b[k])
		}
	}
}

// Models that are no policies are refused with what they lack.
func TestRefusals(t *testing.T) {
	built := func(build func(b *Builder)) func() []byte {
		return func() []byte {
			b := &Builder{}
			build(b)
			return b.Encode("x", "test")
		}
	}
	state := func(b *Builder) string { return b.Input(InputState, false, scenes.RobotSize) }
	for want, data := range map[string]func() []byte{
		"is no ONNX model":              func() []byte { return linear()[:200] },
		"has 0 graphs":                  func() []byte { return []byte{8, 8} },
		"operators of version 0":        func() []byte { return message(nil, 7, nil) },
		"counterpoise.execute is \"9\"": func() []byte { return linear([2]string{MetadataExecute, "9"}) },
		"external_data=False": func() []byte {
			const graph, initializer, dataLocation, external = 7<<3 | 2, 5<<3 | 2, 14 << 3, 1
			return []byte{8, 8, graph, 4, initializer, 2, dataLocation, external}
		},
		"has no output": built(func(b *Builder) { state(b) }),
		"has an input \"pixels\"": built(func(b *Builder) {
			b.Output(b.Input("pixels", false, 7), Output, 7)
		}),
		"has the shape [-1 3], expected": built(func(b *Builder) {
			b.Output(b.Input(InputState, false, 3), Output, 7)
		}),
		"elements of type 2": built(func(b *Builder) {
			b.Output(b.Input(InputState, true, 15), Output, 7)
		}),
		"output has the shape [1 15]": built(func(b *Builder) { b.Output(state(b), Output, 15) }),
		"is not one of the operators": built(func(b *Builder) {
			b.Output(b.Op("Loop", []string{state(b)}), Output, 7)
		}),
		"reads \"nowhere\", which nothing": built(func(b *Builder) {
			b.Output(b.Op("Relu", []string{"nowhere"}), Output, 7)
		}),
		"parameter \"p1\" has NaN": built(func(b *Builder) {
			b.Output(b.Floats([]float32{float32(math.NaN())}), Output)
		}),
		"do not have the shape": built(func(b *Builder) {
			b.Output(b.Op("Reshape", []string{state(b), b.Ints(7)}), Output, 7)
		}),
		"the shapes of its inputs": built(func(b *Builder) {
			b.Output(b.Op("MatMul", []string{state(b), state(b)}), Output, 7)
		}),
		"lacks input 1": built(func(b *Builder) {
			b.Output(b.Op("MatMul", []string{state(b)}), Output, 7)
		}),
		"takes index 15 of 15": built(func(b *Builder) {
			b.Output(b.Op("Gather", []string{state(b), b.Ints(15)}, Attr{"axis", 1}), Output, 7)
		}),
		"axis 4 of a value of 2 dimensions": built(func(b *Builder) {
			b.Output(b.Op("Softmax", []string{state(b)}, Attr{"axis", 4}), Output, 7)
		}),
	} {
		p, err := Decode(t.Context(), data())
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, %v; want an error with %q", p, err, want)
		}
	}
}

// Operators that compute no product count by their elements, which take longer than the multiplications of a product.
func TestWorkOfElements(t *testing.T) {
	for _, op := range []string{"Pow", "Relu", "ArgMax"} {
		b := &Builder{}
		b.Input(InputState, false, scenes.RobotSize)
		x := b.Op("ConstantOfShape", []string{b.Ints(1, 1000)})
		for range 150 {
			switch op {
			case "Pow":
				b.Op(op, []string{x, x})
			case "Relu":
				b.Op(op, []string{x})
			default:
				b.Op(op, []string{x}, Attr{"axis", 1})
			}
		}
		b.Output(x, Output, 1000)
		_, err := decode(b.Encode("x", "test"), 1e6, t.Context().Err)
		if err == nil || !strings.Contains(err.Error(), "too much for") {
			t.Errorf("%s: %v", op, err)
		}
	}
}

// A policy's file has the old policy or the new one, whatever fails.
func TestSaveUnderFaults(t *testing.T) {
	faults.Check(t, faults.Writer{
		Old: func(dir string) error { return os.WriteFile(filepath.Join(dir, "p.onnx"), []byte("another"), 0o644) },
		Write: func(dir string) error {
			p, err := Decode(t.Context(), linear())
			if err != nil {
				return err
			}
			return p.Save(filepath.Join(dir, "p.onnx"))
		},
	})
}

// Decoding takes memory in proportion to the file, also where a model describes values of gigabytes.
func TestDecodeStaysInBudget(t *testing.T) {
	read := func(path string) error {
		data, err := os.ReadFile(path)
		if err == nil {
			_, err = Decode(t.Context(), data)
		}
		return err
	}
	const million = 1 << 20
	grown := func(build func(b *Builder, x string) string) func() []byte {
		return func() []byte {
			b := &Builder{}
			x := build(b, b.Input(InputState, false, scenes.RobotSize))
			b.Output(x, Output, 7)
			return b.Encode("x", "test")
		}
	}
	repeated := func(number protowire.Number, field []byte, n int) func() []byte {
		one := message(nil, number, field)
		return func() []byte { return append([]byte{8, 8}, message(nil, 7, []byte(strings.Repeat(string(one), n)))...) }
	}
	hostile.Check(t, read,
		hostile.Input{Name: "a policy", Fits: true, Data: func() []byte { return linear() }},
		hostile.Input{Name: "a policy of 24 MB", Fits: true, Data: grown(func(b *Builder, x string) string {
			x = b.Op("MatMul", []string{x, b.Floats(make([]float32, 15*400_000), 15, 400_000)})
			return b.Op("Slice", []string{x, b.Ints(0), b.Ints(7), b.Ints(1)})
		})},
		hostile.Input{Name: "an expansion to a billion", Data: grown(func(b *Builder, x string) string {
			return b.Op("Expand", []string{b.Op("Reshape", []string{x, b.Ints(15, 1)}), b.Ints(15, 60*million)})
		})},
		hostile.Input{Name: "a constant of a billion", Data: grown(func(b *Builder, _ string) string {
			return b.Op("ConstantOfShape", []string{b.Ints(1000, 1000, 1000)})
		})},
		hostile.Input{Name: "doubling 40 times", Data: grown(func(b *Builder, x string) string {
			for range 40 {
				x = b.Op("Concat", []string{x, x}, Attr{"axis", 1})
			}
			return x
		})},
		hostile.Input{Name: "a product of a billion", Data: grown(func(b *Builder, x string) string {
			y := b.Op("ConstantOfShape", []string{b.Ints(30_000, 1)})
			return b.Op("MatMul", []string{y, b.Op("Reshape", []string{y, b.Ints(1, 30_000)})})
		})},
		hostile.Input{Name: "endless padding", Data: grown(func(b *Builder, x string) string {
			x = b.Op("Reshape", []string{x, b.Ints(1, 1, 3, 5)})
			kernel := b.Floats([]float32{1}, 1, 1, 1, 1)
			return b.Op("Conv", []string{x, kernel}, Attr{"pads", []int{60000, 60000, 60000, 60000}})
		})},
		hostile.Input{Name: "long work", Data: grown(func(b *Builder, x string) string {
			y := b.Op("ConstantOfShape", []string{b.Ints(1500, 1500)})
			for range 50 {
				y = b.Op("MatMul", []string{y, y})
			}
			return y
		})},
		hostile.Input{Name: "views of one value", Data: grown(func(b *Builder, _ string) string {
			y := b.Op("ConstantOfShape", []string{b.Ints(1, 2*million)})
			for range 60 { // each shares its elements with y, and is dropped after Shape has read it
				b.Op("Shape", []string{b.Op("Identity", []string{y})})
			}
			var kept []string
			for range 60 {
				kept = append(kept, b.Op("Relu", []string{y}))
			}
			return b.Op("Concat", kept)
		})},
		hostile.Input{Name: "many small products", Data: grown(func(b *Builder, _ string) string {
			y := b.Op("ConstantOfShape", []string{b.Ints(3*million, 1, 1)})
			return b.Op("MatMul", []string{y, b.Op("ConstantOfShape", []string{b.Ints(1, 1, 1)})})
		})},
		hostile.Input{Name: "many empty products", Data: grown(func(b *Builder, _ string) string {
			y := b.Floats(nil, 1<<29, 1, 0)
			return b.Op("MatMul", []string{b.Op("ConstantOfShape", []string{b.Ints(1, 1, 1)}), y})
		})},
		hostile.Input{Name: "an empty value of many rows", Data: grown(func(b *Builder, _ string) string {
			return b.Op("Softmax", []string{b.Floats(nil, 1<<20, 0, 1<<20)}, Attr{"axis", 1})
		})},
		hostile.Input{Name: "an empty shape of many rows", Data: grown(func(b *Builder, _ string) string {
			y := b.Op("Reshape", []string{b.Floats(nil, 0), b.Ints(1<<20, 0, 1<<20)}, Attr{"allowzero", 1})
			return b.Op("Softmax", []string{y}, Attr{"axis", 1})
		})},
		hostile.Input{Name: "a convolution without maps", Data: grown(func(b *Builder, _ string) string {
			y := b.Op("ConstantOfShape", []string{b.Ints(million, 1, 1, 1)})
			kernel := b.Floats(nil, 0, 1, 1000, 1000)
			return b.Op("Conv", []string{y, kernel}, Attr{"pads", []int{500, 500, 500, 500}})
		})},
		hostile.Input{Name: "a hundred thousand dimensions", Data: grown(func(b *Builder, _ string) string {
			dims := slices.Repeat([]int{1}, 100_000)
			dims[len(dims)-1] = million
			y := b.Op("Reshape", []string{b.Op("ConstantOfShape", []string{b.Ints(million)}), b.Ints(dims...)})
			return b.Op("Transpose", []string{y})
		})},
		hostile.Input{Name: "a million operators", Data: repeated(1, nil, million)},
		hostile.Input{Name: "a million inputs", Data: repeated(11, nil, million)},
		hostile.Input{Name: "a million parameters", Data: repeated(5, nil, million)},
		hostile.Input{Name: "an operator with a million names", Data: func() []byte {
			node := strings.Repeat(string(message(nil, 1, nil)), million)
			return append([]byte{8, 8}, message(nil, 7, message(nil, 1, []byte(node)))...)
		}},
		hostile.Input{Name: "a million entries of metadata", Data: func() []byte {
			return []byte("\x08\x08" + strings.Repeat(string(message(nil, 14, nil)), million))
		}},
		hostile.Input{Name: "integers of a byte", Data: func() []byte {
			ints := message(integer(nil, 2, typeInt64), 7, make([]byte, 16*million))
			return append([]byte{8, 8}, message(nil, 7, message(nil, 5, ints))...)
		}},
	)
}

// Any bytes give a policy that answers, or an error.
func FuzzDecode(f *testing.F) {
	f.Add(linear())
	f.Add(linear([2]string{MetadataExecute, "1"}))
	b := &Builder{}
	x := b.Input(InputState, false, scenes.RobotSize)
	x, kernel := b.Op("Reshape", []string{x, b.Ints(1, 1, 3, 5)}), b.Floats(make([]float32, 4), 1, 1, 2, 2)
	x = b.Op("Conv", []string{x, kernel}, Attr{"strides", []int{1, 2}}, Attr{"pads", []int{1, 0, 0, 1}})
	x = b.Op("MaxPool", []string{x}, Attr{"kernel_shape", []int{2, 1}})
	x = b.Op("Softmax", []string{b.Op("Flatten", []string{x})})
	b.Output(b.Op("Concat", []string{x, b.Op("Slice", []string{x, b.Ints(0), b.Ints(1), b.Ints(1)})}, Attr{"axis", 1}),
		Output, 7)
	f.Add(b.Encode("x", "test"))
	f.Fuzz(func(t *testing.T, data []byte) {
		p, err := decode(data, 1e6, t.Context().Err)
		if err != nil {
			return
		}
		dst := [][]scenes.Action{make([]scenes.Action, p.Chunk())}
		if err := p.Act(dst, []scenes.Observation{*observation()}); err != nil && !strings.HasPrefix(fmt.Sprint(err),
			"onnx: ") {
			t.Error(err)
		}
	})
}
