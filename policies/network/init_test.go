package network

import (
	"math"
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
