package mixture

import (
	"slices"
	"testing"

	"counterpoise/internal/seed"
)

// course is a log of 200 steps: the weight of group 0 falls from .5 to 0 at the given step. Its loss is noise around
// a level that falls by slope a step until the step flat and stays there.
func course(drop, flat int, slope float64) *Log {
	r := seed.Of("course").Rand()
	l := &Log{Groups: []string{"a", "b"}}
	for step := range 200 {
		alpha := []float64{.5, .5}
		if step >= drop {
			alpha = []float64{0, 1}
		}
		l.Alpha = append(l.Alpha, alpha)
		level := 1 - slope*float64(min(step, flat))
		l.Loss = append(l.Loss, []float64{level + .01*(r.Float64()-.5), 1})
	}
	return l
}

// Losses fall where two halves of a window differ by more than two standard errors. Of ten losses m - d and m + d each,
// in turn, the variance is 10/9 d², and two standard errors of the difference are 2 sqrt(2 (10/9 d²)/10) = .9428 d.
func TestFallingByTwoStandardErrors(t *testing.T) {
	for fall, want := range map[float64]bool{.92: false, .96: true, -.96: false} {
		var loss []float64
		for step := range 20 {
			d := float64(2*(step%2) - 1)
			if step >= 10 {
				d -= fall
			}
			loss = append(loss, d)
		}
		if got := falling(loss, 200); got != want {
			t.Errorf("by %v deviations: %v, want %v", fall, got, want)
		}
	}
}

// A group is reported where its loss was still falling when its weight fell below 1 %, at that step; not where its
// loss had stopped falling before, where its weight started there, and where no weight falls so low.
func TestCollapses(t *testing.T) {
	for name, c := range map[string]struct {
		log  *Log
		want []Collapse
	}{
		"while falling":         {course(120, 200, .004), []Collapse{{0, 120}}},
		"after it was learned":  {course(120, 60, .004), nil},
		"at once":               {course(1, 200, .004), []Collapse{{0, 1}}},
		"from the start":        {course(0, 200, .004), nil},
		"never":                 {course(200, 200, .004), nil},
		"its loss was constant": {course(120, 200, 0), nil},
	} {
		if got := c.log.Collapses(); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
	back := course(120, 200, .004)
	back.Alpha[199] = []float64{.5, .5}
	if got := back.Collapses(); got != nil {
		t.Errorf("a group that came back: %v", got)
	}
	// Held-out losses decide where there are any.
	l := course(120, 200, 0)
	l.HeldOut = course(120, 200, .004).Loss
	if got := l.Collapses(); len(got) != 1 {
		t.Errorf("held out: %v", got)
	}
}
