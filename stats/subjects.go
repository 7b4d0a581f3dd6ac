package stats

import (
	"fmt"
	"math"
)

// subjects is the complete rows of a within-subject design, in units of 2^exp, with the mean of each row.
type subjects struct {
	rows     [][]double
	means    []double
	k        int
	exp      int
	left     int   // rows left out
	constant []int // conditions (from 1) in which all subjects agree
}

// completeSubjects keeps the rows without a NaN. It errs on ragged rows, infinities, k < 2 and n < 2.
func completeSubjects(data [][]float64) (subjects, error) {
	kept, err := completeRows(data)
	if err != nil {
		return subjects{}, err
	}
	if len(kept) < 2 {
		return subjects{}, fmt.Errorf("stats: a repeated-measures ANOVA needs two complete subjects, there are %d of %d", len(kept), len(data))
	}
	s := subjects{k: len(kept[0]), exp: exponent(kept...), left: len(data) - len(kept)}
	for _, row := range kept {
		r := scaled(row, s.exp)
		s.rows = append(s.rows, r)
		s.means = append(s.means, meanOf(r))
	}
	for j := range s.k {
		same := true
		for _, row := range kept {
			same = same && row[j] == kept[0][j]
		}
		if same {
			s.constant = append(s.constant, j+1)
		}
	}
	return s, nil
}

// completeRows is the rows of a rectangular table of at least two columns that hold no NaN.
func completeRows(data [][]float64) ([][]float64, error) {
	var kept [][]float64
	for i, row := range data {
		if len(row) != len(data[0]) {
			return nil, fmt.Errorf("stats: subject %d has %d conditions, subject 1 has %d", i+1, len(row), len(data[0]))
		}
		if len(row) < 2 {
			return nil, fmt.Errorf("stats: %d conditions can't be compared, there must be two", len(row))
		}
		whole, err := present(fmt.Sprintf("subject %d", i+1), row)
		if err != nil {
			return nil, err
		}
		if len(whole) == len(row) {
			kept = append(kept, whole)
		}
	}
	return kept, nil
}

// sumOfSquares is SS_subjects = k Σ_i (x̄_i. - x̄)², in units of the scaled data.
func (s subjects) sumOfSquares() float64 {
	sum, mean := 0.0, meanOf(s.means)
	for _, m := range s.means {
		if d := m.minus(mean).float(); math.Abs(d) >= negligible {
			sum += d * d
		}
	}
	return float64(s.k) * sum
}

// warnings says what was left out and which conditions are constant.
func (s subjects) warnings() Warnings {
	var w Warnings
	if s.left > 0 {
		w.add("%s with missing cells left out", several(s.left, "subject"))
	}
	for _, j := range s.constant {
		w.add("condition %d is constant over the subjects", j)
	}
	return w
}

// less is row - m, cell by cell.
func less(row []double, m double) []double {
	out := make([]double, len(row))
	for j, v := range row {
		out[j] = v.minus(m)
	}
	return out
}
