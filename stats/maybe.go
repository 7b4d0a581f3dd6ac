package stats

import (
	"encoding/json"
	"fmt"
	"math"
)

// Maybe is an optional number. It is undefined where a statistic does not exist: the t of constant data, the Mauchly
// W of two conditions. The zero value is undefined; a defined value is always finite. JSON shows it as a number or
// null, text as the number in %.6g or as "undefined".
type Maybe struct {
	value float64
	ok    bool
}

// Some is the defined number v, or the undefined value where v is NaN or infinite.
func Some(v float64) Maybe {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return Maybe{}
	}
	return Maybe{v, true}
}

// Get returns the number and true, or 0 and false where it is undefined.
func (m Maybe) Get() (float64, bool) { return m.value, m.ok }

// Defined reports whether there is a number.
func (m Maybe) Defined() bool { return m.ok }

// Or is the number, or other where it is undefined.
func (m Maybe) Or(other float64) float64 {
	if m.ok {
		return m.value
	}
	return other
}

// String is the number in %.6g, or "undefined".
func (m Maybe) String() string {
	if !m.ok {
		return "undefined"
	}
	return fmt.Sprintf("%.6g", m.value)
}

// MarshalJSON writes the number, or null.
func (m Maybe) MarshalJSON() ([]byte, error) {
	if !m.ok {
		return []byte("null"), nil
	}
	return json.Marshal(m.value)
}

// UnmarshalJSON reads a number or null.
func (m *Maybe) UnmarshalJSON(b []byte) error {
	var v *float64
	if err := json.Unmarshal(b, &v); err != nil {
		return err
	}
	*m = Maybe{}
	if v != nil {
		*m = Some(*v)
	}
	return nil
}

// Interval is a confidence interval. JSON shows it as [low, high], or as null where neither end is defined.
type Interval struct {
	Low, High Maybe
	Level     float64 // confidence level, in (0, 1); 0 where there is no interval
}

// Defined reports whether both ends are numbers.
func (i Interval) Defined() bool { return i.Low.ok && i.High.ok }

// Contains reports whether x lies in the closed interval. An interval with an undefined end contains no number.
func (i Interval) Contains(x float64) bool {
	return i.Defined() && i.Low.value <= x && x <= i.High.value
}

// MarshalJSON writes [low, high], or null.
func (i Interval) MarshalJSON() ([]byte, error) {
	if !i.Low.ok && !i.High.ok {
		return []byte("null"), nil
	}
	return json.Marshal([2]Maybe{i.Low, i.High})
}

// newInterval is the interval [low, high] at a confidence level. Ends that are NaN or infinite become undefined.
func newInterval(low, high, level float64) Interval { return Interval{Some(low), Some(high), level} }

// Counts is the number of observations behind a result: one number of pairs or subjects, or one number per group. JSON
// shows one number as a number and several as an array.
type Counts []int

// Total is the sum over the groups.
func (c Counts) Total() int {
	sum := 0
	for _, n := range c {
		sum += n
	}
	return sum
}

// MarshalJSON writes 10 or [10, 12].
func (c Counts) MarshalJSON() ([]byte, error) {
	if len(c) == 1 {
		return json.Marshal(c[0])
	}
	return json.Marshal([]int(c))
}

// Warnings are sentences about a result that a reader has to know: which values were left out, which statistics are
// undefined and why. JSON shows them as an array, which may be empty and is never null.
type Warnings []string

// add appends a warning in the format of fmt.Sprintf.
func (w *Warnings) add(format string, args ...any) { *w = append(*w, fmt.Sprintf(format, args...)) }

// addRange adds a warning where an estimate or an end of its interval, which exist, are undefined: float64 can't hold
// them.
func (w *Warnings) addRange(estimate Maybe, ci Interval) {
	if !estimate.Defined() || !ci.Defined() {
		w.add("the estimate or its interval exceeds the range of float64: rescale the data")
	}
}

// counted is a number with its noun in the singular or plural: "1 pair", "2 pairs".
func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// MarshalJSON writes an array, [] where there are no warnings.
func (w Warnings) MarshalJSON() ([]byte, error) {
	if w == nil {
		return []byte("[]"), nil
	}
	return json.Marshal([]string(w))
}

// Assumption is the check of one assumption of a test.
type Assumption struct {
	Name string // "equal variances"
	P    Maybe  // p value of the check; a small p is evidence against the assumption
	Note string // statistic of the check: "F(9, 9) = 1.46"
}
