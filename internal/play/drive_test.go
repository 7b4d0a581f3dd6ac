package play

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"counterpoise/physics"
	"counterpoise/scenes"
	"counterpoise/scenes/demos"
	"counterpoise/scenes/demos/replay"
	"counterpoise/scenes/render"
)

// held returns the bits of controls by name.
func held(names ...string) (h Held) {
	for _, name := range names {
		h |= 1 << slices.IndexFunc(Controls, func(c Control) bool { return c.Name == name })
	}
	return h
}

// towards returns the controls that move the hand to a place, slowly where it is near, or none once it is there.
func towards(d *Drive, to physics.Vec, near float64) Held {
	off := to.Sub(d.table.TCP().P)
	var h Held
	for i, x := range [3]float64{off.X, off.Y, off.Z} {
		if math.Abs(x) > near {
			i := 2 * i
			if x > 0 {
				i++
			}
			h |= 1 << i
		}
	}
	if h != 0 && off.Norm() < .06 {
		h |= slow
	}
	return h
}

// lift presses keys as a person would who lifts the red block: over it, square to it, down, close, up.
func lift(t *testing.T, s Start) *Drive {
	t.Helper()
	d, err := NewDrive(s)
	if err != nil {
		t.Fatal(err)
	}
	step := func(h Held) {
		if err := d.Step(h); err != nil {
			t.Fatal(err)
		}
	}
	until := func(most int, with Held, next func() Held) {
		for range most {
			h := next()
			if h == 0 {
				break
			}
			step(h | with)
		}
	}
	block := d.table.Block(scenes.Red)
	over := block.P.Add(physics.Vec{Z: .08})
	yaw := func() Held {
		b, e := d.table.Block(scenes.Red), d.table.TargetEuler()
		turn := math.Remainder(b.R.Euler().Z+math.Pi/2-e.Z, math.Pi)
		switch {
		case turn > .06:
			return held("turn left")
		case turn < -.06:
			return held("turn right")
		}
		return 0
	}
	until(200, 0, func() Held { return towards(d, over, .01) | yaw() })
	until(200, 0, func() Held { return towards(d, physics.Vec{X: block.P.X, Y: block.P.Y, Z: .46}, .006) })
	for range 12 {
		step(held("closed"))
	}
	for range 90 {
		step(held("closed", "up"))
	}
	return d
}

// Attempts of recorded key presses: the simulator does the same by the same actions, redoing them gives the same
// states, and both oracles of the dataset agree.
func TestDrivenStatesAreTheSimulators(t *testing.T) {
	d := lift(t, Start{"picking", "left", 3, 7})
	if d.Success == 0 || !d.Over || len(d.Moments) != d.Success+afterSuccess+1 {
		t.Fatalf("success at %d of %d moments, over %v", d.Success, len(d.Moments), d.Over)
	}
	task, b, err := d.Attempt.find()
	if err != nil {
		t.Fatal(err)
	}
	start, err := NewDrive(d.Attempt.Start)
	if err != nil {
		t.Fatal(err)
	}
	table := start.table
	if at := table.Block(scenes.Red).P.X; b != 0 || at > .1 {
		t.Errorf("behaviour %d starts at %g", b, at)
	}
	var first scenes.Decision
	for i, h := range d.Attempt.Held {
		// What a person holds is written out as the action that scenes.Action defines.
		a := scenes.Action{6: 1}
		share := float32(.5)
		if h&held("slow") != 0 {
			share = .1
		}
		for name, to := range map[string]struct {
			axis int
			by   float32
		}{"left": {0, -1}, "right": {0, 1}, "near": {1, -1}, "away": {1, 1}, "down": {2, -1}, "up": {2, 1},
			"turn left": {5, 1}, "turn right": {5, -1}} {
			if h&held(name) != 0 {
				a[to.axis] += to.by * share
			}
		}
		if h&held("closed") != 0 {
			a[6] = -1
		}
		if err := table.Step(a); err != nil {
			t.Fatal(err)
		}
		first.Add(task.Outcome(table).Earned, i+1)
		if table.Snapshot() != d.Moments[i+1] {
			t.Fatalf("step %d: another state than the simulator's", i+1)
		}
	}
	if first.At(scenes.Right) != d.Success {
		t.Errorf("success at %d, of the simulator %d", d.Success, first.At(scenes.Right))
	}
	again, err := Redo(d.Attempt)
	if err != nil || again.table.Hash() != d.table.Hash() || again.Success != d.Success {
		t.Errorf("redone: success at %d, %v", again.Success, err)
	}
}

