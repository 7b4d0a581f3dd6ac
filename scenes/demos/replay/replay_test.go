package replay

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"counterpoise/scenes"
	"counterpoise/scenes/demos"
	"counterpoise/scenes/render/film"
)

// Demonstrations of the tabletop end as they did when they were recorded: all of them, in every style, and within a
// tenth of a millimetre and of a degree. The start is recorded in float32, which is why the end is not exact.
func TestOwnDemonstrationsReplay(t *testing.T) {
	m := generated(t, "picking optimal=12,noisy=6,retry=3,detour=3,biased=3,miss=3,early=3",
		"opening optimal=8,noisy=4,biased=2")
	for _, r := range played(t, m, Options{Workers: 2}) {
		if r.Recorded == nil || *r.Recorded != r.Earned.Success || r.EndDistance > 0.1 || r.EndAngle > 0.1 {
			t.Errorf("episode %d (%s %s %s): success %v, %.3f mm and %.3f degrees off", r.Episode, r.Task, r.Behaviour,
				r.Style, r.Earned.Success, r.EndDistance, r.EndAngle)
		}
	}
}

// Recordings of CALVIN's experts, played as relative and as absolute actions, succeed here within two control steps of
// there, all of them, under both oracles.
func TestCALVINReplays(t *testing.T) {
	all, m := experts(t)
	for _, kind := range []Kind{Relative, Absolute} {
		for i, r := range played(t, m, Options{Actions: kind, Workers: 2}) {
			if !r.Earned.Success || !r.CALVIN.Success || math.Abs(float64(r.CALVIN.Step-all[i].Success)) > 2 ||
				r.EndDistance > 5 || r.EndAngle > 1 {
				t.Errorf("%s, %s actions: %s, CALVIN's success at step %d", all[i].Name, kind, texts([]*Result{r}),
					all[i].Success)
			}
		}
	}
}

// The results do not depend on the number of workers, and a list of episodes is played in its order.
func TestWorkersChangeNothing(t *testing.T) {
	_, m := experts(t)
	order := []int{33, 0, 12, 12, 25}
	one := texts(played(t, m, Options{Actions: Absolute, Episodes: order}))
	for _, workers := range []int{2, 5} {
		calls := 0
		o := Options{Actions: Absolute, Episodes: order, Workers: workers, Progress: func(done, total int) {
			if calls++; done != calls || total != len(order) {
				t.Errorf("progress %d of %d at call %d", done, total, calls)
			}
		}}
		results := played(t, m, o)
		if texts(results) != one {
			t.Errorf("%d workers give other results", workers)
		}
		for i, r := range results {
			if r.Episode != order[i] {
				t.Errorf("episode %d at place %d, want %d", r.Episode, i, order[i])
			}
		}
	}
}

// copyOf returns an episode that can be spoiled.
func copyOf(raw *demos.Raw) *demos.Raw {
	c := *raw
	c.Labels = maps.Clone(raw.Labels)
	for _, m := range []*demos.Matrix{&c.Actions, &c.Absolute, &c.State, &c.Scene} {
		m.Values = slices.Clone(m.Values)
	}
	return &c
}

