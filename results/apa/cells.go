package apa

import (
	"fmt"
	"strconv"
	"strings"

	"counterpoise/results/document"
	"counterpoise/stats"
)

// Exact is a number with as many digits as reading it back needs; empty where it is undefined. Parsing the text
// gives the same float64.
func Exact(m stats.Maybe) string {
	if v, ok := m.Get(); ok {
		return strconv.FormatFloat(v, 'g', -1, 64)
	}
	return ""
}

// NumberCell is a cell with one number in a format. Programs get every digit, whatever the format.
func NumberCell(format string, m stats.Maybe) document.Cell {
	return document.Entry(Format(format, m), Exact(m))
}

// FractionCell is a cell with a number from 0 to 1. It has three decimals.
func FractionCell(m stats.Maybe) document.Cell { return document.Entry(Fraction3(m), Exact(m)) }

// PCell is a cell with a p value. Programs get the p value itself, also below .001.
func PCell(p stats.Maybe) document.Cell { return document.Entry(Probability(p), Exact(p)) }

// StarredPCell is a cell with an adjusted p value and its stars. The stars are for people alone: programs read
// the number.
func StarredPCell(p stats.Maybe) document.Cell {
	return document.Entry(Probability(p)+Stars(p), Exact(p))
}

// FreedomCell is a cell with degrees of freedom. It has one value per number: one for t, two for F.
func FreedomCell(df ...stats.Maybe) document.Cell {
	var texts, values []string
	for _, m := range df {
		texts, values = append(texts, Freedom(m)), append(values, Exact(m))
	}
	return document.Entry(strings.Join(texts, ", "), values...)
}

// MeanSDCell is a cell with mean and standard deviation. Its two values are the mean and the standard
// deviation.
func MeanSDCell(s stats.Summary) document.Cell {
	return document.Entry(MeanSD(s), Exact(s.Mean), Exact(s.SD))
}

// intervalTitle is the title of a column with an interval: "95 % interval", or "interval" where there is none, which
// has no level.
func intervalTitle(ci stats.Interval) string {
	if ci.Level == 0 {
		return "interval"
	}
	return Percent(ci.Level) + " interval"
}

// IntervalCell is a cell with an interval, with the format of its ends. Its two values are the lower and the
// upper end.
func IntervalCell(format string, ci stats.Interval) document.Cell {
	return document.Entry(Interval(format, ci), Exact(ci.Low), Exact(ci.High))
}

// CountsCell is a cell with numbers of observations; countFields names its values.
func CountsCell(n stats.Counts) document.Cell {
	var texts []string
	for _, m := range n {
		texts = append(texts, fmt.Sprint(m))
	}
	return document.Entry(strings.Join(texts, ", "), texts...)
}
