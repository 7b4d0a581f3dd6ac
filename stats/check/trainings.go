package check

import (
	"fmt"
	"math"
	"regexp"
	"slices"

	"counterpoise/stats/table"
)

// checkpointName matches a name of a checkpoint: step_10000, epoch=50, ckpt-5k, last.
var checkpointName = regexp.MustCompile(
	`(?i)(^|[^a-z])(step|ckpt|checkpoint|epoch|iter|iteration|update)s?[^a-z0-9]?[0-9]|^(last|latest|best|final)$`)

// leastSteps is the least distance of numbers that look like steps of a training, and not like seeds.
const leastSteps = 500

// checkpoints finds units that look like checkpoints of one training: by the name of their column, by their names, or
// because they are multiples of a large number, evenly spaced.
func checkpoints(d *data) (found []Finding, looked string) {
	at := d.column("trial")
	if at < 0 || d.Starts || d.Policies || len(d.Long.Trials) < 2 {
		return nil, ""
	}
	name := d.Rows.Names[at]
	looked = fmt.Sprintf("checkpoints that look like trainings (column %q)", name)
	why := ""
	switch {
	case table.NamesCheckpoints(name):
		why = "is called so"
	case slices.ContainsFunc(d.Long.Trials, checkpointName.MatchString):
		i := slices.IndexFunc(d.Long.Trials, checkpointName.MatchString)
		why = "has " + d.Long.Trials[i]
	case steps(d.Long.Trials):
		why = "counts up in steps: " + few(slices.SortedFunc(slices.Values(d.Long.Trials), numeric))
	default:
		return nil, looked
	}
	return []Finding{{"checkpoints as trainings", fmt.Sprintf("column %q looks like checkpoints of one training, "+
		"for it %s; these are no seeds, and vary less than trainings do", name, why), []int{d.line(0)},
		"name the seeds with --trial, and take one checkpoint of each"}}, looked
}

// steps reports whether three numbers or more are s, 2s, 3s, ... or a part of this without a gap, with a large s.
func steps(names []string) bool {
	var values []float64
	for _, n := range names {
		v, ok := table.Steps(n)
		if !ok {
			return false
		}
		values = append(values, v)
	}
	slices.Sort(values)
	if len(values) < 3 || values[0] <= 0 {
		return false
	}
	step := values[1] - values[0]
	for i, v := range values {
		if math.Mod(v, step) != 0 || i > 0 && v-values[i-1] != step {
			return false
		}
	}
	return step >= leastSteps
}
