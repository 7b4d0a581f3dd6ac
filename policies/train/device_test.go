package train

import (
	"path/filepath"
	"slices"
	"testing"

	"github.com/gomlx/compute"

	"counterpoise/internal/seed"
	"counterpoise/internal/toydata"
	"counterpoise/policies/backend"
	"counterpoise/policies/mixture"
)

// useOtherBackend makes trainings compute on a second Go backend until the test ends, in place of a graphics card. It
// changes a global setting, so such a test must not run in parallel with others.
func useOtherBackend(t *testing.T) compute.Backend {
	t.Helper()
	b, err := backend.OpenGo()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { backend.Use(backend.GoCPU) })
	backend.UseBackend(b, backend.Info{Name: "other"})
	return b
}

// Every computation of a training runs on the training backend: with gradients of groups, reference runs and
// checkpoints. A tensor of another backend is an error of gomlx, so a computation on the wrong backend fails. The
// second backend rounds like the first, so the weights have the same bits.
func TestTrainingBackend(t *testing.T) {
	d, g := toydata.Reaching(seed.Of("device"), 3, 2)
	c := small()
	c.Steps = 20
	half := toydata.FixedMixture{Weights: []float64{.5, .5}}
	for name, mix := range map[string]func() mixture.Mixture{
		"plain":     func() mixture.Mixture { return &half },
		"gradients": func() mixture.Mixture { return &toydata.GradientMixture{FixedMixture: half, Beta: .1} },
		"references": func() mixture.Mixture {
			return &toydata.ReferencedMixture{ObservingMixture: toydata.ObservingMixture{FixedMixture: half},
				Runs: []mixture.Mixture{&toydata.ObservingMixture{FixedMixture: half, Share: .3}}}
		},
	} {
		train := func() []float32 {
			opts := Options{Checkpoint: filepath.Join(t.TempDir(), "checkpoint")}
			m, _, err := Train(t.Context(), d, g, mix(), c, seed.Of("device", name), opts)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			return bits(m)
		}
		want := train()
		useOtherBackend(t)
		got := train()
		if backend.Use(backend.GoCPU); backend.Current().Device != backend.GoCPU {
			t.Errorf("after Use(GoCPU) the device is %+v", backend.Current())
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: the other backend gives other weights", name)
		}
	}
}
