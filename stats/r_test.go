package stats

import (
	"encoding/json"
	"math"
	"os"
	"testing"
)

// The tests of this file compare the package with testdata/r.json, which testdata/reference.R wrote with R 4.2.2.

// rT is the output of R's t.test.
type rT struct{ T, DF, P, Low, High float64 }

// rEffect is the output of R's anova.mlm, mauchly.test and aov for one effect.
type rEffect struct {
	F, DF1, DF2, P, GG, HF, W, Pes, Ges float64
	PGG                                 float64  `json:"p_gg"`
	PHF                                 float64  `json:"p_hf"`
	MauchlyP                            *float64 `json:"mauchly_p_R"`
}

type rValues struct {
	T    []struct{ T, DF, P float64 }
	QT   []struct{ Alpha, DF, T float64 }
	F    []struct{ F, DF1, DF2, P float64 }
	Chi2 []struct{ X, DF, P float64 }
	NCT  []struct{ T, DF, NCP, P, Exact float64 }
	NCF  []struct{ F, DF1, DF2, NCP, P, Exact float64 }

	TwoSample []struct {
		X, Y                           []float64
		Level, VarTest, D, DLow, DHigh float64
		Improvement, IQM               float64
		Student, Welch                 rT
	} `json:"two_sample"`
	Paired []struct {
		X, Y                           []float64
		Level, DZ, DLow, DHigh, Grubbs float64
		Margin, PLow, PHigh            float64
		Paired                         rT
		Wilcoxon                       struct{ V, Exact, Median, Low, High, Normal, Corrected float64 }
	}
	OneWay []struct {
		Data [][]float64
		rEffect
		FAov      float64 `json:"F_aov"`
		Friedman  float64
		FriedmanP float64 `json:"friedman_p"`
	}
	TwoWay []struct {
		LevelsA  int `json:"levels_a"`
		LevelsB  int `json:"levels_b"`
		Data     [][]float64
		A, B, AB rEffect
	}
	Adjust []struct{ P, Holm, Bonferroni, BH []*float64 }
	Rates  []struct {
		K, N          int
		Level         float64
		Wilson, Exact []float64
	}
	PowerPaired []struct {
		D, Alpha, Power float64
		N               int
	} `json:"power_paired"`
	PowerTwo []struct {
		D, Alpha, Power float64
		N               int
	} `json:"power_two"`
	NPaired []struct {
		D, Power float64
		N        int
	} `json:"n_paired"`
	NTwo []struct {
		D, Power float64
		N        int
	} `json:"n_two"`
	PowerBetween []struct {
		F, Power float64
		K, N     int
	} `json:"power_between"`
	PowerRepeated []struct {
		F, Epsilon, Power float64
		K, N              int
	} `json:"power_repeated"`
}

func loadR(t *testing.T) rValues {
	t.Helper()
	raw, err := os.ReadFile("testdata/r.json")
	if err != nil {
		t.Fatal(err)
	}
	var r rValues
	if err := json.Unmarshal(raw, &r); err != nil {
		t.Fatal(err)
	}
	return r
}

// agree fails unless got is want to the relative tolerance, or closer than 1e-13 absolute.
func agree(t *testing.T, what string, got, want, relative float64) {
	t.Helper()
	if !(math.Abs(got-want) <= relative*math.Abs(want)+1e-300) {
		t.Errorf("%s = %.17g, R %.17g", what, got, want)
	}
}

// is compares a defined Maybe with R.
func is(t *testing.T, what string, got Maybe, want, relative float64) {
	t.Helper()
	v, ok := got.Get()
	if !ok {
		t.Errorf("%s undefined, R %.17g", what, want)
		return
	}
	agree(t, what, v, want, relative)
}

