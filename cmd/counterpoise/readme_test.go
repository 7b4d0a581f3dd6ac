package main

import (
	"fmt"
	"math"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"counterpoise/bench"
	"counterpoise/internal/golden"
	"counterpoise/internal/recordtest"
	"counterpoise/policies/balance"
	"counterpoise/results/claims"
	"counterpoise/results/document"
	"counterpoise/results/findings"
	"counterpoise/results/report"
	"counterpoise/scenes"
	"counterpoise/scenes/expert"
)

// The tables of the README are those of the catalogues and of the committed records.
//
//	go test ./cmd/counterpoise -run README -update
//
// writes them anew.
func TestREADME(t *testing.T) {
	for name, generate := range map[string]func(*testing.T) document.Table{
		"cost of imbalance": costOfImbalance, "methods": methodTable, "tasks": taskTable, "styles": styleTable,
		"cost of a run": costOfRuns,
	} {
		t.Run(name, func(t *testing.T) {
			golden.CheckSection(t, readme, name, markdownOf(t, generate(t)))
		})
	}
	t.Run("axes", func(t *testing.T) { golden.CheckSection(t, readme, "axes", aboutStyles(t)) })
	t.Run("verdicts", func(t *testing.T) { golden.CheckSection(t, readme, "verdicts", verdicts(t)) })
	t.Run("provenance", func(t *testing.T) { golden.CheckSection(t, readme, "provenance", provenance(t)) })
}

var readme = filepath.Join("..", "..", "README.md")

// markdownOf is a table alone, without titles.
func markdownOf(t *testing.T, table document.Table) string {
	t.Helper()
	var b strings.Builder
	d := document.Document{Sections: []document.Section{{Tables: []document.Table{table}}}}
	if err := document.Markdown(&b, d); err != nil {
		t.Fatal(err)
	}
	return b.String()[strings.Index(b.String(), "|"):]
}

// committed returns the records of a folder below results.
func committed(t *testing.T, dir string) ([]bench.Record, recordtest.Records) {
	t.Helper()
	return recordtest.Committed(t, filepath.Join("..", "..", "results", dir))
}

// studyE1 is the committed findings of experiment E1, one for each task.
func studyE1(t *testing.T) []findings.Findings {
	all, s := committed(t, "study")
	plans, _ := findings.Plans(all)
	i := slices.IndexFunc(plans, func(p bench.Plan) bool { return p.Name == "E1" })
	if i < 0 {
		t.Fatal("results/study has no records of E1")
	}
	return findings.Analyze(plans[i], s)
}

// costOfImbalance has a row for each starved behaviour of E1: how much less often it succeeds.
func costOfImbalance(t *testing.T) document.Table {
	table := document.Table{}
	for _, f := range studyE1(t) {
		for _, found := range report.Section(f).Tables {
			if found.Name != "findings" {
				continue
			}
			// Degrees of freedom are n - 1, and arms are the tables' titles.
			keep := slices.DeleteFunc(found.Visible(), func(i int) bool { return found.Columns[i].Title == "df" })
			table.Columns = []document.Column{document.WordColumn("task", "task")}
			for _, i := range keep {
				table.Columns = append(table.Columns, found.Columns[i])
			}
			table.Columns = append(table.Columns, document.NumberColumn("chance", "chance"))
			for i, row := range found.Rows {
				cells := []document.Cell{document.Word(f.Task)}
				for _, i := range keep {
					cells = append(cells, row[i])
				}
				chance := "not recorded"
				if c, ok := f.Chance[0].Of(f.Pairwise[i].Behaviour); ok {
					chance = fmt.Sprintf("%.1f (≤ %.1f)", 100*c.Success.Estimate, 100*c.Success.Upper)
				}
				table.Rows = append(table.Rows, append(cells, document.Word(chance)))
			}
		}
	}
	return table
}

// provenance is the sentence about what made the numbers of E1.
func provenance(t *testing.T) string {
	f := studyE1(t)[0]
	for _, n := range report.Section(f).Notes {
		if made := regexp.MustCompile(`made by (commit .*)\.$`).FindStringSubmatch(n); made != nil {
			return fmt.Sprintf("Success is in percent by %s, mean ± SD over %d trials of %d rollouts; chance is that "+
				"of untrained\npolicies, with its upper 95 %% bound. Differences are in percentage points, paired by "+
				"trial, two-sided t-tests;\nstars only after Holm's correction over a task's rows. Made by\n%s.",
				findings.OracleText(f.Oracle), f.Plan.Size.Trials, f.Plan.Size.Rollouts, made[1])
		}
	}
	t.Fatal("no note says what made the numbers")
	return ""
}

// verdicts counts the verdicts of the claims on the committed records.
func verdicts(t *testing.T) string {
	var lines []string
	for _, s := range []struct{ dir, policy string }{
		{"study", "policies that see pictures"}, {"study-state", "policies that see the simulator's state"},
	} {
		records, _ := committed(t, s.dir)
		all, _ := claims.EvaluateAll(records, scenes.Earned)
		if len(all) != 1 {
			t.Fatalf("results/%s has records of %d sizes", s.dir, len(all))
		}
		lines = append(lines, fmt.Sprintf("- [%s](results/%s/claims.md): %s", s.policy, s.dir, all[0].Counts()))
	}
	return strings.Join(lines, "\n")
}

