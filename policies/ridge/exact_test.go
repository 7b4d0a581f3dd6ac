package ridge

import (
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// The optimum equals least squares by a QR decomposition, which uses neither normal equations nor moments: the rows of
// all frames, weighted by sqrt(α_g/n_g), with sqrt(λ) I below them.
func TestOptimumAgainstQR(t *testing.T) {
	r, f := newTestRidge(t, 0, 3, 6)
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

// A fit that fails leaves the policy as it was, and says what to change.
func TestFailedFitChangesNothing(t *testing.T) {
	r, _ := newTestRidge(t, 0, 3, 6)
	want := mat.DenseCopyOf(r.W)
	r.exact.lambda = -10 // as where rounding has made the normal equations indefinite
	if err := r.Fit([]float64{.2, .8}); err == nil || !strings.Contains(err.Error(), "raise lambda") {
		t.Errorf("error %v", err)
	}
	if !mat.Equal(r.W, want) {
		t.Error("the policy has changed")
	}
}

// Losses from moments equal the mean of the losses of rows.
func TestLossesFromMoments(t *testing.T) {
	r, f := newTestRidge(t, .3, 3, 6)
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

// The hypergradient of training losses and of held-out losses equals central differences of the losses at the optimum.
func TestHypergradientAgainstFiniteDifferences(t *testing.T) {
	const h = 1e-5
	for _, share := range []float64{0, .3} {
		r, _ := newTestRidge(t, share, 3, 6, 4)
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
