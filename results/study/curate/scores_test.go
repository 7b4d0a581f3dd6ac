package curate

import (
	"math"
	"slices"
	"strings"
	"testing"

	"counterpoise/bench"
	"counterpoise/bench/record"
	"counterpoise/bench/study"
	"counterpoise/internal/recordtest"
	"counterpoise/results/frame"
	"counterpoise/scenes"
)

const trials = 6

// madeUp returns the frame of made-up records: leaving out gains 20 points on each bad style, worst 10, length loses
// 10, and random loses 5 where nothing is wrong. The AUROC of worst is .9, that of length .4.
func madeUp(t *testing.T) (frame.Frame, recordtest.Records) {
	t.Helper()
	levels := map[string]int{"nothing wrong, random": -5}
	for _, s := range study.CurateSets() {
		if s.Style != "" {
			levels[s.ArmName("left out")], levels[s.ArmName("worst")], levels[s.ArmName("length")] = 20, 10, -10
		}
	}
	plan, err := bench.NewPlan(study.Curate, func(s *record.Size) { *s = recordtest.Size(trials) })
	if err != nil {
		t.Fatal(err)
	}
	plan.Oracle = scenes.CALVIN
	records := recordtest.RecordsOf(recordtest.Varied(levels), trials, study.Curate)
	for hash, r := range records {
		auroc := map[bool]float64{true: .9, false: .4}[strings.Contains(r.Cell.Method, "worst")]
		if strings.HasPrefix(r.Cell.Method, "kept:") {
			r.Training.Selection = &record.Selection{Dropped: []int{1, 2, 3}, DroppedBad: 2, AUROC: &auroc}
			r.Data.Groups = []record.GroupCount{{Style: "optimal", Demos: 4}, {Style: "bad", Demos: 2}}
			records[hash] = r
		}
	}
	return frame.Of(plan, records), records
}

// What was made up is found: the share of the gap that worst recovers is the sum of its gains over that of the gaps,
// counted from the records, and lies in its interval.
func TestWorth(t *testing.T) {
	f, records := madeUp(t)
	sets := Sets(f)
	if want := 2 * len(study.CurateSets()); len(sets) != want {
		t.Fatalf("%d sets, want %d", len(sets), want)
	}
	gain, gap := 0.0, 0.0
	for _, s := range sets {
		if s.Kind != Fails {
			continue
		}
		for _, a := range s.Design.Arms {
			style, arm, _ := strings.Cut(a.Name, ", ")
			if style != s.Style {
				continue
			}
			for trial := range trials {
				r, _ := records.Get(s.Design.Cell(a, trial))
				v := 0.0
				for _, o := range r.Rollouts {
					n, _ := o.Successes(scenes.CALVIN)
					v += float64(n) / float64(len(r.Rollouts))
				}
				switch arm {
				case "plain":
					gain, gap = gain-v, gap-v
				case "worst":
					gain += v
				case "left out":
					gap += v
				}
			}
		}
	}
	w := WorthOf("worst", Fails, sets)
	if got, want := w.Recovered.Estimate.Or(-1), 100*gain/gap; math.Abs(got-want) > 1e-9 ||
		!w.Recovered.CI.Contains(got) || want < 40 || want > 60 {
		t.Errorf("worst recovers %v %v, want %v", got, w.Recovered.CI, want)
	}
	if math.Abs(w.AUROC-.9) > 1e-12 || w.Inverted != 0 || w.AtLength == w.AtLength {
		t.Errorf("worst %+v", w)
	}
	if l := WorthOf("length", Succeeds, sets); l.Inverted != l.Sets || l.Sets < 1 ||
		l.Recovered.CI.High.Or(1) > 0 {
		t.Errorf("length %+v", l)
	}
	if good, bad := sets[0].Dropped("worst"); good != .25 || bad != 1 {
		t.Errorf("worst drops %v of good ones and %v of bad ones", good, bad)
	}
	for _, r := range Rows(sets) {
		mean := r.Nothing.Effect.Test.MeanDifference.Or(99)
		if want := map[string]float64{"random": -5}[r.Arm]; r.Arm != "success label" && math.Abs(mean-want) > 3 {
			t.Errorf("%s, where nothing is wrong: %v, want about %v", r.Arm, mean, want)
		}
		if p := r.Fails.Effect.Holm.Or(1); r.Arm == "worst" && p > .001 || r.Arm == "random" && p < .05 {
			t.Errorf("%s: p (Holm) %v", r.Arm, p)
		}
	}
}

// The styles that are said to be costly are those that list styles shows to cost more than the margin, where it had
// them when the experiment was frozen; the others were measured later.
func TestCostlyStyles(t *testing.T) {
	axes, err := bench.MeasuredStyles()
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range study.CurateSets() {
		for _, task := range scenes.Tasks.Names() {
			m, ok := axes.Of(task, s.Style)
			ok = ok && m.Date < "2026-11-30"
			costly := ok && frame.StyleCost(m).CI.Low.Or(0) > bench.VerdictMargin
			if said := slices.Contains(s.CostlyIn, task); ok && said != costly {
				t.Errorf("%s in %s: said to be costly: %t, measured %+v", s, task, said, frame.StyleCost(m))
			}
		}
	}
}

// A set counts when all of its trials are there, the section has the sets that count, and the figure the scores.
func TestForms(t *testing.T) {
	f, records := madeUp(t)
	s, ok := Section(f)
	if !ok || len(s.Tables) != 4 || len(s.Tables[2].Rows) != len(Sets(f)) {
		t.Fatalf("section %+v", s)
	}
	figures := planFigures(f)
	if len(figures) != 1 || figures[0].Panels() != 2 || !strings.Contains(figures[0].Alt, "worst") {
		t.Errorf("figures %+v", figures)
	}
	d := f.Designs[0]
	for _, a := range d.Arms {
		if strings.HasPrefix(a.Name, "biased") {
			delete(records, d.Cell(a, trials-1).Hash())
			break
		}
	}
	if got := len(Sets(frame.Of(f.Plan, records))); got != len(Sets(f))-1 {
		t.Errorf("%d sets without a record of one", got)
	}
	if _, ok := Section(frame.Of(f.Plan, recordtest.Records{})); ok {
		t.Error("a section without records")
	}
}
