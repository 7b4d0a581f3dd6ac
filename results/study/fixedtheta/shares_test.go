package fixedtheta

import (
	"math"
	"testing"

	"counterpoise/bench"
	"counterpoise/bench/record"
	"counterpoise/bench/study"
	"counterpoise/internal/recordtest"
	"counterpoise/results/frame"
	"counterpoise/scenes"
)

// Each share is compared with plain cloning of the same share, and nothing is shown before all trials are there.
func TestShares(t *testing.T) {
	e, err := bench.Experiments.Get(study.SharesAndStart)
	if err != nil {
		t.Fatal(err)
	}
	p := bench.Plan{Name: e.Name, Experiments: []bench.Experiment{e}, Size: recordtest.Size(shareTrials),
		Oracle: scenes.CALVIN}
	records := recordtest.RecordsOf(recordtest.Varied(map[string]int{
		"picking 2 of 6 bad, plain cloning (stays at the shares)": 20,
		"picking 2 of 6 bad, equal weights (stay at 1/k)":         8,
	}), shareTrials, e.Name)
	var last string
	for _, d := range frame.Of(p, records).Designs {
		for _, a := range d.Arms {
			for trial := range shareTrials {
				last = d.Cell(a, trial).Hash()
				r := records[last]
				r.Training.Groups = []string{"optimal", "biased"}
				r.Training.Alpha = []record.Point{{Step: 9, Group: []float64{a.Level / 8, 1 - a.Level/8}}}
				records[last] = r
			}
		}
	}
	all := Shares(frame.Of(p, records))
	if want := 2 * len("1234") * 6; len(all) != want {
		t.Fatalf("%d shares, want %d", len(all), want)
	}
	plain, equal := all[6], all[7]
	if plain.Bad != 2 || equal.Bad != 2 || plain.Effect.Test.MeanDifference.Defined() {
		t.Errorf("%+v, %+v", plain, equal)
	}
	if v := equal.Effect.Test.MeanDifference.Or(0); math.Abs(v+12) > 2 ||
		math.Abs(v-(equal.Success.Mean.Or(0)-plain.Success.Mean.Or(0))) > 1e-9 {
		t.Errorf("equal weights %+.1f of 12 points lost", v)
	}
	if w := equal.Weight.Mean.Or(0); w != .25 {
		t.Errorf("weight %v, want .25", w)
	}
	s, ok := sharesSection(frame.Of(p, records))
	if !ok || len(s.Tables[0].Rows) != len(all) {
		t.Errorf("%v, want a table of %d rows: %+v", ok, len(all), s.Tables)
	}
	if f := sharesFigures(frame.Of(p, records)); len(f) != 1 {
		t.Errorf("%d figures", len(f))
	}
	delete(records, last)
	if left := Shares(frame.Of(p, records)); len(left) != 0 {
		t.Errorf("%d shares with a trial less", len(left))
	}
}
