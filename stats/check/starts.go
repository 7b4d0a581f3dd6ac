package check

import (
	"fmt"
	"hash/maphash"
	"slices"
	"strconv"
	"strings"

	"counterpoise/internal/wording"
)

// starts are the entries of each cell by start.
func (d *data) starts() (of map[cell]map[string][]int, order []cell) {
	of = map[cell]map[string][]int{}
	for i := range d.Long.Entries {
		s := d.start(i)
		if s == "" {
			continue
		}
		c := d.cell(i)
		if of[c] == nil {
			of[c] = map[string][]int{}
			order = append(order, c)
		}
		of[c][s] = append(of[c][s], i)
	}
	return of, order
}

// repeatedStarts finds rows of an episode that has one already (see table.Repeated), and starts that have more
// rollouts than the others of their cell.
func repeatedStarts(d *data) (found []Finding, looked string) {
	looked = "no column of starts (name it with --start)"
	name := ""
	if at := d.column("start"); at >= 0 {
		name = d.Rows.Names[at]
		looked = fmt.Sprintf("repeated and missing starts (column %q)", name)
	}
	if r := d.Repeated; r.Rows > 0 {
		f := Finding{Kind: "repeated rows", Lines: []int{r.Before, r.Line}, Do: "take them out, or give " +
			"each a value of " + r.Columns[len(r.Columns)-1] + " of its own"}
		f.What = fmt.Sprintf("%s the same %s as a row before", have(r.Rows), wording.List(r.Columns))
		if r.Copies > 0 {
			f.Kind = "copied rows"
			f.What += fmt.Sprintf("; equal in all columns: %d", r.Copies)
		}
		return append(found, f), looked
	}
	of, order := d.starts()
	var uneven []string
	var lines []int
	for _, c := range order {
		usual := map[int]int{} // starts by their number of rollouts
		for _, rows := range of[c] {
			usual[len(rows)]++
		}
		most := 0
		for n, starts := range usual {
			if starts > usual[most] || starts == usual[most] && n < most {
				most = n
			}
		}
		for _, s := range sorted(of[c]) {
			if rows := of[c][s]; len(rows) > most {
				uneven = append(uneven, fmt.Sprintf("%s of %s (%d rollouts, others %d)", s, d.name(c), len(rows),
					most))
				lines = append(lines, d.line(rows[0]), d.line(rows[most]))
			}
		}
	}
	if len(uneven) > 0 {
		found = append(found, Finding{"repeated starts", fmt.Sprintf("more rollouts than other starts have: %s %s",
			name, few(uneven)), lines[:min(len(lines), maxNames)],
			"take the further ones out, or give each start as many"})
	}
	return found, looked
}

// have is "3 rows have".
func have(n int) string {
	if n == 1 {
		return "1 row has"
	}
	return fmt.Sprintf("%d rows have", n)
}

// sorted are the names of a set in order.
func sorted[T any](of map[string]T) []string {
	names := make([]string, 0, len(of))
	for s := range of {
		names = append(names, s)
	}
	slices.SortFunc(names, numeric)
	return names
}

// missingOutcomes finds rows without an outcome. A rollout that crashed is a failure, or belongs in no method.
func missingOutcomes(d *data) (found []Finding, looked string) {
	n := len(d.Rows.Without)
	if n == 0 {
		return nil, ""
	}
	var lines []int
	for _, i := range d.Rows.Without {
		if line := d.Rows.Lines[i]; len(lines) < maxNames && !slices.Contains(lines, line) {
			lines = append(lines, line)
		}
	}
	what := wording.Plural(n, "outcome") + " missing"
	if at := d.column("method"); at >= 0 {
		of := map[string]int{}
		for _, i := range d.Rows.Without {
			of[d.Rows.Rows[i][at]]++
		}
		var parts []string
		for _, m := range sorted(of) {
			parts = append(parts, fmt.Sprintf("%s %d", m, of[m]))
		}
		what += ": " + few(parts)
	}
	return []Finding{{"missing outcomes", what, lines, "run these again, or write a failure where one is"}}, ""
}

