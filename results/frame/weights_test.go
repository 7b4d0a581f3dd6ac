package frame

import (
	"math"
	"slices"
	"testing"

	"counterpoise/bench"
	"counterpoise/bench/record"
	"counterpoise/internal/recordtest"
)

// The course of weights is that of the records: method k moves from 0.2 by 0.001 k a step, and method 0 not at all.
// The final weights are those of the last point.
func TestWeightCourse(t *testing.T) {
	p, records := recordtest.FourMethods(t)
	d := Of(p, records).Designs[0]
	for k, a := range d.Arms {
		w := d.WeightCourse(a)
		if !slices.Equal(w.Groups, []string{"left", "middle", "right"}) ||
			!slices.Equal(w.Steps, []int{0, 20, 40, 60, 80}) {
			t.Fatalf("groups %q, steps %v", w.Groups, w.Steps)
		}
		end := w.Alpha[2][4][0]
		if len(w.Alpha) != 3 || math.Abs(end-(0.2+0.08*float64(k))) > 1e-12 || w.Moves() != (k > 0) {
			t.Errorf("%s: %d trials, ends at %v, moves %v", a.Name, len(w.Alpha), end, w.Moves())
		}
		if final := d.FinalWeights(a.Name); final.Alpha[0][2] != end || final.References != nil {
			t.Errorf("%s: final weights %v, references %v", a.Name, final.Alpha[0], final.References)
		}
	}
}

// A group that a method gave up is listed with the number of its trials and the earliest of its steps; weights that a
// first stage found are those of the course.
func TestCollapses(t *testing.T) {
	p, records := recordtest.FourMethods(t)
	arm := Of(p, records).Designs[0].Arms[2]
	for h, r := range records {
		if r.Cell.Method == arm.Method && r.Cell.Trial < 2 {
			r.Training.Groups = []string{"left", "middle", "right"}
			r.Training.Collapsed = []record.Collapse{{Group: "middle", Step: 30 - 10*r.Cell.Trial}}
			r.Training.First = &record.Reference{Alpha: []record.Point{{Step: 7, Group: []float64{.1, .2, .7}}}}
			records[h] = r
		}
	}
	d := Of(p, records).Designs[0]
	want := CollapsedGroup{Arm: arm.Name, Group: "middle", Trials: 2, Of: 3, Earliest: 20, Last: 30}
	if got := d.Collapses(); len(got) != 1 || got[0] != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	if w := d.WeightCourse(arm); !slices.Equal(w.Steps, []int{7}) {
		t.Errorf("the course has steps %v", w.Steps)
	}
}

// The reference loss of a group under "ours" is that of the group's own run; under other methods that of the first
// run.
func TestReferenceLosses(t *testing.T) {
	alpha, ref := recordtest.Table1()
	records := recordtest.WithWeights(recordtest.RecordsOf(recordtest.Varied(nil), 2, "E5"), alpha, ref)
	e, err := bench.Experiments.Get("E5")
	if err != nil {
		t.Fatal(err)
	}
	p := bench.Plan{Name: "E5", Experiments: []bench.Experiment{e}, Size: recordtest.Size(2)}
	for arm, want := range map[string][2]float64{"ours": {1.48, 1.89}, "remix": {0.91, 0.51}} {
		w := Of(p, records).Designs[0].FinalWeights(arm) // trial 0 is 0.02 and 0.01 below the means
		if len(w.References) != 2 || math.Abs(w.References[0][0]-want[0]) > 1e-9 ||
			math.Abs(w.References[1][0]-want[1]) > 1e-9 {
			t.Errorf("%s: reference losses %v, want %v", arm, w.References, want)
		}
	}
}

// Success rises with the number of demonstrations as the records are made. The experiment gives middle five amounts
// and the other behaviours one.
func TestDoseResponses(t *testing.T) {
	p, records := recordtest.Explanatory(t, "dose", 3)
	for _, r := range Of(p, records).Designs[0].DoseResponses() {
		var amounts []int
		for i, q := range r.Doses {
			amounts = append(amounts, q.Demonstrations)
			if !q.Interval.Defined() || i > 0 && q.Mean <= r.Doses[i-1].Mean {
				t.Errorf("%s: dose %d of %+v", r.Behaviour, i, r.Doses)
			}
		}
		if want := []int{3, 9, 15, 21, 27}; r.Behaviour == "middle" && !slices.Equal(amounts, want) {
			t.Errorf("middle has %v demonstrations, want %v", amounts, want)
		} else if r.Behaviour != "middle" && len(amounts) != 1 {
			t.Errorf("%s has %v demonstrations, want one number", r.Behaviour, amounts)
		}
	}
}

// Arms with another setting than the first, as the number of actions executed at a time, are no part of the curve.
func TestDoseResponsesOfOneSetting(t *testing.T) {
	p, records := recordtest.Explanatory(t, "chunk", 3)
	d := Of(p, records).Designs[0]
	for _, r := range d.DoseResponses() {
		if r.Behaviour != "middle" { // starved, against balanced
			continue
		}
		for i, arm := range []string{"starved, 1", "balanced, 1"} {
			if want := d.Success(d.Arm(arm), "middle").Mean.Or(-1); len(r.Doses) != 2 ||
				math.Abs(r.Doses[i].Mean-want) > 1e-9 {
				t.Errorf("%s: %+v, want %v", arm, r.Doses, want)
			}
		}
	}
}

// A sweep has the given weights and the methods of a dataset, each at its mean weights, which sum to 1.
func TestSweeps(t *testing.T) {
	p, records := recordtest.Explanatory(t, "alpha", 2)
	for _, d := range Of(p, records).Designs {
		sweeps := d.Sweeps()
		if len(sweeps) != 1 {
			t.Fatalf("%s: %d sweeps, want 1", d.Task, len(sweeps))
		}
		given := 0
		for _, w := range d.Weighted(sweeps[0], d.Behaviours()[0]) {
			sum := 0.0
			for _, v := range w.Weights {
				sum += v
			}
			if w.Given {
				given++
			}
			if len(w.Weights) != len(sweeps[0].Groups) || math.Abs(sum-1) > 1e-9 || w.Given != HasGivenWeights(w.Arm) {
				t.Errorf("%s: weights %v of %q", w.Arm.Name, w.Weights, sweeps[0].Groups)
			}
		}
		if given < 3 {
			t.Errorf("%s: %d given weights, want 3 or more", d.Task, given)
		}
	}
}
