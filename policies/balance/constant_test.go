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
	} {
		m, err := Methods.Get(name)
		if err != nil {
			t.Fatal(err)
		}
		for i, a := range m.Start(g).Alpha() {
			if math.Abs(a-want[i]) > 1e-15 {
				t.Errorf("%s: group %d weighs %v, want %v", name, i, a, want[i])
			}
		}
	}
}

// Only upsample asks for its weights to be applied by drawing.
func TestWhoResamples(t *testing.T) {
	for _, name := range Methods.Names() {
		m, _ := Methods.Get(name)
		r, ok := m.Start(counted(2, 3)).(interface{ Resample() bool })
		if got := ok && r.Resample(); got != (name == "upsample") {
			t.Errorf("%s: resample is %v", name, got)
		}
	}
}
