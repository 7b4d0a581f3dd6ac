package train

import (
	"fmt"
	"sync"
	"testing"

	"counterpoise/internal/peak"
	"counterpoise/internal/seed"
	"counterpoise/internal/toydata"
	"counterpoise/policies/mixture"
	"counterpoise/policies/network"
	"counterpoise/scenes/demos"
)

// batches are batch sizes of benchmarks.
var batches = []int{1, 64, 256}

// BenchmarkTrain is the speed of training with the default settings, in frames a second through a gradient step with
// everything in it (drawing of batches, copying, gradient, Adam, log), and the share of what the cores' vector units
// could do at most that its matrix products need. Pictures have been seen before (see See), as in the benchmark's
// experiments.
func BenchmarkTrain(b *testing.B) {
	most := peak.FLOPS()
	for _, net := range network.Observers.Names() {
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
					sh := runs[0].model.Sizes
					// Forward, by the weights, and by the inputs of all layers but the first: 2 operations a
					// multiplication.
					work := 2 * float64(2*sh.In*sh.Hidden+3*sh.Hidden*sh.Hidden+3*sh.Hidden*sh.Out)
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
	c.Observer, c.Network, c.Batch = "vision", "spatial", 32
	tr, err := testTrainer(toydata.WithPictures(d), g, &toydata.FixedMixture{Weights: []float64{.5, .5}}, c,
		seed.Of("train"))
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

// BenchmarkStep is what a step costs that does more than the default: a wider head, gradients observed, held-out
// losses.
func BenchmarkStep(b *testing.B) {
	alpha := toydata.FixedMixture{Weights: []float64{.2, .3, .5}}
	for _, c := range []struct {
		name, head string
		m          mixture.Mixture
	}{
		{"squared", "squared", &alpha},
		{"gaussian", "gaussian", &alpha},
		{"bins", "bins", &alpha},
		{"gradients", "squared", &toydata.GradientMixture{FixedMixture: alpha, Beta: .1, Discard: true}},
		{"held-out", "squared", &toydata.ObservingMixture{FixedMixture: alpha, Share: .2}},
	} {
		b.Run(c.name, func(b *testing.B) {
			d, g := toydata.Reaching(seed.Of("toy"), 9, 27, 27)
			cfg := DefaultConfig()
			cfg.Head = c.head
			tr, err := testTrainer(d, g, c.m, cfg, seed.Of("train"))
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

// benchData are demonstrations that a network can be trained on.
func benchData(net string) (*demos.Dataset, demos.Groups) {
	d, g := toydata.Reaching(seed.Of("toy"), 9, 27, 27)
	c := Config{Observer: net}
	for i := range d.Episodes {
		e := &d.Episodes[i]
		for t := range e.Observations {
			if c.Pictures() {
				toydata.DrawPictures(&e.Observations[t])
			}
		}
		if err := c.Extractor().EncodeEpisode(e, seed.Of("see")); err != nil {
			panic(err)
		}
	}
	return d, g
}

// benchTrainer is a training with the default settings whose graph is compiled.
func benchTrainer(b *testing.B, net string, batch int) *trainer {
	d, g := benchData(net)
	cfg, alpha := DefaultConfig(), []float64{.2, .3, .5}
	cfg.Observer, cfg.Batch = net, batch
	if batch < len(alpha) { // a batch needs a frame of each group
		for i := range g.Of {
			g.Of[i] = 0
		}
		g, alpha = demos.Groups{Names: []string{"all"}, Of: g.Of, N: []int{len(g.Of)}}, []float64{1}
	}
	tr, err := testTrainer(d, g, &toydata.FixedMixture{Weights: alpha}, cfg, seed.Of("train"))
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
