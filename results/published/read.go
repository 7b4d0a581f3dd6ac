package published

import (
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Source is a published table and where it stands.
type Source struct {
	Name, Title, Address string
	Text                 string // what was read: "file of the repository"
	Where                string // the table in the source: "Table 9"
	Setting              string // "real" or "simulated"
	Kind                 string // "baseline", "ablation" or "ranking", see rule.md
	Method, Baseline     string
	Full                 float64 // what a rate of 1 is in the quotation: 100, or the rollouts of a task
	Starts               string  // whether both policies start alike: "shared", "in part", "not said"
	Quote                string
	Read, Checked        string // dates
	Tasks                []Task
}

// Task are the successes and rollouts of the two policies of a table on one of its tasks.
type Task struct {
	Name           string
	K1, N1, K2, N2 int // of the method, of the baseline
}

// Sum are the successes and rollouts on all tasks of a table.
func (s Source) Sum() Task {
	all := Task{Name: "all"}
	for _, t := range s.Tasks {
		all.K1, all.N1, all.K2, all.N2 = all.K1+t.K1, all.N1+t.N1, all.K2+t.K2, all.N2+t.N2
	}
	return all
}

// sourceFields and countFields are the heads of tables.csv and counts.csv.
var (
	sourceFields = strings.Fields("table title address text where setting kind method baseline full starts quote " +
		"read checked")
	countFields = strings.Fields("table task method_successes method_rollouts baseline_successes baseline_rollouts")
)

// Read reads the published tables and their counts. Every error names the file and the line: a field that is missing,
// counts that are no successes of so many rollouts, a count that the quotation doesn't have, a table without counts,
// fewer than 10 rollouts of a policy, and policies that have different shares of their rollouts in a task.
func Read(tables, counts io.Reader) ([]Source, error) {
	var sources []Source
	err := rows("tables.csv", tables, sourceFields, func(r []string) error {
		for i, v := range r {
			if v == "" {
				return fmt.Errorf("no %s", sourceFields[i])
			}
		}
		full, err := strconv.ParseFloat(r[9], 64)
		if err != nil || !(full > 0) {
			return fmt.Errorf("full is %q, not what a rate of 1 is in the quotation, such as 100", r[9])
		}
		if !slices.Contains([]string{"real", "simulated"}, r[5]) {
			return fmt.Errorf("setting %q is neither real nor simulated", r[5])
		}
		if !slices.Contains([]string{"baseline", "ablation", "ranking"}, r[6]) {
			return fmt.Errorf("kind %q is none of baseline, ablation and ranking", r[6])
		}
		if slices.ContainsFunc(sources, func(s Source) bool { return s.Name == r[0] }) {
			return fmt.Errorf("there is a table %s already", r[0])
		}
		sources = append(sources, Source{r[0], r[1], r[2], r[3], r[4], r[5], r[6], r[7], r[8], full, r[10], r[11],
			r[12], r[13], nil})
		return nil
	})
	if err != nil {
		return nil, err
	}
	err = rows("counts.csv", counts, countFields, func(r []string) error {
		i := slices.IndexFunc(sources, func(s Source) bool { return s.Name == r[0] })
		if i < 0 {
			return fmt.Errorf("tables.csv has no table %q", r[0])
		}
		var n [4]int
		for j := range n {
			v, err := strconv.Atoi(r[2+j])
			if err != nil || v < 0 {
				return fmt.Errorf("%s is %q, no whole number from 0 on", countFields[2+j], r[2+j])
			}
			n[j] = v
		}
		t := Task{r[1], n[0], n[1], n[2], n[3]}
		for _, p := range [][2]int{{t.K1, t.N1}, {t.K2, t.N2}} {
			if p[0] > p[1] || p[1] == 0 {
				return fmt.Errorf("%d successes of %d rollouts", p[0], p[1])
			}
			if !sources[i].quotes(p[0], p[1]) {
				return fmt.Errorf("the quotation of %s has no %d of %d, nor its rate", r[0], p[0], p[1])
			}
		}
		sources[i].Tasks = append(sources[i].Tasks, t)
		return nil
	})
	if err != nil {
		return nil, err
	}
	for _, s := range sources {
		all := s.Sum()
		if min(all.N1, all.N2) < 10 {
			return nil, fmt.Errorf("counts.csv: %s has %d and %d rollouts, and 10 of each policy are needed", s.Name,
				all.N1, all.N2)
		}
		for _, t := range s.Tasks {
			if t.N1*all.N2 != t.N2*all.N1 {
				return nil, fmt.Errorf("counts.csv: %s, %s: the two policies have different shares of their rollouts "+
					"in this task", s.Name, t.Name)
			}
		}
	}
	return sources, nil
}

// rows calls f for each row of a file with the fields, and says where an error of it is.
func rows(name string, from io.Reader, fields []string, f func(row []string) error) error {
	r := csv.NewReader(from)
	r.FieldsPerRecord = len(fields)
	for first := true; ; first = false {
		row, err := r.Read()
		if err == io.EOF {
			if first {
				return fmt.Errorf("%s is empty", name)
			}
			return nil
		}
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		line, _ := r.FieldPos(0)
		if first {
			if !slices.Equal(row, fields) {
				return fmt.Errorf("%s: the first line is not %s", name, strings.Join(fields, ","))
			}
			continue
		}
		if err := f(row); err != nil {
			return fmt.Errorf("%s:%d: %w", name, line, err)
		}
	}
}

// number is a number as tables have it, with commas between thousands.
var number = regexp.MustCompile(`\d[\d,]*(\.\d+)?`)

// quotes reports whether the quotation has k, or the rate k/n rounded as some number of it is.
func (s Source) quotes(k, n int) bool {
	for _, m := range number.FindAllString(s.Quote, -1) {
		text := strings.ReplaceAll(m, ",", "")
		v, err := strconv.ParseFloat(text, 64)
		if err != nil {
			continue
		}
		half := 0.5
		if _, digits, ok := strings.Cut(text, "."); ok {
			half *= math.Pow(10, -float64(len(digits)))
		}
		if v == float64(k) || math.Abs(v-s.Full*float64(k)/float64(n)) <= half+1e-9 {
			return true
		}
	}
	return false
}
