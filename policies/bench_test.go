package policies

import (
	"fmt"
	"math"
	"sync"
	"testing"
	"time"

	"counterpoise/internal/peak"
	"counterpoise/internal/seed"
	"counterpoise/internal/toydata"
	"counterpoise/policies/backend"
	"counterpoise/policies/mixture"
	"counterpoise/scenes"
	"counterpoise/scenes/demos"
)

// batches are what networks are trained and asked with.
var batches = []int{1, 64, 256}

// BenchmarkTrain is the speed of training with the default settings, in frames a second through a gradient step with everything in
// it (drawing of batches, copying, gradient, Adam, log), and the share of what the cores' vector units could do at most that its
// matrix products need. Pictures have been seen before (see See), as in the benchmark's experiments.
func BenchmarkTrain(b *testing.B) {
	most := peak.FLOPS()
	for _, net := range Networks.Names() {
		for _, batch := range batches {
			for _, c := range peak.Cores {
				b.Run(fmt.Sprintf("net=%s/batch=%d/cores=%s", net, batch, c.Name), func(b *testing.B) {
					var runs []*trainer
					for range c.Count {
						runs = append(runs, benchTrainer(b, net, batch))
					}
					b.ReportAllocs()
					b.ResetTimer()
					var side sync.WaitGroup
					for _, tr := range runs {
						side.Go(func() {
							for range b.N {
								if err := tr.step(0); err != nil {
									b.Error(err)
								}
							}
						})
					}
					side.Wait()
					rate := float64(c.Count*b.N*batch) / b.Elapsed().Seconds()
					b.ReportMetric(rate, "samples/s")
					sh := runs[0].policy.shape
					// Forward, by the weights, and by the inputs of all layers but the first: 2 operations a multiplication.
					work := 2 * float64(2*sh.in*sh.hidden+3*sh.hidden*sh.hidden+3*sh.hidden*sh.out)
					b.ReportMetric(100*work*rate/(most*float64(c.Count)), "%peak")
				})
			}
		}
	}
}

// BenchmarkEndToEnd is a training step that trains the eyes too, in frames (pairs of pictures) a second.
func BenchmarkEndToEnd(b *testing.B) {
	d, g := toydata.Reaching(seed.Of("toy"), 1, 1)
	c := DefaultConfig()
	c.Network, c.EndToEnd, c.Batch = "vision", true, 32
	tr, err := newRun(toydata.WithPictures(d), g, &toydata.FixedMixture{Weights: []float64{.5, .5}}, c, seed.Of("train"))
	if err == nil {
		err = tr.step(0)
	}
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	b.ResetTimer()
	for range b.N {
		if err := tr.step(0); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N*c.Batch)/b.Elapsed().Seconds(), "samples/s")
}

// BenchmarkStep is what a step costs that does more than the default: a wider head, gradients observed, held-out losses.
func BenchmarkStep(b *testing.B) {
	alpha := toydata.FixedMixture{Weights: []float64{.2, .3, .5}}
	for _, c := range []struct {
		name, head string
		m          mixture.Mixture
	}{
		{"squared", "squared", &alpha},
		{"gaussian", "gaussian", &alpha},
		{"bins", "bins", &alpha},
		{"gradients", "squared", &deaf{curious{FixedMixture: alpha, beta: .1}}},
		{"held-out", "squared", &watching{FixedMixture: alpha, share: .2}},
	} {
		b.Run(c.name, func(b *testing.B) {
			d, g := toydata.Reaching(seed.Of("toy"), 9, 27, 27)
			cfg := DefaultConfig()
			cfg.Head = c.head
			tr, err := newRun(d, g, c.m, cfg, seed.Of("train"))
			if err == nil {
				err = tr.step(0)
			}
			if err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			b.ResetTimer()
			for range b.N {
				if err := tr.step(0); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.N*cfg.Batch)/b.Elapsed().Seconds(), "samples/s")
		})
	}
}

// deaf observes gradients and keeps none.
type deaf struct{ curious }

func (*deaf) ObserveGradients([][]float64) {}

// BenchmarkRidge is the exact optimum for new weights, and its hypergradient, at the default size.
func BenchmarkRidge(b *testing.B) {
	d, g := toydata.Reaching(seed.Of("toy"), 9, 27, 27)
	r, err := NewRidge(d, g, DefaultRidge(), 0, seed.Of("ridge"))
	if err != nil {
		b.Fatal(err)
	}
	for range b.N {
		if _, err := r.Hypergradient([]float64{.2, .3, .5}); err != nil {
			b.Fatal(err)
		}
	}
}

