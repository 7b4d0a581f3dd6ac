package probes

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
	"strings"

	"counterpoise/scenes"
	"counterpoise/stats"
)

// CSV is a table of rows.
func CSV(rows []Row) []byte {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	w.Write([]string{"task", "probe", "behaviour", "trial", "right", "rollouts"})
	for _, r := range rows {
		w.Write([]string{r.Task, r.Probe, r.Behaviour, strconv.Itoa(r.Trial), strconv.Itoa(r.Right),
			strconv.Itoa(r.Rollouts)})
	}
	w.Flush()
	return b.Bytes()
}

// ReadCSV reads what CSV writes.
func ReadCSV(in io.Reader) (rows []Row, err error) {
	all, err := csv.NewReader(in).ReadAll()
	if err != nil {
		return nil, err
	}
	for _, c := range all[min(1, len(all)):] {
		r := Row{Task: c[0], Probe: c[1], Behaviour: c[2]}
		for i, to := range []*int{&r.Trial, &r.Right, &r.Rollouts} {
			if *to, err = strconv.Atoi(c[3+i]); err != nil {
				return nil, err
			}
		}
		rows = append(rows, r)
	}
	return rows, nil
}

// Markdown is the table of a page: successes of all policies of each probe, by behaviour and over all, with Wilson's
// 95 % interval over rollouts of these policies.
func Markdown(rows []Row) (string, error) {
	var b strings.Builder
	b.WriteString("| task | policy | successes by behaviour | all | % | 95 % over rollouts |\n" +
		"|:--|:--|:--|:--|--:|:--|\n")
	for _, task := range scenes.Tasks.Names() {
		for _, p := range All {
			var names, each []string
			counts := map[string]*Row{}
			all := Row{}
			for _, r := range rows {
				if r.Task != task || r.Probe != p.Name {
					continue
				}
				if counts[r.Behaviour] == nil {
					names, counts[r.Behaviour] = append(names, r.Behaviour), &Row{}
				}
				for _, sum := range []*Row{counts[r.Behaviour], &all} {
					sum.Right, sum.Rollouts = sum.Right+r.Right, sum.Rollouts+r.Rollouts
				}
			}
			for _, name := range names {
				each = append(each, fmt.Sprintf("%s %d", name, counts[name].Right))
			}
			w, err := stats.Wilson(all.Right, all.Rollouts, 0.95)
			if err != nil {
				return "", fmt.Errorf("%s %s: %w", task, p.Name, err)
			}
			fmt.Fprintf(&b, "| %s | %s | %s | %d of %d | %.0f | %.0f to %.0f |\n", task, p.Name,
				strings.Join(each, ", "), all.Right, all.Rollouts, 100*w.Estimate, 100*w.CI.Low.Or(0),
				100*w.CI.High.Or(1))
		}
	}
	return b.String(), nil
}
