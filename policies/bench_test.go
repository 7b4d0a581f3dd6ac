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

// batches are what networks are trained and asked with.
var batches = []int{1, 64, 256}

// BenchmarkAct is a call of Act with observations, for every network as it comes out of training and for a ridge;
// where pictures are looked at, that is part of the call.
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