// benchData are demonstrations that a network can be trained on.
func benchData(net string) (*demos.Dataset, demos.Groups) {
	d, g := toydata.Reaching(seed.Of("toy"), 9, 27, 27)
	c := Config{Network: net}
	for i := range d.Episodes {
		e := &d.Episodes[i]
		for t := range e.Observations {
			if c.Pictures() {
				toydata.DrawPictures(&e.Observations[t])
			}
		}
		if err := c.View().EncodeEpisode(e, seed.Of("see")); err != nil {
			panic(err)
		}
	}
	return d, g
}

// benchTrainer is a training with the default settings whose graph is compiled.
func benchTrainer(b *testing.B, net string, batch int) *trainer {
	d, g := benchData(net)
	cfg, alpha := DefaultConfig(), []float64{.2, .3, .5}
	cfg.Network, cfg.Batch = net, batch
	if batch < len(alpha) { // a batch needs a frame of each group
		for i := range g.Of {
			g.Of[i] = 0
		}
		g, alpha = demos.Groups{Names: []string{"all"}, Of: g.Of, N: []int{len(g.Of)}}, []float64{1}
	}
	tr, err := newRun(d, g, &toydata.FixedMixture{Weights: alpha}, cfg, seed.Of("train"))
	if err == nil {
		err = tr.survey()
	}
	if err == nil {
		err = tr.step(0)
	}
	if err != nil {
		b.Fatal(err)
	}
	return tr
}

// BenchmarkAct is a call of Act with observations, for every network as it comes out of training and for a ridge; where pictures
// are looked at, that is part of the call.
func BenchmarkAct(b *testing.B) {
	type actor interface {
		Act([][]scenes.Action, []scenes.Observation) error
	}
	actors, names := map[string]actor{}, []string{"ridge"}
	d, g := benchData("state")
	r, err := NewRidge(d, g, DefaultRidge(), 0, seed.Of("ridge"))
	if err != nil {
		b.Fatal(err)
	}
	actors["ridge"] = r
	for _, net := range Networks.Names() {
		actors[net], names = benchTrainer(b, net, 64).policy, append(names, net)
	}
	for _, name := range names {
		for _, n := range batches {
			for _, c := range peak.Cores {
				b.Run(fmt.Sprintf("net=%s/batch=%d/cores=%s", name, n, c.Name), func(b *testing.B) {
					ask := func() func() {
						obs, dst := make([]scenes.Observation, n), make([][]scenes.Action, n)
						for i := range obs {
							obs[i], dst[i] = d.Episodes[i%len(d.Episodes)].Observations[i%20], make([]scenes.Action, 4)
							if name == "vision" {
								toydata.DrawPictures(&obs[i])
							}
						}
						return func() {
							if err := actors[name].Act(dst, obs); err != nil {
								b.Error(err)
							}
						}
					}
					ask()() // compiles the graphs
					b.ReportAllocs()
					b.ResetTimer()
					if c.Count == 1 {
						act := ask()
						for b.Loop() {
							act()
						}
					} else {
						b.RunParallel(func(p *testing.PB) {
							for act := ask(); p.Next(); {
								act()
							}
						})
					}
					b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "calls/s")
					b.ReportMetric(float64(n*b.N)/b.Elapsed().Seconds(), "samples/s")
				})
			}
		}
	}
}

// BenchmarkScalar is what ordinary floating-point code costs before and after the backend's vector kernels have run on
// its thread: physics and rendering must not pay for them (see clearUpper).
func BenchmarkScalar(b *testing.B) {
	p, d := trained(b)
	dst := [][]scenes.Action{make([]scenes.Action, 4)}
	act := func() { p.Act(dst, d.Episodes[0].Observations[:1]) }
	tr := benchTrainer(b, "state", 256)
	train := func() { tr.step(0) }
	work := map[string]func() float64{"exp": exps, "dot": dots}
	for _, w := range []string{"exp", "dot"} {
		for _, after := range []struct {
			name string
			do   func()
		}{{"nothing", backend.VZeroUpper}, {"act", act}, {"train", train}} {
			b.Run(w+"/after="+after.name, func(b *testing.B) {
				var spent time.Duration // b.StopTimer would run code of the runtime in between, which clears the registers
				for range b.N {
					after.do()
					start := time.Now()
					sink += work[w]()
					spent += time.Since(start)
				}
				b.ReportMetric(float64(spent.Nanoseconds())/float64(b.N), "work-ns/op")
			})
		}
	}
}

var sink float64

func exps() (s float64) {
	for i := range 20000 {
		s += math.Exp(-float64(i) * 1e-3)
	}
	return s
}

func dots() (s float64) {
	var x [256]float64
	for i := range x {
		x[i] = float64(i) * 1e-3
	}
	for range 200 {
		for i, v := range x {
			s += v * x[255-i]
		}
	}
	return s
}