// An episode whose numbers are bad is delivered as one that cannot be played, with a sentence that names frame and
// component, and the others are played. What holds for all episodes is an error that ends the replay.
func TestRefusals(t *testing.T) {
	_, m := experts(t)
	const frame = 5
	set := func(m *demos.Matrix, i int, x float64) { m.Row(frame)[i] = float32(x) }
	for _, c := range []struct {
		name    string
		actions Kind
		spoil   func(r *demos.Raw)
		want    []string
		ends    bool
	}{
		{"NaN", Relative, func(r *demos.Raw) { set(&r.Actions, 4, math.NaN()) },
			[]string{"frame 5: component 4 (rotation about y) of the relative action is NaN", "leave"}, false},
		{"infinite", Absolute, func(r *demos.Raw) { set(&r.Absolute, 6, math.Inf(-1)) },
			[]string{"frame 5: component 6 (gripper) of the absolute action is -Inf"}, false},
		{"too large", Relative, func(r *demos.Raw) { set(&r.Actions, 0, 2.5) },
			[]string{"component 0 (x) of the relative action is 2.5, outside [-2, 2]", "convert"}, false},
		{"gripper", Absolute, func(r *demos.Raw) { set(&r.Absolute, 6, 2.5) },
			[]string{"component 6 (gripper) of the absolute action is 2.5, outside [-2, 2]"}, false},
		{"out of reach", Absolute, func(r *demos.Raw) { set(&r.Absolute, 0, 3) },
			[]string{"frame 5: the absolute action commands the place (3, ", " 3.3", "1.2 m", "metres"}, false},
		{"robot state", Relative, func(r *demos.Raw) { set(&r.State, 9, math.NaN()) },
			[]string{"frame 5: robot_obs[9] is NaN"}, false},
		{"scene state", Relative, func(r *demos.Raw) { set(&r.Scene, 20, math.Inf(1)) },
			[]string{"frame 5: scene_obs[20] is +Inf"}, false},
		{"start", Relative, func(r *demos.Raw) { r.State.Row(0)[scenes.RobotWidth] = 1 },
			[]string{"frame 0: ", "robot_obs[6] (opening of the gripper) is 1"}, false},
		{"narrow actions", Relative, func(r *demos.Raw) { r.Actions.Width = 1 },
			[]string{"relative actions has 301 rows of 1 numbers, expected 301 of 7"}, true},
		{"short absolute actions", Absolute, func(r *demos.Raw) { r.Absolute.Values = r.Absolute.Values[:70] },
			[]string{"absolute actions has 10 rows of 7 numbers, expected 43 of 7"}, true},
		{"no absolute actions", Absolute, func(r *demos.Raw) { r.Absolute = demos.Matrix{} },
			[]string{"no absolute actions", "relative ones alone"}, true},
		{"no scene", Relative, func(r *demos.Raw) { r.Scene = demos.Matrix{} },
			[]string{"scene state has 0 rows of 0 numbers", "tabletop or of CALVIN"}, true},
		{"no task", Relative, func(r *demos.Raw) { r.Labels = nil },
			[]string{"names no task", "opening, picking"}, true},
		{"behaviour", Relative, func(r *demos.Raw) { r.Labels["behaviour"] = "lift" },
			[]string{`picking has no behaviour "lift"; did you mean "left"? there is left, middle, right`}, true},
	} {
		raw := copyOf(m[0])
		c.spoil(raw)
		var all []*Result
		err := Play(context.Background(), memory{m[0], raw, m[0]}, Options{Actions: c.actions, Workers: 3},
			func(r *Result) error { all = append(all, r); return nil })
		said := fmt.Sprint(err)
		if !c.ends && err == nil && len(all) == 3 {
			said = all[1].Unplayable
			if first, last := texts(all[:1]), texts(all[2:]); first != strings.Replace(last, `"episode":2`,
				`"episode":0`, 1) || all[1].Earned != nil {
				t.Errorf("%s: the episodes beside it: %s, %s", c.name, first, last)
			}
			if s := Summarize(all); s.Episodes != 3 || s.Unplayable != 1 || s.Judged != 2 {
				t.Errorf("%s: %+v", c.name, s)
			}
		}
		for _, want := range c.want {
			if !strings.Contains(said, want) {
				t.Errorf("%s: got %q, want %q", c.name, said, want)
			}
		}
		if c.ends && (err == nil || len(all) != 1) {
			t.Errorf("%s: %d episodes were delivered before the error %v, want 1", c.name, len(all), err)
		}
	}
}

