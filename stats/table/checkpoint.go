package table

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// checkpoints are names of columns that say how long a policy was trained, in small letters. A column step or steps may
// hold the lengths of episodes instead.
var checkpoints = []string{"checkpoint", "ckpt", "checkpoint_step", "epoch", "epochs", "global_step", "train_step",
	"train_steps", "training_step", "training_steps", "gradient_step", "gradient_steps", "iteration", "iterations",
	"iter", "update", "updates", "timesteps", "num_timesteps", "total_timesteps", "env_step", "env_steps",
	"num_env_steps", "total_env_steps", "environment_steps", "total_steps", "grad_steps", "frames", "num_frames",
	"interactions", "timestep", "step", "steps"}

// NamesCheckpoints reports whether a column has a usual name for checkpoints, perhaps behind that of its group:
// time/total_timesteps.
func NamesCheckpoints(name string) bool { return slices.Contains(checkpoints, stepName(name)) }

// stepName is the plain name of a column without the group of a logger before it.
func stepName(name string) string {
	name = strings.TrimPrefix(plain(name), "_")
	return name[1+strings.LastIndexByte(name, '/'):]
}

// CheckpointPlace orders checkpoints of a training by their names: the best, which may be any, then by the number of
// steps or epochs (5000, step_5000, 5k), then the last and one without a number.
func CheckpointPlace(name string) float64 {
	if v, ok := Steps(name); ok {
		return v
	}
	if strings.EqualFold(name, "best") {
		return -1
	}
	digits := name[1+strings.LastIndexFunc(name, func(c rune) bool {
		return !(c >= '0' && c <= '9' || c == '.' || strings.ContainsRune("kKmM", c))
	}):]
	if v, ok := Steps(strings.TrimLeft(digits, ".kKmM")); ok {
		return v
	}
	return math.Inf(1)
}

// Steps is the value of a number that may have thousands or millions behind it: 5000, 005000, 5k.
func Steps(text string) (v float64, ok bool) {
	unit := 1.0
	for suffix, of := range map[string]float64{"k": 1e3, "K": 1e3, "m": 1e6, "M": 1e6} {
		if digits, has := strings.CutSuffix(text, suffix); has {
			text, unit = digits, of
			break
		}
	}
	if text == "" || !startsNumber(text) {
		return 0, false
	}
	v, err := strconv.ParseFloat(text, 64)
	return v * unit, err == nil
}

// findCheckpoint finds a column that says how long a policy was trained, by its name and by its values: a column step
// holds checkpoints where each training, task and start has one row a step, and the steps of all those of a method are
// the same.
func (d *detector) findCheckpoint(long bool) {
	for _, name := range checkpoints {
		at := slices.IndexFunc(d.Names, func(n string) bool { return stepName(n) == name })
		if at < 0 || d.role(at) != "" || d.columns[at].kind == empty || d.columns[at].distinct < 2 {
			continue
		}
		if d.singles(at) {
			continue
		}
		rows, lines := d.Rows, d.Lines
		d.dropRestarted(at)
		if (strings.HasPrefix(name, "step") || name == "timestep") && !d.ladder(at, long) {
			d.Rows, d.Lines = rows, lines
			continue
		}
		d.restarted, d.found["checkpoint"] = len(rows)-len(d.Rows), at
		return
	}
}

// singles reports whether rows are single rollouts, which a column of numbers counts: each number of a training and
// task has one row, whose outcome is a success or a failure. The rates of a training's checkpoints have fractions.
func (d *detector) singles(at int) bool {
	value, ok := d.found["value"]
	if _, counted := d.found["rollouts"]; !ok || counted {
		return false
	}
	rows := map[string]bool{}
	for _, row := range d.Rows {
		o, err := cell{row[value], 0, 0}.outcome()
		k := d.key(row, "method", "trial", "group") + "\x00" + row[at]
		if err != nil || o.form != absent && o.value != 0 && o.value != 1 || rows[k] {
			return false
		}
		rows[k] = true
	}
	return true
}

