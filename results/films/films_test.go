package films

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"counterpoise/bench"
	"counterpoise/internal/recordtest"
	"counterpoise/scenes"
)

// replayer plays no rollout: it shows the tabletop twice for each and returns the steps that it is given.
type replayer struct {
	steps func(bench.Rollout) int
	calls int
	err   error
}

func (r *replayer) Replay(
	_ context.Context, c bench.Cell, rollouts []bench.Rollout, observe func(bench.Rollout, *scenes.Tabletop),
) (steps []int, err error) {
	r.calls++
	if r.err != nil {
		return nil, r.err
	}
	w := scenes.NewTabletop()
	for _, rollout := range rollouts {
		observe(rollout, w)
		observe(rollout, w)
		steps = append(steps, r.steps(rollout))
	}
	return steps, nil
}

// recorded is the step of a rollout in the records of recordtest: the first of a behaviour succeed from step 100 on.
func recorded(n bench.Rollout) int {
	if n.Number > 0 {
		return 0
	}
	return 100
}

// Films that went as recorded are kept and are not played again; others carry a note and are not kept.
func TestFilms(t *testing.T) {
	p := recordtest.PlanE1(t, 1)
	records := recordtest.RecordsE1(p, recordtest.Counts{
		"balanced":       {{5}, {10}, {10}},
		"left starved":   {{10}, {10}, {10}},
		"middle starved": {{10}, {10}, {10}},
		"right starved":  {{10}, {10}, {10}},
	})
	dir := t.TempDir()
	trained := 0
	r := &replayer{steps: recorded}
	s := Source{Dir: dir, Replayer: r, Training: func(bench.Cell) { trained++ }}
	// Four films of one policy: left succeeds and fails, middle and right succeed.
	for round := range 2 {
		if missing := s.Missing([]bench.Plan{p, p}, records); missing != 1-round {
			t.Errorf("round %d: films of %d policies are missing, want %d", round, missing, 1-round)
		}
		all, err := s.Of(t.Context(), []bench.Plan{p, p}, records)
		if err != nil || len(all) != 4 {
			t.Fatalf("%d films, %v", len(all), err)
		}
		for _, f := range all {
			if f.Note != "" || len(f.GIF) == 0 || len(f.Still) == 0 || f.Step != recorded(f.Rollout) {
				t.Errorf("round %d, %v: note %q, step %d", round, f.Rollout, f.Note, f.Step)
			}
		}
	}
	if r.calls != 1 || trained != 1 {
		t.Errorf("%d policies were played, %d trained; want 1 of each: films are kept", r.calls, trained)
	}
	if files, _ := filepath.Glob(filepath.Join(dir, "films", "*")); len(files) != 8 {
		t.Errorf("%d files, want a GIF and a PNG for each film", len(files))
	}

	s.Dir = t.TempDir()
	r.steps = func(bench.Rollout) int { return 7 }
	all, err := s.Of(t.Context(), []bench.Plan{p}, records)
	if err != nil || len(all) != 4 || all[0].Note == "" || all[0].Step != 7 {
		t.Errorf("%d films, %v: a film that ended otherwise has a note and its own step", len(all), err)
	}
	if _, err := os.Stat(filepath.Join(s.Dir, "films")); err == nil {
		t.Error("a film that ended otherwise is kept")
	}

	r.err = errors.New("no such backend")
	if _, err := s.Of(t.Context(), []bench.Plan{p}, records); !errors.Is(err, r.err) {
		t.Errorf("error %v, want that of the replayer", err)
	}
}