// A start beyond Bullet's soft limits is played from the limits, and told.
func TestMovedStarts(t *testing.T) {
	_, m := experts(t)
	shut, bent := copyOf(m[0]), copyOf(m[1])
	shut.State.Row(0)[scenes.RobotWidth] = 0.0889
	bent.State.Row(0)[scenes.RobotWidth], bent.State.Row(0)[scenes.RobotJoints+4] = 0.085, 2.95
	all := played(t, memory{shut, m[2], bent}, Options{Actions: Absolute})
	s := Summarize(all)
	if s.Moved != 2 || s.Unplayable != 0 || len(all[0].Moved) != 1 || all[1].Moved != nil || len(all[2].Moved) != 2 ||
		len(s.MostMoved) != 2 || s.MostMoved[0].What != "opening of the gripper" ||
		math.Abs(s.MostMoved[0].By-0.0089) > 1e-6 || s.MostMoved[1].What != "angle of joint 5" {
		t.Errorf("starts moved in %s: %+v", texts(all), s)
	}
}

func TestOptions(t *testing.T) {
	_, m := experts(t)
	for _, c := range []struct {
		o    Options
		want string
	}{
		{Options{Actions: "absolut"}, `no "absolut" actions; did you mean "absolute"? there are relative, absolute`},
		{Options{Task: "pick"}, `there is no task "pick"; there is opening, picking`},
		{Options{Task: "opening", Behaviour: "left"}, `opening has no behaviour "left"; there is slider, drawer`},
		{Options{Behaviour: "drawer"}, `picking has no behaviour "drawer"`},
		{Options{Episodes: []int{0, 40}}, "there is no episode 40; the dataset has episodes 0 to 39"},
		{Options{Episodes: []int{-1}}, "there is no episode -1"},
	} {
		if err := Play(context.Background(), m, c.o, func(*Result) error { return nil }); err == nil ||
			!strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: got %v, want %q", c.o, err, c.want)
		}
	}
}

// CALVIN's names of tasks are understood; a task without counterpart is measured and not judged; the caller's task and
// behaviour replace the labels. The recording opens the drawer with the bulb lit.
func TestGoals(t *testing.T) {
	all, m := experts(t)
	drawer := slices.IndexFunc(all, func(e expert) bool { return e.Behaviour == "drawer" })
	for _, c := range []struct {
		labels map[string]string
		o      Options
		judged bool
		won    bool
	}{
		{map[string]string{"task": "open_drawer"}, Options{}, true, true},
		{map[string]string{"task": "move_slider_left"}, Options{}, true, false},
		{map[string]string{"task": "lift_red_block_table"}, Options{}, true, false},
		{map[string]string{"task": "push_pink_block_left"}, Options{}, false, false},
		{map[string]string{"task": "push_pink_block_left"}, Options{Task: "opening"}, true, true},
		{nil, Options{Task: "opening"}, true, true},
		{nil, Options{Task: "opening", Behaviour: "slider"}, true, false},
		{nil, Options{Task: "picking"}, true, false},
		{map[string]string{"task": "picking", "behaviour": "left"}, Options{Task: "opening"}, true, true},
		{map[string]string{"task": "opening"}, Options{Behaviour: "slider"}, true, false},
	} {
		raw := copyOf(m[drawer])
		raw.Labels = c.labels
		c.o.Actions = Absolute
		r := played(t, memory{raw}, c.o)[0]
		if (r.Earned != nil) != c.judged || c.judged && (r.Earned.Success != c.won || r.CALVIN.Success != c.won) {
			t.Errorf("%v with %q %q: %s", c.labels, c.o.Task, c.o.Behaviour, texts([]*Result{r}))
		}
	}
	dark := copyOf(m[drawer]) // CALVIN opens drawers with the bulb dark too
	for i := range dark.Frames() {
		row := dark.Scene.Row(i)
		row[scenes.SceneSliders+scenes.Switch], row[scenes.SceneBulb] = 0, 0
	}
	if r := played(t, memory{dark}, Options{Actions: Absolute})[0]; !r.Earned.Success || !r.CALVIN.Success {
		t.Errorf("the drawer, opened with the bulb dark: %s", texts([]*Result{r}))
	}
}

