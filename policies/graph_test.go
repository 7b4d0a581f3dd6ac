package policies

import (
	"math"
	"testing"

	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"

	"counterpoise/internal/seed"
	"counterpoise/policies/backend"
	"counterpoise/policies/layers"
)

// The graphs take whatever precision their inputs have, so the gradient is checked in float64, where a central
// difference is good to about 1e-9: every parameter, under every head.
func TestGradientAgainstFiniteDifferences(t *testing.T) {
	const n = 5
	for _, name := range Heads.Names() {
		h, _ := Heads.Get(name)
		s := shape{features: 3, in: 4, hidden: 6, actions: 7, slots: 8, outputs: h.outputs(7), out: h.outputs(7) + 1}
		r := seed.Of("gradient").Rand()
		noise := func(dims ...int) *tensors.Tensor {
			v := make([]float64, layers.Volume(dims))
			for i := range v {
				v[i] = 0.5 * r.NormFloat64()
			}
			return tensors.FromFlatDataAndDimensions(v, dims...)
		}
		in := []*tensors.Tensor{noise(n, s.in), noise(n, s.slots)}
		for _, d := range s.Dims() {
			in = append(in, noise(d...))
		}
		in = append(in, noise(n))
		if name == "squared" { // its spare slots would count
			s.outputs, s.out, s.slots = 8, 8, 8
			in[1], in[6], in[7] = noise(n, 8), noise(s.hidden, 8), noise(8)
		}
		ex := gradientExec(t, h, s.actions)
		out := execute(t, ex, in)
		weights := tensors.MustCopyFlatData[float64](in[len(in)-1])
		objective := func() (j float64) {
			for i, l := range tensors.MustCopyFlatData[float64](execute(t, ex, in)[0]) {
				j += weights[i] * l
			}
			return j
		}
		for p, g := range out[1:] {
			for i, got := range tensors.MustCopyFlatData[float64](g) {
				if want := difference(in[2+p], i, objective); math.Abs(got-want) > 1e-7*max(1, math.Abs(want)) {
					t.Fatalf("%s: parameter %d[%d]: gradient %v, finite difference %v", name, p, i, got, want)
				}
			}
		}
	}
}

// difference is (J(θ+h e_i) - J(θ-h e_i)) / 2h.
func difference(theta *tensors.Tensor, i int, objective func() float64) float64 {
	const h = 1e-6
	add := func(d float64) { tensors.MustMutableFlatData(theta, func(v []float64) { v[i] += d }) }
	add(h)
	up := objective()
	add(-2 * h)
	down := objective()
	add(h)
	return (up - down) / (2 * h)
}

func gradientExec(t *testing.T, h Head, actions int) *graph.Exec {
	t.Helper()
	b, err := backend.Go()
	if err != nil {
		t.Fatal(err)
	}
	return graph.MustNewExec(b, func(in []*graph.Node) []*graph.Node { return gradient(in, front{}, h, actions) })
}

func execute(t *testing.T, ex *graph.Exec, in []*tensors.Tensor) []*tensors.Tensor {
	t.Helper()
	args := make([]any, len(in))
	for i, v := range in {
		args[i] = v
	}
	out, err := ex.Call(args...)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// The loss by hand: 2 rows, one feature, everything 1 but the targets.
func TestSquaredErrorByHand(t *testing.T) {
	s := shape{features: 1, in: 1, hidden: 2, actions: 2, slots: 3, outputs: 2, out: 3}
	one := func(dims ...int) *tensors.Tensor { return tensors.FromScalarAndDimensions(1.0, dims...) }
	in := []*tensors.Tensor{
		tensors.FromFlatDataAndDimensions([]float64{1, -9}, 2, 1),
		tensors.FromFlatDataAndDimensions([]float64{7, 6, 7, 1, 4, 1}, 2, 3),
	}
	for _, d := range s.Dims() {
		in = append(in, one(d...))
	}
	// Row 0: h1 = (2, 2), h2 = (5, 5), a = (11, 11, 11); the third slot is spare, but counts if it differs.
	// Row 1: h1 = max(0, -8) = 0, h2 = (1, 1), a = (3, 3, 3).
	got := tensors.MustCopyFlatData[float64](execute(t, gradientExec(t, squared{}, s.actions), append(in, one(2)))[0])
	want := []float64{(16 + 25 + 16) / 2.0, (4 + 1 + 4) / 2.0}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("loss of row %d is %v, by hand %v", i, got[i], want[i])
		}
	}
}

func TestInitialise(t *testing.T) {
	s := newShape(19, DefaultConfig(), squared{})
	p := initialise(s, seed.Of("init"))
	n := 0
	for i, d := range s.Dims() {
		n += len(p[i])
		if len(p[i]) != layers.Volume(d) {
			t.Fatalf("parameter %d has %d numbers for dimensions %v", i, len(p[i]), d)
		}
	}
	if n != s.size() {
		t.Errorf("%d parameters, size says %d", n, s.size())
	}
	var square float64
	for _, v := range p[0][:s.features*s.hidden] {
		square += float64(v) * float64(v)
	}
	// He et al. 2015: variance 2/features; 4864 draws give it to a standard error of 2 %.
	if got := square / float64(s.features*s.hidden) * float64(s.features) / 2; math.Abs(got-1) > 0.08 {
		t.Errorf("variance of the first layer is %.3f of He's", got)
	}
	for _, v := range p[0][s.features*s.hidden:] {
		if v != 0 {
			t.Fatal("a spare input slot has a weight")
		}
	}
	for i, v := range p[4] {
		if i%s.out >= s.actions && v != 0 {
			t.Fatal("a spare output slot has a weight")
		}
	}
}
