package ridge

import (
	"slices"
	"testing"
)

// On training data the least loss of a group is its specialist's, but for what the penalty takes: no other weights of
// a grid reach less, and the specialist is no better. Held out, a mixture can be better than the specialist.
func TestLeastIsLeast(t *testing.T) {
	for _, share := range []float64{0, .3} {
		r, _ := measured(t, share, 3, 6)
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
					t.Errorf("held out %v, group %d: weights %v reach %v, the least was to be %v at %v", share, i, a, l,
						least, alpha)
				}
			}
		}
	}
}

// At the equilibrium every group of positive weight has the same excess, and no other a larger one (Parekh et al.,
// Eq. 15, with α_i >= 0), and the weights of a grid reach no higher.
func TestEquilibrium(t *testing.T) {
	r, _ := measured(t, 0, 3, 6, 4)
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
