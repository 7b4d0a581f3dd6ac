package encoder

import (
	"fmt"
	"testing"

	"counterpoise/internal/peak"
	"counterpoise/internal/toydata"
	"counterpoise/scenes"
)

// BenchmarkEncode measures the features of one picture of each camera, and of both ("pair"): pictures or pairs a
// second, and %peak, the matrix products' share of the vector units' limit (package peak).
//
// The limit is 100 %peak for products from registers. On the processor of the table below, a Xeon with AVX-512, the
// kernels reach 8 to 9 %peak for these reasons: they use AVX2, half the width (at most 50 %); each tile of 4 x 16
// needs 4 broadcasts and 2 loads for its 8 multiply-adds; and a third of the time goes to CutPatches and features,
// which have no products. One core, November 2026:
//
//	static     194 µs   8.7 %peak
//	gripper     79      9.3
//	pair       283      8.5
func BenchmarkEncode(b *testing.B) {
	limit := peak.FLOPS()
	var o scenes.Observation
	toydata.DrawPictures(&o)
	buf := newScratch()
	run := func(name string, flops float64, encode func()) {
		for _, c := range peak.Cores {
			if c.Count > 1 && name != "pair" {
				continue
			}
			b.Run(fmt.Sprintf("%s/cores=%s", name, c.Name), func(b *testing.B) {
				b.ReportAllocs()
				if c.Count == 1 {
					for b.Loop() {
						encode()
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
				b.ReportMetric(100*flops*rate/(limit*float64(c.Count)), "%peak")
			})
		}
	}
	dst := make([]float32, Width)
	flops := func(e Spatial) float64 { // of the three products: a multiplication and an addition for each weight
		perPatch := e.PatchValues()*hiddenWidth + hiddenWidth*hiddenWidth + hiddenWidth*e.paddedMaps()
		return 2 * float64(e.PatchCount()*perPatch)
	}
	run("static", flops(Static), func() { Static.encode(dst, o.Static, Frozen().Static, buf) })
	run("gripper", flops(Gripper), func() { Gripper.encode(dst, o.Gripper, Frozen().Gripper, buf) })
	run("pair", flops(Static)+flops(Gripper), func() { Frozen().Encode(dst, &o) })
}
