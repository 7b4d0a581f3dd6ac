package stats

import (
	"fmt"
	"math"
)

// Comparisons is a family of paired t-tests, one for every pair of conditions.
type Comparisons struct {
	Pairs []Pair `json:"pairs"`
}

// Pair is one paired t-test of a family, with its p adjusted for the family.
type Pair struct {
	A              string   `json:"a"`
	B              string   `json:"b"`
	T              Maybe    `json:"t"` // of a - b
	DF             Maybe    `json:"df"`
	P              Maybe    `json:"p"` // unadjusted, two-sided
	PHolm          Maybe    `json:"p_holm"`
	PBonferroni    Maybe    `json:"p_bonferroni"`
	PBH            Maybe    `json:"p_bh"` // Benjamini and Hochberg's, of the false discovery rate
	DZ             Maybe    `json:"d_z"`
	MeanDifference Maybe    `json:"-"`
	CI             Interval `json:"-"` // of the mean difference, not adjusted
	N              int      `json:"-"` // complete pairs
	Warnings       Warnings `json:"-"`
}

// Pairwise compares every two columns of data[subject][condition] by [PairedT], and adjusts the p values for the
// number of pairs, k(k - 1)/2 for k conditions. names are the names of the conditions; nil stands for "1", "2", ...
// level is the confidence level of the intervals, in (0, 1). R: pairwise.t.test(paired = TRUE).
//
// Missing cells are left out pair by pair, so the pairs may rest on different subjects (see N). A pair with fewer
// than two complete subjects, or whose differences have no spread, is undefined and does not count in the family. It
// returns an error for rows of different lengths, infinities, fewer than two conditions, a wrong number of names, and
// an error of watch.
func Pairwise(data [][]float64, names []string, level float64, watch Watch) (Comparisons, error) {
	if err := checkLevel(level); err != nil {
		return Comparisons{}, err
	}
	if len(data) == 0 {
		return Comparisons{}, fmt.Errorf("stats: no subjects to compare conditions in")
	}
	if _, err := completeRows(data); err != nil {
		return Comparisons{}, err
	}
	names, err := conditionNames(names, len(data[0]))
	if err != nil {
		return Comparisons{}, err
	}
	columns := make([][]float64, len(names))
	for j := range columns {
		for _, row := range data {
			columns[j] = append(columns[j], row[j])
		}
	}
	known := map[float64]float64{} // critical values by degrees of freedom: one each where no cell is missing
	critical := func(alpha, df float64) float64 {
		if _, ok := known[df]; !ok {
			known[df] = CriticalT(alpha, df)
		}
		return known[df]
	}
	c := Comparisons{Pairs: make([]Pair, 0, len(names)*(len(names)-1)/2)}
	for i := range names {
		for j := i + 1; j < len(names); j++ {
			pair := comparePair(columns[i], columns[j], level, critical)
			pair.A, pair.B = names[i], names[j]
			c.Pairs = append(c.Pairs, pair)
			if err := watch.report(len(c.Pairs), cap(c.Pairs)); err != nil {
				return c, err
			}
		}
	}
	c.adjust()
	return c, nil
}

// comparePair is the paired t-test of two columns.
func comparePair(a, b []float64, level float64, critical func(alpha, df float64) float64) Pair {
	n := 0
	for r := range a {
		if !math.IsNaN(a[r]) && !math.IsNaN(b[r]) {
			n++
		}
	}
	t, err := pairedT(a, b, level, critical)
	if err != nil { // too few complete pairs: Pairwise has excluded every other error
		return Pair{N: n, Warnings: Warnings{fmt.Sprintf("%d complete pairs: undefined", n)}}
	}
	return Pair{T: t.T, DF: t.DF, P: t.P, DZ: t.D, MeanDifference: t.MeanDifference, CI: t.CI, N: n,
		Warnings: t.Warnings}
}

// adjust sets the adjusted p values. Undefined p values stay undefined and do not count in the family.
func (c Comparisons) adjust() {
	p := make([]float64, len(c.Pairs))
	for i, pair := range c.Pairs {
		p[i] = pair.P.Or(math.NaN())
	}
	holm, bonferroni, bh := Holm(p), Bonferroni(p), BenjaminiHochberg(p)
	for i := range c.Pairs {
		c.Pairs[i].PHolm, c.Pairs[i].PBonferroni, c.Pairs[i].PBH = Some(holm[i]), Some(bonferroni[i]), Some(bh[i])
	}
}
