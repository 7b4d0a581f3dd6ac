package check

import "fmt"

// separateGroups finds methods that share no group: nothing compares them.
func separateGroups(d *data) (found []Finding, looked string) {
	at := d.column("group")
	if at < 0 || len(d.Long.Groups) < 2 || len(d.Long.Methods) < 2 {
		return nil, ""
	}
	name := d.Rows.Names[at]
	have, first := make([]map[int32]bool, len(d.Long.Methods)), make([]int, len(d.Long.Methods))
	for i, e := range d.Long.Entries {
		if have[e.Method] == nil {
			have[e.Method], first[e.Method] = map[int32]bool{}, i
		}
		have[e.Method][e.Group] = true
	}
	var parts []string
	var lines []int
	for a := range have {
		for b := range a {
			shared := len(have[a]) == 0 || len(have[b]) == 0
			for g := range have[a] {
				shared = shared || have[b][g]
			}
			if !shared {
				parts = append(parts, d.Long.Methods[b]+" and "+d.Long.Methods[a])
				if len(lines) < maxNames {
					lines = append(lines, d.line(first[b]), d.line(first[a]))
				}
			}
		}
	}
	if len(parts) == 0 {
		return nil, fmt.Sprintf("methods that share no %s", name)
	}
	verb := fmt.Sprintf(" share no %s: nothing compares them", name)
	return []Finding{{"separate groups", few(parts) + verb, lines, fmt.Sprintf("roll out both at each %s", name)}}, ""
}
