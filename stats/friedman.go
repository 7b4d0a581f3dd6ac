package stats

import "math"

// FriedmanTest is the result of Friedman's test.
type FriedmanTest struct {
	Chi2     Maybe    `json:"chi2"`
	DF       Maybe    `json:"df"`        // k - 1
	P        Maybe    `json:"p"`         // from the χ² approximation
	KendallW Maybe    `json:"kendall_w"` // Kendall's W: agreement of the subjects' rankings, in [0, 1]
	N        int      `json:"n"`         // complete subjects
	K        int      `json:"k"`         // conditions
	Warnings Warnings `json:"warnings"`
}

// Friedman is the rank test of data[subject][condition], n subjects by k conditions (Friedman, J. Am. Statist. Ass.
// 32 (1937) 675; W: Kendall & Smith, Ann. Math. Statist. 10 (1939) 275). It ranks the conditions within each subject,
// tied values sharing their mean rank (see roundedValue), and compares the rank sums R_j:
//
//	χ² = 12 Σ_j (R_j - n(k + 1)/2)² / (nk(k + 1) - Σ(t³ - t)/(k - 1)), df = k - 1, W = χ²/(n(k - 1))
//
// The inner sum is over all groups of t tied values. R: friedman.test. p comes from the χ² approximation, which is
// rough for few subjects. Subjects with a NaN are left out whole, with a warning. Where every subject ties all
// conditions, all statistics are undefined. It returns the errors of [RepeatedMeasures].
func Friedman(data [][]float64) (FriedmanTest, error) {
	s, err := completeSubjects(data, nil)
	if err != nil {
		return FriedmanTest{}, err
	}
	n, k := float64(len(s.rows)), float64(s.k)
	f := FriedmanTest{N: len(s.rows), K: s.k, DF: Some(k - 1)}
	if s.excluded > 0 {
		f.Warnings.add("%s with missing cells left out", counted(s.excluded, "subject"))
	}
	sums, ties := make([]float64, s.k), 0.0
	for _, row := range s.rows {
		cells := make([]roundedValue, s.k)
		for j, v := range row {
			cells[j] = roundedValue{v.hi, roundingBound(math.Abs(v.hi))}
		}
		ranks, t := midranks(cells)
		ties += t
		for j, r := range ranks {
			sums[j] += r
		}
	}
	spread := n*k*(k+1) - ties/(k-1)
	if spread <= 0 {
		f.Warnings.add("every subject ties all conditions: the test is undefined")
		return f, nil
	}
	squares := 0.0
	for _, r := range sums {
		squares += (r - n*(k+1)/2) * (r - n*(k+1)/2)
	}
	chi2 := 12 * squares / spread
	f.Chi2, f.P, f.KendallW = Some(chi2), Some(UpperChi2(chi2, k-1)), Some(chi2/(n*(k-1)))
	return f, nil
}
