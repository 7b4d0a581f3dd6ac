package weigh

import (
	"slices"
	"testing"

	"counterpoise/policies/mixture"
)

// A curve of up to 101 points is kept; of a longer one 101 remain, the first and the last among them, with gaps that
// differ by one at most.
func TestThinned(t *testing.T) {
	for _, n := range []int{1, 2, 100, 101, 102, 150, 1001, 1234} {
		v := thinned(indices(n))
		if len(v) != min(n, 101) || v[0] != 0 || v[len(v)-1] != n-1 {
			t.Fatalf("%d points become %v", n, v)
		}
		least, most := n, 0
		for i := range len(v) - 1 {
			least, most = min(least, v[i+1]-v[i]), max(most, v[i+1]-v[i])
		}
		if n > 1 && (least < 1 || most > least+1) {
			t.Errorf("%d points have gaps of %d to %d", n, least, most)
		}
	}
}

// Of five demonstrations three are of the first group, with half of the frames.
func TestSummaryShares(t *testing.T) {
	g := &Groups{}
	g.Names, g.N, g.Frames = []string{"a", "b"}, []int{3, 2}, []int{60, 60}
	want := []GroupSummary{{"a", 3, .6, 60, .5}, {"b", 2, .4, 60, .5}}
	if got := SummaryOf(g, nil).Groups; !slices.Equal(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
	g.Frames = []int{0, 0}
	if got := SummaryOf(g, nil).Groups; got[0].FrameShare != 0 || got[1].FrameShare != 0 {
		t.Errorf("shares of no frames: %+v", got)
	}
}

// A group counts once for each seed that gives it up, however often it does.
func TestCollapsedIn(t *testing.T) {
	r := Result{Collapsed: [][]mixture.Collapse{{{Group: 1}, {Group: 1}}, {{Group: 1}, {Group: 2}}, nil}}
	for g, want := range []int{0, 2, 1} {
		if got := r.CollapsedIn(g); got != want {
			t.Errorf("group %d: %d seeds, want %d", g, got, want)
		}
	}
}

// One weight that falls by .0009 has moved, also where each of the others rises by less than a digit shows.
func TestMovedDownwards(t *testing.T) {
	curve := func(fall float64) [][]float64 {
		rise := fall / 3
		return [][]float64{{.25, .25, .25, .25}, {.25 - fall, .25 + rise, .25 + rise, .25 + rise}}
	}
	for fall, want := range map[float64]bool{.0009: true, .0004: false} {
		r := Result{Steps: []int{0, 1}, Alpha: [][][]float64{curve(fall)}}
		if r.Moved() != want {
			t.Errorf("a fall by %v: moved is %v", fall, !want)
		}
	}
}

// A seed counts as unsettled where more than a twentieth of the weight changes hands in a step.
func TestUnsettled(t *testing.T) {
	r := Result{Swing: []float64{0, .049, .051, 1}}
	if got := r.Unsettled(); got != 2 {
		t.Errorf("%d seeds, want 2", got)
	}
}
