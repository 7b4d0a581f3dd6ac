package advice

import (
	"fmt"
	"maps"
	"slices"

	"counterpoise/internal/wording"
	"counterpoise/scenes/demos"
)

// failedGood says of which labels the good values are more frequent among the demonstrations that failed than among
// those that succeeded, so that either label may be wrong; empty where there is none.
func (r Report) failedGood() string {
	type count struct{ failed, succeeded int }
	good := map[string]*count{} // by label=value
	all := count{}
	for _, g := range r.Groups {
		add := func(c *count) {
			if g.Failed {
				c.failed += g.Demonstrations
			} else {
				c.succeeded += g.Demonstrations
			}
		}
		add(&all)
		for label, value := range g.labels {
			if grade, word := wordGrade(wording.NameWords(value)); word && grade > 0 && label != string(demos.ByStyle) {
				if good[label+"="+value] == nil {
					good[label+"="+value] = &count{}
				}
				add(good[label+"="+value])
			}
		}
	}
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(good)) {
		if c := good[name]; c.failed*all.succeeded > c.succeeded*all.failed || all.succeeded == 0 && c.failed > 0 {
			parts = append(parts, fmt.Sprintf("%d of the %d failed are %s, and %d of the %d others", c.failed,
				all.failed, name, c.succeeded, all.succeeded))
		}
	}
	return wording.List(shortened(parts))
}
