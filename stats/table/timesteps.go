package table

import (
	"fmt"
	"slices"
)

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
