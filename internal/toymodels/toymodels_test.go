package toymodels

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"counterpoise/internal/seed"
	"counterpoise/internal/toydata"
	"counterpoise/policies"
	"counterpoise/policies/backend"
	"counterpoise/policies/balance"
	"counterpoise/policies/mixture"
	"counterpoise/policies/network"
	"counterpoise/policies/train"
	"counterpoise/scenes"
)

func init() {
	network.Networks.Add("linear", Linear{})
	network.Networks.Add("mlp without products", withoutProducts{must(network.Networks.Get("mlp"))})
	network.Heads.Add("flow", Flow{})
}

// TestMain selects the device that trains: with COUNTERPOISE_TEST_DEVICE=xla-cpu and a build with the tag xla, XLA.
func TestMain(m *testing.M) {
	if d := os.Getenv("COUNTERPOISE_TEST_DEVICE"); d != "" {
		if err := backend.Use(backend.Device(d)); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
	os.Exit(m.Run())
}

// must returns a network that exists.
func must(n network.Network, err error) network.Network {
	if err != nil {
		panic(err)
	}
	return n
}

// withoutProducts hides that a network is network.Grammed.
type withoutProducts struct{ network.Network }

// config returns settings for a short training with a network and a head.
func config(net, head string) train.Config {
	c := train.DefaultConfig()
	c.Network, c.Head, c.Hidden, c.Batch, c.Steps = net, head, 64, 65, 12
	return c
}

// An architecture of one file trains under every method: those that observe gradients, examples or held-out losses, and
// those that make reference runs. Its policy acts the same after loading.
func TestArchitectureTrainsUnderEveryMethod(t *testing.T) {
	d, g := toydata.Reaching(seed.Of("toy"), 2, 5, 3)
	for _, name := range balance.Methods.Names() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			method, err := balance.Methods.Get(name)
			if err != nil {
				t.Fatal(err)
			}
			c := config("linear", "squared")
			m, log, err := train.Train(t.Context(), d, g, method.Start(g), c, seed.Of("train"), train.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if len(log.Loss) != c.Steps || mixture.CheckSimplex(log.Alpha[c.Steps-1], 3) != nil {
				t.Errorf("%d steps, last weights %v", len(log.Loss), log.Alpha[len(log.Alpha)-1])
			}
			p, err := policies.NewNeural(c, m)
			if err != nil {
				t.Fatal(err)
			}
			file := filepath.Join(t.TempDir(), "linear.policy")
			if err := p.Save(file); err != nil {
				t.Fatal(err)
			}
			q, err := policies.Load(file)
			if err != nil {
				t.Fatal(err)
			}
			obs := d.Episodes[0].Observations
			if a, b := act(t, p, obs), act(t, q, obs); !slices.EqualFunc(a, b, slices.Equal) {
				t.Error("acts differently after loading")
			}
		})
	}
}

// Training with one gradient a group gives the weights and the inner products of a Grammed network, which computes
// neither gradient, to the rounding of float32.
func TestGroupGradientsEqualGrammedProducts(t *testing.T) {
	d, g := toydata.Reaching(seed.Of("toy"), 2, 5, 3)
	for _, head := range []string{"squared", "gaussian", "bins"} {
		for _, beta := range []float64{0, .1} {
			run := func(net string) (*toydata.GradientMixture, *network.Model) {
				m := &toydata.GradientMixture{
					FixedMixture: toydata.FixedMixture{Weights: []float64{.2, .5, .3}},
					Beta:         beta,
				}
				model, _, err := train.Train(t.Context(), d, g, m, config(net, head), seed.Of("train"), train.Options{})
				if err != nil {
					t.Fatal(err)
				}
				return m, model
			}
			want, model := run("mlp")
			got, other := run("mlp without products")
			for s := range want.Grams {
				for i := range want.Grams[s] {
					for j, w := range want.Grams[s][i] {
						if v := got.Grams[s][i][j]; math.Abs(v-w) > 1e-3*math.Abs(w)+1e-4 {
							t.Errorf("%s, β %g, step %d: gram[%d][%d] is %v by gradients, %v by products",
								head, beta, s, i, j, v, w)
						}
					}
				}
			}
			for p := range model.Weights {
				for i, w := range model.Weights[p] {
					if v := other.Weights[p][i]; math.Abs(float64(v-w)) > 1e-3 {
						t.Fatalf("%s, β %g: parameter %d[%d] is %v by gradients, %v by products",
							head, beta, p, i, v, w)
					}
				}
			}
		}
	}
}

