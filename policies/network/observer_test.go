package network

import (
	"math"
	"slices"
	"testing"

	"counterpoise/internal/seed"
	"counterpoise/internal/toydata"
	"counterpoise/scenes"
)

// Every observer names its features uniquely, with units; encodes each of them, finite and the same for the same
// observation; and one that sees pictures uses nothing that only the simulator knows.
func TestObserversConform(t *testing.T) {
	d, _ := toydata.Reaching(seed.Of("toy"), 1)
	o := toydata.WithPictures(d).Episodes[0].Observations[7]
	for _, name := range Observers.Names() {
		obs, _ := Observers.Get(name)
		names := map[string]bool{}
		for _, f := range obs.Features() {
			if f.Name == "" || f.Unit == "" || names[f.Name] {
				t.Errorf("%s: feature %+v", name, f)
			}
			names[f.Name] = true
		}
		encode := func(o *scenes.Observation) []float32 {
			x := make([]float32, len(names))
			for i := range x {
				x[i] = float32(math.NaN())
			}
			if err := Observe(x, obs, o); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			return x
		}
		x := encode(&o)
		if !slices.Equal(x, encode(&o)) {
			t.Errorf("%s: the same observation is encoded differently the second time", name)
		}
		hidden := o
		hidden.Scene = [24]float32{}
		if EncoderID(obs) != "" && !slices.Equal(x, encode(&hidden)) {
			t.Errorf("%s sees pictures, and also what only the simulator knows", name)
		}
	}
}
