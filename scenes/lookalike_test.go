package scenes

import (
	"testing"

	"counterpoise/internal/seed"
)

// The knob LookAlike reaches every snapshot of an episode: of the tabletop, of its observations, of a tabletop that
// loads its state, and of one that is restored from a recording. It changes no motion and no number, and ends with the
// next task.
func TestLookAlike(t *testing.T) {
	plain, _ := started(t, "picking:Clutter=2", seed.Of("look"), 1)
	w, _ := started(t, "picking:Clutter=2,LookAlike=0.7", seed.Of("look"), 1)
	const likeness = float64(float32(0.7))
	for range 5 {
		for _, w := range []*Tabletop{plain, w} {
			if err := w.Step(Action{ActionTranslation: 0.5, ActionGripper: 1}); err != nil {
				t.Fatal(err)
			}
		}
	}
	a, b := observed(plain), observed(w)
	if !equalNumbers(a, b) || a.LookAlike != 0 {
		t.Error("the colours change the state, or the default has them")
	}
	loaded, restored := NewTabletop(), NewTabletop()
	if err := loaded.Load(w.Save(nil)); err != nil {
		t.Fatal(err)
	}
	if _, err := restored.Restore(&b); err != nil {
		t.Fatal(err)
	}
	for name, s := range map[string]Snapshot{
		"tabletop": w.Snapshot(), "observation": SnapshotOf(&b), "loaded": loaded.Snapshot(),
		"restored": restored.Snapshot(),
	} {
		if s.LookAlike != likeness {
			t.Errorf("%s: likeness %v, want %v", name, s.LookAlike, likeness)
		}
	}
	if loaded.Hash() != w.Hash() || w.Hash() == plain.Hash() {
		t.Error("the state that is saved has other colours")
	}
	if err := loaded.Load(plain.Save(nil)); err != nil || loaded.Snapshot().LookAlike != 0 {
		t.Errorf("a state without the knob loads with likeness %v (%v)", loaded.Snapshot().LookAlike, err)
	}
	opening, err := ParseTask("opening")
	if err != nil {
		t.Fatal(err)
	}
	if err := opening.Reset(w, 0, seed.Of("look").Rand()); err != nil || w.Snapshot().LookAlike != 0 {
		t.Errorf("the next task starts with likeness %v (%v)", w.Snapshot().LookAlike, err)
	}
	for task, want := range map[string]float32{
		"picking:LookAlike=0.7": 0.7, "picking": 0, "opening:Ajar=9": 0, "juggling": 0, "picking:Fog=1": 0, "": 0,
	} {
		if got := LookAlikeOf(task); got != want {
			t.Errorf("likeness of task %q is %v, want %v", task, got, want)
		}
	}
}
