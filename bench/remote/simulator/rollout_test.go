package simulator

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"math"
	"slices"
	"testing"

	"counterpoise/bench"
	"counterpoise/bench/record"
	"counterpoise/internal/golden"
	"counterpoise/internal/seed"
	"counterpoise/scenes"
	"counterpoise/scenes/expert"
	"counterpoise/scenes/render"
	"counterpoise/scenes/render/soft"
)

// played is a rollout with the actions of a demonstrator, as it goes without this package: on a tabletop, with the
// oracles of scenes and the renderer that policies' pictures come from.
type played struct {
	task      string
	behaviour int
	number    uint64
	trial     int
	seed      uint64
	actions   []scenes.Action
	frames    []scenes.Observation // at the start and after each action, with pictures
	verdicts  []scenes.Outcome     // after each action
}

// play rolls a demonstrator out from the start that the number names, until it is done.
func play(t testing.TB, text, style string, behaviour int, number uint64, trial int) *played {
	t.Helper()
	task, err := scenes.ParseTask(text)
	if err != nil {
		t.Fatal(err)
	}
	p := &played{task: text, behaviour: behaviour, number: number, trial: trial, seed: bench.DefaultSize.Seed}
	key := record.Cell{Task: text, Seed: p.seed,
		Trial: trial}.StartKey().With(task.Behaviours()[behaviour]).With(number)
	w := scenes.NewTabletop()
	if err := task.Reset(w, behaviour, key.Rand()); err != nil {
		t.Fatal(err)
	}
	demonstrator, err := expert.New(text, style, w, behaviour, seed.Of("demonstrator", number).Rand())
	if err != nil {
		t.Fatal(err)
	}
	pictures := render.Pictures{Renderer: soft.New()}
	observe := func() {
		var o scenes.Observation
		w.Observe(&o)
		s := scenes.SnapshotOf(&o)
		if err := pictures.Render(&s, &o); err != nil {
			t.Fatal(err)
		}
		p.frames = append(p.frames, o)
	}
	observe()
	for range task.Horizon() {
		a, _, done := demonstrator.Act(w)
		if done {
			break
		}
		if err := w.Step(a); err != nil {
			t.Fatal(err)
		}
		observe()
		p.actions, p.verdicts = append(p.actions, a), append(p.verdicts, task.Outcome(w))
	}
	return p
}

// decided returns the control step, from 1, of an oracle's first verdict, and the verdict; 0 and Neither if none.
func (p *played) decided(oracle scenes.Oracle) (int, scenes.Verdict) {
	for i, o := range p.verdicts {
		if v := o.By(oracle); v != scenes.Neither {
			return i + 1, v
		}
	}
	return 0, scenes.Neither
}

// demonstrations are rollouts of all behaviours, of a success by retry, of failures and of tasks with knobs.
func demonstrations(t testing.TB) []*played {
	return []*played{
		play(t, "picking", "optimal", 0, 0, 0),
		play(t, "picking", "retry", 2, 5, 3),
		play(t, "picking:Noise=4", "optimal", 1, 1<<40, 0),
		play(t, "opening", "optimal", 0, 7, 0),
		play(t, "opening:Ambiguity=0.5", "optimal", 1, 2, 1),
		play(t, "picking", "early", 1, 0, 0),
	}
}

// A rollout through a Vector has the observations, pictures, verdicts and ends of one without it, bit for bit, beside
// other environments and with any number of workers.
func TestRolloutsAreThoseOfScenes(t *testing.T) {
	t.Parallel()
	for k, p := range demonstrations(t) {
		for _, oracle := range []scenes.Oracle{scenes.Earned, scenes.CALVIN} {
			v, err := NewVector(Options{
				Task: p.task, Oracle: oracle, Environments: 3, Workers: 1 + k%3,
				Pictures: true, NewRenderer: newRenderer,
			})
			if err != nil {
				t.Fatal(err)
			}
			checkRollout(t, v, p, oracle)
			if err := v.Close(); err != nil {
				t.Error(err)
			}
		}
	}
}

