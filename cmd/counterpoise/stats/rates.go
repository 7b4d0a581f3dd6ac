package stats

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// rateFlag is the value of a flag that is a rate, or a difference of rates: .66 or 66%.
type rateFlag struct {
	to      *float64
	percent *bool // set where it is in percent; may be nil
}

// Set reads the value.
func (s rateFlag) Set(text string) (err error) {
	number, percent := strings.CutSuffix(strings.TrimSpace(text), "%")
	number = strings.TrimSpace(number)
	if percent {
		number += "e-2"
	}
	v, err := strconv.ParseFloat(number, 64)
	if err != nil || math.IsInf(v, 0) || math.IsNaN(v) {
		return fmt.Errorf("%q is no number: write .66 or 66%%", text)
	}
	*s.to = v
	if s.percent != nil {
		*s.percent = percent
	}
	return nil
}

// String is the value as a number.
func (s rateFlag) String() string {
	if s.to == nil {
		return "0"
	}
	return strconv.FormatFloat(*s.to, 'g', -1, 64)
}

// Type is the kind of the value in help.
func (rateFlag) Type() string { return "float64" }

// ratesFlag are several values of one flag.
type ratesFlag struct{ to *[]float64 }

// Set reads the values, with commas between them.
func (s ratesFlag) Set(text string) error {
	for _, part := range strings.Split(text, ",") {
		v := 0.0
		if err := (rateFlag{to: &v}).Set(part); err != nil {
			return err
		}
		*s.to = append(*s.to, v)
	}
	return nil
}

// String is empty: there is no default.
func (ratesFlag) String() string { return "" }

// Type is the kind of the values in help.
func (ratesFlag) Type() string { return "float64Slice" }
