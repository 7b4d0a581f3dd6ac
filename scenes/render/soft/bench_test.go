package soft

import (
	"testing"

	"counterpoise/scenes"
	"counterpoise/scenes/render"
)

// BenchmarkPair draws the pictures of one control step, static and gripper. Metric pairs/s, on one core.
func BenchmarkPair(b *testing.B) {
	s, r, o := busy(b), New(), new(scenes.Observation)
	b.ReportAllocs()
	for b.Loop() {
		if err := render.DrawObservation(r, &s, o); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "pairs/s")
}

// BenchmarkStep is a whole control step: action, physics, observation and both pictures. Metric env-steps/s, on one
// core.
func BenchmarkStep(b *testing.B) {
	w, r, o := home(b), New(), new(scenes.Observation)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		a := scenes.Action{0.1, 0.1, -0.1, 0, 0, 0, 1}
		if i&64 > 0 {
			a[0], a[1], a[2] = -0.1, -0.1, 0.1
		}
		if err := w.Step(a); err != nil {
			b.Fatal(err)
		}
		w.Observe(o)
		s := w.Snapshot()
		if err := render.DrawObservation(r, &s, o); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "env-steps/s")
}
