package stats

import "fmt"

// TwoWayANOVA is the result of a two-way repeated-measures analysis of variance, with every subject in every cell of
// A x B.
type TwoWayANOVA struct {
	A  ANOVA `json:"a"`
	B  ANOVA `json:"b"`
	AB ANOVA `json:"ab"` // the interaction: dependence of the effect of A on the level of B
}

// TwoWayRepeatedMeasures is the ANOVA of data[subject][level of A][level of B] (Maxwell & Delaney, Designing
// Experiments and Analyzing Data, 2nd ed., ch. 12). Each effect has its own error term (the interaction of the effect
// with the subjects), its own epsilons and its own test of sphericity. They come from orthonormal contrasts, with a
// and b levels:
//
//	A: helmert(a) of the means over B;  B: helmert(b) of the means over A;
//	A x B: helmert(a) ⊗ helmert(b) of the cells
//	df: a - 1, (n - 1)(a - 1);  b - 1, (n - 1)(b - 1);  (a - 1)(b - 1), (n - 1)(a - 1)(b - 1)
//
// R: anova.mlm(X = , M = , test = "Spherical"). The denominator of generalised η² has the effect, the subjects and
// all three error terms. Missing cells, errors and undefined values are treated as in [RepeatedMeasures].
func TwoWayRepeatedMeasures(data [][][]float64) (TwoWayANOVA, error) {
	flat, a, b, err := flatten(data)
	if err != nil {
		return TwoWayANOVA{}, err
	}
	s, err := completeSubjects(flat, nil)
	if err != nil {
		return TwoWayANOVA{}, err
	}
	rowsA, rowsB, rowsAB := make([][]double, len(s.rows)), make([][]double, len(s.rows)), make([][]double, len(s.rows))
	for i, row := range s.rows {
		cells := subtractMean(row, s.means[i])
		rowsA[i], rowsB[i], rowsAB[i] = margins(cells, a, b)
	}
	t := TwoWayANOVA{
		A:  newContrastScores(rowsA, float64(b), helmert(a)).anova(),
		B:  newContrastScores(rowsB, float64(a), helmert(b)).anova(),
		AB: newContrastScores(rowsAB, 1, kronecker(helmert(a), helmert(b))).anova(),
	}
	t.A.Name, t.B.Name, t.AB.Name = "A", "B", "A x B"
	t.A.K, t.B.K, t.AB.K = a, b, a*b
	s.addDesignResults(&t.A, &t.B, &t.AB)
	return t, nil
}

// margins splits the centred cells of one subject, a·b of them with B's level running fastest, into the means of the
// levels of A, the means of the levels of B, and the interaction residuals x_ij - x̄_i. - x̄_.j.
func margins(cells []double, a, b int) (ofA, ofB, rest []double) {
	ofA, ofB, rest = make([]double, a), make([]double, b), make([]double, a*b)
	column := make([]double, a)
	for i := range a {
		ofA[i] = meanOf(cells[i*b : (i+1)*b])
	}
	for j := range b {
		for i := range a {
			column[i] = cells[i*b+j]
		}
		ofB[j] = meanOf(column)
	}
	for i := range a {
		for j := range b {
			rest[i*b+j] = cells[i*b+j].minus(ofA[i]).minus(ofB[j])
		}
	}
	return ofA, ofB, rest
}

// flatten writes the cells of each subject into one row, with B's level running fastest. It returns an error for
// subjects with different numbers of cells and for factors with fewer than two levels.
func flatten(data [][][]float64) (flat [][]float64, a, b int, err error) {
	if len(data) == 0 || len(data[0]) < 2 || len(data[0][0]) < 2 {
		return nil, 0, 0, fmt.Errorf("stats: a two-way ANOVA needs subjects and two levels of each factor")
	}
	a, b = len(data[0]), len(data[0][0])
	for i, subject := range data {
		row, whole := make([]float64, 0, a*b), len(subject) == a
		for _, level := range subject {
			whole = whole && len(level) == b
			row = append(row, level...)
		}
		if !whole {
			return nil, 0, 0, fmt.Errorf("stats: subject %d does not have the %d x %d cells of subject 1", i+1, a, b)
		}
		flat = append(flat, row)
	}
	return flat, a, b, nil
}