func TestRTails(t *testing.T) {
	r := loadR(t)
	for _, c := range r.T {
		agree(t, "TwoSidedT", TwoSidedT(c.T, c.DF), c.P, 1e-11)
	}
	for _, c := range r.QT {
		agree(t, "CriticalT", CriticalT(c.Alpha, c.DF), c.T, 1e-11)
	}
	for _, c := range r.F {
		agree(t, "UpperF", UpperF(c.F, c.DF1, c.DF2), c.P, 1e-11)
	}
	for _, c := range r.Chi2 {
		agree(t, "UpperChi2", UpperChi2(c.X, c.DF), c.P, 1e-11)
	}
}

// R's own pt(ncp = ) and pf(ncp = ) stop at an absolute error of 1e-12 and 1e-9; sums and integrals in R do not.
func TestRNoncentral(t *testing.T) {
	r := loadR(t)
	for _, c := range r.NCT {
		got := UpperNoncentralT(c.T, c.DF, c.NCP)
		agree(t, "UpperNoncentralT", got, c.Exact, 1e-9)
		if math.Abs(got-c.P) > 1e-11 {
			t.Errorf("UpperNoncentralT(%v, %v, %v) = %.17g, pt %.17g", c.T, c.DF, c.NCP, got, c.P)
		}
	}
	for _, c := range r.NCF {
		got := UpperNoncentralF(c.F, c.DF1, c.DF2, c.NCP)
		agree(t, "UpperNoncentralF", got, c.Exact, 1e-10)
		if math.Abs(got-c.P) > 1e-8 {
			t.Errorf("UpperNoncentralF(%v, %v, %v, %v) = %.17g, pf %.17g", c.F, c.DF1, c.DF2, c.NCP, got, c.P)
		}
	}
}

func checkR(t *testing.T, got Test, want rT) {
	t.Helper()
	is(t, got.Name+" t", got.T, want.T, 1e-9)
	is(t, got.Name+" df", got.DF, want.DF, 1e-9)
	is(t, got.Name+" p", got.P, want.P, 1e-9)
	is(t, got.Name+" low", got.CI.Low, want.Low, 1e-9)
	is(t, got.Name+" high", got.CI.High, want.High, 1e-9)
}

func TestRTwoSample(t *testing.T) {
	for _, c := range loadR(t).TwoSample {
		student, err := StudentT(c.X, c.Y, c.Level)
		if err != nil {
			t.Fatal(err)
		}
		welch, err := WelchT(c.X, c.Y, c.Level)
		if err != nil {
			t.Fatal(err)
		}
		checkR(t, student, c.Student)
		checkR(t, welch, c.Welch)
		is(t, "variance test", student.Assumptions[0].P, c.VarTest, 1e-9)
		d, err := CohenD(student, c.Level)
		if err != nil {
			t.Fatal(err)
		}
		is(t, "d", d.Estimate, c.D, 1e-9)
		is(t, "d low", d.CI.Low, c.DLow, 1e-7) // R's uniroot on pt, hence 1e-7
		is(t, "d high", d.CI.High, c.DHigh, 1e-7)
		agree(t, "probability of improvement", probabilityOfSuperiority(c.X, c.Y), c.Improvement, 1e-12)
		agree(t, "IQM", IQM([][]float64{c.X, c.Y}), c.IQM, 1e-12)
	}
}

