package report

import (
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"counterpoise/bench"
	"counterpoise/internal/recordtest"
	"counterpoise/results/apa"
	"counterpoise/results/findings"
	"counterpoise/scenes"
	"counterpoise/stats"
)

// weighedBy are the columns of the table of results/README.md on weights that weigh finds, with how the method of their
// records begins; the first is plain cloning, which the others are compared with.
var weighedBy = []struct{ column, method string }{
	{"natural", "natural"},
	{"while it trains", "autolambda:HeldOut=0.1,Primary=optimal"},
	{"by `mlp`", "weights:mlp@0dd5"},
	{"by `mlp` of single actions", "weights:mlp@4250"},
	{"by `ridge`", "weights:ridge@"},
}

// The table of results/README.md on what weights of weigh are worth says what the records of results/known-good say:
// by how much each arm's success, in percent, mean over behaviours, lies above that of plain cloning, paired by trial,
// with its 95 % interval; a dash where an arm was not run.
func TestReadmeOfWeighed(t *testing.T) {
	all, _ := recordtest.Committed(t, "../known-good")
	type place struct {
		task, style string
		column      int
	}
	success := map[place]*[10]float64{}
	for _, r := range all {
		column := slices.IndexFunc(weighedBy, func(w struct{ column, method string }) bool {
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
	readme, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(readme), "## What weights of `weigh` are worth\n")
	section, _, _ = strings.Cut(section, "\n## ")
	rows := 0
	for _, task := range []string{"picking", "opening"} {
		for _, style := range bench.TwoByTwoStyles {
			want := "| " + task + " | " + style + " |"
			for column := range weighedBy[1:] {
				cell := "-"
				if v := success[place{task, style, column + 1}]; v != nil {
					plain := success[place{task, style, 0}]
					change, err := stats.PairedT(v[:], plain[:], findings.Level)
					if err != nil {
						t.Fatal(err)
					}
					cell = apa.Format("%+.1f", change.MeanDifference) + " " + apa.Interval("%+.1f", change.CI)
				}
				want += " " + cell + " |"
			}
			if rows++; !strings.Contains(section, "\n"+want+"\n") {
				t.Errorf("results/README.md lacks %s", want)
			}
		}
	}
	if n := strings.Count(section, "\n| ") - 1; n != rows {
		t.Errorf("the table has %d rows, want %d", n, rows)
	}
}

// percent is the success of a record by the earned oracle, mean over behaviours.
func percent(t *testing.T, r bench.Record) (mean float64) {
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