// What the dataset says about success counts where the goal is the recorded one, and not where the caller asks for
// another task, other knobs of it or another behaviour: agreement with that would say nothing.
func TestRecordedSuccessIsOfItsGoal(t *testing.T) {
	_, m := experts(t)
	raw := copyOf(m[0])
	raw.Labels["task"], raw.Labels["behaviour"], raw.Labels["success"] = "picking:Yaw=90,Opening=50", "left", "true"
	theirs := copyOf(m[0])
	theirs.Labels = map[string]string{"task": "lift_red_block_table", "success": "true"}
	for _, c := range []struct {
		raw  *demos.Raw
		o    Options
		told bool
	}{
		{raw, Options{}, true},
		{raw, Options{Task: "picking:Opening=50,Yaw=90"}, true},
		{raw, Options{Behaviour: "left"}, true},
		{raw, Options{Task: "opening", Behaviour: "drawer"}, false},
		{raw, Options{Task: "picking"}, false},
		{raw, Options{Behaviour: "right"}, false},
		{theirs, Options{}, true},
		{theirs, Options{Task: "picking"}, true},
		{theirs, Options{Task: "opening"}, false},
	} {
		all := played(t, memory{c.raw}, c.o)
		if s := Summarize(all); (s.Told == 1) != c.told || (all[0].Recorded != nil) != c.told {
			t.Errorf("%v with %q %q: %+v", c.raw.Labels, c.o.Task, c.o.Behaviour, s)
		}
	}
}

