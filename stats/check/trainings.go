package check

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"counterpoise/internal/wording"
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

// alikeChance is the probability of equal outcomes below which two trainings are taken for one.
const alikeChance = 1e-6

// alike finds trainings of a method whose rollouts all end alike, start by start or in their order: one that was
// evaluated twice. Rollouts of two policies that both succeed with probability p agree with p² + (1 - p)²; that all do
// must be less probable than alikeChance.
func alike(d *data) (found []Finding, looked string) {
	if !d.Paired || d.Starts || d.Policies {
		return nil, ""
	}
	outcomes, order := map[cell][]int{}, []cell{} // entries of a method and training
	for i, e := range d.Long.Entries {
		c := cell{e.Method, e.Trial, 0}
		if outcomes[c] == nil {
			order = append(order, c)
		}
		outcomes[c] = append(outcomes[c], i)
	}
	seen := map[string]cell{}
	var parts []string
	var lines []int
	for _, c := range order {
		var rows []string
		sum, binary := 0.0, true
		for _, i := range outcomes[c] {
			e := d.Long.Entries[i]
			rows = append(rows, strconv.Itoa(int(e.Group))+" "+d.start(i)+" "+strconv.FormatFloat(e.Sum, 'g', -1, 64))
			sum += e.Sum
			binary = binary && e.Rollouts == 1 && (e.Sum == 0 || e.Sum == 1)
		}
		n := float64(len(rows))
		p := sum / n
		if !binary || n*math.Log(p*p+(1-p)*(1-p)) > math.Log(alikeChance) {
			continue
		}
		if d.column("start") >= 0 {
			slices.Sort(rows)
		}
		key := fmt.Sprint(c.method, " ", strings.Join(rows, ","))
		before, known := seen[key]
		if !known {
			seen[key] = c
			continue
		}
		parts = append(parts, fmt.Sprintf("%s %s and %s of %s, all %s", d.Unit, d.Long.Trials[before.trial],
			d.Long.Trials[c.trial], d.Long.Methods[c.method], wording.Plural(len(rows), "rollout")))
		lines = append(lines, d.line(outcomes[before][0]), d.line(outcomes[c][0]))
	}
	if len(parts) == 0 {
		return nil, ""
	}
	return []Finding{{"trainings alike", "the same outcomes: " + few(parts), lines[:min(len(lines), maxNames)],
		"look whether one training was evaluated twice"}}, ""
}
