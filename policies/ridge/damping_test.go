package ridge

import (
	"context"
	"math"
	"testing"

	"counterpoise/internal/seed"
	"counterpoise/internal/toydata"
	"counterpoise/policies/mixture"
)

// descent is a search over two weights for the lowest mean loss of the held-out episodes, in steps of one size.
type descent struct {
	first, size float64
	moves       []float64
}

func (d *descent) Alpha() []float64   { return []float64{d.first, 1 - d.first} }
func (d *descent) Observe([]float64)  {}
func (d *descent) LookAhead() float64 { return .5 }
func (d *descent) HoldOut() float64   { return .3 }

// ObserveGradients moves α along the mean of the rows, on the line where the weights sum to 1.
func (d *descent) ObserveGradients(gram [][]float64) {
	slope := (gram[0][0] + gram[1][0] - gram[0][1] - gram[1][1]) / 2
	next := min(1, max(0, d.first+d.size*slope/2))
	d.moves = append(d.moves, next-d.first)
	d.first = next
}

// However long the steps of a search are, it ends where the held-out loss is lowest. That point is found here by trying
// a thousand weights. Undamped, steps of this length go from one end to the other for ever.
func TestSearchSettlesAtTheLowestHeldOutLoss(t *testing.T) {
	data, groups := toydata.Reaching(seed.Of("toy"), 9, 6)
	c := smallRidge()
	c.Steps = 200
	for _, size := range []float64{1e2, 1e5, 1e8} {
		d := &descent{first: .5, size: size}
		r, log, err := Train(context.Background(), data, groups, d, c, seed.Of("ridge"))
		if err != nil {
			t.Fatal(err)
		}
		best, least := math.NaN(), math.Inf(1)
		for n := range 1001 {
			a := float64(n) / 1000
			s, err := r.exact.solve([]float64{a, 1 - a})
			if err != nil {
				t.Fatal(err)
			}
			if l := losses(r.exact.target, s.W); l[0]+l[1] < least {
				best, least = a, l[0]+l[1]
			}
		}
		if math.Abs(d.first-best) > .01 {
			t.Errorf("steps of %g: %.3f, the lowest loss is at %.3f", size, d.first, best)
		}
		if s := log.Swing(); s > mixture.UnsettledSwing {
			t.Errorf("steps of %g: swing %g", size, s)
		}
	}
}

// The factor halves at each turn and grows by a fifth up to 1 otherwise, also where the weights stand still.
func TestDampingFollowsTheWeights(t *testing.T) {
	var d damping
	for _, c := range []struct{ first, factor float64 }{
		{.5, 1}, {.8, 1}, {.9, 1}, {.9, 1}, {.4, 1}, {.6, .5}, {.7, .6}, {.65, .3}, {.68, .15}, {.68, .18},
	} {
		got := d.damp([][]float64{{2, 4}}, []float64{c.first, 1 - c.first})
		if math.Abs(got[0][0]-2*c.factor) > 1e-12 || math.Abs(got[0][1]-4*c.factor) > 1e-12 {
			t.Errorf("at %g: %v, want (2, 4) times %g", c.first, got, c.factor)
		}
	}
}
