package policies

import (
	"fmt"
	"math"
	"runtime"
	"sync"
	"testing"
	"time"

	"counterpoise/internal/seed"
	"counterpoise/scenes"
)

// BenchmarkTrain is the speed of the default policy's training, in frames a second through a gradient step with everything
// in it (drawing, copying, gradient, Adam, log): one training alone, and as many side by side as there are cores.
func BenchmarkTrain(b *testing.B) {
	for _, c := range []struct {
		name  string
		count int
	}{{"one", 1}, {"all", runtime.GOMAXPROCS(0)}} {
		b.Run(c.name, func(b *testing.B) {
			var runs []*trainer
			for range c.count {
				runs = append(runs, benchTrainer(b))
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
			b.ReportMetric(float64(c.count*b.N*runs[0].cfg.Batch)/b.Elapsed().Seconds(), "samples/s")
		})
	}
}

// BenchmarkStep is what a step costs that does more than the default: a wider head, gradients observed, held-out losses.
func BenchmarkStep(b *testing.B) {
	alpha := fixed{alpha: []float64{.2, .3, .5}}
	for _, c := range []struct {
		name, head string
		m          Mixture
	}{
		{"squared", "squared", &alpha},
		{"gaussian", "gaussian", &alpha},
		{"bins", "bins", &alpha},
		{"gradients", "squared", &deaf{curious{fixed: alpha, beta: .1}}},
		{"held-out", "squared", &watching{fixed: alpha, share: .2}},
	} {
		b.Run(c.name, func(b *testing.B) {
			d, g := reaching(seed.Of("toy"), 9, 27, 27)
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
	d, g := reaching(seed.Of("toy"), 9, 27, 27)
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

// benchTrainer is a training of the default policy whose graph is compiled.
func benchTrainer(b *testing.B) *trainer {
	d, g := reaching(seed.Of("toy"), 9, 27, 27)
	tr, err := newRun(d, g, &fixed{alpha: []float64{.2, .3, .5}}, DefaultConfig(), seed.Of("train"))
	if err == nil {
		err = tr.survey()
	}
	if err != nil {
		b.Fatal(err)
	}
	return tr
}

func BenchmarkAct(b *testing.B) {
	p, d := trained(b)
	for _, n := range []int{1, 64, 128, 256} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			obs := make([]scenes.Observation, n)
			dst := make([][]scenes.Action, n)
			for i := range obs {
				e := d.Episodes[i%len(d.Episodes)]
				obs[i], dst[i] = e.Observations[i%20], make([]scenes.Action, 4)
			}
			p.Act(dst, obs) // compiles the graphs
			b.ReportAllocs()
			b.ResetTimer()
			for range b.N {
				if err := p.Act(dst, obs); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(n*b.N)/b.Elapsed().Seconds(), "samples/s")
		})
	}
}

// BenchmarkScalar is what ordinary floating-point code costs before and after the backend's vector kernels have run on
// its thread: physics and rendering must not pay for them (see clearUpper).
func BenchmarkScalar(b *testing.B) {
	p, d := trained(b)
	dst := [][]scenes.Action{make([]scenes.Action, 4)}
	act := func() { p.Act(dst, d.Episodes[0].Observations[:1]) }
	tr := benchTrainer(b)
	train := func() { tr.step(0) }
	work := map[string]func() float64{"exp": exps, "dot": dots}
	for _, w := range []string{"exp", "dot"} {
		for _, after := range []struct {
			name string
			do   func()
		}{{"nothing", clearUpper}, {"act", act}, {"train", train}} {
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
