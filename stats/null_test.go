package stats

import (
	"math"
	"math/rand/v2"
	"testing"

	"counterpoise/internal/seed"
)

// key is the root of the tests' randomness.
var key = seed.Of("stats", "tests")

// normals is n draws with the mean and SD.
func normals(r *rand.Rand, n int, mean, sd float64) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = mean + sd*r.NormFloat64()
	}
	return x
}

// plausible fails where k of n is not a count that a chance of p gives 999 times in 1000.
func plausible(t *testing.T, what string, k, n int, p float64) {
	t.Helper()
	c, err := clopperPearson(k, n, 0.999)
	if err != nil {
		t.Fatal(err)
	}
	if !c.CI.Contains(p) {
		t.Errorf("%s: %d of %d, expected a share of %g", what, k, n, p)
	}
}

// uniform fails unless the p values fall evenly into twenty bins (χ² with 19 degrees of freedom, 1 in 1000), and checks
// the share below 5 %.
func uniform(t *testing.T, what string, p []float64) {
	t.Helper()
	const bins = 20
	counts, expected, chi2 := [bins]int{}, float64(len(p))/bins, 0.0
	for _, v := range p {
		counts[min(bins-1, int(v*bins))]++
	}
	for _, c := range counts {
		chi2 += (float64(c) - expected) * (float64(c) - expected) / expected
	}
	if UpperChi2(chi2, bins-1) < 0.001 {
		t.Errorf("%s: p values are not uniform: %v", what, counts)
	}
	plausible(t, what+", p < 0.05", counts[0], len(p), 0.05)
}

const repetitions = 4000

// Under the null hypothesis p is uniform and the interval covers the true difference in 95 % of repetitions.
func TestNullT(t *testing.T) {
	for _, c := range []struct {
		name   string
		test   func(a, b []float64, level float64) (Test, error)
		n, m   int
		sa, sb float64
	}{
		{"paired", PairedT, 10, 10, 1, 2},
		{"paired, n = 2", PairedT, 2, 2, 1, 1},
		{"Student", StudentT, 7, 12, 1, 1},
		{"Welch, unequal", WelchT, 30, 15, 1, 3},
	} {
		r := key.With("null", c.name).Rand()
		var p []float64
		covered := 0
		for range repetitions {
			f := must[Test](t)(c.test(normals(r, c.n, 3, c.sa), normals(r, c.m, 1, c.sb), 0.95))
			if f.CI.Contains(2) {
				covered++
			}
			f = must[Test](t)(c.test(normals(r, c.n, 3, c.sa), normals(r, c.m, 3, c.sb), 0.95))
			p = append(p, f.P.Or(-1))
		}
		plausible(t, c.name+" interval", covered, repetitions, 0.95)
		uniform(t, c.name, p)
	}
}

// F of four exchangeable conditions; and where sphericity fails (one condition ten times as noisy), the uncorrected p
// rejects too often while Greenhouse and Geisser's does not.
func TestNullANOVA(t *testing.T) {
	r := key.With("null", "anova").Rand()
	var p, mauchly []float64
	plain, corrected := 0, 0
	for range repetitions {
		rows, skewed := make([][]float64, 10), make([][]float64, 10)
		for i := range rows {
			rows[i] = normals(r, 4, 5*r.NormFloat64(), 1)
			skewed[i] = normals(r, 4, 0, 1)
			skewed[i][3] *= 10
		}
		a := must[ANOVA](t)(RepeatedMeasures(rows, nil))
		p, mauchly = append(p, a.P.Or(-1)), append(mauchly, a.Mauchly.P.Or(-1))
		b := must[ANOVA](t)(RepeatedMeasures(skewed, nil))
		if b.P.Or(1) < 0.05 {
			plain++
		}
		if b.PGG.Or(1) < 0.05 {
			corrected++
		}
	}
	uniform(t, "ANOVA", p)
	plausible(t, "Mauchly p < 0.05", count(mauchly, 0.05), repetitions, 0.05)
	if plain < repetitions*8/100 || corrected > repetitions*65/1000 {
		t.Errorf("without sphericity %d of %d rejected uncorrected, %d corrected", plain, repetitions, corrected)
	}
}

// count is how many p are below the level.
func count(p []float64, level float64) int {
	n := 0
	for _, v := range p {
		if v < level {
			n++
		}
	}
	return n
}

// The exact signed-rank test rejects at most at its level, and its interval covers at least at its level.
func TestNullWilcoxon(t *testing.T) {
	r := key.With("null", "wilcoxon").Rand()
	rejected, covered := 0, 0
	for range repetitions {
		x, y := normals(r, 10, 0, 1), normals(r, 10, 0, 1)
		w := must[SignedRank](t)(Wilcoxon(x, y, 0.95))
		if w.P.Or(1) <= 0.05 {
			rejected++
		}
		if w.CI.Contains(0) {
			covered++
		}
	}
	plausible(t, "Wilcoxon p <= 0.05", rejected, repetitions, 50./1024) // the largest attainable level with n = 10
	plausible(t, "Wilcoxon interval", covered, repetitions, 1-50./1024)
}

