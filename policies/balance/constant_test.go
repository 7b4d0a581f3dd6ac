package balance

import (
	"math"
	"testing"
)

// The weights of the methods that never change, by hand: 27, 9 and 27 demonstrations, 270, 91 and 272 frames.
func TestConstantWeights(t *testing.T) {
	g := counted(27, 9, 27)
	third := []float64{1. / 3, 1. / 3, 1. / 3}
	for name, want := range map[string][]float64{
		"natural":  {270. / 633, 91. / 633, 272. / 633},
		"equal":    third,
		"upsample": third,
		// sqrt of 270, 91, 272: 16.431677, 9.539392, 16.492423, sum 42.463492
		"temperature": {.386960, .224649, .388391},
		// E_27 = (1-.9^27)/.1 = 9.41850, E_9 = 6.12580: n/E = 2.86670, 1.46920, 2.86670, sum 7.20260
		"effective": {.398009, .203982, .398009},
	} {
		m, err := Methods.Get(name)
		if err != nil {
			t.Fatal(err)
		}
		for i, a := range m.Start(g).Alpha() {
			if math.Abs(a-want[i]) > 1e-6 {
				t.Errorf("%s: group %d weighs %v, want %v", name, i, a, want[i])
			}
		}
	}
}

// Only upsample and temperature apply their weights by drawing samples.
func TestUpsampleAndTemperatureResample(t *testing.T) {
	for _, name := range Methods.Names() {
		m, _ := Methods.Get(name)
		r, ok := m.Start(counted(2, 3)).(interface{ Resample() bool })
		if got := ok && r.Resample(); got != (name == "upsample" || name == "temperature") {
			t.Errorf("%s: resample is %v", name, got)
		}
	}
}

// The ends of the two families are natural and equal.
func TestLimits(t *testing.T) {
	g := counted(27, 9, 27)
	for what, c := range map[string]struct {
		m    Method
		want []float64
	}{
		"T = 1":  {Temperature{T: 1}, shares(g.Frames)},
		"T → ∞":  {Temperature{T: 1e9}, uniform(3)},
		"β = 0":  {Effective{Beta: 0}, shares(g.N)},
		"β → 1":  {Effective{Beta: 1 - 1e-9}, uniform(3)},
		"fixed":  {Fixed{.2, .3, .5}, []float64{.2, .3, .5}},
		"9999 %": {Effective{Beta: .9999}, uniform(3)}, // the paper's largest β cannot tell 9 from 27
	} {
		for i, a := range c.m.Start(g).Alpha() {
			if math.Abs(a-c.want[i]) > 1e-3 {
				t.Errorf("%s: group %d weighs %v, want %v", what, i, a, c.want[i])
			}
		}
	}
}
