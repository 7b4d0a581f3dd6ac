package advice

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"counterpoise/bench"
	"counterpoise/bench/record"
	"counterpoise/internal/recordtest"
	"counterpoise/policies/weigh"
	"counterpoise/results/frame"
	"counterpoise/scenes"
	"counterpoise/scenes/demos"
	"counterpoise/stats"
)

// memory is a dataset in memory as a reader.
type memory struct{ *demos.Dataset }

func (m memory) Card() demos.Card { return m.Dataset.Card }
func (m memory) Episodes() int    { return len(m.Dataset.Episodes) }
func (m memory) Close() error     { return nil }
func (m memory) Read(i int, _ bool) (*demos.Raw, error) {
	return m.Dataset.Episodes[i].Raw(false), nil
}

func measured(t testing.TB, d *demos.Dataset, by []string) Measurement {
	t.Helper()
	none := func(int, int) {}
	g, err := weigh.ReadGroups(t.Context(), memory{d}, by, none)
	if err != nil {
		t.Fatal(err)
	}
	c, err := weigh.ReadCorpus(t.Context(), memory{d}, g, weigh.CorpusOptions{}, none)
	if err != nil {
		t.Fatal(err)
	}
	m, err := Measure(t.Context(), &g.LabelledGroups, c, Options{Seed: 1, Repeats: DefaultRepeats})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// BenchmarkEvidence measures the evidence of the rule anew: difficulty and conflict of each style of
// bench/style_axes.json, on the demonstrations of its first trial, beside the cost in points of success that stands
// there. The table of the package's page is made of its output:
//
//	go test -run '^$' -bench Evidence -benchtime 1x ./results/advice
func BenchmarkEvidence(b *testing.B) {
	axes, err := bench.MeasuredStyles()
	if err != nil {
		b.Fatal(err)
	}
	for _, s := range axes.Styles {
		b.Run("task="+s.Task+"/style="+s.Style, func(b *testing.B) {
			for range b.N {
				v := verdictOn(b, s, axes.Demonstrations, axes.Seed)
				cost := 0.0
				for i := range s.Alone {
					cost += (s.Alone[i] - s.Mixed[i]) / float64(len(s.Alone))
				}
				b.ReportMetric(cost, "cost-points")
				b.ReportMetric(v.Difficulty.Value.Or(0), "difficulty")
				b.ReportMetric(v.Difficulty.Low.Or(0), "difficulty-low")
				b.ReportMetric(v.Conflict.Value.Or(0), "conflict")
			}
		})
	}
}

// BenchmarkMethods computes the rest of the evidence anew from the committed records: what upsampling and the methods
// that follow losses change against plain cloning of the same demonstrations, mean over behaviours, with the standard
// error over trials and the p of the paired t-test, not corrected.
//
//	go test -run '^$' -bench Methods -benchtime 1x ./results/advice
func BenchmarkMethods(b *testing.B) {
	all, records := recordtest.Committed(b, "../confirm")
	plans, _ := frame.Plans(all)
	changes := map[string]stats.Test{} // experiments share arms: of each comparison that with most pairs
	for _, plan := range plans {
		for _, d := range frame.Of(plan, records).Designs {
			for _, plain := range d.Arms {
				for _, a := range d.Arms {
					if plain.Method != "natural" || a.Method == "natural" || a.Recipe != plain.Recipe {
						continue
					}
					name := strings.Join([]string{fmt.Sprint(plan.Size.Seed), d.TaskOf(a), a.Recipe, a.Method}, "/")
					change, err := stats.PairedT(meanSuccess(d, a), meanSuccess(d, plain), frame.Level)
					if err == nil && change.T.Defined() && change.N.Total() > changes[name].N.Total() {
						changes[name] = change
					}
				}
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(changes)) {
		change := changes[name]
		b.Run(name, func(b *testing.B) {
			b.ReportMetric(change.MeanDifference.Or(0), "points")
			b.ReportMetric(change.MeanDifference.Or(0)/change.T.Or(1), "se")
			b.ReportMetric(change.P.Or(1), "p")
			b.ReportMetric(float64(change.N.Total()), "pairs")
		})
	}
}

// meanSuccess is the success of an arm by trial: percent, mean over behaviours; NaN without a record.
func meanSuccess(d frame.Design, a bench.Arm) []float64 {
	v := d.Successes(a, bench.AllBehaviours)
	for t := range v {
		v[t] = d.Percent(v[t]) / float64(len(d.Behaviours()))
	}
	return v
}

// verdictOn is what the rule says about n demonstrations of a style beside n optimal ones of each behaviour.
func verdictOn(t testing.TB, s bench.StyleMeasurement, n int, from uint64) Verdict {
	t.Helper()
	task, err := scenes.Tasks.Get(s.Task)
	if err != nil {
		t.Fatal(err)
	}
	var parts []string
	for _, at := range task.Behaviours() {
		parts = append(parts, fmt.Sprintf("%s=%d,%s:%s=%d", at, n, at, s.Style, n))
	}
	r, err := demos.ParseRecipe(s.Task + " " + strings.Join(parts, ","))
	if err != nil {
		t.Fatal(err)
	}
	d, err := demos.Generate(t.Context(), r, record.PoolSeed(s.Task, 0, from), 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	a, err := Advise(measured(t, d, []string{"behaviour", "style"}), nil)
	if err != nil || len(a.Verdicts) != 1 {
		t.Fatalf("%v: %d kinds", err, len(a.Verdicts))
	}
	return a.Verdicts[0]
}
