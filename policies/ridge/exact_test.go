package ridge

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// The optimum against a QR decomposition of the weighted rows themselves, with λ as rows of their own: least squares
// without normal equations or moments.
func TestRidgeAgainstLeastSquares(t *testing.T) {
	r, f := measured(t, 0, 3, 6)
	alpha := []float64{.2, .8}
	if err := r.Fit(alpha); err != nil {
		t.Fatal(err)
	}
	n, size := f.phi.Dims()
	_, p := f.y.Dims()
	x, y := mat.NewDense(n+size, size, nil), mat.NewDense(n+size, p, nil)
	for row, g := range f.set.Group {
		w := math.Sqrt(alpha[g] / float64(len(f.set.ByGroup[g])))
		for d, v := range f.phi.RawRowView(row) {
			x.Set(row, d, w*v)
		}
		for c, v := range f.y.RawRowView(row) {
			y.Set(row, c, w*v)
		}
	}
	for d := range size {
		x.Set(n+d, d, math.Sqrt(r.cfg.Lambda))
	}
	var qr mat.QR
	var want mat.Dense
	qr.Factorize(x)
	if err := qr.SolveTo(&want, false, y); err != nil {
		t.Fatal(err)
	}
	var diff mat.Dense
	diff.Sub(&want, r.W)
	if e := mat.Norm(&diff, 2) / mat.Norm(&want, 2); e > 1e-9 {
		t.Errorf("the weights differ from least squares by %g of their size", e)
	}
}

// Losses from moments against the mean over rows.
func TestRidgeLosses(t *testing.T) {
	r, f := measured(t, .3, 3, 6)
	train, held := r.Losses()
	rows := r.rowLosses(f)
	for g := range train {
		for _, c := range []struct {
			got float64
			of  []int32
		}{{train[g], f.set.ByGroup[g]}, {held[g], f.set.HeldOut[g]}} {
			want := 0.0
			for _, row := range c.of {
				want += float64(rows[row]) / float64(len(c.of))
			}
			if math.Abs(c.got-want) > 1e-6*want {
				t.Errorf("group %d: %v from moments, %v over rows", g, c.got, want)
			}
		}
	}
}

// The hypergradient, on training and on held-out losses, against central differences of losses at the optimum.
func TestHypergradientAgainstFiniteDifferences(t *testing.T) {
	const h = 1e-5
	for _, share := range []float64{0, .3} {
		r, _ := measured(t, share, 3, 6, 4)
		alpha := []float64{.2, .5, .3}
		got, err := r.Hypergradient(alpha)
		if err != nil {
			t.Fatal(err)
		}
		at := func(j int, by float64) []float64 {
			a := slices.Clone(alpha)
			a[j] += by
			s, err := r.exact.solve(a)
			if err != nil {
				t.Fatal(err)
			}
			return losses(r.exact.target, s.W)
		}
		for j := range alpha {
			up, down := at(j, h), at(j, -h)
			for i := range alpha {
				if want := (up[i] - down[i]) / (2 * h); math.Abs(got[i][j]-want) > 1e-6*max(.01, math.Abs(want)) {
					t.Errorf("held out %v: dL_%d/dα_%d is %v, finite difference %v", share, i, j, got[i][j], want)
				}
			}
		}
	}
}
