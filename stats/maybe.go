package stats

import (
	"encoding/json"
	"fmt"
	"math"
)

// Maybe is a number or the fact that there is none: the t of constant data, the Mauchly W of two conditions.
// It is the package's only way to say "undefined". The zero value is undefined; a defined one is always finite.
// As JSON it is a number or null, as text the number in %.6g or "undefined".
type Maybe struct {
	value float64
	ok    bool
}

// Some is a defined number. An infinity or NaN is not a number that a finding can hold: it becomes undefined.
func Some(v float64) Maybe {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return Maybe{}
	}
	return Maybe{v, true}
}

// Get is the number and whether there is one.
func (m Maybe) Get() (float64, bool) { return m.value, m.ok }

// Defined says whether there is a number.
func (m Maybe) Defined() bool { return m.ok }

// Or is the number, or other where there is none.
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

// UnmarshalJSON reads what MarshalJSON writes.
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

// Interval is a confidence interval: as JSON [low, high], or null where neither end is defined.
type Interval struct {
	Low, High Maybe
	Level     float64 // the confidence level, in (0, 1); 0 where there is no interval
}

// Defined says whether both ends are numbers.
func (i Interval) Defined() bool { return i.Low.ok && i.High.ok }

// Contains says whether x lies in the closed interval; an undefined end contains nothing.
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

// between is the interval [low, high] at the level.
func between(low, high, level float64) Interval { return Interval{Some(low), Some(high), level} }

// Counts is the number of observations that a finding rests on: one number of pairs or subjects, or one a group.
// As JSON it is a number where there is one, else an array.
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

// Warnings say, in sentences, what a reader of the finding has to know: what was left out, what is undefined and why.
// As JSON an array, empty but never null.
type Warnings []string

// add appends a warning.
func (w *Warnings) add(format string, args ...any) { *w = append(*w, fmt.Sprintf(format, args...)) }

// several is a number with its noun: "1 pair", "2 pairs".
func several(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// MarshalJSON writes an array, [] where there is none.
func (w Warnings) MarshalJSON() ([]byte, error) {
	if w == nil {
		return []byte("[]"), nil
	}
	return json.Marshal([]string(w))
}

// Assumption is one thing that a test takes for granted and the package could check.
type Assumption struct {
	Name string // "equal variances"
	P    Maybe  // p value of the check; small speaks against the assumption
	Note string // the check, with its figures: "F(9, 9) = 1.46"
}