// watched replays an episode and calls watch as films do: before each action and at the end.
func watched(t *testing.T, raw *demos.Raw, watch func(e *recording, frame int, w *scenes.Tabletop)) *Result {
	t.Helper()
	e, err := newRecording(0, raw, &Options{Actions: Relative})
	if err != nil {
		t.Fatal(err)
	}
	frame := 0
	r, err := e.play(scenes.NewTabletop(), func(w *scenes.Tabletop) { watch(e, frame, w); frame++ })
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// A task's knobs apply to the robot of a replay: with Opening=50 the fingers open to 50 mm as they were recorded, and
// not to CALVIN's 80 mm. The recording starts with the hand shut, so that it opens on the way.
func TestKnobsOfTheTaskApply(t *testing.T) {
	raw := copyOf(generated(t, "picking:Opening=50 left=1")[0])
	raw.State.Row(0)[scenes.RobotWidth] = 0
	widest := float32(0)
	watched(t, raw, func(_ *recording, _ int, w *scenes.Tabletop) {
		var o scenes.Observation
		w.Observe(&o)
		widest = max(widest, o.Robot[scenes.RobotWidth])
	})
	if widest < 0.0499 || widest > 0.0501 {
		t.Errorf("the gripper opens to %.4f m, want 0.05", widest)
	}
}

// MostDistance is the greatest distance of any frame, and EndDistance that of the last.
func TestDistancesOfFrames(t *testing.T) {
	_, m := experts(t)
	for i, raw := range m {
		most, end := 0.0, 0.0
		r := watched(t, raw, func(e *recording, frame int, w *scenes.Tabletop) {
			if frame < len(e.frames) {
				end, _ = apart(w.TCP(), recordedPose(&e.frames[frame]))
				most = max(most, end)
			}
		})
		if r.MostDistance != most || r.EndDistance != end || most <= end {
			t.Errorf("episode %d: %.3f mm at most and %.3f mm at the end, want %.3f and %.3f, which differ", i,
				r.MostDistance, r.EndDistance, most, end)
		}
	}
}

// A replay stops when its context does, and when deliver fails, without delivering more.
func TestPlayStops(t *testing.T) {
	_, m := experts(t)
	ctx, cancel := context.WithCancel(context.Background())
	n := 0
	err := Play(ctx, m, Options{Workers: 3}, func(*Result) error {
		if n++; n == 2 {
			cancel()
		}
		return nil
	})
	if !errors.Is(err, context.Canceled) || n != 2 {
		t.Errorf("stopped with %v after %d episodes", err, n)
	}
	full := errors.New("disk full")
	n = 0
	err = Play(context.Background(), m, Options{Workers: 3}, func(*Result) error { n++; return full })
	if !errors.Is(err, full) || n != 1 {
		t.Errorf("deliver's error: %v after %d episodes", err, n)
	}
}

func TestSummarize(t *testing.T) {
	yes, won, lost := true, &Verdict{Success: true, Step: 3}, &Verdict{}
	s := Summarize([]*Result{
		{Earned: won, CALVIN: won, Recorded: &yes, EndDistance: 1, EndAngle: 4},
		{Earned: lost, CALVIN: won, Recorded: &yes, EndDistance: 5},
		{Earned: won, CALVIN: won, EndDistance: 2, EndAngle: 2}, {EndDistance: 3},
	})
	want := Summary{Episodes: 4, Judged: 3, Earned: 2, CALVIN: 3, Told: 2, Agree: 1, MedianDistance: 2.5,
		MostDistance: 5, MedianAngle: 1, MostAngle: 4}
	if !reflect.DeepEqual(s, want) {
		t.Errorf("got %+v, want %+v", s, want)
	}
	if !reflect.DeepEqual(Summarize(nil), Summary{}) {
		t.Error("a summary of nothing is not zero")
	}
}

// The first verdict that is not Neither decides.
func TestVerdict(t *testing.T) {
	for _, c := range []struct {
		seen []scenes.Verdict
		want int
	}{
		{[]scenes.Verdict{scenes.Neither, scenes.Right, scenes.Wrong}, 2},
		{[]scenes.Verdict{scenes.Wrong, scenes.Right}, 0},
		{[]scenes.Verdict{scenes.Neither, scenes.Neither}, 0},
	} {
		var d scenes.Decision
		for i, now := range c.seen {
			d.Add(now, i+1)
		}
		v := verdict(d)
		if v.Step != c.want || v.Success != (c.want > 0) {
			t.Errorf("%v: %+v", c.seen, v)
		}
	}
}

// The distance of two frames is known: 3 cm in x and 4 cm in y, and a quarter turn about z, whichever way the Euler
// angles are written.
func TestApart(t *testing.T) {
	var a, b scenes.Observation
	copy(a.Robot[:], []float32{0.1, 0, 0.5, math.Pi, 0, 0})
	copy(b.Robot[:], []float32{0.13, 0.04, 0.5, -math.Pi, 0, math.Pi / 2})
	mm, degrees := apart(recordedPose(&a), recordedPose(&b))
	if math.Abs(mm-50) > 1e-4 || math.Abs(degrees-90) > 1e-4 {
		t.Errorf("%.6f mm and %.6f degrees, want 50 and 90", mm, degrees)
	}
}

// Each episode's film shows what was played, in a file of its own.
func TestFilms(t *testing.T) {
	if testing.Short() {
		t.Skip("draws a film")
	}
	_, m := experts(t)
	dir := filepath.Join(t.TempDir(), "films")
	played(t, m, Options{Actions: Absolute, Episodes: []int{9, 1}, Workers: 2, Films: dir})
	files, err := os.ReadDir(dir)
	if err != nil || len(files) != 2 || files[0].Name() != filmName(1) || files[1].Name() != filmName(9) {
		t.Errorf("films %v, %v", files, err)
	}
	stop := errors.New("stopped")
	f := filmer{dir: dir, stopped: func() error { return stop }}
	watch := f.watch()
	w := scenes.NewTabletop()
	for range 3 {
		watch(w)
	}
	if len(f.film.Moments) != 3 || film.Rate != scenes.ControlRate {
		t.Errorf("%d moments of 3 steps", len(f.film.Moments))
	}
	if err := f.write(&recording{number: 2}, &Result{}); !errors.Is(err, stop) {
		t.Errorf("a film that is stopped: %v", err)
	}
	if _, err := os.Stat(filepath.Join(dir, filmName(2))); err == nil {
		t.Error("a film that is stopped was written")
	}
}
