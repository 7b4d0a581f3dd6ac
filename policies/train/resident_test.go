package train

import (
	"fmt"
	"slices"
	"testing"

	"github.com/gomlx/gomlx/core/tensors"

	"counterpoise/internal/seed"
	"counterpoise/internal/toydata"
	"counterpoise/policies/backend"
	"counterpoise/policies/mixture"
)

func TestRoundRows(t *testing.T) {
	for n, want := range map[int]int{
		1: 1024, 1024: 1024, 1025: 2048, 9000: 16384, 65536: 65536, 65537: 131072, 200000: 262144,
	} {
		if got := roundRows(n); got != want {
			t.Errorf("%d rows: %d on the device, want %d", n, got, want)
		}
	}
	for n := 1; n < 300000; n += 37 {
		if added := roundRows(n) - n; added < 0 || added >= max(n, 1024) || added >= 1<<16 {
			t.Errorf("%d rows: %d more", n, added)
		}
	}
}

// Zeros behind the rows on the device change no bit of weights, losses or inner products: for every kind of step, with
// shifted views, a history, and a head that samples.
func TestAddedRowsChangeNothing(t *testing.T) {
	if testDevice == backend.GoCPU {
		useOtherBackend(t, backend.CUDA) // which fuses
	}
	for name, c := range map[string]struct {
		kind     string
		episodes int // of the first group; with 60 the set has more than 1,024 rows
		set      func(*Config)
	}{
		"references":        {"references", 60, func(*Config) {}},
		"transformer":       {"one by one", 1, func(c *Config) { c.Network, c.Batch = "transformer", 9 }},
		"flow of a history": {"gradients", 1, func(c *Config) { c.Head, c.History = "flow", 2 }},
		"shifts":            {"plain", 1, func(c *Config) { c.Observer, c.Shifts = "vision", 2 }},
	} {
		d, g := toydata.Reaching(seed.Of("device"), c.episodes, 2)
		cfg := small()
		cfg.Steps = 6
		if c.set(&cfg); cfg.Observer == "vision" {
			toydata.WithPictures(d)
		}
		result := func(added bool) (weights []float32, seen string) {
			r, err := newRun(d, g, cfg, seed.Of("rows"), Options{})
			if err != nil {
				t.Fatal(err)
			}
			if err := r.place(); err != nil {
				t.Fatal(err)
			}
			rows := len(r.set.Y) / r.set.Slots
			if on := r.data.y.Shape().Dimensions[0]; on != roundRows(rows) || c.episodes > 1 && rows < 1024 {
				t.Fatalf("%s: %d rows on the device of %d", name, on, rows)
			}
			if !added {
				r.data = &resident{
					x: tensors.FromFlatDataAndDimensions(r.set.X, rows*r.set.Variants, r.set.In),
					y: tensors.FromFlatDataAndDimensions(r.set.Y, rows, r.set.Slots),
				}
			}
			mix := deviceMixtures[c.kind]()
			m, log, err := r.placed(t.Context(), mix)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			seen = fmt.Sprint(log.Alpha, log.Loss, log.Reached, observed(mix))
			for _, reference := range log.References {
				seen += fmt.Sprint(reference.Loss, reference.Reached)
			}
			return bits(m), seen
		}
		want, wantSeen := result(false)
		if got, seen := result(true); !slices.Equal(got, want) || seen != wantSeen {
			t.Errorf("%s: added rows change the result", name)
		}
	}
}

// observed returns what one of deviceMixtures has observed besides the losses of groups.
func observed(m mixture.Mixture) any {
	switch m := m.(type) {
	case *toydata.GradientMixture:
		return m.Grams
	case *toydata.ReferencedMixture:
		return fmt.Sprint(m.Told, m.ObservingMixture)
	}
	return nil
}

// Trainings on data of different sizes share their compiled graphs: the first compiles, those after it do not.
func TestSizesShareGraphs(t *testing.T) {
	for name, fresh := range deviceMixtures {
		// A new backend has no graphs yet. What it compiles is the same on every device that fuses.
		useOtherBackend(t, backend.CUDA)
		for i, episodes := range []int{2, 3, 5, 9} {
			d, g := toydata.Reaching(seed.Of("device"), episodes, episodes)
			before, c := compiled.Load(), small()
			if c.Steps = 3; name == "one by one" {
				c.Network, c.Batch = "transformer", 9
			}
			mustTrain(t, d, g, fresh(), c, seed.Of("sizes"))
			if n := compiled.Load() - before; i > 0 && n > 0 || i == 0 && n == 0 {
				t.Errorf("%s: %d graphs were compiled for %d episodes", name, n, 2*episodes)
			}
		}
	}
}

// Pictures that stay on the device give the bits of pictures that are copied batch by batch: shifted, and in a history.
func TestPicturesOnTheDevice(t *testing.T) {
	if testDevice == backend.GoCPU {
		useOtherBackend(t, backend.CUDA) // which keeps them
	}
	d, g := toydata.Reaching(seed.Of("device"), 1, 1)
	toydata.WithPictures(d)
	cfg := small()
	cfg.Observer, cfg.Network, cfg.Steps, cfg.Batch, cfg.Hidden = "vision", "cnn", 3, 8, 32
	cfg.Shifts, cfg.History = 1, 2
	result := func(keep bool) ([]float32, [][]float64) {
		r, err := newRun(d, g, cfg, seed.Of("pictures"), Options{})
		if err != nil {
			t.Fatal(err)
		}
		r.device.pictures = keep
		if err := r.place(); err != nil || (r.data != nil) != keep {
			t.Fatalf("on the device: %v, want %v (%v)", r.data != nil, keep, err)
		}
		m, log, err := r.placed(t.Context(), halves())
		if err != nil {
			t.Fatal(err)
		}
		return bits(m), log.Loss
	}
	want, losses := result(false)
	if got, seen := result(true); !slices.Equal(got, want) || fmt.Sprint(seen) != fmt.Sprint(losses) {
		t.Errorf("losses %v, copied %v", seen, losses)
	}
}
