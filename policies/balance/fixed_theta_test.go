package balance_test

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"counterpoise/internal/seed"
	"counterpoise/internal/toydata"
	"counterpoise/policies/balance"
	"counterpoise/policies/mixture"
	"counterpoise/policies/ridge"
	"counterpoise/policies/train"
	"counterpoise/scenes"
	"counterpoise/scenes/demos"
)

// evenDemos is a dataset without physics of two groups with as many frames each, the second of larger actions.
func evenDemos() (*demos.Dataset, demos.Groups) {
	r := seed.Of("even").Rand()
	d, g := &demos.Dataset{}, demos.Groups{Names: []string{"slow", "fast"}, N: []int{4, 4}, Frames: []int{80, 80}}
	for i, n := range g.N {
		for range n {
			var e demos.Episode
			for range 20 {
				var o scenes.Observation
				var a scenes.Action
				x, y := r.NormFloat64(), r.NormFloat64()
				o.Robot[scenes.RobotJoints], o.Robot[scenes.RobotJoints+1] = float32(x), float32(y)
				for c := range a {
					a[c] = float32([]float64{.6, 1}[i] * math.Tanh(x+float64(c-3)*y))
				}
				e.Observations, e.Actions = append(e.Observations, o), append(e.Actions, a)
			}
			d.Episodes, g.Of = append(d.Episodes, e), append(g.Of, int32(i))
		}
	}
	return d, g
}

// A search with θ fixed, through the trainer, has the closed form of the Gram matrix Γ of the first gradients, which
// another run of the same first weights measures: on batches that have every frame, and for β_1 near 0, each step adds
// β_1 β_2 times half the difference of Γ_i0 and Γ_i1 to the first weight. The reference losses are those of the
// untrained policy: E|a|² over the components, to a few per cent, and the ascent follows the law of drift.
func TestFixedSearchThroughTheTrainer(t *testing.T) {
	t.Parallel()
	d, g := evenDemos()
	c := train.DefaultConfig()
	c.Hidden, c.Chunk, c.Execute, c.Batch, c.Steps = 32, 1, 1, 160, 25
	key := seed.Of("fixed")
	measure := &toydata.GradientMixture{FixedMixture: toydata.FixedMixture{Weights: []float64{.5, .5}}}
	first := &toydata.ReferencedMixture{Runs: []mixture.Mixture{measure}}
	first.Weights = []float64{.5, .5}
	if _, _, err := train.Train(t.Context(), d, g, first, c, key, train.Options{}); err != nil {
		t.Fatal(err)
	}
	gamma := measure.Grams[0]
	const b1, b2, etaT = 1e-5, 4e4, 8.0
	m := balance.Ours{EtaT: etaT, Beta1: b1, Beta2: b2, MetaSteps: 25, Theta: balance.FixedTheta}.Start(g)
	_, log, err := train.Train(t.Context(), d, g, m, c, key, train.Options{})
	if err != nil {
		t.Fatal(err)
	}
	moved := 0.0
	for n, alpha := range log.References[0].Alpha {
		want := .5 + float64(n)*b1*b2*(gamma[0][0]-gamma[0][1])/2
		if moved = math.Abs(want - .5); math.Abs(alpha[0]-want) > 1e-3 {
			t.Fatalf("step %d: weights %v, the closed form says %v", n, alpha, want)
		}
	}
	if moved < .05 || moved > .45 {
		t.Errorf("the weights moved by %v, which tests little", moved)
	}
	var ref []float64
	for i, run := range log.References {
		energy := 0.0
		for e, of := range g.Of {
			for _, a := range d.Episodes[e].Actions {
				for _, v := range a {
					if int(of) == i {
						energy += float64(v) * float64(v) / float64(len(a)*g.Frames[i])
					}
				}
			}
		}
		ref = append(ref, run.Reached[i])
		if math.Abs(run.Reached[i]-run.Loss[0][i]) > 1e-5 || math.Abs(run.Reached[i]/energy-1) > .15 {
			t.Errorf("group %d: L_min %v, the untrained policy's loss is %v and E|a|² of a component %v", i,
				run.Reached[i],
				run.Loss[0][i], energy)
		}
	}
	mean := make([]float64, 2)
	for _, loss := range log.Loss {
		for i, l := range loss {
			mean[i] += l / float64(len(log.Loss))
		}
	}
	got, law := m.Alpha(), balance.Drift([]float64{.5, .5}, etaT, mean, ref)
	if math.Abs(got[0]-law[0]) > 1e-9 || got[0] < .55 || got[0] > .999 {
		t.Errorf("the ascent ends at %v, by the law of drift at %v", got, law)
	}
}

// A ridge answers with its optimum, so that it cannot keep its policy fixed, or look several steps ahead.
func TestSearchesThatNeedANetwork(t *testing.T) {
	d, g := evenDemos()
	for setting, word := range map[string]string{
		"Theta=fixed": "Theta=adam", "Theta=step": "Theta=adam", "Minimum=ahead": "Minimum=end", "Unroll=2": "Unroll=1",
	} {
		m, err := balance.Named("ours:MetaSteps=3," + setting)
		if err != nil {
			t.Fatal(err)
		}
		c := ridgeConfig()
		c.Steps, c.Features = 4, 20
		_, _, err = ridge.Train(context.Background(), d, g, m.Start(g), c, seed.Of("all"))
		if err == nil || !strings.Contains(err.Error(), "a ridge") {
			t.Errorf("%s on a ridge: %v, want an error with %s", setting, err, word)
		}
	}
	m, _ := balance.Named("ours:MetaSteps=3,Minimum=retrained,Tolerance=.1")
	c := ridgeConfig()
	c.Steps, c.Features = 4, 20
	mix := m.Start(g)
	_, log, err := ridge.Train(context.Background(), d, g, mix, c, seed.Of("all"))
	if err != nil || len(log.References) != 4 || len(mixture.Searches(mix)) != 2 {
		t.Errorf("%d runs before, searches %v, %v", len(log.References), mixture.Searches(mix), err)
	}
	for i := range 2 {
		anew := log.References[2+i].Alpha
		if anew[0][i] < .9 || !slices.Equal(anew[0], anew[len(anew)-1]) {
			t.Errorf("group %d is trained anew under %v, its search went through %v", i, anew, log.References[i].Alpha)
		}
	}
}