// Every control moves the hand as its name says, and opposite ones cancel.
func TestControls(t *testing.T) {
	drive := func(h Held) *Drive {
		d, err := NewDrive(Start{"picking", "middle", 0, 1})
		if err != nil {
			t.Fatal(err)
		}
		for range 20 {
			if err := d.Step(h | slow); err != nil {
				t.Fatal(err)
			}
		}
		return d
	}
	pose := func(h Held) physics.Pose { return drive(h).table.TCP() }
	rest, at := drive(0), pose(0)
	for name, to := range map[string]physics.Vec{"left": {X: -1}, "right": {X: 1}, "near": {Y: -1}, "away": {Y: 1},
		"down": {Z: -1}, "up": {Z: 1}} {
		// 20 steps of a tenth of 2 cm are 4 cm; the arm lags a little.
		moved := pose(held(name)).P.Sub(at.P)
		if along := moved.Dot(to); along < .03 || moved.Sub(to.Scale(along)).Norm() > .005 {
			t.Errorf("%s moves the hand by %v", name, moved)
		}
	}
	// Tilting swings the fingertips to the left, right, top or bottom of the gripper's picture.
	now := rest.Moments[len(rest.Moments)-1]
	picture := render.GripperCamera(&now).Pose.R
	for name, to := range map[string]physics.Vec{"tilt left": picture.X.Scale(-1), "tilt right": picture.X,
		"tilt down": picture.Y.Scale(-1), "tilt up": picture.Y} {
		if by := drive(held(name)).table.TCP().R.Z.Sub(rest.table.TCP().R.Z).Dot(to); by < .05 {
			t.Errorf("%s points the fingers there by %g", name, by)
		}
	}
	for name, sign := range map[string]float64{"turn left": 1, "turn right": -1} {
		turned := pose(held(name))
		if by := sign * math.Remainder(turned.R.Euler().Z-at.R.Euler().Z, 2*math.Pi); by < .05 {
			t.Errorf("%s turns the hand by %g", name, by)
		}
	}
	if a := held("left", "right", "closed").Action(); a != (scenes.Action{6: -1}) {
		t.Errorf("left and right are %v", a)
	}
	if len(Controls) > 16 || held("closed") != closed || held("slow") != slow {
		t.Error("bits of controls")
	}
	keys := map[string]bool{}
	for _, c := range Controls {
		keys[c.Key] = true
	}
	if len(keys) != len(Controls) {
		t.Errorf("%d keys of %d controls", len(keys), len(Controls))
	}
}

