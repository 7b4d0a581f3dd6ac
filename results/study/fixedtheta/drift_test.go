package fixedtheta

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"counterpoise/bench"
	"counterpoise/bench/record"
	"counterpoise/bench/study"
	"counterpoise/internal/recordtest"
	"counterpoise/results"
	"counterpoise/results/frame"
	"counterpoise/scenes"
)

// madeUp returns a plan and made-up records of both experiments in 30 trials. Weights under fixed are those of found,
// with a spread of .02 over trials; they are .5 elsewhere.
func madeUp(t *testing.T, levels map[string]int, found map[string]float64) (bench.Plan, recordtest.Records) {
	t.Helper()
	p := bench.Plan{Name: "made up", Size: recordtest.Size(Trials), Oracle: scenes.CALVIN}
	for _, name := range []string{study.FixedTheta, study.FixedThetaMore} {
		e, err := bench.Experiments.Get(name)
		if err != nil {
			t.Fatal(err)
		}
		p.Experiments = append(p.Experiments, e)
	}
	records := recordtest.RecordsOf(recordtest.Varied(levels), Trials, study.FixedTheta, study.FixedThetaMore)
	for _, e := range p.Experiments {
		for _, d := range e.Designs {
			for _, a := range d.Arms {
				style, method, _ := strings.Cut(a.Name, ", ")
				for trial := range Trials {
					cell := p.Cell(e, d, a, trial)
					r, ok := records.Get(cell)
					if !ok {
						t.Fatal("no record of", a.Name)
					}
					w := .5
					if v, ok := found[d.Task+" "+style]; ok && method == "fixed" {
						w = v
					}
					w += .02 * float64(trial%2*2-1)
					r.Training.Groups = []string{"optimal", style}
					r.Training.Alpha = []record.Point{{Step: 9, Group: []float64{w, 1 - w}}}
					records[cell.Hash()] = r
				}
			}
		}
	}
	return p, records
}

// verdicts are those of predictions by "task style of".
func verdicts(p bench.Plan, r recordtest.Records) map[string]Verdict {
	all := map[string]Verdict{}
	for _, j := range Judge(Styles(frame.Of(p, r))) {
		all[j.Task+" "+j.Style+" "+j.Of] = j.Verdict
	}
	return all
}

// A prediction that the made-up records meet is confirmed, one that they meet the other way round refuted, and one
// between open.
func TestJudge(t *testing.T) {
	p, r := madeUp(t, map[string]int{
		"picking hasty, fixed": 12, "opening hasty, fixed": -12, "picking erratic, fixed": -12,
		"picking noisy, fixed": -12, "picking slow, fixed": 12,
	}, map[string]float64{"picking hasty": .92, "opening hasty": .80, "picking noisy": .385, "opening biased": .515})
	got := verdicts(p, r)
	for of, want := range map[string]Verdict{
		"picking hasty fixed - plain, primary":   Confirmed,
		"opening hasty fixed - plain, primary":   Refuted,
		"picking erratic fixed - plain, primary": Confirmed,
		"opening erratic fixed - plain, primary": Open,
		"picking noisy fixed - plain":            Confirmed,
		"picking slow fixed - plain":             Refuted,
		"picking hasty weight under fixed":       Confirmed, // .92 ± .008 of .92
		"picking hasty weight under fixed, C42":  Confirmed,
		"opening hasty weight under fixed":       Refuted, // .80 of 1.00
		"opening hasty weight under fixed, C42":  Open,    // .80 ± .008 of at least .8
		"picking noisy weight under fixed":       Open,    // .385 ± .008 of .34 ± .05
		"opening biased weight under fixed":      Confirmed,
		"picking slow weight under fixed":        Refuted, // .50 of .17
		"picking hasty weight under zero, C42":   Confirmed,
	} {
		if got[of] != want {
			t.Errorf("%s: %q, want %q", of, got[of], want)
		}
	}
	if want := 4 + 12 + 4 + 2; len(got) != want {
		t.Errorf("%d predictions, want %d", len(got), want)
	}
}

// A style that lacks one record is not looked at. Without it the other primary tests have four times their p, which is
// no less than Holm's.
func TestLacksATrial(t *testing.T) {
	p, r := madeUp(t, map[string]int{"hasty, fixed": 2}, nil)
	whole := map[string]float64{}
	for _, j := range Judge(Styles(frame.Of(p, r))) {
		if v, ok := j.Holm.Get(); ok {
			whole[j.Task+j.Style] = v
		}
	}
	if len(whole) != primaryTests {
		t.Fatalf("%d primary tests", len(whole))
	}
	for i, d := range frame.Of(p, r).Designs {
		if d.Experiment.Name == study.FixedThetaMore {
			delete(r, d.Cell(d.Arm("erratic, adam"), 5+i).Hash())
		}
	}
	all := Styles(frame.Of(p, r))
	for _, s := range all {
		if s.Name == "erratic" {
			t.Errorf("%s %s is looked at with a trial less", s.Task, s.Name)
		}
	}
	for _, j := range Judge(all) {
		if v, ok := j.Holm.Get(); ok {
			e, _ := all[0].Effect("fixed")
			if j.Task == "opening" {
				e, _ = all[5].Effect("fixed")
			}
			if want := min(1, 4*e.Test.P.Or(math.NaN())); v != want || v < whole[j.Task+j.Style] {
				t.Errorf("%s %s: p %v, want %v, at least %v", j.Task, j.Style, v, want, whole[j.Task+j.Style])
			}
		}
	}
	if _, ok := Figure(all); !ok || len(all) != 10 {
		t.Errorf("%d styles are drawn", len(all))
	}
	s, ok := Section(frame.Of(p, r))
	if !ok || len(s.Tables[0].Rows) != 2+10+4+2 {
		t.Errorf("%d rows", len(s.Tables[0].Rows))
	}
}

// The predictions of the program are those of the freeze's text.
func TestPredictionsOfTheFreeze(t *testing.T) {
	for task, of := range weights {
		row := "| " + task + " |"
		for _, s := range styles {
			row += " " + strings.TrimPrefix(fmt.Sprintf("%.2f", of[s]), "0") + " |"
		}
		if !strings.Contains(results.Freezes, row) {
			t.Errorf("results/freeze.md has no row %q", row)
		}
	}
}
