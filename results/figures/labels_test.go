package figures

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/plot/vg"
)

// Names keep a distance and the order of their marks, and stay between the limits.
func TestNamesKeepApart(t *testing.T) {
	at := func(ys ...vg.Length) (ms []mark) {
		for _, y := range ys {
			ms = append(ms, mark{at: vg.Point{Y: y}})
		}
		return ms
	}
	for _, c := range []struct{ marks, want []vg.Length }{
		{[]vg.Length{20, 50}, []vg.Length{20, 50}},
		{[]vg.Length{50, 50, 52}, []vg.Length{50, 60, 70}},
		{[]vg.Length{-5, 98, 99}, []vg.Length{0, 90, 100}},
	} {
		if got := spread(at(c.marks...), 10, 0, 100); !slices.Equal(got, c.want) {
			t.Errorf("%v: %v, want %v", c.marks, got, c.want)
		}
	}
}

// A name stands to the right of its point, where that is taken to the left, and never beyond the canvas.
func TestNamesBesidePoints(t *testing.T) {
	canvas := vg.Rectangle{Max: vg.Point{X: 100, Y: 100}}
	right := vg.Rectangle{Min: vg.Point{X: 55}, Max: vg.Point{X: 100, Y: 100}}
	for _, c := range []struct {
		x     vg.Length
		taken []vg.Rectangle
		left  bool
	}{{50, nil, false}, {50, []vg.Rectangle{right}, true}, {90, nil, true}, {10, []vg.Rectangle{right}, false}} {
		if got := beside(vg.Point{X: c.x, Y: 50}, 30, canvas, c.taken); got.Max.X < c.x != c.left {
			t.Errorf("at %v beside %v: %v", c.x, c.taken, got)
		}
	}
}

// All weight on one group is its corner, and equal weights are the centre of the triangle.
func TestInsideTheTriangle(t *testing.T) {
	if x, y := onTriangle([]float64{0, 1, 0}); x != 0.5 || math.Abs(y-0.8660254) > 1e-7 {
		t.Errorf("the second corner is at %v, %v", x, y)
	}
	if x, y := onTriangle([]float64{1. / 3, 1. / 3, 1. / 3}); math.Abs(x-0.5) > 1e-12 || math.Abs(y-0.28867513) > 1e-7 {
		t.Errorf("the centre is at %v, %v", x, y)
	}
}
