package onnx

import (
	"archive/zip"
	"fmt"
	"io"
	"math"
	"path"
	"slices"
	"strings"
	"testing"

	"counterpoise/internal/budget"
	"counterpoise/scenes"
)

// nodeTests returns the files of ONNX's own tests of operators by the test's name. testdata/nodes.zip has those of onnx
// 1.23.2 (onnx.backend.test, Apache-2.0) whose operators and types are read here: a model, inputs and outputs.
func nodeTests(t *testing.T) map[string]map[string][]byte {
	t.Helper()
	z, err := zip.OpenReader("testdata/nodes.zip")
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	tests := map[string]map[string][]byte{}
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		name := path.Dir(f.Name)
		if tests[name] == nil {
			tests[name] = map[string][]byte{}
		}
		tests[name][path.Base(f.Name)] = data
	}
	return tests
}

// unread are parts of the errors with which the operators refuse what they do not compute.
var unread = []string{
	"which is not read", "windows over two axes are read", "convolutions over two axes are read", "in training mode",
	"expected floating-point numbers",
	"does not make its output", // indices of MaxPool
}

// The operators compute what ONNX's own tests expect, or refuse it. They never compute something else.
func TestNodes(t *testing.T) {
	passed, refused, of := 0, 0, map[string]int{}
	for name, files := range nodeTests(t) {
		room := budget.New(1 << 20)
		m, err := Parse(files["model.onnx"], room)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		inputs := map[string]*tensor{}
		for k, v := range m.Graph.Inputs {
			if b, ok := files[fmt.Sprintf("input_%d.pb", k)]; ok {
				if _, inputs[v.Name], err = decodeTensor(b, room); err != nil {
					t.Fatal(err)
				}
			}
		}
		p, err := newPlan(m)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		got, err := p.compute(inputs, limits{1 << 28, maxWork, t.Context().Err})
		named := func(part string) bool { return strings.Contains(err.Error(), part) }
		if err != nil && slices.ContainsFunc(unread, named) {
			t.Logf("%s: %v", name, err)
			refused++
			continue
		}
		_, want, decodeErr := decodeTensor(files["output_0.pb"], room)
		if decodeErr != nil {
			t.Fatal(decodeErr)
		}
		if err != nil {
			t.Errorf("%s: %v", name, err)
		} else if why := differs(got, want); why != "" {
			t.Errorf("%s: %s", name, why)
		} else {
			passed++
			of[m.Graph.Nodes[0].Op]++
		}
	}
	t.Logf("%d of ONNX's tests, of %d operators; %d are refused", passed, len(of), refused)
	if passed < 420 || refused > 40 {
		t.Errorf("%d tests of operators pass, %d are refused", passed, refused)
	}
}

// differs says how a value differs from the one expected: NaN and infinities must be equal, numbers within 1e-4 of 1 or
// of their size, which is what ONNX's own runner allows twice.
func differs(got, want *tensor) string {
	if got == nil || !slices.Equal(got.dims, want.dims) || got.kind != want.kind {
		return fmt.Sprintf("got %+v, want type %d of shape %v", got, want.kind, want.dims)
	}
	for k := range want.f {
		a, b := float64(got.f[k]), float64(want.f[k])
		if a != b && !(math.IsNaN(a) && math.IsNaN(b)) && !(math.Abs(a-b) <= 1e-4*max(1, math.Abs(b))) {
			return fmt.Sprintf("element %d is %v, want %v", k, a, b)
		}
	}
	if !slices.Equal(got.i, want.i) {
		return fmt.Sprintf("elements %v, want %v", got.i, want.i)
	}
	return ""
}

// A convolution whose strides, dilations or pads are not those of two axes is refused. The defaults took their place.
func TestWindowsOfOtherAxes(t *testing.T) {
	for name, v := range map[string][]int{"strides": {2}, "dilations": {2, 2, 2}, "pads": {1, 1}} {
		b := &Builder{}
		x := b.Op("Reshape", []string{b.Input(InputScene, false, scenes.SceneSize), b.Ints(-1, 1, 4, 6)})
		x = b.Op("Conv", []string{x, b.Floats(make([]float32, 7*12), 7, 1, 3, 4)}, Attr{name, v})
		x = b.Op("ReduceMean", []string{x}, Attr{"axes", []int{2, 3}}, Attr{"keepdims", 0})
		b.Output(x, Output, 7)
		_, err := Decode(t.Context(), b.Encode("window", "test"))
		if err == nil || !strings.Contains(err.Error(), fmt.Sprintf("has %s %v, expected", name, v)) {
			t.Errorf("%s %v: error %v", name, v, err)
		}
	}
}
