package evals

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"counterpoise/stats/table"
)

// unit is one training of a method on a task, as far as paths tell it.
type unit struct{ method, task, trial, rest string }

// unit is the unit of a label. Where a seed is known, what is left of the path is no part of it.
func (l label) unit() unit {
	if l.trial == "" {
		return unit{l.method, l.task, "", l.rest + "\n" + l.run}
	}
	return unit{l.method, l.task, l.trial, ""}
}

// chosen leaves of each training the checkpoint that counts: the last, or the one that Options.Checkpoint names. Of
// several runs of one seed the newest stays. Seeds of an evaluation are starts of one training. Two results of one
// training that nothing tells apart are an error; without seeds they are two trainings. It returns what a reader has to
// know, and warnings.
func (o Options) chosen(found []source, labels []label) (
	kept []source, of []label, said, warnings []string, err error,
) {
	units := map[unit][]int{}
	var order []unit
	for i, l := range labels {
		u := l.unit()
		if units[u] == nil {
			order = append(order, u)
		}
		units[u] = append(units[u], i)
	}
	c := chooser{found: found, labels: labels, checkpoint: o.Checkpoint}
	for _, u := range order {
		if err := c.add(u, units[u]); err != nil {
			return nil, nil, nil, nil, err
		}
	}
	slices.Sort(c.kept)
	for _, i := range c.kept {
		kept, of = append(kept, found[i]), append(of, labels[i])
	}
	number(of)
	said, warnings = c.said()
	if form := forms(labels); form != "" {
		said = append([]string{form}, said...)
	}
	if i := slices.IndexFunc(of, func(l label) bool { return l.other != "" }); i >= 0 {
		said = append(said, of[i].other)
	}
	return kept, of, said, warnings, nil
}

// chooser chooses the results of units.
type chooser struct {
	found      []source
	labels     []label
	checkpoint string

	kept  []int
	taken map[string][]string // units by the checkpoint that counts
	all   []string            // checkpoints
	best  []string            // units of which the best checkpoint counts, as there is no other
	older, starts,
	fewer int // runs of a seed that a newer one replaces; results of one training; checkpoints left out
}

// name is a unit in words.
func (u unit) name() string {
	text := u.method
	if u.task != "" {
		text += " on " + u.task
	}
	if u.trial != "" {
		text += " seed " + u.trial
	}
	return text
}

// add chooses of the results of one unit.
func (c *chooser) add(u unit, of []int) error {
	if c.taken == nil {
		c.taken = map[string][]string{}
	}
	first := c.labels[of[0]]
	differs := func(of []int, what func(label) string) int {
		return slices.IndexFunc(of, func(i int) bool { return what(c.labels[i]) != what(first) })
	}
	if other := differs(of, func(l label) string { return l.rest }); other >= 0 && u.trial != "" {
		return fmt.Errorf("%s and %s are both %s: say what tells them apart with --path, as in --path '%s'",
			c.found[of[0]].path, c.found[of[other]].path, u.name(), suggestion(first))
	}
	of = c.newest(of, func(l label) string { return l.run })
	of, err := c.last(u, of)
	if err != nil {
		return err
	}
	first = c.labels[of[0]]
	switch {
	case len(of) == 1 || u.trial == "" && !first.again:
	case differs(of, func(l label) string { return l.start }) >= 0:
		c.starts++
	default:
		of = c.newest(of, func(l label) string { return l.when })
	}
	c.kept = append(c.kept, of...)
	return nil
}

// newest leaves the results of the last time.
func (c *chooser) newest(of []int, when func(label) string) []int {
	last := ""
	for _, i := range of {
		last = max(last, when(c.labels[i]))
	}
	kept := slices.DeleteFunc(slices.Clone(of), func(i int) bool { return when(c.labels[i]) != last })
	c.older += len(of) - len(kept)
	return kept
}

// suggestion is a --path that tells apart what is left of a path.
func suggestion(l label) string {
	var parts []string
	for _, part := range strings.Split(l.form, "/") {
		if !strings.Contains(part, "{") && part != "*" {
			part = "{task}"
		}
		parts = append(parts, part)
	}
	return strings.Join(slices.Compact(parts), "/")
}

// last leaves of the results of a unit those of the checkpoint that counts.
func (c *chooser) last(u unit, of []int) ([]int, error) {
	place := func(i int) float64 { return table.CheckpointPlace(c.labels[i].checkpoint) }
	if !slices.ContainsFunc(of, func(i int) bool { return c.labels[i].checkpoint != "" }) {
		return of, nil
	}
	var names []string
	for _, i := range of {
		if name := c.labels[i].checkpoint; !slices.Contains(names, name) {
			names = append(names, name)
		}
		if name := c.labels[i].checkpoint; !slices.Contains(c.all, name) {
			c.all = append(c.all, name)
		}
	}
	most := math.Inf(-1)
	for _, i := range of {
		most = max(most, place(i))
	}
	if c.checkpoint != "" && c.checkpoint != "last" {
		most = table.CheckpointPlace(c.checkpoint)
	}
	kept := slices.DeleteFunc(slices.Clone(of), func(i int) bool { return place(i) != most })
	if len(kept) == 0 {
		return nil, fmt.Errorf("%s has no checkpoint %q: --checkpoint takes %s", u.name(), c.checkpoint,
			quotedList(names))
	}
	name := c.labels[kept[0]].checkpoint
	c.taken[name] = append(c.taken[name], u.name())
	if strings.EqualFold(name, "best") && c.checkpoint == "" {
		c.best = append(c.best, u.name())
	}
	c.fewer += len(of) - len(kept)
	return kept, nil
}

