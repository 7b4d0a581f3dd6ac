package comparison

import (
	"fmt"
	"strconv"
	"strings"

	"counterpoise/bench/record"
	"counterpoise/scenes"
	"counterpoise/stats/table"
)

// Records are the records of a folder as a table in long form: a row for each trial and behaviour, with the number of
// rollouts that succeeded by an oracle. What differs between the cells names the methods: the balancing method,
// the recipe, the policy and the steps where there are several, and the grouping and the reading where one method of a
// task has several of them. Records of cells without rollouts are left out. Records of several versions, and those of
// one method with several numbers of rollouts, are not pooled: they are errors.
func Records(dir string, records []record.Record, oracle scenes.Oracle) (table.Sheet, error) {
	names := []string{"method", "trial", "behaviour", "successes", "rollouts"}
	s := table.Sheet{File: dir, Names: names, Sums: true}
	several := func(of func(record.Cell) string) bool {
		for _, r := range records {
			if of(r.Cell) != of(records[0].Cell) {
				return true
			}
		}
		return false
	}
	methods := naming(several)
	alike, err := methods.variants(dir, records)
	if err != nil {
		return s, err
	}
	tasks := several(func(c record.Cell) string { return c.Task })
	seeds := several(func(c record.Cell) string { return strconv.FormatUint(c.Seed, 10) })
	for _, r := range records {
		name := methods.name(r.Cell)
		v := alike[[2]string{name, r.Cell.Task}]
		if v.groups {
			name += " by " + r.Cell.Groups
		}
		if v.reading && r.Cell.Reading != "" {
			name += " reading " + r.Cell.Reading
		}
		trial := strconv.Itoa(r.Cell.Trial)
		if seeds {
			trial = fmt.Sprintf("%d of seed %d", r.Cell.Trial, r.Cell.Seed)
		}
		for _, o := range r.Rollouts {
			n, ok := o.Successes(oracle)
			if !ok || len(o.Steps) == 0 {
				continue
			}
			behaviour := o.Behaviour
			if tasks {
				behaviour = r.Cell.Task + " " + behaviour
			}
			// Without commas a name is an argument of --methods.
			s.Rows = append(s.Rows, []string{strings.ReplaceAll(name, ",", " "), trial, behaviour, strconv.Itoa(n),
				strconv.Itoa(len(o.Steps))})
			s.Lines = append(s.Lines, len(s.Rows))
		}
	}
	return s, nil
}

// parts are the parts of a cell that name its method besides the balancing method.
type parts []func(record.Cell) string

// naming returns the parts that differ between cells; several tells which do.
func naming(several func(func(record.Cell) string) bool) (kept parts) {
	for _, p := range (parts{
		func(c record.Cell) string { return c.Recipe },
		func(c record.Cell) string { return fmt.Sprint(c.Policy) },
		func(c record.Cell) string { return strconv.Itoa(c.Steps) + " steps" },
	}) {
		if several(p) {
			kept = append(kept, p)
		}
	}
	return kept
}

// name is the method of a cell.
func (p parts) name(c record.Cell) string {
	words := []string{c.Method}
	for _, of := range p {
		words = append(words, of(c))
	}
	return strings.Join(words, " ")
}

// variant says what differs between the cells of one method and task.
type variant struct {
	first           record.Cell
	groups, reading bool
}

// variants finds what differs between evaluated cells that have one name, by name and task.
func (p parts) variants(dir string, records []record.Record) (map[[2]string]variant, error) {
	alike, version := map[[2]string]variant{}, ""
	for _, r := range records {
		c := r.Cell
		if c.Rollouts == 0 {
			continue
		}
		if version != "" && c.Version != version {
			return nil, fmt.Errorf("%s has records of versions %s and %s, whose numbers differ: put each in a folder "+
				"of its own", dir, version, c.Version)
		}
		version = c.Version
		key := [2]string{p.name(c), c.Task}
		v, known := alike[key]
		if !known {
			v.first = c
		}
		if c.Rollouts != v.first.Rollouts {
			return nil, fmt.Errorf("%s has %s on %s at %d and at %d rollouts, which are not pooled: put each in a "+
				"folder of its own", dir, key[0], key[1], v.first.Rollouts, c.Rollouts)
		}
		v.groups, v.reading = v.groups || c.Groups != v.first.Groups, v.reading || c.Reading != v.first.Reading
		alike[key] = v
	}
	return alike, nil
}
