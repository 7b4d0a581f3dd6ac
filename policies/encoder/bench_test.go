package encoder

import (
	"counterpoise/internal/peak"
	"counterpoise/internal/toydata"
	"counterpoise/scenes"
	"fmt"
	"testing"
)

// BenchmarkLook is an encoder at work: pictures a second of each camera, and pairs of both; and the share of what the vector units
// could do at most that its matrix products need.
func BenchmarkLook(b *testing.B) {
	most := peak.FLOPS()
	var o scenes.Observation
	toydata.DrawPictures(&o)
	g := newScratch()
	run := func(name string, work float64, look func()) {
		for _, c := range peak.Cores {
			b.Run(fmt.Sprintf("%s/cores=%s", name, c.Name), func(b *testing.B) {
				b.ReportAllocs()
				if c.Count == 1 {
					for b.Loop() {
						look()
					}
				} else {
					b.RunParallel(func(p *testing.PB) {
						dst := make([]float32, Width)
						for p.Next() {
							Frozen().Encode(dst, &o)
						}
					})
				}
				rate := float64(b.N) / b.Elapsed().Seconds()
				b.ReportMetric(rate, "pictures/s")
				b.ReportMetric(100*work*rate/(most*float64(c.Count)), "%peak")
			})
			if name != "pair" {
				break
			}
		}
	}
	dst := make([]float32, Width)
	work := func(e Spatial) float64 {
		return 2 * float64(e.PatchCount()*(e.PatchValues()*hiddenWidth+hiddenWidth*hiddenWidth+hiddenWidth*e.slots()))
	}
	run("static", work(Static), func() { Static.encode(dst, o.Static, Frozen().Static, g) })
	run("gripper", work(Gripper), func() { Gripper.encode(dst, o.Gripper, Frozen().Gripper, g) })
	run("pair", work(Static)+work(Gripper), func() { Frozen().Encode(dst, &o) })
}
