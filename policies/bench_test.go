package policies

import (
	"fmt"
	"math"
	"testing"
	"time"

	"counterpoise/internal/peak"
	"counterpoise/internal/seed"
	"counterpoise/internal/toydata"
	"counterpoise/policies/backend"
	"counterpoise/policies/network"
	"counterpoise/policies/ridge"
	"counterpoise/policies/train"
	"counterpoise/scenes"
)

// batches are the numbers of observations in a call.
var batches = []int{1, 64, 256}

// BenchmarkAct measures calls of Act, in calls and observations a second, for a ridge and for a neural policy of each
// observer at the default size. Encoding of pictures is part of the call.
//
// The perceptron takes 98,304 multiplications and as many additions an observation (64, 256, 256 and 64 slots), so the
// vector units of a core set a limit of one to two microseconds. Calls of 1 and 256 observations take 59 and 9 µs an
// observation (package comment): the overhead of a graph call dominates the first, the small blocks the second.
func BenchmarkAct(b *testing.B) {
	actors, names := map[string]Policy{}, []string{"ridge"}
	d, g := toydata.Reaching(seed.Of("toy"), 9, 27, 27)
	r, err := ridge.New(d, g, ridge.DefaultConfig(), 0, seed.Of("ridge"))
	if err != nil {
		b.Fatal(err)
	}
	actors["ridge"] = r
	for _, obs := range network.Observers.Names() {
		c := train.DefaultConfig()
		c.Observer, c.Steps = obs, 1
		data, groups := toydata.Reaching(seed.Of("toy"), 9, 27, 27)
		if c.Pictures() {
			toydata.WithPictures(data)
		}
		p, _ := mustTrain(b, data, groups, &toydata.FixedMixture{Weights: []float64{.2, .3, .5}}, c, seed.Of("train"))
		actors[obs], names = p, append(names, obs)
	}
	for _, name := range names {
		for _, n := range batches {
			for _, c := range peak.Cores {
				b.Run(fmt.Sprintf("net=%s/batch=%d/cores=%s", name, n, c.Name), func(b *testing.B) {
					newCall := func() func() {
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
					newCall()() // compiles the graphs
					b.ReportAllocs()
					b.ResetTimer()
					if c.Count == 1 {
						act := newCall()
						for b.Loop() {
							act()
						}
					} else {
						b.RunParallel(func(p *testing.PB) {
							for act := newCall(); p.Next(); {
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

// BenchmarkScalarCodeAfterKernels measures scalar floating-point code on a thread after nothing, after inference and
// after training. All three should take the same time: physics and rendering run on these threads, and vector kernels
// that leave the upper halves of the registers dirty slow scalar code down (see backend.VZeroUpper).
func BenchmarkScalarCodeAfterKernels(b *testing.B) {
	p, d := trained(b)
	dst := [][]scenes.Action{make([]scenes.Action, 4)}
	act := func() { p.Act(dst, d.Episodes[0].Observations[:1]) }
	cfg := train.DefaultConfig()
	cfg.Steps = 1
	data, groups := toydata.Reaching(seed.Of("toy"), 2, 2)
	fit := func() {
		mustTrain(b, data, groups, &toydata.FixedMixture{Weights: []float64{.5, .5}}, cfg, seed.Of("train"))
	}
	work := map[string]func() float64{"exp": exps, "dot": dots}
	for _, w := range []string{"exp", "dot"} {
		for _, after := range []struct {
			name string
			do   func()
		}{{"nothing", backend.VZeroUpper}, {"act", act}, {"train", fit}} {
			b.Run(w+"/after="+after.name, func(b *testing.B) {
				// b.StopTimer would run code of the runtime in between, which clears the registers.
				var spent time.Duration
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

// sink keeps results alive, so that the compiler does not remove their computation.
var sink float64

// exps returns a sum of 20,000 exponentials.
func exps() (s float64) {
	for i := range 20000 {
		s += math.Exp(-float64(i) * 1e-3)
	}
	return s
}

// dots returns a sum of 51,200 products.
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
