package check

import (
	"fmt"
	"slices"
	"strings"

	"counterpoise/internal/wording"
	"counterpoise/stats"
)

// conditionNames are words in the names of columns that say under which condition a rollout was made, besides those of
// settings.
var conditionNames = []string{"object", "objects", "scene", "date", "day", "session", "evaluator", "annotator",
	"station", "room", "location", "lighting", "light", "background", "table", "lab"}

// conditions finds columns of conditions that are left out and of whose values no two methods share one: A has the mug
// and B the bowl, A was run on Monday and B on Tuesday. Of dates the days count.
func conditions(d *data) (found []Finding, looked string) {
	var names []string
	for at, name := range d.Rows.Names {
		if d.role(at) != "" || isSetting(name) || !slices.ContainsFunc(wording.NameWords(name), func(w string) bool {
			return slices.Contains(conditionNames, w)
		}) {
			continue
		}
		names = append(names, fmt.Sprintf("%q", name))
		of, first := map[string]int32{}, map[int32]int{} // the method of a value, and a method's first row
		values := map[int32]string{}
		apart := true
		for i, e := range d.Long.Entries {
			value := strings.TrimSpace(d.text(i, at))
			if day := isoDay(value); day != "" {
				value = day
			}
			if value == "" {
				apart = false
				break
			}
			if _, known := first[e.Method]; !known {
				first[e.Method], values[e.Method] = i, value
			}
			if m, known := of[value]; known && m != e.Method {
				apart = false
				break
			}
			of[value] = e.Method
		}
		single := !slices.ContainsFunc(d.Long.Entries, func(e stats.Entry) bool { return e.Rollouts > 1 })
		if !apart || len(first) < 2 || single && len(of) == len(d.Long.Entries) && len(of) > len(first) {
			continue // another value in each row
		}
		var parts []string
		var lines []int
		for m, method := range d.Long.Methods {
			if i, known := first[int32(m)]; known {
				parts = append(parts, method+" "+values[int32(m)])
				lines = append(lines, d.line(i))
			}
		}
		found = append(found, Finding{"conditions of one method", fmt.Sprintf("no two methods share a value of %q "+
			"(%s): what a method is worth and what its %[1]s is worth can't be told apart", name, few(parts)),
			lines[:min(len(lines), maxNames)],
			fmt.Sprintf("roll out all methods with each %s, in a mixed order", name)})
	}
	if len(names) == 0 {
		return nil, "no columns of conditions (object, scene, date, operator, robot and the like)"
	}
	return found, "conditions of one method alone (column " + few(names) + ")"
}

// isoDay is the day of a date or time as ISO 8601 writes it, empty for other texts.
func isoDay(text string) string {
	if len(text) < 10 || text[4] != '-' || text[7] != '-' {
		return ""
	}
	return text[:10]
}
