package stats

import (
	"math"
	"testing"
)

// Values that agree in most digits lose none of the others: far from 0 Welch's statistics are those near 0.
func TestWelchANOVAFarFromZero(t *testing.T) {
	near := [][]float64{{0, 1, 2}, {1, 2, 4}, {3, 3, 5}}
	far := make([][]float64, len(near))
	for i, g := range near {
		for _, v := range g {
			far[i] = append(far[i], 1e15+v) // exact
		}
	}
	a, b := must[OneWay](t)(WelchANOVA(near)), must[OneWay](t)(WelchANOVA(far))
	for _, v := range [][2]Maybe{{a.Stat, b.Stat}, {a.DF2, b.DF2}, {a.P, b.P}, {a.Effect, b.Effect}} {
		if math.Abs(v[0].Or(0)-v[1].Or(1)) > 1e-12 {
			t.Errorf("near 0 %+v, at 1e15 %+v", a, b)
		}
	}
}

// The differences of scores may exceed float64; their shape does not depend on the unit.
func TestShapiroWilkOfHugePairs(t *testing.T) {
	a, b := []float64{1, 1.5, 1.1, 1.3}, []float64{-1, -1.7, -1.1, 0.2}
	want := must[Assumption](t)(ShapiroWilkOfPairs(a, b))
	for i := range a {
		a[i], b[i] = math.Ldexp(a[i], 1023), math.Ldexp(b[i], 1023)
	}
	got := must[Assumption](t)(ShapiroWilkOfPairs(a, b))
	if !want.P.Defined() || got != want {
		t.Errorf("%+v at scale 2^1023, %+v at scale 1", got, want)
	}
}

// W and p of shapiro.test of R 4.2.2, at the numbers of values where the weights or the distribution of W change form.
func TestShapiroWilkByNumber(t *testing.T) {
	for _, c := range []struct {
		n    int
		note string
		p    float64
	}{
		{3, "Shapiro-Wilk W = 0.822", 0.168274827809}, {4, "Shapiro-Wilk W = 0.8012", 0.104417530605},
		{5, "Shapiro-Wilk W = 0.8921", 0.367855042178}, {6, "Shapiro-Wilk W = 0.9369", 0.634715039283},
		{11, "Shapiro-Wilk W = 0.869", 0.0753022553977}, {12, "Shapiro-Wilk W = 0.8617", 0.0512979673946},
		{50, "Shapiro-Wilk W = 0.8475", 1.32094604404e-05},
	} {
		x := make([]float64, c.n)
		for i := range x {
			x[i] = math.Exp(1.3 * math.Sin(1.7*float64(i)))
		}
		got := must[Assumption](t)(ShapiroWilk(x))
		if got.Note != c.note || math.Abs(got.P.Or(9)-c.p) > 1e-6*c.p {
			t.Errorf("%d values: %+v, want %+v", c.n, got, c)
		}
	}
}