// The downloaded dataset reads back equal, and replays to the same success.
func TestDrivenDatasetReadsBackAndReplays(t *testing.T) {
	good := lift(t, Start{"picking", "left", 3, 7})
	other := lift(t, Start{"picking", "right", 1, 7})
	bad, err := Redo(Attempt{Start{"picking", "left", 4, 7}, slices.Repeat([]Held{held("up", "left")}, 40)})
	if err != nil {
		t.Fatal(err)
	}
	if good.Success == 0 || other.Success == 0 || bad.Success > 0 {
		t.Fatalf("successes at %d, %d, %d", good.Success, other.Success, bad.Success)
	}
	all := []Attempt{good.Attempt, bad.Attempt, other.Attempt}
	args, err := json.Marshal(all)
	if err != nil {
		t.Fatal(err)
	}
	var c Calls
	reply, err := c.Call("dataset", args, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "driven.hdf5")
	if err := os.WriteFile(path, reply.Bytes, 0o644); err != nil {
		t.Fatal(err)
	}
	r, err := demos.OpenAny(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	want, err := DrivenData(all, nil)
	if err != nil {
		t.Fatal(err)
	}
	read := demos.Dataset{Card: r.Card()}
	for i := range r.Episodes() {
		raw, err := r.Read(i, false)
		if err != nil {
			t.Fatal(err)
		}
		if raw.Labels["style"] != Person {
			t.Errorf("episode %d has the labels %v", i, raw.Labels)
		}
		e, err := raw.Episode()
		if err != nil {
			t.Fatal(err)
		}
		read.Episodes = append(read.Episodes, *e)
	}
	if read.Digest() != want.Digest() || read.Card.Hash != want.Card.Hash || read.Card.Task != "picking" {
		t.Errorf("another dataset is read back: %+v", read.Card)
	}
	n := 0
	err = replay.Play(t.Context(), r, replay.Options{}, func(r *replay.Result) error {
		if r.Unplayable != "" || r.Earned.Success != (n != 1) || *r.Recorded != r.Earned.Success {
			t.Errorf("episode %d: %+v, earned %+v, recorded %v", n, r, r.Earned, r.Recorded)
		}
		n++
		return nil
	})
	if err != nil || n != len(all) {
		t.Errorf("%d episodes replayed, %v", n, err)
	}
}

// A page drives by calls, a few control steps a call, and clones what it drove; wrong questions are errors.
func TestDrivesByCalls(t *testing.T) {
	want := lift(t, Start{"picking", "left", 3, 7})
	var c Calls
	ask := func(name string, args, into any) []byte {
		t.Helper()
		text, err := json.Marshal(args)
		if err != nil {
			t.Fatal(err)
		}
		reply, err := c.Call(name, text, nil, nil)
		if err != nil {
			t.Fatalf("%s %s: %v", name, text, err)
		}
		if text, err = json.Marshal(reply.Value); err == nil && into != nil {
			err = json.Unmarshal(text, into)
		}
		if err != nil {
			t.Fatal(err)
		}
		return reply.Bytes
	}
	var now Driving
	ask("drive", want.Attempt.Start, &now)
	if now.Moments != 1 || now.Over || now.Offset[2] > -.05 {
		t.Errorf("at the start %+v", now)
	}
	held := append(slices.Clone(want.Attempt.Held), 0, 0, 0)
	for more := range slices.Chunk(held, 3) {
		ask("act", map[string]any{"id": now.ID, "held": more}, &now)
	}
	if now.Moments != len(want.Moments) || now.Success != want.Success || !now.Over {
		t.Errorf("%+v, want success at %d of %d", now, want.Success, len(want.Moments))
	}
	if _, err := c.Draw(nil, now.ID, now.Moments-1, View{Camera: "gripper", Width: 84, Height: 84}); err != nil {
		t.Error(err)
	}
	a := Attempt{want.Attempt.Start, held[:now.Moments-1]} // as the page keeps it
	if !slices.Equal(a.Held, want.Attempt.Held) {
		t.Errorf("attempt %+v", a)
	}
	var result Result
	file := ask("clone driven", map[string]any{"attempts": []Attempt{a}, "starts": 2, "seed": 1}, &result)
	if p, err := DecodePolicy(file); err != nil || p == nil {
		t.Errorf("the policy: %v", err)
	}
	if result.Arm != "yours" || result.Demos != 1 || len(result.Rows) != 3 || result.Rows[0].Rollouts != 2 {
		t.Errorf("%+v", result)
	}
	s := Setting{Task: a.Task, Demos: []int{1, 2, 2}, Style: "erratic", Starts: 2, Seed: 1}
	ask("clone together", map[string]any{"setting": s, "attempts": []Attempt{a, a}}, &result)
	if result.Arm != "scripted and yours" || result.Demos != 7 || len(result.Rows) != 3 {
		t.Errorf("%+v", result)
	}
	ask("close", now.ID, nil)
	for _, refused := range [][2]string{
		{"act", `{"id":1}`}, {"drive", `{"task":"pouring"}`}, {"dataset", "[]"}, {"dataset", "{"},
		{"dataset", `[{"task":"picking","behaviour":"left","held":[]}]`},
		{"dataset", `[{"task":"picking","behaviour":"left","held":[16384]}]`},
		{"dataset", `[{"task":"picking","behaviour":"left","held":[1]},` +
			`{"task":"opening","behaviour":"drawer","held":[1]}]`},
		{"clone driven", `{"attempts":[],"starts":2}`}, {"clone driven", `{"starts":0}`},
		{"clone together", `{"setting":{"task":"picking","demos":[1,1,1],"style":"early","starts":1},"attempts":[]}`},
		{"clone together", `{"setting":{"task":"opening","demos":[1,1],"style":"early","starts":1},` +
			`"attempts":[{"task":"picking","behaviour":"left","held":[1]}]}`},
	} {
		if _, err := c.Call(refused[0], []byte(refused[1]), nil, nil); err == nil {
			t.Errorf("%s %s is answered", refused[0], refused[1])
		}
	}
}

// Every behaviour of every task says what is asked for, and a drive ends after MaxDriven steps.
func TestDrivesOfAllTasks(t *testing.T) {
	for _, name := range scenes.Tasks.Names() {
		task, _ := scenes.Tasks.Get(name)
		for _, b := range task.Behaviours() {
			d, err := NewDrive(Start{name, b, 0, 1})
			if err != nil {
				t.Fatal(err)
			}
			if ask := d.Ask(); !strings.HasPrefix(ask, b) || strings.Contains(ask, "its part") {
				t.Errorf("%s: %q", name, ask)
			}
		}
	}
	d, err := Redo(Attempt{Start{"opening", "drawer", 0, 1}, make([]Held, MaxDriven)})
	if err != nil || !d.Over || d.Success > 0 || len(d.Moments) != MaxDriven+1 {
		t.Errorf("after %d steps over is %v, %v", len(d.Moments)-1, d.Over, err)
	}
	// A rollout of the same number starts elsewhere.
	rolled, err := Demonstrate(Start{"picking", "left", 3, 7}, "optimal")
	if err != nil {
		t.Fatal(err)
	}
	if d, err = NewDrive(Start{"picking", "left", 3, 7}); err != nil || d.Moments[0] == rolled.Moments[0] {
		t.Errorf("a drive starts where a rollout does, %v", err)
	}
}

// A policy that is cloned from driven lifts lifts blocks where nobody drove.
func TestClonesOfDrivenAttemptsSucceed(t *testing.T) {
	var all []Attempt
	for i := range 20 {
		if d := lift(t, Start{"picking", "left", i, 1}); d.Success > 0 {
			all = append(all, d.Attempt)
		}
	}
	if len(all) < 15 {
		t.Fatalf("%d of 20 lifts succeed", len(all))
	}
	c, err := CloneDriven(t.Context(), all, 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := Roll(t.Context(), Setting{Task: "picking", Starts: 20, Seed: 1}, c.Policy, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d attempts: %d of 20", len(all), rows[0].Right)
	if rows[0].Right < 3 {
		t.Errorf("%d of 20 succeed", rows[0].Right)
	}
}

// The ghost of the target is a ring around the red block in all pictures of an attempt; what is not near it stays.
func TestGhost(t *testing.T) {
	d, err := NewDrive(Start{"picking", "left", 0, 1})
	if err != nil {
		t.Fatal(err)
	}
	var p Painter
	for _, v := range []View{{Camera: "static", Width: 200, Height: 200}, {Camera: "gripper", Width: 84, Height: 84},
		{Camera: "free", Width: 480, Height: 320}, {Camera: "free", Width: 480, Height: 320, Azimuth: 0.5}} {
		before, err := p.Paint(nil, &d.Moments[0], v)
		if err != nil {
			t.Fatal(err)
		}
		after := slices.Clone(before)
		if err := d.Ghost(after, v); err != nil {
			t.Fatal(err)
		}
		var x, y, n float64 // sums over the ring, and its pixels
		var blockX, blockY, block float64
		for i := 0; i < len(before); i += 4 {
			at := float64(i / 4 % v.Width)
			row := float64(i / 4 / v.Width)
			if !slices.Equal(before[i:i+4], after[i:i+4]) {
				x, y, n = x+at, y+row, n+1
			}
			if r, g, b := int(before[i]), int(before[i+1]), int(before[i+2]); r > 120 && g < r/4 && b < r/4 {
				blockX, blockY, block = blockX+at, blockY+row, block+1
			}
		}
		far := math.Hypot(x/n-blockX/block, y/n-blockY/block)
		if size := math.Sqrt(block); n < 20 || n > 1500 || block < 10 || far > size/2 {
			t.Errorf("%s: a ring of %.0f pixels, %.1f from the middle of the block of %.0f", v.Camera, n, far, block)
		}
	}
}
