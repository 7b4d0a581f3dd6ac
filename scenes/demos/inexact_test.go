package demos

import (
	"context"
	"testing"

	"counterpoise/scenes"
)

// snapshots is a renderer that keeps what it is to draw, beside the observation.
type snapshots struct{ wrong, drawn int }

func (s *snapshots) Render(now *scenes.Snapshot, o *scenes.Observation) error {
	s.drawn++
	if *now != scenes.SnapshotOf(o) {
		s.wrong++
	}
	return nil
}

func (s *snapshots) Close() error { return nil }

// Pictures of demonstrations with noise show what the observations say; the demonstrator, which sees the exact state,
// does the same as without.
func TestInexactDemonstrations(t *testing.T) {
	r, err := ParseRecipe("picking:Noise=5 left=2,right=1")
	if err != nil {
		t.Fatal(err)
	}
	d, s := &Dataset{}, &snapshots{}
	o := Options{Seed: 3, NewRenderer: func() (Renderer, error) { return s, nil }}
	card, err := Stream(context.Background(), r, o, (*datasetSink)(d))
	if err != nil {
		t.Fatal(err)
	}
	if s.drawn == 0 || s.wrong > 0 {
		t.Errorf("%d of %d pictures show another state than the observation", s.wrong, s.drawn)
	}
	if card.Task != "picking:Noise=5" {
		t.Errorf("the card names the task %s", card.Task)
	}
	plain := generate(t, "picking left=2,right=1", 3, 1)
	for i := range d.Episodes {
		a, b := &d.Episodes[i], &plain.Episodes[i]
		if len(a.Actions) != len(b.Actions) || !a.Success {
			t.Fatalf("demonstration %d: %d actions, success %v; %d without noise",
				i, len(a.Actions), a.Success, len(b.Actions))
		}
		for k := range a.Actions {
			if a.Actions[k] != b.Actions[k] {
				t.Fatalf("demonstration %d: action %d is another without noise", i, k)
			}
		}
		if a.Observations[0].Robot == b.Observations[0].Robot {
			t.Errorf("demonstration %d is observed exactly", i)
		}
	}
}

// Blocks that look alike do so in the pictures of demonstrations and in those that are drawn of a stored episode, whose
// task tells it.
func TestDemonstrationsThatLookAlike(t *testing.T) {
	d := generate(t, "picking:Clutter=1,LookAlike=0.25 left=1", 3, 1)
	again, err := d.Episodes[0].Raw(false).Episode()
	if err != nil {
		t.Fatal(err)
	}
	for name, e := range map[string]*Episode{"generated": &d.Episodes[0], "stored": again} {
		for i := range e.Observations {
			if s := scenes.SnapshotOf(&e.Observations[i]); s.LookAlike != 0.25 {
				t.Fatalf("%s: frame %d has the likeness %v", name, i, s.LookAlike)
			}
		}
	}
}
