package results

import (
	"bytes"
	"fmt"
	"math"
	"strings"

	"counterpoise/bench"
	"counterpoise/results/document"
)

// File is a file of a report: its path below the folder, and what it holds.
type File struct {
	Path string
	Data []byte
}

// Tables are the tables of plans as files: CSV with every digit, LaTeX, and for each behaviour the successes that the
// tests are made from, in the form that counterpoise stats reads.
func Tables(plans []bench.Plan, records Records) (files []File, err error) {
	for i, plan := range plans {
		for _, r := range readings(plan, records) {
			for _, t := range r.section().Tables {
				for _, form := range []string{"csv", "latex"} {
					var out bytes.Buffer
					if err := document.Write(&out, form, document.OfTable(t)); err != nil {
						return nil, err
					}
					files = append(files, File{r.path(plans, i, t.Name, map[string]string{"csv": "csv", "latex": "tex"}[form]), out.Bytes()})
				}
			}
			for _, b := range r.behaviours() {
				var out bytes.Buffer
				if err := document.CSV(&out, document.OfTable(r.trialTable(b))); err != nil {
					return nil, err
				}
				files = append(files, File{r.path(plans, i, b, "csv"), out.Bytes()})
			}
		}
	}
	return files, nil
}

// path is where a table of the i-th plan is. Where several plans ask the same experiment, the seed and sizes are in it.
func (r reading) path(plans []bench.Plan, i int, name, ending string) string {
	return "tables/" + r.stem(plans, i) + "-" + name + "." + ending
}

// stem is how the names of a design's files begin.
func (r reading) stem(plans []bench.Plan, i int) string {
	for j, p := range plans {
		if s := r.plan.Size; j != i && p.Name == plans[i].Name {
			return fmt.Sprintf("%s-%s-seed%d-steps%d-rollouts%d", r.name(), s.Policy, s.Seed, s.Steps, s.Rollouts)
		}
	}
	return r.name()
}

// trialTable has a row for each trial and a column for each arm: successes in a behaviour.
func (r reading) trialTable(behaviour string) document.Table {
	t := document.Table{Columns: []document.Column{document.WordColumn("trial", "trial")}}
	for _, a := range r.design.Arms {
		t.Columns = append(t.Columns, document.NumberColumn(a.Name, a.Name))
	}
	for trial := range r.plan.Size.Trials {
		row := []document.Cell{document.Count(trial)}
		for _, a := range r.design.Arms {
			n := ""
			if v := r.successes(a, behaviour)[trial]; !math.IsNaN(v) {
				n = fmt.Sprintf("%.0f", v)
			}
			row = append(row, document.Entry(n, n))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// recomputed are the commands that test a design's comparisons again, from its files in a folder.
func (r reading) recomputed(plans []bench.Plan, i int, dir string) (commands []string) {
	for _, c := range r.design.Comparisons {
		commands = append(commands, fmt.Sprintf("counterpoise stats ttest '%s/%s' --columns '%s,%s'", strings.TrimSuffix(dir, "/"), r.path(plans, i, c.Behaviour, "csv"), c.Arm, c.Against))
	}
	return commands
}

// Figures are the figures of plans as files: SVG, PNG and PDF.
func Figures(plans []bench.Plan, records Records) (files []File) {
	for i, plan := range plans {
		for _, r := range readings(plan, records) {
			for _, f := range r.figures() {
				stem := "figures/" + r.stem(plans, i) + strings.TrimPrefix(f.Name, r.name())
				files = append(files, File{stem + ".svg", f.SVG()}, File{stem + ".png", f.PNG()}, File{stem + ".pdf", f.PDF()})
			}
		}
	}
	return files
}
