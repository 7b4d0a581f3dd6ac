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

// borrowed makes trainings of a test compute on a backend of their own, as on a card.
func borrowed(t *testing.T) compute.Backend {
	t.Helper()
	b, err := backend.OpenGo()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { backend.Use(backend.CPU) })
	backend.UseBackend(b, "borrowed")
	return b
}

// A training computes on the device alone, gradients of groups, reference runs and checkpoints too, and its policy
// acts on the processor. No tensor may be on two backends, so a piece left behind is an error. The borrowed device
// rounds as the processor does: the policy is the same bytes.
func TestTrainingOnADevice(t *testing.T) {
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
		borrowed(t)
		got := train()
		if backend.Use(backend.CPU); backend.AcceleratorName() != "" {
			t.Errorf("after Use(CPU) %q trains", backend.AcceleratorName())
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: trained elsewhere, it is another policy", name)
		}
	}
}
