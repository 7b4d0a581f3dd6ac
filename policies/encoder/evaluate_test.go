package encoder

import (
	"math"
	"slices"
	"testing"
)

// By hand: errors of 0.1 and 0.3 half pictures of 200 pixels are 10 and 30 pixels, so the RMS error is √500 and the
// upper median 30; the third sample does not have the label. One of three predictions of the second label is wrong.
// The third label exists in no sample.
func TestAccuracies(t *testing.T) {
	all := []label{{"x", "px", 100}, {"visible", "", 1}, {"never", "mm", 1}}
	out := []float32{0.5, 0.9, 0, -0.25, 0.4, 0, 7, 0.6, 0}
	y := []float32{0.4, 1, 0, 0.05, 0, 0, 0, 0, 0}
	valid := []float32{1, 1, 0, 1, 1, 0, 0, 1, 0}
	got := accuracies(all, out, y, valid)
	want := []Accuracy{{"x", "px", math.Sqrt(500), 30, 2}, {"visible", "", 1. / 3, 1. / 3, 3}}
	if !slices.EqualFunc(got, want, func(a, b Accuracy) bool {
		return a.Name == b.Name && a.Unit == b.Unit && a.N == b.N &&
			math.Abs(a.Error-b.Error) < 1e-4 && math.Abs(a.Median-b.Median) < 1e-4
	}) {
		t.Errorf("accuracies %+v, want %+v", got, want)
	}
}
