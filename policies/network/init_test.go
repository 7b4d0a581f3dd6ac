package network

import (
	"math"
	"slices"
	"strings"
	"testing"

	"counterpoise/internal/seed"
	"counterpoise/policies/encoder"
	"counterpoise/policies/layers"
)

// Every network draws parameters of the dimensions that Dims returns, the same for the same key.
func TestInit(t *testing.T) {
	for _, name := range Networks.Names() {
		m := testModel(t, name, "squared", encoder.Width+8, 64)
		a, b := m.Network.Init(m.Sizes, seed.Of("init")), m.Network.Init(m.Sizes, seed.Of("init"))
		dims, n := m.Network.Dims(m.Sizes), 0
		if len(a) != len(dims) {
			t.Fatalf("%s: %d parameters for %d dimensions", name, len(a), len(dims))
		}
		for i, d := range dims {
			n += len(a[i])
			if len(a[i]) != layers.Volume(d) {
				t.Fatalf("%s: parameter %d has %d numbers for dimensions %v", name, i, len(a[i]), d)
			}
			for j := range a[i] {
				if a[i][j] != b[i][j] {
					t.Fatalf("%s: parameter %d differs in a second call", name, i)
				}
			}
		}
		if got := Count(m.Network, m.Sizes); n != got {
			t.Errorf("%s: %d parameters, Count says %d", name, n, got)
		}
	}
}

// deviation returns the root mean square of the columns 0 to n-1 of some rows of a matrix.
func deviation(w []float32, rows []int, columns, n int) float64 {
	square := 0.0
	for _, row := range rows {
		for _, v := range w[row*columns:][:n] {
			square += float64(v) * float64(v)
		}
	}
	return math.Sqrt(square / float64(len(rows)*n))
}

// The hidden layers of the perceptron have the deviation of He et al. 2015, sqrt(2/inputs), whose inputs under a head
// that samples are features, noised actions and the time, and the last layer has a tenth of it.
func TestMLPDeviations(t *testing.T) {
	for _, h := range []Head{squared{}, flow{}} {
		s := NewSizes(19, 256, 8, h)
		p, inputs := mlp{}.Init(s, seed.Of("deviations")), run(0, 19)
		if s.Condition > 0 {
			inputs = append(append(inputs, run(s.In, s.In+56)...), s.In+s.Slots)
		}
		for l, c := range []struct {
			rows       []int
			columns, n int
			want       float64
		}{
			{inputs, 256, 256, math.Sqrt(2 / float64(len(inputs)))}, {run(0, 256), 256, 256, math.Sqrt(2. / 256)},
			{run(0, 256), s.Out, s.Outputs, .1 * math.Sqrt(2./256)},
		} {
			if got := deviation(p[2*l], c.rows, c.columns, c.n) / c.want; math.Abs(got-1) > .04 {
				t.Errorf("%T: layer %d has %.3f times its deviation", h, l, got)
			}
		}
	}
}

// Spare slots have weights of 0 in the networks of tokens: of the robot's token behind pictures, and of tokens with
// fewer features than the widest.
func TestSpareSlotsOfTokens(t *testing.T) {
	m := testModel(t, "vit", "squared", 8, 128)
	robots := 0
	for i, d := range m.Network.Dims(m.Sizes) {
		if width := blockOf(m.Sizes).width; slices.Equal(d, []int{m.Sizes.In, width}) {
			w := m.Network.Init(m.Sizes, seed.Of("spare"))[i]
			if deviation(w, run(0, 8), width, width) == 0 || deviation(w, run(8, m.Sizes.In), width, width) != 0 {
				t.Error("vit: a spare input slot has a weight, or a feature has none")
			}
			robots++
		}
	}
	if robots != 1 {
		t.Errorf("vit: %d parameters of the size of the robot's", robots)
	}
	s := NewSizes(5, 64, 1, squared{})
	s.Tokens = [][]int{{0, 1, 2}, {3}, {4}}
	w, width := transformer{}.Init(s, seed.Of("spare"))[0], blockOf(s).width
	for row, used := range []bool{true, true, true, true, false, false, true, false, false} {
		if got := deviation(w, []int{row}, width, width); used != (got > 0) {
			t.Errorf("transformer: feature %d of token %d has weights of deviation %v", row%3, row/3, got)
		}
	}
}

// The encoder that is trained has gains of at most 20 for the features of pictures, in every observation of the
// history; the robot's keep theirs.
func TestSpatialLimitsGains(t *testing.T) {
	n := 2 * visionFeatures
	s := Standardizer{Mean: make([]float32, n), Gain: constant(30, []int{n})}
	s.Gain[1] = 3
	spatial{}.LimitInputs(s)
	for j, want := range map[int]float32{
		0: 20, 1: 3, encoder.Width - 1: 20, encoder.Width: 30, visionFeatures - 1: 30, visionFeatures: 20, n - 1: 30,
	} {
		if s.Gain[j] != want {
			t.Errorf("gain %d is %v, want %v", j, s.Gain[j], want)
		}
	}
}

// A network with one row an observation is refused where the smallest block of inference would reach the kernels that
// sum in another order: 3 x 1024 x 1472 multiplications are more than 2^22, 3 x 1024 x 1344 are fewer.
func TestLargestNetwork(t *testing.T) {
	s := Spec{Observer: "state", Network: "mlp", Head: "bins", Hidden: MaxHidden, Chunk: 11}
	if m, err := s.Resolve(); err != nil || m.Sizes.Out != 1344 {
		t.Errorf("a chunk of 11: %v", err)
	}
	s.Chunk = 12
	if _, err := s.Resolve(); err == nil || !strings.Contains(err.Error(), "1428 outputs of head") {
		t.Errorf("a chunk of 12: error %v", err)
	}
}

// The first layer of the perceptron has the variance of He et al. 2015, and spare slots have weights of 0.
func TestMLPInit(t *testing.T) {
	s := NewSizes(19, 256, 8, squared{})
	p := mlp{}.Init(s, seed.Of("init"))
	var square float64
	for _, v := range p[0][:s.Features*s.Hidden] {
		square += float64(v) * float64(v)
	}
	// He et al. 2015: variance 2/features; 4864 draws give it to a standard error of 2 %.
	if got := square / float64(s.Features*s.Hidden) * float64(s.Features) / 2; math.Abs(got-1) > 0.08 {
		t.Errorf("variance of the first layer is %.3f of He's", got)
	}
	for _, v := range p[0][s.Features*s.Hidden:] {
		if v != 0 {
			t.Fatal("a spare input slot has a weight")
		}
	}
	for i, v := range p[4] {
		if i%s.Out >= s.Actions && v != 0 {
			t.Fatal("a spare output slot has a weight")
		}
	}
}