// checkRollout plays p in environment 1 of three; in the others go other rollouts.
func checkRollout(t *testing.T, v *Vector, p *played, oracle scenes.Oracle) {
	t.Helper()
	all, own := []int{0, 1, 2}, Start{p.behaviour, p.number, p.trial, p.seed}
	other := Start{Behaviour: 0, Number: 99, Seed: 1}
	obs, err := v.Reset(all, []Start{other, own, other})
	if err != nil {
		t.Fatal(err)
	}
	checkRow(t, obs, 1, &p.frames[0], 0)
	last, verdict := p.decided(oracle)
	for i, a := range p.actions {
		chosen, actions := all, []scenes.Action{{0: 0.3}, a, {1: -1}}
		if i%2 == 1 {
			chosen, actions = all[1:2], actions[1:2]
		}
		obs, status, err := v.Step(chosen, actions)
		if err != nil {
			t.Fatal(err)
		}
		row := slices.Index(chosen, 1)
		checkRow(t, obs, row, &p.frames[i+1], i+1)
		s := status[row]
		ends := i+1 == last
		if s.Terminated != ends || s.Truncated || s.Steps != i+1 ||
			(s.Reward == 1) != (ends && verdict == scenes.Right) || s.Ending.By(oracle).At(verdict) != 0 != ends {
			t.Fatalf("%s by %s, step %d of %d: %+v", p.task, oracle, i+1, last, s)
		}
		if ends {
			if _, _, err := v.Step(chosen, actions); err == nil {
				t.Error("a rollout that has ended goes on")
			}
			return
		}
	}
	if last > 0 {
		t.Errorf("%s is not decided", p.task)
	}
}

// checkRow compares row i of observations with a frame, bit for bit.
func checkRow(t *testing.T, got *Observations, i int, want *scenes.Observation, step int) {
	t.Helper()
	if !slices.Equal(got.Robot[i*scenes.RobotSize:][:scenes.RobotSize], want.Robot[:]) ||
		!slices.Equal(got.Scene[i*scenes.SceneSize:][:scenes.SceneSize], want.Scene[:]) {
		t.Fatalf("step %d: other numbers", step)
	}
	for k, picture := range [][]uint8{want.Static, want.Gripper} {
		if !bytes.Equal(got.Pictures[k][i*len(picture):][:len(picture)], picture) {
			t.Fatalf("step %d: another picture of camera %d", step, k)
		}
	}
}

// A rollout that nobody decides is truncated at the horizon, its own or the one asked for, and a number that is not
// finite ends it as a failure.
func TestEnds(t *testing.T) {
	t.Parallel()
	v, err := NewVector(Options{Task: "picking", Oracle: scenes.Earned, Environments: 1, Horizon: 3})
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := v.Step([]int{0}, make([]scenes.Action, 1)); err == nil {
		t.Error("a rollout that has not begun goes on")
	}
	begin := func() {
		if _, err := v.Reset([]int{0}, make([]Start, 1)); err != nil {
			t.Fatal(err)
		}
	}
	begin()
	for i := range 3 {
		_, status, err := v.Step([]int{0}, make([]scenes.Action, 1))
		if err != nil || status[0].Truncated != (i == 2) || status[0].Terminated || status[0].Reward != 0 {
			t.Errorf("step %d: %+v, %v", i, status, err)
		}
	}
	for _, at := range []int{1, 3} { // also at the horizon, where a rollout that has ended is not truncated
		begin()
		for range at - 1 {
			if _, _, err := v.Step([]int{0}, make([]scenes.Action, 1)); err != nil {
				t.Fatal(err)
			}
		}
		_, status, err := v.Step([]int{0}, []scenes.Action{{3: float32(math.NaN())}})
		if err != nil || !status[0].Terminated || status[0].Truncated || status[0].Reward != 0 ||
			status[0].Ending.NonFinite != at {
			t.Errorf("NaN at step %d gives %+v, %v", at, status, err)
		}
	}
}

