package policies

import (
	"bytes"
	"context"
	"path/filepath"
	"testing"

	"github.com/gomlx/compute"

	"counterpoise/internal/seed"
	"counterpoise/internal/toydata"
	"counterpoise/policies/backend"
	"counterpoise/policies/mixture"
	"counterpoise/scenes"
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

// A training computes on the device alone, gradients of groups, reference runs and checkpoints too, and its policy acts on the
// processor. No tensor may be on two backends, so a piece left behind is an error. The borrowed device rounds as the
// processor does: the policy is the same bytes.
func TestTrainingOnADevice(t *testing.T) {
	d, g := toydata.Reaching(seed.Of("device"), 3, 2)
	c := small()
	c.Steps = 20
	half := toydata.FixedMixture{Weights: []float64{.5, .5}}
	for name, mix := range map[string]func() mixture.Mixture{
		"plain":     func() mixture.Mixture { return &half },
		"gradients": func() mixture.Mixture { return &curious{FixedMixture: half, beta: .1} },
		"references": func() mixture.Mixture {
			return &prepared{watching: watching{FixedMixture: half}, runs: []mixture.Mixture{&watching{FixedMixture: half, share: .3}}}
		},
	} {
		train := func() ([]byte, *Policy) {
			p, _, err := TrainKept(context.Background(), filepath.Join(t.TempDir(), "checkpoint"), d, g, mix(), c, seed.Of("device", name))
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			data, err := p.encodeFile()
			if err != nil {
				t.Fatal(err)
			}
			return data, p
		}
		want, _ := train()
		elsewhere := borrowed(t)
		got, p := train()
		if backend.Use(backend.CPU); backend.AcceleratorName() != "" {
			t.Errorf("after Use(CPU) %q trains", backend.AcceleratorName())
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s: trained elsewhere, it is another policy", name)
		}
		if p.backend == elsewhere {
			t.Errorf("%s: the policy acts where it was trained", name)
		}
		if err := p.Act([][]scenes.Action{make([]scenes.Action, 1)}, d.Episodes[0].Observations[:1]); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
