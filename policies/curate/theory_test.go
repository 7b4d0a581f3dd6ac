package curate

import (
	"math"
	"slices"
	"testing"

	"counterpoise/internal/seed"
)

// The examples of the authors' documentation: a Gaussian bell of speed has a spectral arc length of -1.41403, and a log
// dimensionless jerk of -5.81636 (siva82kb/smoothness, doc strings of python/smoothness.py).
func TestSmoothnessOfABell(t *testing.T) {
	var v []float64
	for i := range 200 {
		x := -1 + 0.01*float64(i)
		v = append(v, math.Exp(-5*x*x))
	}
	if got := spectralArcLength(v, 100); math.Abs(got+1.41403) > 5e-6 {
		t.Errorf("spectral arc length %.6f, want -1.41403", got)
	}
	if got := logDimensionlessJerk(v, 100); math.Abs(got+5.81636) > 5e-6 {
		t.Errorf("log dimensionless jerk %.6f, want -5.81636", got)
	}
}

// A cubic Bézier curve that is followed at the parameters of its own path has the distance 0: a straight line at any
// speed is one.
func TestEnvelopeOfALine(t *testing.T) {
	var x [][]float64
	for i := range 40 {
		u := float64(i) / 39
		x = append(x, []float64{u * u, 2 * u * u, 1})
	}
	if far, length := envelope(x); far > 1e-6 || math.Abs(length-math.Sqrt(5)) > 1e-9 {
		t.Errorf("distance %g over a length of %g, want 0 and √5", far, length)
	}
	for i := range x {
		x[i][0] += 0.05 * math.Sin(float64(i))
	}
	if far, _ := envelope(x); far < 0.5 {
		t.Errorf("distance %g of a trembling motion", far)
	}
}

// ψ(1) = -γ, ψ(n+1) = ψ(n) + 1/n, ψ(100) = 4.600161852738087 (Abramowitz and Stegun, table 6.1 and 6.3.2).
func TestDigamma(t *testing.T) {
	for n, want := range map[int]float64{1: -gamma, 2: 1 - gamma, 33: digamma(32) + 1.0/32, 100: 4.600161852738087} {
		if got := digamma(n); math.Abs(got-want) > 1e-9 {
			t.Errorf("ψ(%d) = %.12f, want %.12f", n, got, want)
		}
	}
}

// The influence of a demonstration is the derivative of the loss after training again with its weight changed.
func TestInfluenceIsTheDerivative(t *testing.T) {
	p, _ := toyPool(t, 6, 3, bad, nil)
	r, err := p.rows()
	if err != nil {
		t.Fatal(err)
	}
	key := seed.Of("influence")
	var x, y [][]float32
	var u []float64
	for k, i := range append(slices.Clone(r.in[0]), r.in[4]...) {
		x, y, u = append(x, r.x[i]), append(y, r.y[i]), append(u, float64(k%3)-0.5)
	}
	loss := func(e int, change float64) float64 {
		v := slices.Repeat([]float64{1}, len(r.in))
		v[e] += change
		f, err := newInfluence(r, v, key)
		if err != nil {
			t.Fatal(err)
		}
		residual, sum := f.residuals(f.expand(x), y), 0.0
		for i, w := range u {
			for _, v := range residual.RawRowView(i) {
				sum += w * v * v
			}
		}
		return sum
	}
	f, err := newInfluence(r, nil, key)
	if err != nil {
		t.Fatal(err)
	}
	got, err := f.of(x, y, u)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range []int{0, 3, 7} {
		want := -(loss(e, 1e-4) - loss(e, -1e-4)) / 2e-4
		if math.Abs(got[e]-want) > 1e-4*max(1, math.Abs(want)) {
			t.Errorf("demonstration %d has influence %.8g, training again gives %.8g", e, got[e], want)
		}
	}
}

