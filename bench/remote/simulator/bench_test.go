package simulator

import (
	"fmt"
	"testing"

	"counterpoise/internal/seed"
	"counterpoise/scenes"
	"counterpoise/scenes/demos"
	"counterpoise/scenes/render"
	"counterpoise/scenes/render/soft"
)

// newRenderer returns a renderer as the program's.
func newRenderer() (demos.Renderer, error) { return render.Pictures{Renderer: soft.New()}, nil }

// BenchmarkVector steps environments in this process, with random actions and a reset after each rollout: the rate with
// which throughput.py compares what passes through the pipes.
func BenchmarkVector(b *testing.B) {
	for _, pictures := range []bool{false, true} {
		for _, n := range []int{1, 32} {
			b.Run(fmt.Sprintf("pictures=%t/environments=%d", pictures, n), func(b *testing.B) {
				v, err := NewVector(Options{
					Task: "picking", Oracle: scenes.Earned, Environments: n,
					Pictures: pictures, NewRenderer: newRenderer,
				})
				if err != nil {
					b.Fatal(err)
				}
				defer v.Close()
				chosen, starts, actions := make([]int, n), make([]Start, n), make([]scenes.Action, n)
				r := seed.Of("benchmark").Rand()
				for i := range chosen {
					chosen[i], starts[i] = i, Start{Number: uint64(i)}
				}
				if _, err := v.Reset(chosen, starts); err != nil {
					b.Fatal(err)
				}
				steps := 0
				for b.Loop() {
					for i := range actions {
						for j := range actions[i] {
							actions[i][j] = float32(2*r.Float64() - 1)
						}
					}
					_, status, err := v.Step(chosen, actions)
					if err != nil {
						b.Fatal(err)
					}
					steps += n
					for i, s := range status {
						if s.Terminated || s.Truncated {
							if _, err := v.Reset(chosen[i:i+1], starts[i:i+1]); err != nil {
								b.Fatal(err)
							}
						}
					}
				}
				b.ReportMetric(float64(steps)/b.Elapsed().Seconds(), "env-steps/s")
			})
		}
	}
}
