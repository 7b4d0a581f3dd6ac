package stats

import (
	"errors"
	"math"
	"testing"
)

// correlated is the matrix of k variances 1 and covariances r.
func correlated(k int, r float64) [][]float64 {
	v := make([][]float64, k)
	for i := range v {
		v[i] = make([]float64, k)
		for j := range v[i] {
			v[i][j] = r
		}
		v[i][i] = 1
	}
	return v
}

// Independent variables: P(max >= c) = 1 - (1 - p)^k, p two-sided, in the tails too.
func TestMaxNormalOfIndependentVariables(t *testing.T) {
	for _, k := range []int{1, 2, 3, 6, 12} {
		d := must[MaxNormal](t)(NewMaxNormal(correlated(k, 0), nil))
		for _, p := range []float64{0.5, 0.05, 0.01, 1e-4} {
			c := criticalZ(p / 2)
			want := -math.Expm1(float64(k) * math.Log1p(-p))
			within := 2e-3
			if p < 0.01 {
				within = 2e-2
			}
			if got := d.P(c); math.Abs(got/want-1) > within {
				t.Errorf("%d variables: P(max >= %.3f) = %.6g, want %.6g", k, c, got, want)
			}
		}
		p := -math.Expm1(math.Log(0.95) / float64(k)) // Sidak's
		if got, want := d.Critical(0.05), criticalZ(p/2); math.Abs(got-want) > 1e-3 {
			t.Errorf("%d variables: critical value %.5f, want %.5f", k, got, want)
		}
	}
}

// Tukey's studentised range at infinite degrees of freedom: R's qtukey(.95, k, Inf)/sqrt(2) for all pairs of k
// independent means, whose correlations are singular.
func TestMaxNormalOfAllPairs(t *testing.T) {
	for k, want := range map[int]float64{3: 2.343701, 4: 2.569032, 5: 2.727774, 8: 3.030879} {
		var pairs [][]float64
		for i := range k {
			for j := range i {
				row := make([]float64, k)
				row[i], row[j] = 1, -1
				pairs = append(pairs, row)
			}
		}
		v := make([][]float64, len(pairs))
		for i, a := range pairs {
			for _, b := range pairs {
				sum := 0.0
				for m := range a {
					sum += a[m] * b[m]
				}
				v[i] = append(v[i], sum*0.37) // any scale
			}
		}
		d := must[MaxNormal](t)(NewMaxNormal(v, nil))
		if got := d.Critical(0.05); math.Abs(got-want) > 1e-3 {
			t.Errorf("all pairs of %d means: critical value %.6f, want %.6f", k, got, want)
		}
	}
}

func TestMaxNormalEdges(t *testing.T) {
	same := must[MaxNormal](t)(NewMaxNormal(correlated(5, 1), nil))
	if got, want := same.P(1.96), math.Erfc(1.96/math.Sqrt2); math.Abs(got-want) > 1e-12 {
		t.Errorf("five times the same variable: %v, want %v", got, want)
	}
	constant := must[MaxNormal](t)(NewMaxNormal([][]float64{{0, 0}, {0, 4}}, nil))
	if got, want := constant.P(2), math.Erfc(2/math.Sqrt2); math.Abs(got-want) > 1e-12 {
		t.Errorf("a constant and a variable: %v, want %v", got, want)
	}
	if none := must[MaxNormal](t)(NewMaxNormal(nil, nil)); none.P(3) != 1 || none.P(0) != 1 {
		t.Errorf("no variables: P = %v", none.P(3))
	}
	for name, v := range map[string][][]float64{
		"not square": {{1, 0}}, "a negative variance": {{-1}}, "a correlation of 2": {{1, 2}, {2, 1}},
		"not symmetric": {{1, 0.5}, {0, 1}}, "NaN": {{math.NaN()}}, "infinite": {{math.Inf(1)}},
	} {
		if _, err := NewMaxNormal(v, nil); err == nil {
			t.Errorf("%s is no error", name)
		}
	}
}

// An error of the watch ends the computation at once: 2000 contrasts take minutes. It is called for each of the 50
// columns of the root, and then after every 64 directions.
func TestMaxNormalHearsItsWatch(t *testing.T) {
	stop := errors.New("stop")
	for _, at := range []int{1, 50, 51, 1000} {
		calls := 0
		_, err := NewMaxNormal(correlated(50, 0.5), func(done, total int) error {
			if done < 0 || done > total {
				t.Errorf("progress %d of %d", done, total)
			}
			if calls++; calls == at {
				return stop
			}
			return nil
		})
		if !errors.Is(err, stop) || calls != at {
			t.Errorf("stopped at call %d: %d calls, error %v", at, calls, err)
		}
	}
}

func TestUpperChi2Whole(t *testing.T) {
	for r := 1; r < 40; r += 3 {
		for _, x := range []float64{0, 0.01, 1, 7.3, 40, 200} {
			if got, want := upperChi2Whole(x, r), UpperChi2(x, float64(r)); math.Abs(got-want) > 1e-12*want {
				t.Errorf("P(chi2 of %d >= %g) = %v, want %v", r, x, got, want)
			}
		}
	}
	// Σ_{k < 500} e^-y y^k/k! at y = 1400 by logarithms: e^-y vanishes, and the sum without it exceeds float64.
	want, y := 0.0, 1400.0
	for k := range 500 {
		lg, _ := math.Lgamma(float64(k) + 1)
		want += math.Exp(float64(k)*math.Log(y) - y - lg)
	}
	if got := upperChi2Whole(2*y, 1000); !(math.Abs(got-want) < 1e-9*want) {
		t.Errorf("P(chi2 of 1000 >= 2800) = %v, want %v", got, want)
	}
}
