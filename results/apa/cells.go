package apa

import (
	"fmt"
	"strconv"

	"counterpoise/results/document"
	"counterpoise/stats"
)

// number is a cell of one number in a format.
func NumberCell(format string, m stats.Maybe) document.Cell {
	return document.Entry(Format(format, m), Exact(m))
}

// chance is a cell with a p value.
func PCell(p stats.Maybe) document.Cell { return document.Entry(Probability(p), Exact(p)) }

// ends is a cell with an interval.
func IntervalCell(format string, ci stats.Interval) document.Cell {
	return document.Entry(Interval(format, ci), Exact(ci.Low), Exact(ci.High))
}

// nFields are the names of a test's numbers of observations: one of pairs, or one for each sample.
func nFields(n stats.Counts) []string {
	if len(n) == 1 {
		return []string{"n"}
	}
	return []string{"n_a", "n_b"}
}

// tallies is a cell with numbers of observations.
func CountsCell(n stats.Counts) document.Cell {
	var c document.Cell
	for i, m := range n {
		if i > 0 {
			c.Text += ", "
		}
		c.Text += fmt.Sprint(m)
		c.Values = append(c.Values, fmt.Sprint(m))
	}
	return c
}

// share is a cell with a number that can't exceed 1.
func FractionCell(m stats.Maybe) document.Cell {
	return document.Entry(Fraction3(m), Exact(m))
}

// spread is a cell with mean and standard deviation.
func MeanSDCell(s stats.Summary) document.Cell {
	return document.Entry(MeanSD(s), Exact(s.Mean), Exact(s.SD))
}

// full is a number with all its digits, so that reading it gives the same number; empty where there is none.
func Exact(m stats.Maybe) string {
	if v, ok := m.Get(); ok {
		return strconv.FormatFloat(v, 'g', -1, 64)
	}
	return ""
}

// StarredPCell is a cell with an adjusted p value and its stars.
func StarredPCell(p stats.Maybe) document.Cell {
	return document.Entry(Probability(p)+Stars(p), Exact(p))
}
