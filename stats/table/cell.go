package table

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// missing are the spellings of a missing cell in small letters; capitals count the same.
var missing = []string{"", "na", "nan"}

// cell is a value as it stands in the file, with its place, both numbers from 1.
type cell struct {
	text         string
	line, column int
}

// number returns the cell's number, NaN where it is missing. Infinities and numbers beyond float64 are errors,
// because no test is defined on them.
func (c cell) number() (float64, error) {
	if slices.Contains(missing, strings.ToLower(c.text)) {
		return math.NaN(), nil
	}
	v, err := strconv.ParseFloat(c.text, 64)
	switch {
	case errors.Is(err, strconv.ErrRange) || err == nil && math.IsInf(v, 0):
		return 0, fmt.Errorf("line %d, column %d: %q is beyond the numbers that can be computed with", c.line,
			c.column, c.text)
	case err != nil:
		return 0, fmt.Errorf("line %d, column %d: %q is not a number; a missing one is an empty cell, NA or NaN",
			c.line, c.column, c.text)
	}
	return v, nil
}

// outcomeOf is the number of a cell, or 1 or 0 for words of success and failure (see truth).
func outcomeOf(text string, line, column int) (float64, error) {
	if v, ok := truth(text); ok {
		return v, nil
	}
	return cell{text, line, column}.number()
}

// wholeNumber is a whole number of 32 bits. It may have a point, as in 10.0: a column of whole numbers with missing
// cells is written so by programs that have no whole number for missing.
func wholeNumber(text string) (n int32, ok bool) {
	v, err := strconv.ParseFloat(text, 64)
	if err != nil || v != math.Trunc(v) || math.Abs(v) > math.MaxInt32 {
		return 0, false
	}
	return int32(v), true
}
