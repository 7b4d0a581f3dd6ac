package policies

import (
	"counterpoise/scenes"
	"fmt"
	"testing"
)

// BenchmarkLook is an encoder at work: pictures a second of each camera, and pairs of both; and the share of what the vector units
// could do at most that its matrix products need.
func BenchmarkLook(b *testing.B) {
	most := peak()
	var o scenes.Observation
	paint(&o)
	g := newGlance()
	run := func(name string, work float64, look func()) {
		for _, c := range cores {
			b.Run(fmt.Sprintf("%s/cores=%s", name, c.name), func(b *testing.B) {
				b.ReportAllocs()
				if c.count == 1 {
					for b.Loop() {
						look()
					}
				} else {
					b.RunParallel(func(p *testing.PB) {
						dst := make([]float32, encoderWidth)
						for p.Next() {
							frozen().look(dst, &o)
						}
					})
				}
				rate := float64(b.N) / b.Elapsed().Seconds()
				b.ReportMetric(rate, "pictures/s")
				b.ReportMetric(100*work*rate/(most*float64(c.count)), "%peak")
			})
			if name != "pair" {
				break
			}
		}
	}
	dst := make([]float32, encoderWidth)
	work := func(e eye) float64 {
		return 2 * float64(e.patches()*(e.inputs()*eyeHidden+eyeHidden*eyeHidden+eyeHidden*e.slots()))
	}
	run("static", work(staticEye), func() { staticEye.look(dst, o.Static, frozen().static, g) })
	run("gripper", work(egoEye), func() { egoEye.look(dst, o.Ego, frozen().ego, g) })
	run("pair", work(staticEye)+work(egoEye), func() { frozen().look(dst, &o) })
}