// missingStarts finds starts that one method or training lacks and others have, methods whose starts mostly differ, and
// gaps in the numbers of the starts.
func missingStarts(d *data) (found []Finding, looked string) {
	of, order := d.starts()
	if len(order) == 0 {
		return nil, ""
	}
	type context struct{ trial, group int32 }
	shared := map[context][]cell{} // cells of several methods
	trainings := map[cell][]cell{} // cells of a method and group
	groups := map[int32][]cell{}
	for _, c := range order {
		shared[context{c.trial, c.group}] = append(shared[context{c.trial, c.group}], c)
		k := cell{c.method, -1, c.group}
		trainings[k] = append(trainings[k], c)
		groups[c.group] = append(groups[c.group], c)
	}
	var apart []Finding
	lacks := map[cell]map[string]int{} // an entry of another cell with the start
	hashes := map[cell]uint64{}        // the sum of the hashes of its starts
	seed := maphash.MakeSeed()
	for c, starts := range of {
		for s := range starts {
			hashes[c] += maphash.String(seed, s)
		}
	}
	compare := func(a, b cell, across bool) {
		if len(of[a]) == len(of[b]) && hashes[a] == hashes[b] {
			return // the same starts
		}
		common := 0
		for s := range of[a] {
			if of[b][s] != nil {
				common++
			}
		}
		least := min(len(of[a]), len(of[b]))
		if 2*common < least {
			if across && len(apart) < 2 {
				apart = append(apart, Finding{"different starts", fmt.Sprintf("%s and %s share %d of %d starts",
					d.name(a), d.name(b), common, least), []int{d.line(first(of[a])), d.line(first(of[b]))},
					"a difference may be one of the starts: run all methods from the same"})
			}
			return
		}
		for s, rows := range of[b] {
			if of[a][s] == nil {
				if lacks[a] == nil {
					lacks[a] = map[string]int{}
				}
				if i, known := lacks[a][s]; !known || rows[0] < i {
					lacks[a][s] = rows[0]
				}
			}
		}
	}
	for _, c := range order {
		for _, other := range shared[context{c.trial, c.group}] {
			if other != c {
				compare(c, other, c.method < other.method)
			}
		}
		for _, other := range trainings[cell{c.method, -1, c.group}] {
			if other != c {
				compare(c, other, false)
			}
		}
	}
	name := d.Rows.Names[d.column("start")]
	type lack struct {
		of    cell // without the training
		names string
	}
	var lines []int
	var parts []lack
	cells := map[lack][]cell{}
	for _, c := range order {
		names := sorted(lacks[c])
		if len(names) == 0 {
			continue
		}
		l := lack{cell{c.method, -1, c.group}, few(names)}
		if cells[l] == nil {
			parts, lines = append(parts, l), append(lines, d.line(lacks[c][names[0]]))
		}
		cells[l] = append(cells[l], c)
	}
	var texts []string
	for _, l := range parts {
		who, in := l.of, ""
		switch n := len(cells[l]); {
		case n == 1:
			who = cells[l][0]
		case n < len(trainings[l.of]):
			in = fmt.Sprintf(" in %d of %s", n, wording.Plural(len(trainings[l.of]), "training"))
		}
		texts = append(texts, fmt.Sprintf("%s lacks %s%s", d.name(who), l.names, in))
	}
	found = apart
	if len(texts) > 0 {
		if more := len(texts) - maxNames; more > 0 {
			texts = append(texts[:maxNames:maxNames], strconv.Itoa(more)+" more")
		}
		found = append(found, Finding{"missing starts", fmt.Sprintf("column %q, of starts that others have: %s", name,
			strings.Join(texts, "; ")), lines[:min(len(lines), maxNames)], "run them, or take them out of all methods"})
	}
	var gaps []string
	for g := range int32(len(d.Long.Groups)) {
		all := map[string]bool{}
		for _, c := range groups[g] {
			for s := range of[c] {
				all[s] = true
			}
		}
		if names := gapsOf(all); len(names) > 0 {
			gap := few(names)
			if len(d.Long.Groups) > 1 {
				gap += " of " + d.group(g)
			}
			gaps = append(gaps, gap)
		}
	}
	if len(gaps) > 0 {
		found = append(found, Finding{"missing starts", fmt.Sprintf("column %q numbers the starts, and no method "+
			"has %s", name, few(gaps)), nil, "look whether rollouts from there crashed or were taken out"})
	}
	return found, ""
}

