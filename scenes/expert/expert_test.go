package expert

import (
	"testing"

	"counterpoise/internal/seed"
	"counterpoise/scenes"
)

// perform acts out demonstration i of a behaviour and says whether it succeeded, and in how many control steps.
func perform(t testing.TB, w *scenes.Tabletop, name string, task scenes.Task, behaviour, i int) (success bool, steps int) {
	t.Helper()
	r := seed.Of("expert test", name, task.Behaviours()[behaviour], i).Rand()
	if err := task.Reset(w, behaviour, r); err != nil {
		t.Fatal(err)
	}
	e, err := New(name, w, behaviour, r)
	if err != nil {
		t.Fatal(err)
	}
	for range task.Horizon() {
		a, _, done := e.Act(w)
		if done {
			break
		}
		if err := w.Step(a); err != nil {
			t.Fatal(err)
		}
		success = success || task.Success(w)
	}
	return success, w.Steps()
}

// Every optimal demonstrator succeeds in at least 99 of 100 random starts, in every behaviour.
func TestExpertsSucceed(t *testing.T) {
	w := scenes.NewTabletop()
	for _, name := range Skills.Names() {
		task, err := scenes.Tasks.Get(name)
		if err != nil {
			t.Fatal(err)
		}
		for b, behaviour := range task.Behaviours() {
			wins := 0
			for i := range 100 {
				if ok, _ := perform(t, w, name, task, b, i); ok {
					wins++
				}
			}
			if wins < 99 {
				t.Errorf("%s %s: %d of 100", name, behaviour, wins)
			}
		}
	}
}

// A thousand random starts a behaviour: go test -bench Thousand -benchtime 1x ./scenes/expert
func BenchmarkThousandStarts(b *testing.B) {
	w := scenes.NewTabletop()
	for _, name := range Skills.Names() {
		task, err := scenes.Tasks.Get(name)
		if err != nil {
			b.Fatal(err)
		}
		for k, behaviour := range task.Behaviours() {
			b.Run("task="+name+"/behaviour="+behaviour, func(b *testing.B) {
				wins, steps := 0, 0
				for range b.N {
					for i := range 1000 {
						ok, n := perform(b, w, name, task, k, i)
						steps += n
						if ok {
							wins++
						}
					}
				}
				b.ReportMetric(float64(wins)/float64(10*b.N), "success-pct")
				b.ReportMetric(float64(steps)/float64(1000*b.N), "steps/demo")
				b.ReportMetric(float64(steps)/b.Elapsed().Seconds(), "control-steps/s")
			})
		}
	}
}