// dropRestarted leaves out the rows that a restarted training repeats: where the checkpoints of a training, task and
// start go back to one that it had, the rows from that one on. It does so only where the checkpoints of all of them
// rise otherwise, each once, as a log has them.
func (d *detector) dropRestarted(at int) {
	kept := map[string][]int{} // rows by training, task and start
	seen := map[string]map[float64]bool{}
	for i, row := range d.Rows {
		k, v := d.key(row, "method", "trial", "group", "start"), CheckpointPlace(row[at])
		if seen[k] == nil {
			seen[k] = map[float64]bool{}
		}
		of := kept[k]
		if len(of) > 0 && v <= CheckpointPlace(d.Rows[of[len(of)-1]][at]) {
			if !seen[k][v] || v == CheckpointPlace(d.Rows[of[len(of)-1]][at]) {
				return
			}
			for len(of) > 0 && CheckpointPlace(d.Rows[of[len(of)-1]][at]) >= v {
				of = of[:len(of)-1]
			}
		}
		seen[k][v], kept[k] = true, append(of, i)
	}
	var all []int
	for _, of := range kept {
		all = append(all, of...)
	}
	slices.Sort(all)
	rows, lines := make([][]string, len(all)), make([]int, len(all))
	for to, from := range all {
		rows[to], lines[to] = d.Rows[from], d.Lines[from]
	}
	d.Rows, d.Lines = rows, lines
}

// key is the text of a row in the columns of some roles.
func (d *detector) key(row []string, roles ...string) string {
	var b strings.Builder
	for _, role := range roles {
		if at, ok := d.found[role]; ok {
			b.WriteString(row[at])
		}
		b.WriteByte(0)
	}
	return b.String()
}

// ladder reports whether each training, task and start has the first of the values that a column has for its method,
// each once. Where no two of a method have them, and in a wide table of one training, they rise from row to row:
// lengths of episodes do not.
func (d *detector) ladder(at int, long bool) bool {
	if d.columns[at].kind != whole || d.columns[at].distinct > 200 {
		return false
	}
	values := map[string]map[string]bool{}
	before, rise := map[string]float64{}, true
	all := map[string]map[string]bool{} // values by method
	methods := map[string]string{}      // of the training, task and start
	for _, row := range d.Rows {
		k, m := d.key(row, "method", "trial", "group", "start"), d.key(row, "method")
		if all[m] == nil {
			all[m] = map[string]bool{}
		}
		methods[k] = m
		if values[k] == nil {
			values[k] = map[string]bool{}
		}
		if values[k][row[at]] {
			return false
		}
		v := CheckpointPlace(row[at])
		if last, known := before[k]; known && v < last {
			rise = false
		}
		before[k] = v
		values[k][row[at]], all[m][row[at]] = true, true
	}
	if !rise && len(values) == len(all) {
		return false
	}
	several, hundreds := false, d.hundredsOfSteps(at) // checkpoints of a training
	for k, of := range values {
		several = several || len(of) > 1
		most := math.Inf(-1)
		for v := range of {
			most = max(most, CheckpointPlace(v))
		}
		n := 0
		for v := range all[methods[k]] {
			if CheckpointPlace(v) <= most {
				n++
			}
		}
		if n != len(of) && !hundreds {
			return false
		}
	}
	return several && (len(values) > 1 || !long && d.rises(at))
}

// hundredsOfSteps reports whether a column has few numbers, all of them hundreds, as logs of trainings have them; a
// training of which only the last was kept is one of them too.
func (d *detector) hundredsOfSteps(at int) bool {
	return 2*d.columns[at].distinct <= len(d.Rows) && !slices.ContainsFunc(d.Rows, func(row []string) bool {
		v := CheckpointPlace(row[at])
		return math.IsInf(v, 0) || v < leastSteps || math.Mod(v, 100) != 0
	})
}

// leastSteps is the least number of steps of a training that lengths of episodes seldom reach.
const leastSteps = 1000

// rises reports whether the numbers of a column rise from row to row, as those of one training's steps do.
func (d *detector) rises(at int) bool {
	for i := range d.Rows {
		if i > 0 && CheckpointPlace(d.Rows[i][at]) <= CheckpointPlace(d.Rows[i-1][at]) {
			return false
		}
	}
	return true
}