// Demonstrations with the same score weigh the same, and weights are those of ranks.
func TestSoft(t *testing.T) {
	got := soft{}.Values([]float64{3, 1, 3, 2}, make([]int32, 4))
	if want := []float64{.75, .125, .75, .375}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// AUROC of examples counted by hand.
func TestAUROC(t *testing.T) {
	scores, good := []float64{3, 1, 2, 1}, []bool{true, true, false, false}
	if got := AUROC(scores, good); got != 0.625 { // 3 > 2, 3 > 1, 1 < 2, 1 = 1
		t.Errorf("AUROC %v, want 0.625", got)
	}
	if got := AUROCAtLength(scores, good, []int{100, 50, 95, 80}); got != 1 { // 3 and 2 alone are of like length
		t.Errorf("AUROC at length %v, want 1", got)
	}
	if got := AUROCAtLength(scores, good, []int{100, 50, 20, 80}); got == got {
		t.Errorf("AUROC at length %v without a pair of like length", got)
	}
}

// Spearman's example has equal ranks: 1, 2.5, 2.5, 4 against 1, 2, 3, 4 has 0.9487 (R: cor(..., method = "spearman")).
func TestWithLength(t *testing.T) {
	if got := WithLength([]float64{-3, 2, 2, 9}, []int{10, 20, 30, 40}); math.Abs(got-0.9486832981) > 1e-9 {
		t.Errorf("rank correlation %.10f, want 0.9486832981", got)
	}
	if got := WithLength([]float64{1, 2, 3}, []int{10, 10, 10}); got == got {
		t.Errorf("rank correlation %v with lengths that do not vary", got)
	}
}

// Outliers drops the share of normal scores that it says, and what is far below.
func TestOutliersAreCalibrated(t *testing.T) {
	r := seed.Of("outliers").Rand()
	scores, group := make([]float64, 20000), make([]int32, 20000)
	for i := range scores {
		scores[i] = 5 + 3*r.NormFloat64()
	}
	for _, rate := range []float64{0.01, 0.1} {
		dropped := 0
		for _, v := range (Outliers{rate}).Values(scores, group) {
			if v == 0 {
				dropped++
			}
		}
		// Five standard deviations of a binomial share of 20,000 are 0.0035 and 0.0106.
		if got := float64(dropped) / 20000; math.Abs(got-rate) > 0.0106 {
			t.Errorf("dropped %.4f of normal scores, want %.2f", got, rate)
		}
	}
}

// Of normal scores the rule split drops none in as many groups as it says; of two clear parts it drops the lower,
// unless that is the larger one.
func TestSplitIsCalibrated(t *testing.T) {
	r := seed.Of("split").Rand()
	for n, most := range map[int]float64{20: 0.05, 40: 0.005} {
		split := 0.0
		for range 1000 {
			scores := make([]float64, n)
			for i := range scores {
				scores[i] = r.NormFloat64()
			}
			if slices.Min((Split{0.8}).Values(scores, make([]int32, n))) == 0 {
				split++
			}
		}
		if split/1000 > most {
			t.Errorf("%.3f of the groups of %d normal scores are split, want at most %v", split/1000, n, most)
		}
	}
	for bad, want := range map[int]int{10: 10, 20: 20, 21: 0} {
		scores := make([]float64, 40)
		for i := range scores {
			if scores[i] = r.NormFloat64(); i < bad {
				scores[i] -= 10
			}
		}
		dropped := 0
		for _, v := range (Split{0.8}).Values(scores, make([]int32, 40)) {
			if v == 0 {
				dropped++
			}
		}
		if dropped != want {
			t.Errorf("of %d bad ones of 40 are %d dropped, want %d", bad, dropped, want)
		}
	}
}

// Objects are the columns that stand still until the gripper closes: not those relative to the hand.
func TestSignalsAreFound(t *testing.T) {
	p, _ := toyPool(t, 12, 4, bad, nil)
	if !slices.Equal(p.objects, []int{0, 1, 2}) || p.grip != 3 || p.opening != 3 || p.close != -1 {
		t.Errorf("objects %v, gripper %d closing %+d, opening %d; want 0 1 2, 3, -1 and 3: %q", p.objects, p.grip,
			p.close, p.opening, p.Signals())
	}
}
