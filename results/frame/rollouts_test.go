package frame

import (
	"testing"

	"counterpoise/internal/recordtest"
)

// The rollouts of a design sum up to its successes, arm by arm, trial by trial and behaviour by behaviour, from starts
// that each appear once; a cell without a record has none.
func TestRollouts(t *testing.T) {
	p := recordtest.PlanE1(t, 4)
	s := recordtest.RecordsE1(p, recordtest.Four)
	d := Of(p, s).Designs[0]
	missing := d.Cell(d.Arms[1], 2)
	for h, r := range s {
		if r.Cell.Same(missing) {
			delete(s, h)
			continue
		}
		for i, o := range r.Rollouts { // made-up records have the successes alone: failures follow them
			r.Rollouts[i].Steps = append(o.Steps, make([]int, p.Size.Rollouts-len(o.Steps))...)
		}
	}
	l := d.Rollouts()
	if len(l.Methods) != len(d.Arms) || len(l.Groups) != 3 || len(l.Trials) != 4 || l.Starts != p.Size.Rollouts {
		t.Fatalf("%d methods, %v, %d trials, %d starts", len(l.Methods), l.Groups, len(l.Trials), l.Starts)
	}
	type cell struct{ method, trial, group int32 }
	sums, starts := map[cell]float64{}, map[cell]map[int32]bool{}
	for _, e := range l.Entries {
		c := cell{e.Method, e.Trial, e.Group}
		if starts[c] == nil {
			starts[c] = map[int32]bool{}
		}
		if starts[c][e.Start] || e.Rollouts != 1 {
			t.Fatalf("%+v", e)
		}
		starts[c][e.Start] = true
		sums[c] += e.Sum
	}
	for m, a := range d.Arms {
		for g, b := range l.Groups {
			for trial, want := range d.Successes(a, b) {
				c := cell{int32(m), int32(trial), int32(g)}
				if want != want { // NaN: no record
					if len(starts[c]) > 0 {
						t.Errorf("%s, trial %d has rollouts without a record", a.Name, trial)
					}
					continue
				}
				if sums[c] != want || len(starts[c]) != p.Size.Rollouts {
					t.Errorf("%s, %s, trial %d: %g of %d, want %g of %d", a.Name, b, trial, sums[c], len(starts[c]),
						want, p.Size.Rollouts)
				}
			}
		}
	}
}