func TestRPaired(t *testing.T) {
	for _, c := range loadR(t).Paired {
		paired, err := PairedT(c.X, c.Y, c.Level)
		if err != nil {
			t.Fatal(err)
		}
		checkR(t, paired, c.Paired)
		is(t, "Grubbs", paired.Assumptions[0].P, c.Grubbs, 1e-8)
		d, err := CohenD(paired, c.Level)
		if err != nil {
			t.Fatal(err)
		}
		is(t, "d_z", d.Estimate, c.DZ, 1e-9)
		is(t, "d_z low", d.CI.Low, c.DLow, 1e-7)
		is(t, "d_z high", d.CI.High, c.DHigh, 1e-7)
		e, err := Equivalent(paired, -c.Margin, c.Margin, 0.05)
		if err != nil {
			t.Fatal(err)
		}
		is(t, "equivalence low", e.PLow, c.PLow, 1e-9)
		is(t, "equivalence high", e.PHigh, c.PHigh, 1e-9)
		is(t, "equivalence", e.P, max(c.PLow, c.PHigh), 1e-9)
		w, err := Wilcoxon(c.X, c.Y, c.Level)
		if err != nil {
			t.Fatal(err)
		}
		is(t, "V", w.V, c.Wilcoxon.V, 0)
		is(t, "Wilcoxon exact", w.PExact, c.Wilcoxon.Exact, 1e-9)
		is(t, "Wilcoxon normal", w.PNormal, c.Wilcoxon.Normal, 1e-9)
		is(t, "Wilcoxon corrected", w.PNormalCC, c.Wilcoxon.Corrected, 1e-9)
		is(t, "pseudo-median", w.PseudoMedian, c.Wilcoxon.Median, 1e-9)
		is(t, "median low", w.CI.Low, c.Wilcoxon.Low, 1e-9)
		is(t, "median high", w.CI.High, c.Wilcoxon.High, 1e-9)
	}
}

func checkEffect(t *testing.T, a ANOVA, want rEffect, cells int, tolerance float64) {
	t.Helper()
	is(t, a.Name+" F", a.F, want.F, tolerance)
	is(t, a.Name+" df1", a.DF1, want.DF1, 0)
	is(t, a.Name+" df2", a.DF2, want.DF2, 0)
	is(t, a.Name+" p", a.P, want.P, tolerance)
	is(t, a.Name+" partial eta2", a.PartialEta2, want.Pes, 1e-9)
	is(t, a.Name+" generalised eta2", a.GeneralizedEta2, want.Ges, 1e-9)
	is(t, a.Name+" GG", a.Epsilon.GG, want.GG, 1e-9)
	is(t, a.Name+" HF", a.Epsilon.HF, want.HF, 1e-8)
	is(t, a.Name+" p GG", a.PGG, want.PGG, tolerance)
	is(t, a.Name+" p HF", a.PHF, want.PHF, tolerance)
	if want.DF1 == 1 {
		if a.Mauchly.W.Defined() || a.Mauchly.P.Defined() {
			t.Errorf("%s: two levels have no sphericity to test", a.Name)
		}
		return
	}
	is(t, a.Name+" W", a.Mauchly.W, want.W, 1e-9)
	agree(t, a.Name+" Mauchly p as R has it", mauchlyOfR(a, float64(cells)), *want.MauchlyP, 1e-8)
}

// mauchlyOfR is Mauchly's p as mauchly.test of R 4.2.2 computes it, with 3 times the number of cells for 3p in
// Box's ω.
func mauchlyOfR(a ANOVA, cells float64) float64 {
	n, p := float64(a.N-1), a.DF1.Or(0)
	rho := 1 - (2*p*p+p+2)/(6*p*n)
	omega := (p + 2) * (p - 1) * (p - 2) * (2*p*p*p + 6*p*p + 3*cells + 2) / (288 * math.Pow(n*p*rho, 2))
	x, f := -rho*n*math.Log(a.Mauchly.W.Or(0)), p*(p+1)/2-1
	first := UpperChi2(x, f)
	return first + omega*(UpperChi2(x, f+4)-first)
}

func TestROneWay(t *testing.T) {
	for _, c := range loadR(t).OneWay {
		a, err := RepeatedMeasures(c.Data, nil)
		if err != nil {
			t.Fatal(err)
		}
		is(t, "F of aov", a.F, c.FAov, 1e-9)
		tolerance := 1e-8
		if c.Data[0][0] > 1e5 {
			tolerance = 1e-3 // around 10^6 anova.mlm loses digits: F 8.1502 where aov has 8.1497
		}
		checkEffect(t, a, c.rEffect, len(c.Data[0]), tolerance)
		f, err := Friedman(c.Data)
		if err != nil {
			t.Fatal(err)
		}
		is(t, "Friedman", f.Chi2, c.Friedman, 1e-9)
		is(t, "Friedman p", f.P, c.FriedmanP, 1e-9)
	}
}

