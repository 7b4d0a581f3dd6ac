package surface

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"counterpoise/bench"
	"counterpoise/bench/record"
	"counterpoise/bench/study"
	"counterpoise/internal/recordtest"
	"counterpoise/policies/balance"
	"counterpoise/results/frame"
)

// Success under fixed weights is 20 + 60 w percent, w the weight of the optimal demonstrations. Settings of the method
// lie 1 point above that with one stage and 2 below with two, at weights of .3 to .6; natural data succeed in 40, as
// w = 1/3 does.
func TestWorth(t *testing.T) {
	const trials = 2
	experiment, err := bench.Experiments.Get(study.SlicesExperiment)
	if err != nil {
		t.Fatal(err)
	}
	weight := map[string]float64{} // of the optimal demonstrations, by arm
	success := map[string]int{}
	better := map[string]int{}         // settings above natural data, by style
	arms := experiment.Designs[0].Arms // those of the other task have the same names and methods
	for i, a := range arms {
		m, err := balance.Named(a.Method)
		if err != nil {
			t.Fatal(err)
		}
		fixed, given := m.(balance.Fixed)
		switch {
		case given:
			weight[a.Name], success[a.Name] = fixed[0], int(20+60*fixed[0])
		case a.Method == "natural":
			weight[a.Name], success[a.Name] = 2/3., 40
		default:
			w := []float64{.3, .4, .5, .6}[i%4]
			weight[a.Name], success[a.Name] = w, int(math.Round(20+60*w))+1
			if strings.Contains(a.Method, "Stages=2") {
				success[a.Name] -= 3
			}
			if success[a.Name] > 40 {
				style, _, _ := strings.Cut(a.Name, ",")
				better[style]++
			}
		}
	}
	records := recordtest.RecordsOf(func(_, _, arm string, trial int) int {
		return success[arm] + 2*trial - 1 // whose mean over two trials is the success
	}, trials, study.SlicesExperiment)
	plan := bench.Plan{Experiments: []bench.Experiment{experiment}, Size: recordtest.Size(trials)}
	for _, d := range experiment.Designs {
		for _, a := range d.Arms {
			for trial := range trials {
				h := plan.Cell(experiment, d, a, trial).Hash()
				r := records[h]
				r.Training.Groups = []string{"optimal", strings.Split(a.Name, ",")[0]}
				w := weight[a.Name]
				r.Training.Alpha = []record.Point{{Step: 0, Group: []float64{w, 1 - w}}}
				records[h] = r
			}
		}
	}
	for _, f := range frame.Of(plan, records).Findings() {
		all := Worths(f.Design)
		if styles, _, _ := study.SurfaceGrid(); len(all) != len(styles) {
			t.Fatalf("%s: %d datasets: %+v", f.Design.Task, len(all), all)
		}
		for _, w := range all {
			near := func(got, want float64) bool { return math.Abs(got-want) < 1e-9 }
			if !near(w.Natural, 40) || !near(w.Best, 80) || !near(w.BestWeight, 1) || w.Settings != 20 ||
				w.Better != better[w.Style] ||
				!near(w.Weights[0], .3) || !near(w.Weights[1], .6) ||
				!near(w.Distance, 1.5) || !near(w.Off[0], -2) || !near(w.Off[1], 1) {
				t.Errorf("%s: %+v", f.Design.Task, w)
			}
		}
		want := "natural data 40.0 % (mean over behaviours), the best given weight of the optimal demonstrations " +
			"80.0 % (at 1.00). The 20 settings of the study's method give them weights of 0.30 to 0.60 and succeed in "
		if got := worthSentences(f.Design); len(got) != 3 || !strings.HasPrefix(got[0], "biased: "+want) ||
			!strings.Contains(got[2], fmt.Sprintf("They lie %.1f points", 1.5)) {
			t.Errorf("%q", got)
		}
		other := f.Design
		other.Experiment.Name = "E1"
		if got := worthSentences(other); got != nil {
			t.Errorf("another experiment: %q", got)
		}
	}
}
