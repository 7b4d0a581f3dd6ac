package stats

import (
	"testing"
)

var invariant = [][]float64{
	{0.61, 0.7, 0.72, 0.4}, {0.5, 0.81, 0.6, 0.47}, {0.55, 0.62, 0.79, 0.3}, {0.7, 0.66, 0.9, 0.5},
	{0.4, 0.58, 0.5, 0.45}, {0.66, 0.7, 0.83, 0.6},
}

// Adding a constant to all values changes no statistic of differences.
func TestInvarianceToShift(t *testing.T) {
	want := findings(t, invariant)
	for _, shift := range []float64{-3, 0.5, 1024} {
		moved := make([][]float64, len(invariant))
		for i, row := range invariant {
			for _, v := range row {
				moved[i] = append(moved[i], v+shift)
			}
		}
		for name, got := range findings(t, moved) {
			if !near(got, want[name], 1e-7) { // v + shift is rounded
				t.Errorf("shift %g: %s = %.17g, want %.17g", shift, name, got, want[name])
			}
		}
	}
}

// A constant added to all cells of a subject changes no within-subject result, whatever its size.
func TestInvarianceToSubjectOffsets(t *testing.T) {
	rows := [][]float64{{1, 2, 4}, {2, 2, 7}, {3, 6, 5}, {1, 5, 9}, {0, 1, 8}}
	moved := make([][]float64, len(rows))
	for i, row := range rows {
		for _, v := range row {
			moved[i] = append(moved[i], v+float64(i)*1e12) // exact
		}
	}
	a, b := must[ANOVA](t)(RepeatedMeasures(rows, nil)), must[ANOVA](t)(RepeatedMeasures(moved, nil))
	for name, pair := range map[string][2]Maybe{"F": {a.F, b.F}, "GG": {a.Epsilon.GG, b.Epsilon.GG},
		"W": {a.Mauchly.W, b.Mauchly.W}} {
		if !near(pair[1].Or(0), pair[0].Or(1), 1e-12) {
			t.Errorf("%s = %v, with subjects 1e12 apart %v", name, pair[0], pair[1])
		}
	}
	if a.GeneralizedEta2.Or(0) <= b.GeneralizedEta2.Or(1) {
		t.Error("generalised eta squared does not fall as the subjects grow apart")
	}
}

// The order of subjects and of conditions changes results by rounding errors only.
func TestInvarianceToOrder(t *testing.T) {
	want := findings(t, invariant)
	turned := append(append([][]float64{}, invariant[3:]...), invariant[:3]...)
	for name, got := range findings(t, turned) {
		if !near(got, want[name], 1e-11) {
			t.Errorf("subjects reordered: %s = %.17g, want %.17g", name, got, want[name])
		}
	}
	a := must[ANOVA](t)(RepeatedMeasures(invariant, nil))
	var mixed [][]float64
	for _, row := range invariant {
		mixed = append(mixed, []float64{row[2], row[0], row[3], row[1]})
	}
	b := must[ANOVA](t)(RepeatedMeasures(mixed, nil))
	for name, pair := range map[string][2]Maybe{
		"F": {a.F, b.F}, "GG": {a.Epsilon.GG, b.Epsilon.GG}, "W": {a.Mauchly.W, b.Mauchly.W},
		"HF": {a.Epsilon.HF, b.Epsilon.HF},
	} {
		if !near(pair[1].Or(0), pair[0].Or(1), 1e-11) {
			t.Errorf("conditions reordered: %s = %v, was %v", name, pair[1], pair[0])
		}
	}
}

