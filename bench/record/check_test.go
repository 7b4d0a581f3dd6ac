package record

import (
	"strings"
	"testing"
)

// Each way in which a record contradicts its cell or itself is an error of its own, and the nearest values that do not
// are none.
func TestRecordsThatContradict(t *testing.T) {
	recordOf := func() Record {
		r := Record{Schema: SchemaVersion, Cell: Cell{Task: "opening", Method: "ours:EtaT=20", Trial: MaxTrial,
			Rollouts: 2, Steps: 10, Seed: 1, Version: "3.4"}}
		r.Data.Seed = PoolSeed("opening", MaxTrial, 1)
		r.Training.Groups = []string{"slider", "drawer"}
		r.Training.Alpha = []Point{{0, []float64{.5, .5}}, {10, []float64{.2505, .75}}}
		r.Training.Loss = []Point{{10, []float64{-1, 2}}}
		r.Training.References = []Reference{{Reached: []float64{1, 2}}, {Reached: []float64{2, 1}}}
		r.Training.Collapsed = []Collapse{{"slider", 0}}
		for _, b := range []string{"slider", "drawer"} {
			r.Rollouts = append(r.Rollouts, Outcomes{Behaviour: b, Horizon: 9, Steps: []int{9, 0},
				WrongSteps: []int{0, 9}, EarnedSteps: []int{0, 8}, NonFiniteSteps: []int{0, 0}})
		}
		return r
	}
	if err := recordOf().Check(); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		change func(*Record)
		word   string
	}{
		{func(r *Record) { r.Cell.Trial++ }, "trial 100001"},
		{func(r *Record) { r.Cell.Rollouts = -1 }, "-1 rollouts"},
		{func(r *Record) { r.Rollouts = nil }, "no outcomes"},
		{func(r *Record) { r.Rollouts[1].Steps[0] = 10 }, "outcomes has 10 for rollout 0"},
		{func(r *Record) { r.Rollouts[0].EarnedSteps = []int{0} }, "earned of 1 rollouts"},
		{func(r *Record) { r.Rollouts[1].WrongSteps[0] = 1 }, "the same oracle \"calvin\""},
		{func(r *Record) { r.Rollouts[0].NonFiniteSteps[1] = 8 }, "had ended at step 8"},
		{func(r *Record) { r.Training.References = r.Training.References[:1] }, "1 reference runs for 2 groups"},
		{func(r *Record) { r.Training.References[0].Reached = []float64{1} }, "of 1 groups, and 2 groups"},
		{func(r *Record) { r.Training.Alpha[1].Group[0] = .2515 }, "sum to 1.0015"},
		{func(r *Record) { r.Training.Alpha[0].Group = []float64{1.5, -.5} }, "the weight -0.5"},
		{func(r *Record) { r.Training.First = &Reference{Alpha: []Point{{0, []float64{1, 1}}}} }, "sum to 2"},
		{func(r *Record) { r.Training.Alpha[1].Step = 0 }, "at step 0 after step 0"},
		{func(r *Record) { r.Training.Loss[0].Step = 11 }, "at step 11"},
		{func(r *Record) { r.Training.Collapsed[0].Step = -1 }, "at step -1"},
		{func(r *Record) { r.Training.Collapsed[0].Group = "up" }, `a collapse of "up"`},
	} {
		r := recordOf()
		c.change(&r)
		if err := r.Check(); err == nil || !strings.Contains(err.Error(), c.word) {
			t.Errorf("%v, want an error with %q", err, c.word)
		}
	}
}
