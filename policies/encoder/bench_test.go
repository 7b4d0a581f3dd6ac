package encoder

import (
	"runtime"
	"testing"

	"counterpoise/internal/peak"
	"counterpoise/internal/toydata"
	"counterpoise/scenes"
)

// BenchmarkEncode measures the features of one picture of each camera, and of both ("pair"), where no patch is kept
// from the picture before, and of the pairs of a moving arm ("motion"), as in a rollout: pictures or pairs a second,
// and %peak, the matrix products' share of the vector units' limit (package peak).
//
// The limit is 100 %peak for products from registers. In "motion" they take half of the time, since a patch that has
// not changed needs none; cutting patches takes an eighth, and a fifth is reading both pictures from the third-level
// cache to find what has changed, which a faster kernel does not shorten.
func BenchmarkEncode(b *testing.B) {
	limit := peak.FLOPS()
	var o scenes.Observation
	toydata.DrawPictures(&o)
	buf := [2]*scratch{newScratch(Static), newScratch(Gripper)}
	dst := make([]float32, Width)
	static := func() {
		buf[0].last = buf[0].last[:0]
		Static.encode(dst, o.Static, Frozen().Static, buf[0])
	}
	gripper := func() {
		buf[1].last = buf[1].last[:0]
		Gripper.encode(dst[Static.Features():], o.Gripper, Frozen().Gripper, buf[1])
	}
	flops := func(e Spatial) float64 { // of the three products: a multiplication and an addition for each weight
		perPatch := e.PatchValues()*hiddenWidth + hiddenWidth*hiddenWidth + hiddenWidth*e.paddedMaps()
		return 2 * float64(e.PatchCount()*perPatch)
	}
	pictures := motion(b, 30)
	for _, c := range []struct {
		name   string
		flops  float64
		encode func()
	}{
		{"static", flops(Static), static},
		{"gripper", flops(Gripper), gripper},
		{"pair", flops(Static) + flops(Gripper), func() { static(); gripper() }},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				c.encode()
			}
			rate := float64(b.N) / b.Elapsed().Seconds()
			b.ReportMetric(rate, "pictures/s")
			b.ReportMetric(100*c.flops*rate/limit, "%peak")
		})
	}
	for _, c := range peak.Cores {
		b.Run("motion/cores="+c.Name, func(b *testing.B) {
			b.ReportAllocs()
			b.SetParallelism(1)
			defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(c.Count))
			b.RunParallel(func(p *testing.PB) {
				dst := make([]float32, Width)
				for i := 0; p.Next(); i++ {
					if err := Frozen().Encode(dst, &pictures[i%len(pictures)]); err != nil {
						b.Error(err)
					}
				}
			})
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "pictures/s")
		})
	}
}
