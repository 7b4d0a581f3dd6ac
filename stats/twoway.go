package stats

import "fmt"

// TwoWayANOVA is a two-way repeated-measures analysis of variance: every subject in every cell of A x B.
type TwoWayANOVA struct {
	A  ANOVA `json:"a"`
	B  ANOVA `json:"b"`
	AB ANOVA `json:"ab"` // the interaction: does the effect of A depend on B
}

// TwoWayRepeatedMeasures is the ANOVA of data[subject][level of A][level of B]. Each effect has its own error term, the
// effect x subject interaction, and its own epsilons and Mauchly test, from orthonormal contrasts of its own:
//
//	A: helmert(a) of the means over B;  B: helmert(b) of the means over A;  A x B: helmert(a) ⊗ helmert(b) of the cells
//
// as in R's anova.mlm(X = , M = , test = "Spherical"). Missing cells, errors and undefined values as in
// [RepeatedMeasures]; generalised η² has the subjects and all three errors below.
func TwoWayRepeatedMeasures(data [][][]float64) (TwoWayANOVA, error) {
	flat, a, b, err := flatten(data)
	if err != nil {
		return TwoWayANOVA{}, err
	}
	s, err := completeSubjects(flat)
	if err != nil {
		return TwoWayANOVA{}, err
	}
	rowsA, rowsB, rowsAB := make([][]double, len(s.rows)), make([][]double, len(s.rows)), make([][]double, len(s.rows))
	for i, row := range s.rows {
		cells := less(row, s.means[i])
		rowsA[i], rowsB[i], rowsAB[i] = margins(cells, a, b)
	}
	t := TwoWayANOVA{
		A:  ask(rowsA, float64(b), helmert(a)).anova(),
		B:  ask(rowsB, float64(a), helmert(b)).anova(),
		AB: ask(rowsAB, 1, kronecker(helmert(a), helmert(b))).anova(),
	}
	t.A.Name, t.B.Name, t.AB.Name = "A", "B", "A x B"
	t.A.K, t.B.K, t.AB.K = a, b, a*b
	s.finish(&t.A, &t.B, &t.AB)
	return t, nil
}

// margins splits a subject's centred cells into the means of A's levels, of B's, and the interaction that is left.
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

// flatten lays each subject's cells in one row, B's level running fastest. It errs on ragged designs and factors with
// fewer than two levels.
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
