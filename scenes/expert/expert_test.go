package expert

import (
	"testing"

	"counterpoise/internal/seed"
	"counterpoise/scenes"
)

func TestPickerSucceeds(t *testing.T) {
	w := scenes.NewTabletop()
	task, err := scenes.Tasks.Get("picking")
	if err != nil {
		t.Fatal(err)
	}
	for b, name := range task.Behaviours() {
		wins, steps := 0, 0
		const n = 100
		for i := range n {
			r := seed.Of("expert test", name, i).Rand()
			if err := task.Reset(w, b, r); err != nil {
				t.Fatal(err)
			}
			e, err := New("picking", w, b, r)
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
			}
			steps += w.Steps()
			if task.Success(w) {
				wins++
			} else {
				t.Logf("%s %d: block %v tcp %v start", name, i, w.Block(scenes.Red).P, w.TCP().P)
			}
		}
		t.Logf("%s: %d of %d, %.1f steps", name, wins, n, float64(steps)/n)
		if wins < 99 {
			t.Errorf("%s: %d of %d", name, wins, n)
		}
	}
}