// A generative head fits two demonstrations and acts by sampling. The sample for an observation is the same in every
// call. A training that is interrupted gives the same weights as one that is not, noise included.
func TestGenerativeHead(t *testing.T) {
	d, g := toydata.Reaching(seed.Of("toy"), 1, 1)
	c := config("mlp", "flow")
	c.Hidden, c.Chunk, c.Execute, c.Batch, c.Steps, c.Rate = 64, 1, 1, 128, 800, 5e-3
	half := func() *toydata.FixedMixture { return &toydata.FixedMixture{Weights: []float64{.5, .5}} }
	m, log, err := train.Train(t.Context(), d, g, half(), c, seed.Of("train"), train.Options{})
	if err != nil {
		t.Fatal(err)
	}
	// Before anything is learned the velocity is predicted as 0: the loss is the mean of (a-ε)², 1 + E a², more than 1.
	if first := log.Loss[0][0]; first < 1 {
		t.Errorf("the loss started at %v", first)
	}
	p, err := policies.NewNeural(c, m)
	if err != nil {
		t.Fatal(err)
	}
	obs := d.Episodes[0].Observations
	all := act(t, p, obs)
	square := 0.0
	for i, chunk := range all {
		if alone := act(t, p, obs[i:i+1]); !slices.Equal(alone[0], chunk) {
			t.Fatalf("observation %d gets another action in a call of its own", i)
		}
		for j, v := range chunk[0] {
			e := float64(v - d.Episodes[0].Actions[i][j])
			square += e * e / float64(len(all)*network.ActionSize)
		}
	}
	if square > .05 {
		t.Errorf("samples are %v squared action units from the demonstration", square)
	}

	c.Steps = 12
	for name, fresh := range map[string]func() mixture.Mixture{
		"batches":   func() mixture.Mixture { return half() },
		"gradients": func() mixture.Mixture { return &toydata.GradientMixture{FixedMixture: *half(), Beta: .1} },
		"held out":  func() mixture.Mixture { return &toydata.ObservingMixture{FixedMixture: *half(), Share: .3} },
	} {
		for _, net := range []string{"mlp", "linear"} {
			c.Network = net
			want, _, err := train.Train(t.Context(), d, g, fresh(), c, seed.Of("train"), train.Options{})
			if err != nil {
				t.Fatal(err)
			}
			opts := train.Options{Checkpoint: filepath.Join(t.TempDir(), "checkpoint")}
			var got *network.Model
			for err = context.Canceled; errors.Is(err, context.Canceled); {
				got, _, err = train.Train(&cancelAfter{t.Context(), 5}, d, g, fresh(), c, seed.Of("train"), opts)
			}
			if err != nil {
				t.Fatal(err)
			}
			if !slices.EqualFunc(got.Weights, want.Weights, slices.Equal) {
				t.Errorf("%s, %s: other weights after interruptions", name, net)
			}
		}
	}
}

// cancelAfter is a context that is cancelled once Err has been called so many times.
type cancelAfter struct {
	context.Context
	calls int
}

func (c *cancelAfter) Err() error {
	if c.calls--; c.calls < 0 {
		return context.Canceled
	}
	return nil
}

// act returns the whole chunk of actions that a policy predicts for each observation.
func act(t *testing.T, p policies.Policy, obs []scenes.Observation) [][]scenes.Action {
	t.Helper()
	dst := make([][]scenes.Action, len(obs))
	for i := range dst {
		dst[i] = make([]scenes.Action, p.Chunk())
	}
	if err := p.Act(dst, obs); err != nil {
		t.Fatal(err)
	}
	return dst
}
