package train

import (
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"counterpoise/internal/seed"
	"counterpoise/internal/toydata"
	"counterpoise/policies/backend"
	"counterpoise/policies/mixture"
	"counterpoise/policies/network"
)

// testDevice is the device on which the trainings of all tests compute. ./counterpoise test runs the tests a second
// time on XLA where its plugin is: COUNTERPOISE_TEST_DEVICE=xla-cpu go test -tags xla ./policies/train
var testDevice = backend.GoCPU

func TestMain(m *testing.M) {
	if d := os.Getenv("COUNTERPOISE_TEST_DEVICE"); d != "" {
		if err := backend.Use(backend.Device(d)); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		testDevice = backend.Current().Device
	}
	os.Exit(m.Run())
}

// useOtherBackend makes trainings compute on a second Go backend until the test ends, as if it were some device. It
// changes a global setting, so such a test must not run in parallel with others.
func useOtherBackend(t *testing.T, d backend.Device) {
	t.Helper()
	b, err := backend.OpenGo()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { backend.Use(testDevice) })
	backend.UseBackend(b, backend.Info{Device: d, Name: "other"})
}

// deviceMixtures are mixtures of two groups that make every kind of step: plain, with gradients of groups by products
// and one by one, with held-out losses, with reference runs.
var deviceMixtures = map[string]func() mixture.Mixture{
	"plain":      func() mixture.Mixture { return halves() },
	"gradients":  func() mixture.Mixture { return &toydata.GradientMixture{FixedMixture: *halves(), Beta: .1} },
	"one by one": func() mixture.Mixture { return &toydata.GradientMixture{FixedMixture: *halves(), Beta: .1} },
	"ahead": func() mixture.Mixture {
		return &movedMixture{GradientMixture: toydata.GradientMixture{FixedMixture: *halves(), Beta: .1},
			moves: []mixture.Move{mixture.ToAhead, mixture.ByAdam, mixture.Stay}, steps: 1}
	},
	"unrolled": func() mixture.Mixture {
		return &movedMixture{GradientMixture: toydata.GradientMixture{FixedMixture: *halves(), Beta: .1},
			moves: []mixture.Move{mixture.ByAdam, mixture.ToAhead}, steps: 2}
	},
	"references": func() mixture.Mixture {
		return &toydata.ReferencedMixture{ObservingMixture: toydata.ObservingMixture{FixedMixture: *halves()},
			Runs: []mixture.Mixture{&toydata.ObservingMixture{FixedMixture: *halves(), Share: .3}}}
	},
}

func halves() *toydata.FixedMixture { return &toydata.FixedMixture{Weights: []float64{.5, .5}} }

// trainOn trains under one of deviceMixtures, on whatever device is in use. Data, settings and key are the same in
// every call of a name.
func trainOn(t *testing.T, mix mixture.Mixture, name string) (*network.Model, *mixture.Log) {
	t.Helper()
	d, g := toydata.Reaching(seed.Of("device"), 3, 2)
	c := small()
	c.Steps = 20
	if name == "one by one" {
		c.Network, c.Batch = "transformer", 9 // no network.Grammed; the groups have 5 rows and 4
	}
	opts := Options{Checkpoint: filepath.Join(t.TempDir(), "checkpoint")}
	m, log, err := Train(t.Context(), d, g, mix, c, seed.Of("device", name), opts)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return m, log
}

// Every computation of a training runs on the training backend: with gradients of groups, reference runs and
// checkpoints. A tensor of another backend is an error of gomlx, so a computation on the wrong backend fails. The
// second backend rounds like the first, so the weights have the same bits.
func TestTrainingBackend(t *testing.T) {
	for name, mix := range deviceMixtures {
		backend.Use(backend.GoCPU)
		want, _ := trainOn(t, mix(), name)
		useOtherBackend(t, backend.GoCPU)
		if got, _ := trainOn(t, mix(), name); !slices.Equal(bits(got), bits(want)) {
			t.Errorf("%s: the other backend gives other weights", name)
		}
	}
}

// Steps with Adam in the graph and the data on the device are those of the host: the same losses, weights and inner
// products, to the rounding of float32.
func TestFusedStepsEqualHostSteps(t *testing.T) {
	for name, fresh := range deviceMixtures {
		backend.Use(backend.GoCPU)
		a, b := fresh(), fresh()
		want, wantLog := trainOn(t, a, name)
		useOtherBackend(t, backend.CUDA)
		got, log := trainOn(t, b, name)
		near := func(what string, v, w, tolerance float64) {
			if !(math.Abs(v-w) <= tolerance*max(1, math.Abs(w))) {
				t.Errorf("%s: %s: %v fused, %v on the host", name, what, v, w)
			}
		}
		x, y := bits(got), bits(want)
		for i := range y {
			near("a weight", float64(x[i]), float64(y[i]), 1e-4)
		}
		for s := range wantLog.Loss {
			for j, w := range wantLog.Loss[s] {
				near("a loss", log.Loss[s][j], w, 1e-4)
			}
		}
		fusedGrams := grams(b)
		for s, gram := range grams(a) {
			for i := range gram {
				for j, w := range gram[i] {
					near("an inner product", fusedGrams[s][i][j], w, 1e-3)
				}
			}
		}
	}
}

