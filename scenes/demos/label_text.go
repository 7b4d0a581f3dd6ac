package demos

import (
	"math"
	"strconv"
)

// Truth returns whether the text of a label, such as that of "success", says yes, and whether it is known to say yes or
// no. Formats and programs write truth values in several ways: true and false in the spellings of strconv.ParseBool,
// such as Python's True, and numbers, of which all but 0 are yes. Any other text, an empty one and NaN are unknown.
func Truth(label string) (yes, known bool) {
	if yes, err := strconv.ParseBool(label); err == nil {
		return yes, true
	}
	x, err := strconv.ParseFloat(label, 64)
	if err != nil || math.IsNaN(x) {
		return false, false
	}
	return x != 0, true
}

// NumberLabel returns a number of so many bits, 32 or 64, as a label, with the fewest digits that tell it from all
// others, so that different numbers are different labels. Whole numbers below 2^53, such as dates, have no exponent.
func NumberLabel(x float64, bits int) string {
	form := byte('g')
	if x == math.Trunc(x) && math.Abs(x) < 1<<53 {
		form = 'f'
	}
	return strconv.FormatFloat(x, form, -1, bits)
}