func TestRTwoWay(t *testing.T) {
	for _, c := range loadR(t).TwoWay {
		data := make([][][]float64, len(c.Data))
		for i, row := range c.Data {
			for j := range c.LevelsA {
				data[i] = append(data[i], row[j*c.LevelsB:(j+1)*c.LevelsB])
			}
		}
		a, err := TwoWayRepeatedMeasures(data)
		if err != nil {
			t.Fatal(err)
		}
		checkEffect(t, a.A, c.A, len(c.Data[0]), 1e-8)
		checkEffect(t, a.B, c.B, len(c.Data[0]), 1e-8)
		checkEffect(t, a.AB, c.AB, len(c.Data[0]), 1e-8)
	}
}

func TestRAdjust(t *testing.T) {
	for _, c := range loadR(t).Adjust {
		p := floats(c.P)
		for _, m := range []struct {
			name      string
			got, want []float64
		}{
			{"Holm", Holm(p), floats(c.Holm)},
			{"Bonferroni", Bonferroni(p), floats(c.Bonferroni)},
			{"Benjamini-Hochberg", BenjaminiHochberg(p), floats(c.BH)},
		} {
			for i := range p {
				if !math.IsNaN(p[i]) {
					agree(t, m.name, m.got[i], m.want[i], 1e-14)
				} else if !math.IsNaN(m.got[i]) {
					t.Errorf("%s of a missing p is %v", m.name, m.got[i])
				}
			}
		}
	}
}

func TestRRates(t *testing.T) {
	for _, c := range loadR(t).Rates {
		wilson, err := Wilson(c.K, c.N, c.Level)
		if err != nil {
			t.Fatal(err)
		}
		exact, err := clopperPearson(c.K, c.N, c.Level)
		if err != nil {
			t.Fatal(err)
		}
		is(t, "Wilson low", wilson.CI.Low, c.Wilson[0], 1e-9)
		is(t, "Wilson high", wilson.CI.High, c.Wilson[1], 1e-9)
		is(t, "exact low", exact.CI.Low, c.Exact[0], 1e-9)
		is(t, "exact high", exact.CI.High, c.Exact[1], 1e-9)
	}
}

func TestRPower(t *testing.T) {
	r := loadR(t)
	power := func(d Design, n int, alpha, want, tolerance float64) {
		t.Helper()
		p, err := PowerOf(d, n, alpha)
		if err != nil {
			t.Fatal(err)
		}
		is(t, d.String(), p.Power, want, tolerance)
	}
	for _, c := range r.PowerPaired {
		power(PairedDesign{c.D}, c.N, c.Alpha, c.Power, 1e-8)
	}
	for _, c := range r.PowerTwo {
		power(TwoSampleDesign{c.D}, c.N, c.Alpha, c.Power, 1e-8)
	}
	for _, c := range r.PowerBetween {
		power(BetweenDesign{c.F, c.K}, c.N, 0.05, c.Power, 1e-7) // R's pf(ncp = ) is right to some 1e-9 absolute
	}
	for _, c := range r.PowerRepeated {
		power(RepeatedDesign{c.F, c.K, c.Epsilon}, c.N, 0.05, c.Power, 1e-7)
	}
	n := func(d Design, target float64, want int) {
		t.Helper()
		p, err := RequiredN(d, target, 0.05)
		if err != nil {
			t.Fatal(err)
		}
		if p.N != want || p.Power.Or(0) < target {
			t.Errorf("%v for power %v: n = %d (power %v), R %d", d, target, p.N, p.Power, want)
		}
	}
	for _, c := range r.NPaired {
		n(PairedDesign{c.D}, c.Power, c.N)
	}
	for _, c := range r.NTwo {
		n(TwoSampleDesign{c.D}, c.Power, c.N)
	}
}