// first is the first entry of a cell.
func first(of map[string][]int) int {
	least := -1
	for _, rows := range of {
		if least < 0 || rows[0] < least {
			least = rows[0]
		}
	}
	return least
}

// gapsOf are the whole numbers that lack between the lowest and the highest name, where all names are such numbers and
// at most a tenth lacks: then they number the starts.
func gapsOf(names map[string]bool) (gaps []string) {
	low, high := 0, 0
	for s := range names {
		v, err := strconv.Atoi(s)
		if err != nil || v < 0 {
			return nil
		}
		if len(gaps) == 0 || v < low {
			low = v
		}
		if len(gaps) == 0 || v > high {
			high = v
		}
		gaps = append(gaps, s)
	}
	lacking := high - low + 1 - len(names)
	gaps = nil
	if lacking <= 0 || 10*lacking > len(names) {
		return nil
	}
	for v := low; v <= high; v++ {
		if s := strconv.Itoa(v); !names[s] {
			gaps = append(gaps, s)
		}
	}
	return gaps
}

// missingTrainings finds methods that lack a unit which others have, in a group that they have.
func missingTrainings(d *data) (found []Finding, looked string) {
	if !d.Paired || d.Starts || d.Policies {
		return nil, ""
	}
	have, groups, entry := map[cell]bool{}, map[[2]int32]bool{}, map[[2]int32]int{}
	for i, e := range d.Long.Entries {
		have[cell{e.Method, e.Trial, e.Group}], groups[[2]int32{e.Method, e.Group}] = true, true
		if _, known := entry[[2]int32{e.Trial, e.Group}]; !known {
			entry[[2]int32{e.Trial, e.Group}] = i
		}
	}
	shared := map[int32]int32{} // by unit: one method that has it, -1 where several have
	for _, e := range d.Long.Entries {
		if m, known := shared[e.Trial]; !known {
			shared[e.Trial] = e.Method
		} else if m != e.Method {
			shared[e.Trial] = -1
		}
	}
	several := 0
	for _, m := range shared {
		if m < 0 {
			several++
		}
	}
	if 2*several < len(shared) {
		return nil, "" // no pairs, but independent trainings
	}
	var parts []string
	var lines []int
	for m := range int32(len(d.Long.Methods)) {
		for g := range int32(len(d.Long.Groups)) {
			if !groups[[2]int32{m, g}] {
				parts = append(parts, fmt.Sprintf("%s lacks %s", d.Long.Methods[m], d.group(g)))
				continue
			}
			var names []string
			for t := range int32(len(d.Long.Trials)) {
				i, some := entry[[2]int32{t, g}]
				if !some || have[cell{m, t, g}] {
					continue
				}
				if names = append(names, d.Long.Trials[t]); len(lines) < maxNames {
					lines = append(lines, d.line(i))
				}
			}
			if len(names) > 0 {
				parts = append(parts, fmt.Sprintf("%s lacks %s", d.name(cell{m, -1, g}), few(names)))
			}
		}
	}
	if len(parts) == 0 {
		return nil, fmt.Sprintf("units that a method lacks (%s)", d.Unit)
	}
	return []Finding{{"missing units", fmt.Sprintf("%s: %s; others have them", d.Unit, few(parts)), lines,
		"run them; a comparison leaves them out of all methods"}}, ""
}
