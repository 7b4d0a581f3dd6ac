package scenes

import (
	"slices"
	"testing"

	"counterpoise/internal/seed"
)

// A replayed lift of CALVIN passes through the phases in order, and both distances end at zero.
func TestTraceOfALift(t *testing.T) {
	r := loadReplay(t, "lift_red_0.175")
	w := r.start(t)
	task, err := Tasks.Get("picking")
	if err != nil {
		t.Fatal(err)
	}
	var phases []Phase
	var last Moment
	for i := range r.Actions {
		if err := w.StepAbsolute(r.action(i)); err != nil {
			t.Fatal(err)
		}
		last = w.Trace(task, Earned)
		if len(phases) == 0 || phases[len(phases)-1] != last.Phase {
			phases = append(phases, last.Phase)
		}
		if last.Step != i+1 {
			t.Fatalf("step %d is called %d", i+1, last.Step)
		}
	}
	order := map[Phase]int{Reaching: 0, Touching: 1, Gripping: 2, Moving: 3, Done: 4}
	for i := 1; i < len(phases); i++ {
		if order[phases[i]] < order[phases[i-1]] {
			t.Errorf("phases are %v", phases)
		}
	}
	if last.Phase != Done || last.Outcome != (Outcome{Right, Right}) || last.Missing != 0 || last.Reach > 0.01 {
		t.Errorf("the lift ends as %+v", last)
	}
	if want := []string{"left finger on red block", "right finger on red block"}; !slices.Equal(last.Touches, want) {
		t.Errorf("contacts at the end: %q", last.Touches)
	}
}

// At the start of every task the whole distance is missing, and the goals of the benchmark's tasks are the parts that
// they are about.
func TestGoalsAtTheStart(t *testing.T) {
	want := map[string]string{
		"picking left": "red block", "picking middle": "red block", "picking right": "red block",
		"opening slider": "door", "opening drawer": "drawer",
	}
	seen := 0
	w := NewTabletop()
	for _, taskName := range Tasks.Names() {
		task, err := Tasks.Get(taskName)
		if err != nil {
			t.Fatal(err)
		}
		for b, behaviour := range task.Behaviours() {
			if err := task.Reset(w, b, seed.Of("goals").Rand()); err != nil {
				t.Fatal(err)
			}
			g, m := task.Goal(w), w.Trace(task, Earned)
			name := partName(g.Part)
			part, known := want[taskName+" "+behaviour]
			if known && name != part || g.Distance-g.Missing > 1e-3 || m.Phase != Reaching {
				t.Errorf("%s %s: goal %s, missing %v m, phase %s", taskName, behaviour, name, g.Missing, m.Phase)
			}
			if known {
				seen++
			}
		}
	}
	if seen != len(want) {
		t.Errorf("%d of %d goals were checked", seen, len(want))
	}
}
