package report

import (
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"counterpoise/bench/record"
	"counterpoise/bench/study"
	"counterpoise/internal/golden"
	"counterpoise/internal/recordtest"
	"counterpoise/results/apa"
	"counterpoise/results/frame"
	"counterpoise/scenes"
	"counterpoise/stats"
)

// weighedColumn is a column of a table on what weights are worth, with how the method of its records begins.
type weighedColumn struct{ column, method string }

// weighedTables are the tables of docs/results on what weights are worth, by the names of their pages. The
// first column of each is plain cloning, which the others are compared with, and does not stand there.
var weighedTables = map[string][]weighedColumn{
	"weights": {
		{"natural", "natural"},
		{"while it trains", "autolambda:HeldOut=0.1,Primary=optimal"},
		{"by `mlp`", "weights:mlp@0dd5"},
		{"by `mlp` of single actions", "weights:mlp@4250"},
		{"by `ridge`", "weights:ridge@"},
	},
	"groups": {
		{"natural", "natural"},
		{"by resemblance", "weights:resemblance@f42a"},
		{"the better half", "weights:half@"},
		{"told the groups, while it trains", "autolambda:HeldOut=0.1,Primary=optimal"},
		{"left out", "fixed:1,0"},
	},
}

// The tables of docs/results on what weights are worth say what the records of results/known-good say: by how much
// each arm's success, in percent, mean over behaviours, lies above that of plain cloning, paired by trial, with its 95
// % interval; a dash where an arm was not run.
func TestReadmeOfWeighed(t *testing.T) {
	all, _ := recordtest.Committed(t, "../known-good")
	for heading, columns := range weighedTables {
		page, err := os.ReadFile("../../docs/results/" + heading + ".md")
		if err != nil {
			t.Fatal(err)
		}
		section := string(page)
		head := "| task | bad demonstrations |"
		for _, c := range columns[1:] {
			head += " " + c.column + " |"
		}
		if !strings.Contains(section, head+"\n") {
			t.Errorf("docs/results/%s.md lacks %s", heading, head)
		}
		rows := weighedRows(t, all, columns)
		for _, want := range rows {
			if !strings.Contains(section, "\n"+want+"\n") {
				t.Errorf("docs/results/%s.md lacks %s", heading, want)
			}
		}
		if n := strings.Count(section, "\n| ") - 1; n != len(rows) {
			t.Errorf("%s: the table has %d rows, want %d", heading, n, len(rows))
		}
	}
}

// What docs/findings.md and docs/results/groups.md say of weights by resemblance from the state follows from the table:
// what they change where leaving the bad ones out gains at least 7 points, and elsewhere.
func TestReadmeOfResemblanceFromState(t *testing.T) {
	all, _ := recordtest.Committed(t, "../known-good")
	var gains, others []float64
	shown := 0
	for _, row := range weighedRows(t, all, weighedTables["groups"]) {
		cells := strings.Split(row, "|")
		var change, low, high, best float64
		if _, err := fmt.Sscanf(cells[3], " %f [%f, %f]", &change, &low, &high); err != nil {
			t.Fatal(row, err)
		}
		if _, err := fmt.Sscanf(cells[6], " %f", &best); err != nil {
			t.Fatal(row, err)
		}
		if best < 7 {
			others = append(others, change)
			continue
		}
		if gains = append(gains, change); low > 0 {
			shown++
		}
	}
	numbers := map[int]string{5: "five", 8: "eight"}
	for path, want := range map[string]string{
		"../../docs/findings.md": fmt.Sprintf("gain %.0f to %.0f points", slices.Min(gains), slices.Max(gains)),
		"../../docs/results/groups.md": fmt.Sprintf("gains %.0f to %.0f points where bad demonstrations cost at "+
			"least 7, which %s of these %s rows show by themselves, and changes success by %+.1f to %+.1f in the "+
			"others", slices.Min(gains), slices.Max(gains), numbers[shown], numbers[len(gains)], slices.Min(others),
			slices.Max(others)),
	} {
		golden.CheckWords(t, path, want)
	}
}

// weighedRows returns the rows of a table.
func weighedRows(t *testing.T, all []record.Record, columns []weighedColumn) (rows []string) {
	t.Helper()
	type place struct {
		task, style string
		column      int
	}
	success := map[place]*[10]float64{}
	for _, r := range all {
		column := slices.IndexFunc(columns, func(w weighedColumn) bool {
			return strings.HasPrefix(r.Cell.Method, w.method)
		})
		_, style, bad := strings.Cut(r.Cell.Recipe, ":")
		if column < 0 || !bad || r.Cell.Untrained() {
			continue
		}
		style, _, _ = strings.Cut(style, "=")
		at := place{r.Cell.Task, style, column}
		if success[at] == nil {
			success[at] = new([10]float64)
		}
		success[at][r.Cell.Trial] = percent(t, r)
	}
	for _, task := range []string{"picking", "opening"} {
		for _, style := range study.TwoByTwoStyles {
			row := "| " + task + " | " + style + " |"
			for column := range columns[1:] {
				cell := "-"
				if v := success[place{task, style, column + 1}]; v != nil {
					plain := success[place{task, style, 0}]
					change, err := stats.PairedT(v[:], plain[:], frame.Level)
					if err != nil {
						t.Fatal(err)
					}
					cell = apa.Format("%+.1f", change.MeanDifference) + " " + apa.Interval("%+.1f", change.CI)
				}
				row += " " + cell + " |"
			}
			rows = append(rows, row)
		}
	}
	return rows
}

// percent is the success of a record by the earned oracle, mean over behaviours.
func percent(t *testing.T, r record.Record) (mean float64) {
	t.Helper()
	for _, o := range r.Rollouts {
		n, ok := o.Successes(scenes.Earned)
		if !ok {
			return math.NaN()
		}
		mean += 100 * float64(n) / float64(r.Cell.Rollouts) / float64(len(r.Rollouts))
	}
	return mean
}