// lastCheckpoint leaves the rows of the last checkpoint of each training, or of the one that is named.
func (d *detector) lastCheckpoint(named string) error {
	at, ok := d.found["checkpoint"]
	if !ok {
		if named != "" && named != "last" && !d.Last {
			return fmt.Errorf("there is no column of checkpoints for --checkpoint %s", named)
		}
		return nil
	}
	last, texts := map[string]float64{}, map[string]string{}
	value, long := d.found["value"]
	for _, row := range d.Rows {
		if long && isMissing(row[value]) {
			continue // logged between evaluations
		}
		k, v := d.key(row, "method", "trial"), CheckpointPlace(row[at])
		if before, known := last[k]; !known || v > before {
			last[k], texts[k] = v, row[at]
		}
	}
	which := "the last of each training counts"
	if d.restarted > 0 {
		which += fmt.Sprintf("; %d rows before a restart do not", d.restarted)
	}
	if named != "" && named != "last" {
		which = "--checkpoint names the one that counts"
		for k := range last {
			last[k], texts[k] = CheckpointPlace(named), named
		}
	}
	var rows [][]string
	var lines []int
	for i, row := range d.Rows {
		if v, evaluated := last[d.key(row, "method", "trial")]; evaluated && CheckpointPlace(row[at]) == v {
			rows, lines = append(rows, row), append(lines, d.Lines[i])
		}
	}
	if len(rows) == 0 {
		return fmt.Errorf("column %q has no checkpoint %s", d.Names[at], quoted(named))
	}
	ends := map[string]bool{}
	for _, text := range texts {
		ends[text] = true
	}
	names := make([]string, 0, len(ends))
	for name := range ends {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b string) int { return cmp.Compare(CheckpointPlace(a), CheckpointPlace(b)) })
	if len(names) > 6 {
		names = append(names[:6], "...")
	}
	d.why["checkpoint"] = fmt.Sprintf("%s, %s; rows left out: %d; --checkpoint takes another", which,
		strings.Join(names, ", "), len(d.Rows)-len(rows))
	if len(ends) > 1 {
		d.doubt = append(d.doubt, fmt.Sprintf("trainings end at different checkpoints in column %q: %s", d.Names[at],
			strings.Join(names, ", ")))
	}
	d.Rows, d.Lines = rows, lines
	return nil
}

// stepNames are names of columns that number the time steps of an episode.
var stepNames = []string{"step", "steps", "timestep", "time_step", "env_step", "t", "frame", "frame_index", "frame_idx",
	"tick"}

// timeSteps leaves the last row of each episode where rows are the time steps of episodes, which a column counts
// upwards from 0 or 1. A success that is lost by the last step is an error: only the user knows whether it counts.
func (d *detector) timeSteps() error {
	value, ok := d.found["value"]
	if _, counted := d.found["rollouts"]; !ok || counted || d.Made {
		return nil
	}
	at := slices.IndexFunc(d.Names, func(name string) bool { return slices.Contains(stepNames, plain(name)) })
	if at < 0 || d.role(at) != "" || d.columns[at].kind != whole {
		return nil
	}
	last, succeeded := map[string]int{}, map[string]int{} // by episode: its last row, and that of its success
	for i, row := range d.Rows {
		o, err := cell{row[value], 0, 0}.outcome()
		step, is := wholeNumber(row[at])
		if err != nil || o.n > 0 || o.form != absent && o.value != 0 && o.value != 1 || !is {
			return nil
		}
		k := d.key(row, "method", "trial", "group", "start")
		before, known := last[k]
		if !known && step > 1 {
			return nil
		}
		if known {
			if b, _ := wholeNumber(d.Rows[before][at]); step != b+1 {
				return nil
			}
		}
		if last[k] = i; o.form != absent && o.value == 1 {
			succeeded[k] = i
		}
	}
	if len(last) < 2 || len(d.Rows) < 3*len(last) {
		return nil
	}
	kept, lost := make([]int, 0, len(last)), []int(nil)
	for k, i := range last {
		kept = append(kept, i)
		if j, ok := succeeded[k]; ok {
			if o, _ := (cell{d.Rows[i][value], 0, 0}).outcome(); o.value != 1 {
				lost = append(lost, j)
			}
		}
	}
	if len(lost) > 0 {
		i := slices.Min(lost)
		return fmt.Errorf("line %d: rows are time steps of episodes (column %q), and the success of this one is lost "+
			"by its last step, as in %d of %d episodes: give a row for each episode, of whether it succeeded at its "+
			"end or at any time", d.Lines[i], d.Names[at], len(lost), len(last))
	}
	slices.Sort(kept)
	rows, lines := make([][]string, len(kept)), make([]int, len(kept))
	for to, from := range kept {
		rows[to], lines[to] = d.Rows[from], d.Lines[from]
	}
	d.Rows, d.Lines = rows, lines
	d.found["time step"] = at
	d.doubt = append(d.doubt, fmt.Sprintf("column %q counts the time steps of %d episodes, of which the last counts",
		d.Names[at], len(kept)))
	d.columns = d.columns[:0]
	for at := range d.Names {
		d.columns = append(d.columns, d.profile(at))
	}
	return nil
}
