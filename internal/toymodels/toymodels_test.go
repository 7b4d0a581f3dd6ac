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

// must returns an entry of a registry that exists.
func must[T any](of T, err error) T {
	if err != nil {
		panic(err)
	}
	return of
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
// call.
func TestGenerativeHead(t *testing.T) {
	d, g := toydata.Reaching(seed.Of("toy"), 1, 1)
	for _, head := range generative() {
		t.Run(head, func(t *testing.T) {
			t.Parallel()
			c := config("mlp", head)
			c.Hidden, c.Chunk, c.Execute, c.Batch, c.Steps, c.Rate = 64, 1, 1, 128, 800, 5e-3
			m, log, err := train.Train(t.Context(), d, g, halves(), c, seed.Of("train"), train.Options{})
			if err != nil {
				t.Fatal(err)
			}
			// Before anything is learned the prediction is near 0, and the noise in the target has mean square 1.
			if first := log.Loss[0][0]; first < .8 {
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
		})
	}
}

// A training under a generative head that is interrupted gives the same weights as one that is not, noise included.
func TestGenerativeHeadResumes(t *testing.T) {
	d, g := toydata.Reaching(seed.Of("toy"), 1, 1)
	for name, fresh := range map[string]func() mixture.Mixture{
		"batches":   func() mixture.Mixture { return halves() },
		"gradients": func() mixture.Mixture { return &toydata.GradientMixture{FixedMixture: *halves(), Beta: .1} },
		"held out":  func() mixture.Mixture { return &toydata.ObservingMixture{FixedMixture: *halves(), Share: .3} },
	} {
		for _, net := range []string{"mlp", "linear"} {
			for _, head := range generative() {
				c := config(net, head)
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
					t.Errorf("%s, %s, %s: other weights after interruptions", name, net, head)
				}
			}
		}
	}
}

// Two ways to act on nearly the same observations: a sample is one of them, and the squared error's action is their
// mean. A coin for each episode decides between -.8 and .8.
func TestSamplesAreNotMeans(t *testing.T) {
	d, g := toydata.Reaching(seed.Of("coin"), 12, 12)
	for i := range d.Episodes {
		for a := range d.Episodes[i].Actions {
			d.Episodes[i].Actions[a] = scenes.Action{}
			d.Episodes[i].Actions[a][0] = [2]float32{-.8, .8}[i%2]
			d.Episodes[i].Observations[a] = d.Episodes[0].Observations[0]
			d.Episodes[i].Observations[a].Scene[scenes.SceneBulb] = float32(a) // changes the key of the noise
		}
	}
	for _, head := range append(generative(), "squared") {
		c := config("mlp", head)
		c.Chunk, c.Execute, c.Batch, c.Steps, c.Rate = 1, 1, 256, 1000, 5e-3
		m, _, err := train.Train(t.Context(), d, g, halves(), c, seed.Of("train"), train.Options{})
		if err != nil {
			t.Fatal(err)
		}
		p, err := policies.NewNeural(c, m)
		if err != nil {
			t.Fatal(err)
		}
		ways := map[int]int{} // nearest of the two ways, or 0 for between them
		all := act(t, p, d.Episodes[0].Observations)
		for _, chunk := range all {
			switch v := chunk[0][0]; {
			case v < -.5:
				ways[-1]++
			case v > .5:
				ways[1]++
			default:
				ways[0]++
			}
		}
		if head == "squared" {
			if ways[0] != len(all) {
				t.Errorf("squared: %v of %d", ways, len(all))
			}
		} else if ways[0]*4 > len(all) || ways[-1] == 0 || ways[1] == 0 {
			t.Errorf("%s: %v of %d: samples lie between the ways, or on one alone", head, ways, len(all))
		}
	}
}

// generative lists the heads that sample.
func generative() (names []string) {
	for _, name := range network.Heads.Names() {
		if _, ok := must(network.Heads.Get(name)).(network.Generative); ok {
			names = append(names, name)
		}
	}
	return names
}

// halves returns equal weights of two groups.
func halves() *toydata.FixedMixture { return &toydata.FixedMixture{Weights: []float64{.5, .5}} }

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
