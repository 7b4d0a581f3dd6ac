package balance

import (
	"slices"
	"testing"

	"counterpoise/policies/mixture"
	"counterpoise/scenes/demos"
)

// What Memory points to is all that a mixture remembers: put into a fresh mixture half-way, it goes on in the same
// bits. So too for the runs that it asks for.
func TestMemoryIsComplete(t *testing.T) {
	g := counted(27, 9, 27)
	l := losses(g, 40)
	for name, m := range allMethods(t) {
		resume(t, name, l, func() mixture.Mixture { return begin(m, g, l) })
		if s, ok := m.Start(g).(mixture.Staged); ok {
			resume(t, name+", first stage", l, func() mixture.Mixture {
				s = m.Start(g).(mixture.Staged)
				return prepared(s.First(), g, l)
			})
		}
		for n := range len(references(m, g)) {
			resume(t, name, l, func() mixture.Mixture {
				run := references(m, g)[n]
				initialize(run, len(l))
				return run
			})
		}
	}
}

// references are the runs that a method asks for, before any of them is made.
func references(m Method, g demos.Groups) []mixture.Mixture {
	mix := m.Start(g)
	if s, ok := mix.(mixture.Staged); ok {
		mix = s.First()
	}
	r, ok := mix.(mixture.Referenced)
	if !ok {
		return nil
	}
	var runs []mixture.Mixture
	for run := r.Reference(); run != nil; run = r.Reference() {
		runs = append(runs, run)
		r.Refer(shares(g.Frames))
	}
	return runs
}

// resume runs a mixture through and again with a change of mixtures after half of the losses.
func resume(t *testing.T, name string, l [][]float64, fresh func() mixture.Mixture) {
	t.Helper()
	through, first := fresh(), fresh()
	for _, row := range l[:len(l)/2] {
		observe(through, row)
		observe(first, row)
	}
	second := fresh()
	if r, ok := first.(mixture.Resumable); ok {
		for i, from := range r.Memory() {
			*second.(mixture.Resumable).Memory()[i] = slices.Clone(*from)
		}
	}
	for step, row := range l[len(l)/2:] {
		observe(through, row)
		observe(second, row)
		if !slices.Equal(through.Alpha(), second.Alpha()) {
			t.Errorf("%s (%T): %d steps after resuming, weights %v instead of %v", name, through, step+1,
				second.Alpha(), through.Alpha())
			return
		}
	}
}