// methodTable lists the balancing methods, family by family.
func methodTable(*testing.T) document.Table {
	table := wordTable("family", "method", "what it does", "source")
	add := func(name string, m balance.Method) {
		about := m.About()
		table.Rows = append(table.Rows, words(string(balance.FamilyOf(m)), name, about.Summary, about.Source))
	}
	for _, family := range balance.Families {
		for _, name := range balance.Methods.Names() {
			if m, _ := balance.Methods.Get(name); balance.FamilyOf(m) == family {
				add(name, m)
			}
		}
		if family == balance.FamilyOf(balance.Fixed{}) {
			add("fixed:W,W...", balance.Fixed{})
		}
	}
	return table
}

// taskTable lists the tasks.
func taskTable(*testing.T) document.Table {
	table := wordTable("task", "behaviours", "control steps at most")
	for _, name := range scenes.Tasks.Names() {
		task, _ := scenes.Tasks.Get(name)
		behaviours := strings.Join(task.Behaviours(), ", ")
		table.Rows = append(table.Rows, words(name, behaviours, fmt.Sprint(task.Horizon())))
	}
	return table
}

// styleTable lists the ways to demonstrate, with what was measured of them.
func styleTable(t *testing.T) document.Table {
	axes, err := bench.MeasuredStyles()
	if err != nil {
		t.Fatal(err)
	}
	heads := append([]string{"style", "the demonstration"}, axesHeads()...)
	table := wordTable(append(heads, "description")...)
	for _, name := range expert.Styles.Names() {
		s, _ := expert.Styles.Get(name)
		row := append([]string{name, ending(s)}, axesCells(axes, name)...)
		table.Rows = append(table.Rows, words(append(row, s.About())...))
	}
	return table
}

// aboutStyles says what the numbers of styleTable are.
func aboutStyles(t *testing.T) string {
	axes, err := bench.MeasuredStyles()
	if err != nil {
		t.Fatal(err)
	}
	return aboutAxes(axes)
}

// costOfRuns estimates what runs take, as slurm --dry does.
func costOfRuns(t *testing.T) document.Table {
	table := wordTable("command", "policies", "rollouts", "one core", "records")
	for i := range table.Columns[1:] {
		table.Columns[1+i].Words = false
	}
	for _, r := range []struct {
		command, plan string
		adjust        func(*bench.Size)
	}{
		{"run quick", "quick", func(*bench.Size) {}},
		{"run study", "study", func(*bench.Size) {}},
		{"run study --policy vision", "study", func(s *bench.Size) { s.Policy = bench.VisionPolicy }},
		{"run explain", "explain", func(*bench.Size) {}},
		{"run full --policy vision", "full", func(s *bench.Size) { s.Policy = bench.VisionPolicy }},
		{"run study --policy vision --trials 100", "study", func(s *bench.Size) {
			s.Policy,
				s.Trials = bench.VisionPolicy, 100
		}},
		{"run study --policy vision --trials 1000 --rollouts 1000", "study", func(s *bench.Size) {
			s.Policy, s.Trials, s.Rollouts = bench.VisionPolicy, 1000, 1000
		}},
	} {
		plan, err := bench.NewPlan(r.plan, r.adjust)
		if err != nil {
			t.Fatal(err)
		}
		cells := plan.Cells()
		cost, err := bench.Total(cells)
		if err != nil {
			t.Fatal(err)
		}
		rollouts := 0
		for _, c := range cells {
			task, err := scenes.ParseTask(c.Task)
			if err != nil {
				t.Fatal(err)
			}
			rollouts += c.Rollouts * len(task.Behaviours())
		}
		table.Rows = append(table.Rows, words(r.command, thousands(len(cells)), thousands(rollouts),
			coreTime(cost.Seconds), fmt.Sprintf("%.1f MB", float64(cost.Bytes)/1e6)))
	}
	return table
}

// coreTime is a time of one core in the unit that suits it.
func coreTime(seconds float64) string {
	switch {
	case seconds < 2*3600:
		return fmt.Sprintf("%.0f minutes", math.Ceil(seconds/60))
	case seconds < 48*3600:
		return fmt.Sprintf("%.0f hours", seconds/3600)
	}
	return fmt.Sprintf("%.0f days", seconds/86400)
}

// thousands writes a number with commas.
func thousands(n int) string {
	if n < 1000 {
		return fmt.Sprint(n)
	}
	return fmt.Sprintf("%s,%03d", thousands(n/1000), n%1000)
}

// wordTable is a table without rows whose columns hold words.
func wordTable(titles ...string) (t document.Table) {
	for _, title := range titles {
		t.Columns = append(t.Columns, document.WordColumn(title, title))
	}
	return t
}

// words is a row of words.
func words(all ...string) (row []document.Cell) {
	for _, w := range all {
		row = append(row, document.Word(w))
	}
	return row
}
