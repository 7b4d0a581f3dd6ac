package filter

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"counterpoise/internal/catalog"
	"counterpoise/internal/printable"
	"counterpoise/scenes/demos"
)

// Condition holds for an episode whose label has one of some values or, where Than is < or >, a number below or above
// the only one.
type Condition struct {
	Label  string
	Values []string
	Than   string
}

// Parse reads conditions: LABEL=VALUE or LABEL=VALUE,VALUE, of which several may stand in one text, as in
// "success=true,style=optimal,noisy", and LABEL<NUMBER or LABEL>NUMBER.
func Parse(texts []string) (all []Condition, err error) {
	for _, text := range texts {
		if at := strings.IndexAny(text, "<>"); at > 0 && !strings.Contains(text[:at], "=") {
			c := Condition{strings.TrimSpace(text[:at]), []string{strings.TrimSpace(text[at+1:])}, text[at : at+1]}
			if _, is := Number(c.Values[0]); !is {
				return nil, fmt.Errorf("%q is no condition: want LABEL%sNUMBER, as in stars%[2]s3", text, c.Than)
			}
			all = append(all, c)
			continue
		}
		for _, one := range demos.JoinSelections(strings.Split(text, ",")) {
			label, values, ok := strings.Cut(one, "=")
			label = strings.TrimSpace(label)
			if !ok || label == "" || values == "" {
				return nil, fmt.Errorf("%q is no condition: want LABEL=VALUE, as in success=true or "+
					"style=erratic,noisy", one)
			}
			all = append(all, Condition{Label: label, Values: strings.Split(values, ",")})
		}
	}
	return all, nil
}

// String is the condition as Parse reads it.
func (c Condition) String() string {
	return c.Label + cmp.Or(c.Than, "=") + strings.Join(c.Values, ",")
}

// Number returns the number that a value of a label is: 4, 4.5, 85% and, on a scale of five, 4/5;
// values of one label are taken to have one scale.
func Number(value string) (x float64, is bool) {
	value, of, scale := strings.Cut(strings.TrimSuffix(strings.TrimSpace(value), "%"), "/")
	if _, err := strconv.ParseFloat(strings.TrimSpace(of), 64); scale && err != nil {
		return 0, false // a date, say
	}
	x, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
	return x, err == nil && x == x
}

// Holds reports whether the condition holds for an episode.
func (c Condition) Holds(e *Episode) bool {
	return slices.ContainsFunc(e.values(c.Label), func(v string) bool {
		if c.Than != "" {
			x, is := Number(v)
			bound, _ := Number(c.Values[0])
			return is && (c.Than == "<" && x < bound || c.Than == ">" && x > bound)
		}
		return slices.ContainsFunc(c.Values, func(want string) bool { return equal(want, v) })
	})
}

// equal reports whether a label has a value. Where true or false is wanted, other spellings of truth count as well:
// formats and programs write True, 1 and 1.0 for the same.
func equal(want, have string) bool {
	if want == have {
		return true
	}
	if l := strings.ToLower(want); l != "true" && l != "false" {
		return false
	}
	yes, _ := demos.Truth(want)
	is, known := demos.Truth(have)
	return known && is == yes
}

// check returns an error if no episode has the label, or one of the values.
func (c Condition) check(all []Episode) error {
	met, labels := map[string]bool{}, map[string]bool{}
	for i := range all {
		for _, v := range all[i].values(c.Label) {
			met[v] = true
		}
		for name := range all[i].Labels {
			labels[name] = true
		}
	}
	if len(met) == 0 {
		has := slices.Sorted(maps.Keys(labels))
		return fmt.Errorf("no demonstration has a label %q%sthere is %s", c.Label, catalog.DidYouMean(c.Label, has),
			cmp.Or(printable.Names(has), "none"))
	}
	there := slices.Sorted(maps.Keys(met))
	if c.Than != "" {
		if !slices.ContainsFunc(there, func(v string) bool { _, is := Number(v); return is }) {
			return fmt.Errorf("%s compares numbers, and %s is %s", c, c.Label, printable.Names(there))
		}
		return nil
	}
	for _, want := range c.Values {
		truth := strings.EqualFold(want, "true") || strings.EqualFold(want, "false")
		if !truth && !slices.ContainsFunc(there, func(v string) bool { return equal(want, v) }) {
			return fmt.Errorf("no demonstration has %s %q%sthere is %s", c.Label, want,
				catalog.DidYouMean(want, there), printable.Names(there))
		}
	}
	return nil
}

// Rule says which episodes stay: those for which every condition of Where holds and none of Drop, that are among
// Episodes, and whose weight is large enough.
type Rule struct {
	Where, Drop []Condition
	Episodes    []int // numbers; nil: all
	// Weights has the weight of each episode as a share of the largest; nil: no weights. One stays with at least
	// AtLeast and, where that is 0, with any weight above 0.
	Weights []float64
	AtLeast float64
}

// ErrNothing says that no episode stays.
var ErrNothing = errors.New("no demonstration would be left")

// Choose returns the places in all of the episodes that stay, ascending. A label or a value that no episode has is an
// error, and so is a rule that leaves nothing (ErrNothing).
func (r Rule) Choose(all []Episode) (kept []int, err error) {
	for _, c := range slices.Concat(r.Where, r.Drop) {
		if err := c.check(all); err != nil {
			return nil, err
		}
	}
	among := map[int]bool{}
	for _, n := range r.Episodes {
		among[n] = true
	}
	for i := range all {
		e := &all[i]
		stays := func(c Condition) bool { return c.Holds(e) }
		switch {
		case slices.ContainsFunc(r.Where, func(c Condition) bool { return !stays(c) }):
		case slices.ContainsFunc(r.Drop, stays):
		case r.Episodes != nil && !among[e.Number]:
		case r.Weights != nil && (r.Weights[i] < r.AtLeast || r.Weights[i] == 0):
		default:
			kept = append(kept, i)
		}
	}
	if kept == nil {
		return nil, fmt.Errorf("%w of %d", ErrNothing, len(all))
	}
	return kept, nil
}

// Emptied returns the skills of which no episode stays, in alphabetical order.
func Emptied(all []Episode, kept []int) (skills []string) {
	left := map[string]bool{}
	for i := range all {
		_, stays := slices.BinarySearch(kept, i)
		if all[i].Frames == 0 { // it could not be read
			continue
		}
		left[all[i].Skill()] = left[all[i].Skill()] || stays
	}
	for _, skill := range slices.Sorted(maps.Keys(left)) {
		if !left[skill] {
			skills = append(skills, skill)
		}
	}
	return skills
}
