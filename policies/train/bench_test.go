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

// batches are the batch sizes of BenchmarkTrain.
var batches = []int{1, 64, 256}

// BenchmarkTrain measures whole training steps with the default settings (drawing a batch, copying, gradient, Adam,
// log) for each observer, in frames a second. Pictures are encoded before, as in the benchmark's experiments.
//
// The limit is the arithmetic of the matrix products. Metric %peak is their share of the highest rate that the vector
// units of the cores reach (internal/peak); the rest is memory traffic, Adam and the overhead of graph calls, which
// weighs most in small batches.
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

// BenchmarkTrainNetworks measures training steps of every network under a head that does not sample, one that does, and
// while a mixture observes the gradients of two groups ("search"), in frames a second; a frame of a network that reads
// pictures is a pair of them. The data is small and the batch is that of the defaults, or 32 for networks that read
// pictures. COUNTERPOISE_TEST_DEVICE=xla-cpu and the tag xla measure XLA.
func BenchmarkTrainNetworks(b *testing.B) {
	for _, name := range network.Networks.Names() {
		for _, variant := range []string{"squared", "flow", "search"} {
			b.Run(name+"/"+variant, func(b *testing.B) {
				net, err := network.Networks.Get(name)
				if err != nil {
					b.Fatal(err)
				}
				d, g := toydata.Reaching(seed.Of("toy"), 1, 1)
				c := DefaultConfig()
				c.Network = name
				var mix mixture.Mixture = halves()
				if variant == "search" {
					mix = &toydata.GradientMixture{FixedMixture: *halves(), Beta: .1, Discard: true}
				} else {
					c.Head = variant
				}
				if _, reads := net.(network.PictureReader); reads {
					toydata.WithPictures(d)
					c.Observer, c.Batch = "vision", 32
				}
				tr, err := testTrainer(d, g, mix, c, seed.Of("train"))
				if err != nil {
					b.Fatal(err)
				}
				benchSteps(b, tr)
			})
		}
	}
}

// BenchmarkTrainStepVariants measures steps that do more than the default one, "squared": wider heads, observed
// gradients, held-out losses. The package comment states the ratios.
func BenchmarkTrainStepVariants(b *testing.B) {
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
			if err != nil {
				b.Fatal(err)
			}
			benchSteps(b, tr)
		})
	}
}

// benchSteps measures steps of a training after the first, which compiles its graphs, in frames a second.
func benchSteps(b *testing.B, tr *trainer) {
	b.Helper()
	if err := tr.step(0); err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	b.ResetTimer()
	for range b.N {
		if err := tr.step(0); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N*tr.cfg.Batch)/b.Elapsed().Seconds(), "frames/s")
}

// benchData returns demonstrations for an observer, with encoded pictures if it uses any.
func benchData(net string) (*demos.Dataset, demos.Groups) {
	d, g := toydata.Reaching(seed.Of("toy"), 9, 27, 27)
	c := DefaultConfig()
	if c.Observer = net; c.Pictures() {
		toydata.WithPictures(d)
	}
	for i := range d.Episodes {
		if err := c.Extractor().EncodeEpisode(&d.Episodes[i], seed.Of("see")); err != nil {
			panic(err)
		}
	}
	return d, g
}

// benchTrainer returns a training with the default settings whose graphs are compiled.
func benchTrainer(b *testing.B, net string, batch int) *trainer {
	d, g := benchData(net)
	cfg, alpha := DefaultConfig(), []float64{.2, .3, .5}
	cfg.Observer, cfg.Batch = net, batch
	if batch < len(alpha) { // a batch needs at least one frame a group
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