// grams are the inner products that a mixture of deviceMixtures has observed; none where it observes none.
func grams(m mixture.Mixture) [][][]float64 {
	switch m := m.(type) {
	case *toydata.GradientMixture:
		return m.Grams
	case *movedMixture:
		return m.Grams
	}
	return nil
}

// Trainings side by side on one device give the bits that they give alone: they share compiled graphs and nothing else.
func TestTrainingsSideBySide(t *testing.T) {
	for name, fresh := range deviceMixtures {
		want, _ := trainOn(t, fresh(), name)
		var side sync.WaitGroup
		for range 4 {
			side.Go(func() {
				if got, _ := trainOn(t, fresh(), name); !slices.Equal(bits(got), bits(want)) {
					t.Errorf("%s: other weights beside other trainings", name)
				}
			})
		}
		side.Wait()
	}
}

// A device gives the same bits in every process, on one thread or on several.
func TestDeviceRepeats(t *testing.T) {
	if testDevice == backend.GoCPU {
		t.Skip("the Go backend computes on one thread; package policies tests it")
	}
	digest := func(env ...string) (string, error) {
		c := exec.Command(os.Args[0], "-test.run=^TestPrintWeights$", "-test.v")
		c.Env = append(append(os.Environ(), "PRINT_WEIGHTS=1"), env...)
		out, err := c.CombinedOutput()
		_, after, ok := strings.Cut(string(out), "weights: ")
		if err != nil || !ok {
			return "", fmt.Errorf("%v: %v: %s", env, err, out)
		}
		line, _, _ := strings.Cut(after, "\n")
		return line, nil
	}
	// The gradients of attention's batched products, here those of "one by one", are summed in another order where XLA
	// shares products out to threads (package backend); records name XLA_FLAGS.
	const shared = "XLA_FLAGS=--xla_cpu_multi_thread_eigen=true"
	// Products by oneDNN round otherwise than those of XLA, and make mlp faster (docs/performance.md).
	const oneDNN = "XLA_FLAGS=--xla_cpu_experimental_onednn_custom_call=true"
	one := []string{"PJRT_NPROC=1", "GOMAXPROCS=1"} // both at once: what differs under either differs under both
	settings := [][][]string{{nil, one}}
	if testDevice == backend.XLACPU {
		settings = append(settings, [][]string{{shared}, {shared, "GOMAXPROCS=1"}},
			[][]string{{oneDNN}, append([]string{oneDNN}, one...)})
	}
	for _, same := range settings {
		if same[0] != nil && same[0][0] == oneDNN && !knowsOneDNN(t) {
			continue
		}
		digests, errs := make([]string, len(same)), make([]error, len(same))
		var processes sync.WaitGroup
		for i, env := range same {
			processes.Go(func() { digests[i], errs[i] = digest(env...) })
		}
		processes.Wait()
		if err := errors.Join(errs...); err != nil {
			t.Fatal(err)
		}
		for i, env := range same {
			if digests[i] != digests[0] {
				t.Errorf("%v: weights %s, want %s", env, digests[i], digests[0])
			}
		}
	}
}

// knowsOneDNN reports whether the plugin has the flag: XLA ends a process that names a flag that it lacks. That of
// setup, which CI has, knows it.
func knowsOneDNN(t *testing.T) bool {
	c := exec.Command(os.Args[0], "-test.run=^$") // TestMain loads the plugin
	c.Env = append(os.Environ(), "XLA_FLAGS=--xla_cpu_experimental_onednn_custom_call=true")
	out, err := c.CombinedOutput()
	if err != nil && !strings.Contains(string(out), "Unknown flag") {
		t.Fatalf("%v: %s", err, out)
	}
	return err == nil
}

// TestPrintWeights is the other process of TestDeviceRepeats. It prints a digest of the weights of trainings.
func TestPrintWeights(t *testing.T) {
	if os.Getenv("PRINT_WEIGHTS") == "" {
		t.Skip("it runs in a process of TestDeviceRepeats")
	}
	var all []float32
	for _, name := range []string{"gradients", "one by one", "plain", "references"} {
		m, _ := trainOn(t, deviceMixtures[name](), name)
		all = append(all, bits(m)...)
	}
	d, g := toydata.Reaching(seed.Of("toy"), 2, 5)
	toydata.WithPictures(d)
	for _, net := range []string{endToEnd().Network, "cnn"} {
		c := endToEnd()
		c.Network = net
		m, _ := mustTrain(t, d, g, halves(), c, seed.Of("train"))
		all = append(all, bits(m)...)
	}
	if len(all) == 0 {
		t.Error("no weights")
	}
	fmt.Printf("weights: %v\n", seed.Of("weights").With(fmt.Sprint(all)))
}
