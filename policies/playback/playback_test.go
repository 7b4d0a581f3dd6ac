package playback

import (
	"context"
	"errors"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"counterpoise/internal/seed"
	"counterpoise/policies"
	"counterpoise/policies/balance"
	"counterpoise/policies/train"
	"counterpoise/scenes"
	"counterpoise/scenes/demos"
	"counterpoise/scenes/expert"
	"counterpoise/scenes/render"
	"counterpoise/scenes/render/film"
	"counterpoise/scenes/render/soft"
)

// A film of a recorded episode has its frames, its success and its behaviour in the title. After a stop none is read.
func TestOfDataset(t *testing.T) {
	dir := t.TempDir()
	recipe, err := demos.ParseRecipe("picking left=1")
	if err != nil {
		t.Fatal(err)
	}
	d, err := demos.Generate(t.Context(), recipe, 1, 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := demos.Save(filepath.Join(dir, "d"), d); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	source, episodes, err := OfDataset(ctx, filepath.Join(dir, "d"))
	if err != nil || episodes != 1 {
		t.Fatal(episodes, err)
	}
	f, err := source(0)
	if err != nil || len(f.Moments) != d.Episodes[0].Frames() || !f.Success ||
		!strings.Contains(f.Title, "picking left") {
		t.Errorf("%d moments, success %v, %q, %v", len(f.Moments), f.Success, f.Title, err)
	}
	stop()
	if _, err := source(0); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v after a stop", err)
	}
}

