package comparison

import (
	"fmt"
	"strconv"
	"strings"

	"counterpoise/bench"
	"counterpoise/scenes"
	"counterpoise/stats/table"
)

// Records are the records of a folder as a table in long form: a row for each trial and behaviour, with the number of
// rollouts that succeeded by an oracle. What differs between the cells names the methods: the balancing method,
// and the recipe, the policy and the steps where there are several. Records of cells without rollouts are left out.
func Records(dir string, records []bench.Record, oracle scenes.Oracle) table.Sheet {
	s := table.Sheet{File: dir, Names: []string{"method", "trial", "behaviour", "successes", "rollouts"}}
	several := func(of func(bench.Cell) string) bool {
		for _, r := range records {
			if of(r.Cell) != of(records[0].Cell) {
				return true
			}
		}
		return false
	}
	parts := []func(bench.Cell) string{
		func(c bench.Cell) string { return c.Recipe },
		func(c bench.Cell) string { return fmt.Sprint(c.Policy) },
		func(c bench.Cell) string { return strconv.Itoa(c.Steps) + " steps" },
	}
	kept := parts[:0:0]
	for _, p := range parts {
		if several(p) {
			kept = append(kept, p)
		}
	}
	tasks := several(func(c bench.Cell) string { return c.Task })
	seeds := several(func(c bench.Cell) string { return strconv.FormatUint(c.Seed, 10) })
	for _, r := range records {
		method := []string{r.Cell.Method}
		for _, p := range kept {
			method = append(method, p(r.Cell))
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
			name := strings.ReplaceAll(strings.Join(method, " "), ",", " ")
			s.Rows = append(s.Rows, []string{name, trial, behaviour, strconv.Itoa(n),
				strconv.Itoa(len(o.Steps))})
			s.Lines = append(s.Lines, len(s.Rows))
		}
	}
	return s
}