// Swapping the samples changes the sign of every statistic and no p value.
func TestSwappedSamples(t *testing.T) {
	x, y := column(invariant, 0), column(invariant, 1)
	for _, f := range []func(a, b []float64, level float64) (Test, error){PairedT, StudentT, WelchT} {
		a, b := must[Test](t)(f(x, y, 0.95)), must[Test](t)(f(y, x, 0.95))
		if a.P != b.P || a.T.Or(1) != -b.T.Or(0) || a.D.Or(1) != -b.D.Or(0) || a.CI.Low.Or(1) != -b.CI.High.Or(0) {
			t.Errorf("%s: %+v, swapped %+v", a.Name, a, b)
		}
	}
	v, w := must[SignedRank](t)(Wilcoxon(x, y, 0.9)), must[SignedRank](t)(Wilcoxon(y, x, 0.9))
	if v.P != w.P || v.V.Or(0)+w.V.Or(0) != float64(v.N*(v.N+1)/2) || v.RankBiserial.Or(1) != -w.RankBiserial.Or(0) {
		t.Errorf("Wilcoxon: %+v, swapped %+v", v, w)
	}
}

// Statistics that are equal by theory: F of two conditions is t², of equal groups Welch's t is Student's, a two-way
// design's marginal effect is the one-way ANOVA of its averages.
func TestIdentities(t *testing.T) {
	x, y := column(invariant, 0), column(invariant, 1)
	var pairs [][]float64
	for i := range x {
		pairs = append(pairs, []float64{x[i], y[i]})
	}
	paired, a := must[Test](t)(PairedT(x, y, 0.95)), must[ANOVA](t)(RepeatedMeasures(pairs, nil))
	if tt := paired.T.Or(0); !near(a.F.Or(0), tt*tt, 1e-12) || !near(a.P.Or(0), paired.P.Or(1), 1e-12) {
		t.Errorf("F = %v, t² = %v", a.F, tt*tt)
	}
	student, welch := must[Test](t)(StudentT(x, y, 0.95)), must[Test](t)(WelchT(x, y, 0.95))
	if !near(student.T.Or(0), welch.T.Or(1), 1e-12) {
		t.Errorf("Student %v, Welch %v", student.T, welch.T)
	}
	var cube [][][]float64
	var averages [][]float64
	for _, row := range invariant {
		cube = append(cube, [][]float64{{row[0], row[1]}, {row[2], row[3]}, {row[1], row[2]}})
		averages = append(averages, []float64{(row[0] + row[1]) / 2, (row[2] + row[3]) / 2, (row[1] + row[2]) / 2})
	}
	two, one := must[TwoWayANOVA](t)(TwoWayRepeatedMeasures(cube)), must[ANOVA](t)(RepeatedMeasures(averages, nil))
	if !near(two.A.F.Or(0), one.F.Or(1), 1e-12) ||
		!near(two.A.Epsilon.GG.Or(0), one.Epsilon.GG.Or(1), 1e-12) ||
		!near(two.A.Mauchly.W.Or(0), one.Mauchly.W.Or(1), 1e-12) {
		t.Errorf("two-way A: F %v, GG %v; one-way F %v, GG %v", two.A.F, two.A.Epsilon.GG, one.F, one.Epsilon.GG)
	}
	// λ = n K F² ε of two conditions is n d_z²: both designs have the same power.
	p := must[Power](t)(PowerOf(PairedDesign{DZ: 0.7}, 12, 0.05))
	q := must[Power](t)(PowerOf(RepeatedDesign{F: 0.7 / 1.4142135623730951, K: 2}, 12, 0.05))
	if !near(p.Power.Or(0), q.Power.Or(1), 1e-12) {
		t.Errorf("power %v by t, %v by F", p.Power, q.Power)
	}
	pilot := must[Design](t)(a.Design())
	want := must[Design](t)(paired.Design())
	if !near(pilot.(RepeatedDesign).F*1.4142135623730951, -want.(PairedDesign).DZ, 1e-12) {
		t.Errorf("designs from the same pilot: %v and %v", pilot, want)
	}
	// The interval of an equivalence test lies inside the margins exactly where p <= alpha.
	for _, margin := range []float64{0.05, 0.1, 0.15, 0.17, 0.2, 0.3} {
		e := must[Equivalence](t)(Equivalent(paired, -margin, margin, 0.05))
		inside := e.CI.Low.Or(-9) >= -margin && e.CI.High.Or(9) <= margin
		if inside != (e.P.Or(1) <= 0.05) {
			t.Errorf("margin %v: interval %v %v, p %v", margin, e.CI.Low, e.CI.High, e.P)
		}
	}
}
