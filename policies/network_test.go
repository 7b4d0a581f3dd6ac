package policies

import (
	"math"
	"slices"
	"testing"

	"counterpoise/internal/seed"
	"counterpoise/internal/toydata"
	"counterpoise/scenes"
)

// What holds for every network: its features have names of their own and units; it writes each of them, the same for the same
// observation, and none that is no number; and it sees nothing of the scene that it does not say, pictures aside.
func TestNetworksConform(t *testing.T) {
	d, _ := toydata.Reaching(seed.Of("toy"), 1)
	o := toydata.WithPictures(d).Episodes[0].Observations[7]
	for _, name := range Networks.Names() {
		net, _ := Networks.Get(name)
		names := map[string]bool{}
		for _, f := range net.Features() {
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
			if err := observe(x, net, name, o); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			return x
		}
		x := encode(&o)
		if !slices.Equal(x, encode(&o)) {
			t.Errorf("%s: the same observation looks otherwise the second time", name)
		}
		hidden := o
		hidden.Scene = [24]float32{}
		if (Config{Network: name}).Pictures() && !slices.Equal(x, encode(&hidden)) {
			t.Errorf("%s looks at pictures, and at what only the simulator knows", name)
		}
	}
}
