package films

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"counterpoise/bench"
	"counterpoise/bench/record"
	"counterpoise/internal/recordtest"
	"counterpoise/results/frame"
	"counterpoise/scenes"
)

// replayer plays no rollout: it shows the tabletop twice for each and returns the endings that it is given.
type replayer struct {
	endings func(record.Rollout) record.Ending
	calls   int
	err     error
}

func (r *replayer) Replay(
	_ context.Context, c record.Cell, rollouts []record.Rollout, observe func(record.Rollout, *scenes.Tabletop),
) (endings []record.Ending, err error) {
	r.calls++
	if r.err != nil {
		return nil, r.err
	}
	w := scenes.NewTabletop()
	for _, rollout := range rollouts {
		observe(rollout, w)
		observe(rollout, w)
		endings = append(endings, r.endings(rollout))
	}
	return endings, nil
}

// recorded is the ending of a rollout in the records of recordtest: the first of a behaviour succeed from step 100 on.
// These records are of schema 1, which has CALVIN's oracle alone.
func recorded(n record.Rollout) (e record.Ending) {
	if n.Number == 0 {
		e.CALVIN = scenes.Decision{Verdict: scenes.Right, Step: 100}
	}
	return e
}

// Films that went as recorded are kept and are not played again; others, and those that cannot be kept, carry a note.
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
	r := &replayer{endings: recorded}
	s := Source{Dir: dir, Replayer: r, Training: func(record.Cell) { trained++ }}
	// Four films of one policy: left succeeds and fails, middle and right succeed.
	for round := range 2 {
		if missing := s.Missing(frame.Frames([]bench.Plan{p, p}, records)); missing != 1-round {
			t.Errorf("round %d: films of %d policies are missing, want %d", round, missing, 1-round)
		}
		all, err := s.Of(t.Context(), frame.Frames([]bench.Plan{p, p}, records))
		if err != nil || len(all) != 4 {
			t.Fatalf("%d films, %v", len(all), err)
		}
		for _, f := range all {
			if f.Note != "" || len(f.GIF) == 0 || len(f.Still) == 0 || f.Ending != recorded(f.Rollout) {
				t.Errorf("round %d, %v: note %q, %+v", round, f.Rollout, f.Note, f.Ending)
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
	seventh := record.Ending{CALVIN: scenes.Decision{Verdict: scenes.Right, Step: 7}}
	r.endings = func(record.Rollout) record.Ending { return seventh }
	all, err := s.Of(t.Context(), frame.Frames([]bench.Plan{p}, records))
	if err != nil || len(all) != 4 || all[0].Note == "" || all[0].Ending != seventh {
		t.Errorf("%d films, %v: a film that ended otherwise has a note and its own ending", len(all), err)
	}
	if _, err := os.Stat(filepath.Join(s.Dir, "films")); err == nil {
		t.Error("a film that ended otherwise is kept")
	}

	s.Dir, r.endings = t.TempDir(), recorded
	if err := os.WriteFile(filepath.Join(s.Dir, "films"), nil, 0o644); err != nil { // a file where the folder would be
		t.Fatal(err)
	}
	all, err = s.Of(t.Context(), frame.Frames([]bench.Plan{p}, records))
	if err != nil || len(all) != 4 {
		t.Fatalf("%d films, %v: films that cannot be kept are lost", len(all), err)
	}
	for _, f := range all {
		if !strings.HasPrefix(f.Note, "The film could not be kept") || len(f.GIF) == 0 {
			t.Errorf("a film of %d bytes that could not be kept has the note %q", len(f.GIF), f.Note)
		}
	}

	r.err = errors.New("no such backend")
	if _, err := s.Of(t.Context(), frame.Frames([]bench.Plan{p}, records)); !errors.Is(err, r.err) {
		t.Errorf("error %v, want that of the replayer", err)
	}
}

// A stop while films are drawn ends them before the next picture, with the cause, and keeps none of them.
func TestStopWhileFilmsAreDrawn(t *testing.T) {
	p := recordtest.PlanE1(t, 1)
	records := recordtest.RecordsE1(p, recordtest.Counts{
		"balanced":       {{5}, {10}, {10}},
		"left starved":   {{10}, {10}, {10}},
		"middle starved": {{10}, {10}, {10}},
		"right starved":  {{10}, {10}, {10}},
	})
	ctx, stop := context.WithCancel(t.Context())
	r := &replayer{endings: func(n record.Rollout) record.Ending {
		stop() // the last rollout is played, and drawing begins
		return recorded(n)
	}}
	s := Source{Dir: t.TempDir(), Replayer: r}
	all, err := s.Of(ctx, frame.Frames([]bench.Plan{p}, records))
	if !errors.Is(err, context.Canceled) || len(all) > 0 {
		t.Errorf("%d films, %v", len(all), err)
	}
	if left, _ := os.ReadDir(s.Dir); len(left) > 0 {
		t.Errorf("left: %v", left)
	}
}

// Where the verdicts of both oracles are recorded, rollouts are picked by the earned one, films say how both decided,
// and a film is kept only if both decide as recorded.
func TestFilmsByBothOracles(t *testing.T) {
	p := recordtest.PlanE1(t, 1)
	ten := [3][]int{{10}, {10}, {10}}
	records := recordtest.RecordsE1(p, recordtest.Counts{
		"balanced": ten, "left starved": ten, "middle starved": ten, "right starved": ten,
	})
	for hash, r := range records {
		records[hash] = recordtest.WithVerdicts(r, 1, 0) // the last success of each behaviour is not earned
	}
	choice := choose(frame.Of(p, records))[0]
	r := &replayer{endings: func(n record.Rollout) record.Ending {
		o, _ := choice.Record.Of(n.Behaviour)
		return o.Ending(n.Number)
	}}
	all, err := Source{Dir: t.TempDir(), Replayer: r}.Of(t.Context(), frame.Frames([]bench.Plan{p}, records))
	if err != nil || len(all) != 6 {
		t.Fatalf("%d films, %v; want a success and a failure of each behaviour", len(all), err)
	}
	for i, f := range all {
		earned, calvin := f.Ending.Earned.At(scenes.Right), f.Ending.CALVIN.At(scenes.Right)
		if (earned > 0) != (i%2 == 0) || calvin == 0 || f.Note != "" {
			t.Errorf("film %d, %v: %+v, note %q", i, f.Rollout, f.Ending, f.Note)
		}
	}
	r.endings = func(record.Rollout) record.Ending { return all[0].Ending }
	again, err := Source{Dir: t.TempDir(), Replayer: r}.Of(t.Context(), frame.Frames([]bench.Plan{p}, records))
	if err != nil || again[1].Note == "" || again[1].Ending != all[0].Ending {
		t.Errorf("%v: a film that CALVIN's oracle alone decides as recorded has no note", err)
	}
}

// A report shows a success and a failure of each behaviour, from as few policies as do.
func TestChoose(t *testing.T) {
	p := recordtest.PlanE1(t, 2)
	choices := choose(frame.Of(p, recordtest.RecordsE1(p, recordtest.Counts{
		"balanced":       {{10, 7}, {10, 10}, {10, 3}},
		"left starved":   {{10, 10}, {10, 0}, {10, 10}},
		"middle starved": {{10, 10}, {10, 10}, {10, 10}},
		"right starved":  {{10, 10}, {10, 10}, {10, 10}},
	})))
	if len(choices) != 2 {
		t.Fatalf("%d policies, want 2: %+v", len(choices), choices)
	}
	want := [][]record.Rollout{{{Behaviour: "left", Number: 0}, {Behaviour: "left", Number: 7},
		{Behaviour: "middle", Number: 0}, {Behaviour: "right", Number: 0},
		{Behaviour: "right", Number: 3}}, {{Behaviour: "middle", Number: 0}}}
	for i, s := range choices {
		if !slices.Equal(s.Rollouts, want[i]) {
			t.Errorf("policy %d (%v): rollouts %v, want %v", i, s.Record.Cell, s.Rollouts, want[i])
		}
	}
	if choices := choose(frame.Of(recordtest.PlanE1(t, 2), recordtest.Records{})); len(choices) > 0 {
		t.Errorf("no records have films: %v", choices)
	}
}