// Intervals of effect sizes cover the true effect; equivalence at its margin is claimed with chance alpha.
func TestNullEffects(t *testing.T) {
	r := key.With("null", "effects").Rand()
	const n = 1000
	dz, d, equivalent := 0, 0, 0
	for range n {
		e := must[Effect](t)(CohenD(must[Test](t)(PairedT(normals(r, 9, 0.8, 1), make([]float64, 9), 0.95)), 0.95))
		if e.CI.Contains(0.8) {
			dz++
		}
		student := must[Test](t)(StudentT(normals(r, 8, 1, 2), normals(r, 15, 0, 2), 0.95))
		if must[Effect](t)(CohenD(student, 0.9)).CI.Contains(0.5) {
			d++
		}
		q := must[Equivalence](t)(Equivalent(must[Test](t)(PairedT(normals(r, 40, 1, 1), make([]float64, 40), 0.95)),
			-1, 1, 0.05))
		if q.P.Or(1) <= 0.05 {
			equivalent++
		}
	}
	plausible(t, "d_z interval", dz, n, 0.95)
	plausible(t, "d interval, 90 %", d, n, 0.9)
	plausible(t, "equivalence at the margin", equivalent, n, 0.05)
}

// The rejection rate of simulated tests is their computed power.
func TestPowerBySimulation(t *testing.T) {
	r := key.With("power").Rand()
	const n = 3000
	paired, two, repeated := 0, 0, 0
	for range n {
		if must[Test](t)(PairedT(normals(r, 10, 0.8, 1), make([]float64, 10), 0.95)).P.Or(1) < 0.05 {
			paired++
		}
		if must[Test](t)(StudentT(normals(r, 12, 1, 1), normals(r, 12, 0, 1), 0.95)).P.Or(1) < 0.05 {
			two++
		}
		rows := make([][]float64, 10)
		for i := range rows {
			rows[i] = normals(r, 3, r.NormFloat64(), 1)
			rows[i][0] += 1
		}
		if must[ANOVA](t)(RepeatedMeasures(rows, nil)).P.Or(1) < 0.05 {
			repeated++
		}
	}
	for _, c := range []struct {
		d        Design
		n, found int
	}{
		{PairedDesign{0.8}, 10, paired},
		{TwoSampleDesign{1}, 12, two},
		{RepeatedDesign{F: math.Sqrt(2) / 3, K: 3}, 10, repeated}, // means 1, 0, 0: SD √2/3; error SD 1
	} {
		p := must[Power](t)(PowerOf(c.d, c.n, 0.05))
		plausible(t, p.Test, c.found, n, p.Power.Or(0))
	}
}

// The exact interval covers at least 95 % for every true rate, Wilson's 95 % on average: by summing binomial
// probabilities, not by drawing.
func TestRateCoverage(t *testing.T) {
	const n, steps = 20, 200
	wilson := 0.0
	for s := 1; s < steps; s++ {
		rate, w, e := float64(s)/steps, 0.0, 0.0
		for k := range n + 1 {
			lgN, _ := math.Lgamma(n + 1)
			lgK, _ := math.Lgamma(float64(k) + 1)
			lgR, _ := math.Lgamma(float64(n-k) + 1)
			chance := math.Exp(lgN - lgK - lgR + float64(k)*math.Log(rate) + float64(n-k)*math.Log(1-rate))
			if must[Proportion](t)(Wilson(k, n, 0.95)).CI.Contains(rate) {
				w += chance
			}
			if must[Proportion](t)(clopperPearson(k, n, 0.95)).CI.Contains(rate) {
				e += chance
			}
		}
		if e < 0.95-1e-12 {
			t.Errorf("the exact interval covers a rate of %g with chance %g", rate, e)
		}
		wilson += w / (steps - 1)
	}
	if math.Abs(wilson-0.95) > 0.01 {
		t.Errorf("Wilson's interval covers %g on average", wilson)
	}
}

// Holm keeps the chance of any false rejection at 5 %, Benjamini and Hochberg the share of false ones.
func TestFamilyErrorRates(t *testing.T) {
	r := key.With("families").Rand()
	any, falseShare := 0, 0.0
	for range repetitions {
		p := make([]float64, 10) // the first six true nulls
		for i := range p {
			p[i] = r.Float64()
			if i >= 6 {
				p[i] *= 1e-3
			}
		}
		if count(Holm(p)[:6], 0.05) > 0 {
			any++
		}
		bh := BenjaminiHochberg(p)
		falseShare += float64(count(bh[:6], 0.05)) / max(1, float64(count(bh, 0.05))) / repetitions
	}
	if c := must[Proportion](t)(clopperPearson(any, repetitions, 0.999)); c.CI.Low.Or(1) > 0.05 {
		t.Errorf("Holm: %d of %d families with a false rejection", any, repetitions)
	}
	if math.Abs(falseShare-0.05*6/10) > 0.005 { // exactly α m₀/m for independent tests
		t.Errorf("Benjamini-Hochberg: false share %g, want 0.03", falseShare)
	}
}