// No observation leaves the bounds: under arbitrary actions, at the ends of the knobs that place the arm and that make
// observations inexact.
func TestObservationsStayWithinBounds(t *testing.T) {
	t.Parallel()
	b := ObservationBounds()
	within := func(x, low, high []float32) int {
		for i := range x {
			if !(low[i%len(low)] <= x[i] && x[i] <= high[i%len(high)]) {
				return i % len(low)
			}
		}
		return -1
	}
	if within([]float32{2}, []float32{0}, []float32{1}) != 0 || within([]float32{1}, []float32{0}, []float32{1}) >= 0 {
		t.Fatal("the test cannot tell")
	}
	for _, text := range []string{"picking:Start=0.2,Noise=10", "opening:Start=0.2,Noise=10,Ajar=50", "picking"} {
		const n = 4
		v, err := NewVector(Options{Task: text, Oracle: scenes.CALVIN, Environments: n})
		if err != nil {
			t.Fatal(err)
		}
		for rollout := range 3 {
			for env := range n {
				r := seed.Of("bounds", text, rollout, env).Rand()
				obs, err := v.Reset([]int{env}, []Start{{Number: uint64(rollout), Trial: env}})
				if err != nil {
					t.Fatal(err)
				}
				var a scenes.Action
				for step := range 300 {
					if i := within(obs.Robot, b.RobotLow[:], b.RobotHigh[:]); i >= 0 {
						t.Fatalf("%s: robot_obs[%d] is %v", text, i, obs.Robot[i])
					}
					if i := within(obs.Scene, b.SceneLow[:], b.SceneHigh[:]); i >= 0 {
						t.Fatalf("%s: scene_obs[%d] is %v", text, i, obs.Scene[i])
					}
					if step%20 == 0 { // directions that hold on reach the stops
						for j := range a {
							a[j] = float32(math.Copysign(1+r.Float64(), r.Float64()-0.5))
						}
					}
					next, status, err := v.Step([]int{env}, []scenes.Action{a})
					if err != nil {
						t.Fatal(err)
					}
					obs = next
					if status[0].Terminated {
						break
					}
				}
			}
		}
	}
}

// goldenRollout is a rollout as the tests of the Python package read it: they play the actions through Gymnasium and
// compare the digests.
type goldenRollout struct {
	Task      string `json:"task"`
	Behaviour string `json:"behaviour"`
	Rollout   uint64 `json:"rollout"`
	Trial     int    `json:"trial"`
	Seed      uint64 `json:"seed"`
	Actions   string `json:"actions"` // base64 of float32, little-endian, 7 a step, up to the step that decides
	Success   bool   `json:"success"` // earned
	Numbers   string `json:"numbers"` // SHA-256 of the 15 and 24 numbers of all observations, the first included
	Pictures  string `json:"pictures"`
}

// The rollouts that the Python package's tests repeat are what scenes gives today.
func TestRolloutsForPython(t *testing.T) {
	t.Parallel()
	var all []goldenRollout
	for _, p := range demonstrations(t) {
		task, _ := scenes.ParseTask(p.task)
		last, verdict := p.decided(scenes.Earned)
		if last == 0 {
			last = len(p.actions)
		}
		var actions bytes.Buffer
		numbers, pictures := sha256.New(), sha256.New()
		for i := range last + 1 {
			if i < last {
				binary.Write(&actions, binary.LittleEndian, p.actions[i])
			}
			binary.Write(numbers, binary.LittleEndian, p.frames[i].Robot)
			binary.Write(numbers, binary.LittleEndian, p.frames[i].Scene)
			pictures.Write(p.frames[i].Static)
			pictures.Write(p.frames[i].Gripper)
		}
		all = append(all, goldenRollout{
			Task: p.task, Behaviour: task.Behaviours()[p.behaviour], Rollout: p.number, Trial: p.trial, Seed: p.seed,
			Actions: base64.StdEncoding.EncodeToString(actions.Bytes()), Success: verdict == scenes.Right,
			Numbers: hex.EncodeToString(numbers.Sum(nil)), Pictures: hex.EncodeToString(pictures.Sum(nil)),
		})
	}
	text, err := json.MarshalIndent(all, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	golden.Check(t, "../../python/tests/rollouts.json", string(text)+"\n")
}
