package network

import (
	"encoding/json"
	"math"
	"os"
	"testing"

	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"

	"counterpoise/policies/layers"
)

// reference is testdata/reference.json: what torch computes for the inputs of fill. testdata/reference.py made it.
type reference struct {
	Heads    map[string]struct{ Rows, Gradient, Noised []float64 }
	Networks []struct {
		Network, Head   string
		Rows, Gradients []float64
	}
}

func readReference(t *testing.T) (r reference) {
	t.Helper()
	text, err := os.ReadFile("testdata/reference.json")
	if err == nil {
		err = json.Unmarshal(text, &r)
	}
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// fill returns the values of fill in testdata/reference.py.
func fill(tag, scale float64, dims ...int) *tensors.Tensor {
	v := make([]float64, layers.Volume(dims))
	for i := range v {
		x := float64(i)
		v[i] = scale * math.Sin(1+tag+0.7*x+0.01*x*x)
	}
	return tensors.FromFlatDataAndDimensions(v, dims...)
}

// agree reports numbers that differ from torch's by more than rounding.
func agree(t *testing.T, what string, got, want []float64) {
	t.Helper()
	if len(want) == 0 || len(got) < len(want) {
		t.Fatalf("%s: %d numbers, torch has %d", what, len(got), len(want))
	}
	for i, w := range want {
		if !(math.Abs(got[i]-w) <= 1e-9*max(1, math.Abs(w))) {
			t.Errorf("%s: number %d is %v, by torch %v", what, i, got[i], w)
		}
	}
}

// Losses of every head, their gradients by the outputs, and the noised actions of those that sample, equal torch's.
func TestHeadsAgainstTorch(t *testing.T) {
	const rows, n = 3, 2 * ActionSize
	ref := readReference(t)
	for _, name := range Heads.Names() {
		h, _ := Heads.Get(name)
		in := []*tensors.Tensor{
			fill(3, 1, rows, h.Outputs(n)), fill(1, .8, rows, n), fill(2, 1.5, rows, n),
			tensors.FromFlatDataAndDimensions([]float64{.1, .5, .9}, rows, 1),
		}
		ex := exec(t, func(in []*graph.Node) []*graph.Node {
			loss := h.Loss(in[0], Targets{Actions: in[1], Noise: in[2], Time: in[3]}, n)
			out := []*graph.Node{loss, graph.Gradient(graph.ReduceAllSum(loss), in[0])[0]}
			if g, ok := h.(Generative); ok {
				out = append(out, layers.Columns(g.Corrupt(in[1], in[2], in[3]), 0, 3))
			}
			return out
		})
		out := execute(t, ex, in)
		want := ref.Heads[name]
		agree(t, name+": losses", tensors.MustCopyFlatData[float64](out[0]), want.Rows)
		agree(t, name+": gradient", tensors.MustCopyFlatData[float64](out[1]), want.Gradient)
		if len(out) > 2 {
			agree(t, name+": noised actions", tensors.MustCopyFlatData[float64](out[2]), want.Noised)
		}
	}
}

// Losses of networks and their gradients by each parameter equal torch's: five features in three tokens, chunks of two
// actions. Of a gradient its product with fill is compared.
func TestNetworksAgainstTorch(t *testing.T) {
	const rows, features, hidden, chunk = 3, 5, 32, 2
	for _, want := range readReference(t).Networks {
		m := testModel(t, want.Network, want.Head, features, hidden)
		m.Sizes = NewSizes(features, hidden, chunk, m.Head)
		m.Sizes.Tokens = [][]int{{0, 1}, {2}, {3, 4}}
		pictures := fill(6, .5, rows, m.Row()-m.Sizes.In)
		in := []*tensors.Tensor{
			beside(inSlots(fill(4, 1, rows, features), m.Sizes.In), pictures),
			inSlots(fill(1, .8, rows, m.Sizes.Actions), m.Sizes.Slots),
		}
		if _, ok := m.Head.(Generative); ok {
			in = append(in, inSlots(fill(2, 1.5, rows, m.Sizes.Actions), m.Sizes.Slots),
				tensors.FromFlatDataAndDimensions([]float64{.1, .5, .9}, rows, 1))
		}
		dims := m.Network.Dims(m.Sizes)
		for i, d := range dims {
			in = append(in, fill(float64(10+i), .5, d...))
		}
		ex := exec(t, func(in []*graph.Node) []*graph.Node {
			b, p := batchOf(m, in)
			loss := m.RowLosses(b, p)
			return append([]*graph.Node{loss}, graph.Gradient(graph.ReduceAllSum(loss), p...)...)
		})
		out := execute(t, ex, in)
		what := want.Network + ", " + want.Head
		agree(t, what+": losses", tensors.MustCopyFlatData[float64](out[0]), want.Rows)
		var products []float64
		for i, d := range dims {
			sum := 0.0
			along := tensors.MustCopyFlatData[float64](fill(5, 1, d...))
			for j, g := range tensors.MustCopyFlatData[float64](out[1+i]) {
				sum += g * along[j]
			}
			products = append(products, sum)
		}
		agree(t, what+": gradients", products, want.Gradients)
	}
}

// beside joins the rows of two tensors.
func beside(a, b *tensors.Tensor) *tensors.Tensor {
	rows, n, m := a.Shape().Dimensions[0], a.Shape().Dimensions[1], b.Shape().Dimensions[1]
	x, y := tensors.MustCopyFlatData[float64](a), tensors.MustCopyFlatData[float64](b)
	var v []float64
	for r := range rows {
		v = append(append(v, x[r*n:][:n]...), y[r*m:][:m]...)
	}
	return tensors.FromFlatDataAndDimensions(v, rows, n+m)
}

// inSlots pads the rows of a tensor with zeros.
func inSlots(of *tensors.Tensor, slots int) *tensors.Tensor {
	rows, n := of.Shape().Dimensions[0], of.Shape().Dimensions[1]
	v := make([]float64, rows*slots)
	for r := range rows {
		copy(v[r*slots:], tensors.MustCopyFlatData[float64](of)[r*n:][:n])
	}
	return tensors.FromFlatDataAndDimensions(v, rows, slots)
}
