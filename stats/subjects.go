package stats

import (
	"fmt"
	"math"
	"strconv"
)

// subjects holds the complete rows of a within-subject design: n rows of k cells, in units of 2^exp, with the mean of
// each row.
type subjects struct {
	rows     [][]double // n×k
	means    []double   // x̄_i., one per row
	k        int        // conditions
	exp      int
	excluded int      // rows with a missing cell, which are not in rows
	constant []string // names of the conditions in which all subjects have the same value
}

// completeSubjects keeps the rows without a NaN (listwise deletion). names are as in [RepeatedMeasures], which has the
// errors.
func completeSubjects(data [][]float64, names []string) (subjects, error) {
	kept, err := completeRows(data)
	if err != nil {
		return subjects{}, err
	}
	if len(kept) < 2 {
		return subjects{}, fmt.Errorf("stats: a comparison within subjects needs two complete subjects, "+
			"there are %d of %d", len(kept), len(data))
	}
	s := subjects{k: len(kept[0]), exp: exponent(kept...), excluded: len(data) - len(kept)}
	for _, row := range kept {
		r := scaledDown(row, s.exp)
		s.rows = append(s.rows, r)
		s.means = append(s.means, meanOf(r))
	}
	if names, err = conditionNames(names, s.k); err != nil {
		return subjects{}, err
	}
	for j, name := range names {
		same := true
		for _, row := range kept {
			same = same && row[j] == kept[0][j]
		}
		if same {
			s.constant = append(s.constant, name)
		}
	}
	return s, nil
}

// conditionNames returns the names of k conditions: "1", "2", ... where names is nil. It returns an error for another
// number of names.
func conditionNames(names []string, k int) ([]string, error) {
	if names == nil {
		for j := range k {
			names = append(names, strconv.Itoa(j+1))
		}
	}
	if len(names) != k {
		return nil, fmt.Errorf("stats: %d names for %d conditions", len(names), k)
	}
	return names, nil
}

// completeRows returns those rows of a table that hold no NaN. It returns an error for rows of different lengths, for
// infinities and for fewer than two columns.
func completeRows(data [][]float64) ([][]float64, error) {
	var kept [][]float64
	for i, row := range data {
		if len(row) != len(data[0]) {
			return nil, fmt.Errorf("stats: subject %d has %d conditions, subject 1 has %d", i+1, len(row), len(data[0]))
		}
		if len(row) < 2 {
			return nil, fmt.Errorf("stats: %s can't be compared, there must be two",
				counted(len(row), "condition"))
		}
		whole, err := withoutNaN(fmt.Sprintf("subject %d", i+1), row)
		if err != nil {
			return nil, err
		}
		if len(whole) == len(row) {
			kept = append(kept, whole)
		}
	}
	return kept, nil
}

// sumOfSquaresSubjects is SS_subjects = k Σ_i (x̄_i. - x̄)², in squared units of the scaled data. Deviations below
// negligible count as zero: they are rounding errors of the means.
func (s subjects) sumOfSquaresSubjects() float64 {
	sum, mean := 0.0, meanOf(s.means)
	for _, m := range s.means {
		if d := m.minus(mean).float(); math.Abs(d) >= negligible {
			sum += d * d
		}
	}
	return float64(s.k) * sum
}

// warnings lists how many subjects were excluded and which conditions are constant.
func (s subjects) warnings() Warnings {
	var w Warnings
	if s.excluded > 0 {
		w.add("%s with missing cells left out", counted(s.excluded, "subject"))
	}
	for _, name := range s.constant {
		w.add("condition %s is constant over the subjects", name)
	}
	return w
}

// subtractMean is row[j] - m for every cell j.
func subtractMean(row []double, m double) []double {
	out := make([]double, len(row))
	for j, v := range row {
		out[j] = v.minus(m)
	}
	return out
}