// said says what was chosen.
func (c *chooser) said() (said, warnings []string) {
	names := sortedKeys(c.taken)
	slices.SortStableFunc(names, func(a, b string) int {
		return cmp.Compare(table.CheckpointPlace(a),
			table.CheckpointPlace(b))
	})
	which := "the last of each training"
	if c.checkpoint != "" && c.checkpoint != "last" {
		which = "that which --checkpoint names"
	}
	slices.SortStableFunc(c.all, func(a, b string) int {
		return cmp.Compare(table.CheckpointPlace(a),
			table.CheckpointPlace(b))
	})
	if c.fewer > 0 {
		said = append(said, fmt.Sprintf("Checkpoints (%s): %s counts, %s; left out: %s (--checkpoint NAME takes "+
			"another).", quotedList(few(c.all)), which, quotedList(few(names)), results(c.fewer)))
	}
	if c.older > 0 {
		said = append(said, fmt.Sprintf("Of several runs of one seed the newest counts; left out: %s (--path names "+
			"their "+
			"times {seed} to take all).", results(c.older)))
	}
	if c.starts > 0 {
		said = append(said, "Results of one training under several seeds of the evaluation "+
			"are put together (--path names "+
			"these {seed} to take them for trainings).")
	}
	if len(names) > 1 {
		warnings = append(warnings, "trainings end at different checkpoints: "+apart(c.taken))
	}
	if len(c.best) > 0 {
		warnings = append(warnings, fmt.Sprintf("the best checkpoint counts of %s: it was chosen by numbers that are "+
			"tested here, unless by others; evaluate the last one", strings.Join(few(c.best), ", ")))
	}
	return said, warnings
}

// apart says which results end at which epoch, step or checkpoint; of the most frequent only how many.
func apart(of map[string][]string) string {
	names := sortedKeys(of)
	slices.SortStableFunc(names, func(a, b string) int {
		return cmp.Compare(table.CheckpointPlace(a),
			table.CheckpointPlace(b))
	})
	most := slices.MaxFunc(names, func(a, b string) int { return cmp.Compare(len(of[a]), len(of[b])) })
	var parts []string
	for _, name := range names {
		which := strings.Join(few(of[name]), ", ")
		if name == most && len(of[name]) > 1 {
			which = results(len(of[name]))
		}
		parts = append(parts, name+" of "+which)
	}
	return strings.Join(few(parts), "; ")
}

// few are some names for a sentence.
func few(names []string) []string {
	if len(names) > 6 {
		return append(slices.Clone(names[:6]), "...")
	}
	return names
}

// results counts results.
func results(n int) string {
	if n == 1 {
		return "1 result"
	}
	return strconv.Itoa(n) + " results"
}

// number tells trainings of one method apart whose seeds are not known.
func number(labels []label) {
	type training struct{ method, task, trial, start string }
	of := func(l label) training { return training{l.method, l.task, l.trial, l.start} }
	count, next := map[training]int{}, map[training]int{}
	for _, l := range labels {
		count[of(l)]++
	}
	for i, l := range labels {
		if t := of(l); count[t] > 1 && !l.piece {
			next[t]++
			labels[i].trial = strings.TrimSpace(l.method+" "+l.trial) + " #" + strconv.Itoa(next[t])
		}
	}
}

// forms says how paths were read, where that decided something.
func forms(labels []label) string {
	count := map[string]int{}
	for _, l := range labels {
		if strings.Contains(l.form, "{") || strings.Contains(l.form, "*") {
			count[l.readable()]++
		}
	}
	if len(count) == 0 {
		return ""
	}
	most := ""
	for _, form := range sortedKeys(count) {
		if count[form] > count[most] {
			most = form
		}
	}
	others := ""
	if n := len(count) - 1; n > 0 {
		others = fmt.Sprintf(", and otherwise in %d other forms", n)
	}
	return fmt.Sprintf("Paths are read as %s%s (--path reads them otherwise).", most, others)
}

// readable is the form of a path with {method} in the place of the method.
func (l label) readable() string {
	method := strings.Split(l.method, "/")
	var parts []string
	for _, part := range strings.Split(l.form, "/") {
		if slices.Contains(method, part) {
			part = "{method}"
		} else if at := strings.Index(part, l.method); at >= 0 && strings.ContainsAny(part, "{*") {
			part = part[:at] + "{method}" + part[at+len(l.method):]
		}
		parts = append(parts, part)
	}
	for len(parts) > 1 && !strings.Contains(parts[len(parts)-1], "{") {
		parts = parts[:len(parts)-1] // the names that a program gives to all results
	}
	return strings.Join(parts, "/")
}