// The contact sheet is drawn without an error and has a row for every behaviour of every task.
func TestSheet(t *testing.T) {
	f, err := Sheet(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	rows := 0
	for _, name := range scenes.Tasks.Names() {
		task, _ := scenes.Tasks.Get(name)
		rows += len(task.Behaviours())
	}
	// A row is 26 pixels of title, 240 of pictures and a gap of 6.
	if f.Width != 1236 || f.Height != 6+rows*(26+240+6) {
		t.Errorf("the sheet of %d rows has %d x %d pixels", rows, f.Width, f.Height)
	}
}

// A policy after two training steps acts in place of the demonstrator: the robot moves, the task does not succeed, and
// the film has the start and the 360 control steps of the horizon.
func TestOfPolicy(t *testing.T) {
	recipe, err := demos.ParseRecipe("picking left=1")
	if err != nil {
		t.Fatal(err)
	}
	d, err := demos.Generate(t.Context(), recipe, 1, 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	groups := d.Groups(demos.ByBehaviour)
	natural, err := balance.Methods.Get("natural")
	if err != nil {
		t.Fatal(err)
	}
	cfg := train.DefaultConfig()
	cfg.Hidden, cfg.Steps, cfg.Batch = 8, 2, 8
	model, _, err := train.Train(t.Context(), d, groups, natural.Start(groups), cfg, seed.Of("film"), train.Options{})
	if err != nil {
		t.Fatal(err)
	}
	trained, err := policies.NewNeural(cfg, model)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "policy")
	if err := trained.Save(file); err != nil {
		t.Fatal(err)
	}
	p, err := policies.Load(file)
	if err != nil {
		t.Fatal(err)
	}
	source, err := OfTask("picking", Cast{Behaviours: []string{"left"}, Style: "optimal", Policy: p, PolicyName: file})
	if err != nil {
		t.Fatal(err)
	}
	f, err := source(0)
	if err != nil {
		t.Fatal(err)
	}
	first, last := f.Moments[0], f.Moments[len(f.Moments)-1]
	if len(f.Moments) != 361 || f.Success || first.Observation.Robot == last.Observation.Robot {
		t.Errorf("%d moments, success %v", len(f.Moments), f.Success)
	}
}

// watcher is a policy that stands still and keeps what it observes.
type watcher struct{ seen []scenes.Observation }

func (w *watcher) Act(dst [][]scenes.Action, obs []scenes.Observation) error {
	o := obs[0]
	o.Static, o.Gripper = slices.Clone(o.Static), slices.Clone(o.Gripper)
	w.seen = append(w.seen, o)
	clear(dst[0])
	return nil
}

func (*watcher) Chunk() int        { return 8 }
func (*watcher) Execute() int      { return 8 }
func (*watcher) Pictures() bool    { return true }
func (*watcher) Save(string) error { return nil }

// In a trace and in a film a policy sees what it sees in an evaluation: pictures of what the observation's numbers say,
// errors of the knob Noise included.
func TestPoliciesObservePictures(t *testing.T) {
	const task = "picking:Noise=10"
	traced, filmed := &watcher{}, &watcher{}
	_, err := Trace(TraceOptions{Task: task, Behaviour: "left", Policy: traced, Oracle: scenes.Earned}, func(Step) {})
	if err != nil {
		t.Fatal(err)
	}
	source, err := OfTask(task, Cast{Behaviours: []string{"left"}, Style: "optimal", Policy: filmed,
		PolicyName: "watcher"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := source(0); err != nil {
		t.Fatal(err)
	}
	renderer := soft.New()
	for name, w := range map[string]*watcher{"trace": traced, "film": filmed} {
		if len(w.seen) != 360/8 {
			t.Errorf("%s: %d observations", name, len(w.seen))
		}
		for i := range w.seen {
			o, want := &w.seen[i], scenes.Observation{}
			s := scenes.SnapshotOf(o)
			if err := render.DrawObservation(renderer, &s, &want); err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(o.Static, want.Static) || !slices.Equal(o.Gripper, want.Gripper) {
				t.Fatalf("%s: observation %d has other pictures than its numbers say", name, i)
			}
		}
	}
}

// hasty is a task with a horizon of its own.
type hasty struct {
	scenes.Task
	horizon int
}

func (h hasty) Horizon() int { return h.horizon }

// recital is a policy that gives the actions of a list one after the other, and then none.
type recital struct {
	watcher
	actions []scenes.Action
}

func (*recital) Chunk() int     { return 1 }
func (*recital) Execute() int   { return 1 }
func (*recital) Pictures() bool { return false }

func (r *recital) Act(dst [][]scenes.Action, _ []scenes.Observation) error {
	clear(dst[0])
	if len(r.actions) > 0 {
		dst[0][0], r.actions = r.actions[0], r.actions[1:]
	}
	return nil
}

// Films show the state after their last step: at the horizon, and half a second after a policy's success.
func TestFilmsShowTheirEnd(t *testing.T) {
	task, err := scenes.Tasks.Get("opening")
	if err != nil {
		t.Fatal(err)
	}
	e := episode{name: "opening", task: task, behaviour: "drawer", number: slices.Index(task.Behaviours(), "drawer")}
	w, key, err := e.reset(0)
	if err != nil {
		t.Fatal(err)
	}
	actor, err := expert.New(e.name, expert.Optimal, w, e.number, key.With("expert").Rand())
	if err != nil {
		t.Fatal(err)
	}
	policy, success := &recital{}, 0
	var states []scenes.Snapshot // at the start and after each step
	for done := false; !done; {
		var a scenes.Action
		states = append(states, w.Snapshot())
		if a, _, done = actor.Act(w); done {
			break
		}
		policy.actions = append(policy.actions, a)
		if err := w.Step(a); err != nil {
			t.Fatal(err)
		}
		if success == 0 && task.Outcome(w).Earned == scenes.Right {
			success = len(policy.actions)
		}
	}
	const horizon = 20
	if success <= horizon {
		t.Fatalf("success after %d steps", success)
	}
	ends := func(name string, f film.Film, err error, steps int) {
		t.Helper()
		if err != nil || len(f.Moments) != steps+1 || steps < len(states) &&
			!reflect.DeepEqual(f.Moments[steps].Scene, states[steps]) {
			t.Errorf("%s: the film has %d moments, or another last one; want the start and %d steps, %v", name,
				len(f.Moments), steps, err)
		}
	}
	f, err := e.rollOut(Cast{Policy: policy, PolicyName: "recital"})
	if ends("a success", f, err, success+afterSuccess); !f.Success {
		t.Error("the policy has not succeeded")
	}
	short := e
	short.task = hasty{task, horizon}
	f, err = short.demonstrate(Cast{Style: expert.Optimal})
	ends("a demonstrator's horizon", f, err, horizon)
	f, err = e.demonstrate(Cast{Style: expert.Optimal})
	ends("a demonstrator's script", f, err, len(states)-1)
}

// The trace of a demonstrator goes on behind its success, to the end of its script, that of a policy ends with it. It
// is the same each time, and steps have the phases of the script.
func TestTraceOfADemonstrator(t *testing.T) {
	play := func() (steps []Step, end Ending) {
		end, err := Trace(TraceOptions{
			Task: "picking", Behaviour: "left", Style: expert.Optimal, Seed: 1, Oracle: scenes.Earned,
		}, func(s Step) { steps = append(steps, s) })
		if err != nil {
			t.Fatal(err)
		}
		return steps, end
	}
	steps, end := play()
	done := slices.IndexFunc(steps, func(s Step) bool { return s.Phase == scenes.Done })
	if done < 0 || done == len(steps)-1 || end.Earned.At(scenes.Right) != done+1 || len(end.Moved) == 0 {
		t.Errorf("success after %d of %d steps: %+v", done+1, len(steps), end)
	}
	if slices.ContainsFunc(steps, func(s Step) bool { return s.Doing == "" }) {
		t.Error("a step without a phase of the script")
	}
	if again, _ := play(); !reflect.DeepEqual(again, steps) {
		t.Error("the second trace is another")
	}
}
