package ridge

import (
	"slices"
	"testing"
)

// No weights of a grid of 101 reach a lower loss of a group than Least, on training frames and on held-out ones. The
// grid contains the corner at which only the group itself has weight, so neither does its specialist.
func TestLeastAgainstGrid(t *testing.T) {
	for _, share := range []float64{0, .3} {
		r, _ := newTestRidge(t, share, 3, 6)
		for i := range 2 {
			least, alpha, err := r.Least(i)
			if err != nil {
				t.Fatal(err)
			}
			for step := range 101 {
				a := []float64{float64(step) / 100, 1 - float64(step)/100}
				s, err := r.exact.solve(a)
				if err != nil {
					t.Fatal(err)
				}
				if l := r.exact.target[i].loss(s.W); l < least-1e-7 {
					t.Errorf("held out %v, group %d: weights %v reach %v, Least is %v at %v", share, i, a, l,
						least, alpha)
				}
			}
		}
	}
}

// At the equilibrium all groups of positive weight have the same excess, and no group has a larger one (Parekh et al.,
// Eq. 15, with α_i >= 0). A reference loss that cannot be reached draws all weight to its group.
func TestEquilibrium(t *testing.T) {
	r, _ := newTestRidge(t, 0, 3, 6, 4)
	for _, ref := range [][]float64{{0, 0, 0}, {.01, 0, .02}, {0, -1, 0}, {-.01, .3, 0}} {
		alpha, delta, err := r.Equilibrium(ref)
		if err != nil {
			t.Fatal(err)
		}
		top := slices.Max(delta)
		for i := range alpha {
			if alpha[i] > 1e-3 && top-delta[i] > 1e-6 {
				t.Errorf("references %v: weights %v with excesses %v", ref, alpha, delta)
			}
		}
	}
	if alpha, _, _ := r.Equilibrium([]float64{0, -1, 0}); alpha[1] < 1-1e-6 {
		t.Errorf("an unreachable reference left weights %v", alpha)
	}
}
