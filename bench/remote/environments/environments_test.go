package environments

import (
	"bytes"
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"counterpoise/bench/remote/wire"
	"counterpoise/internal/toyenvironment"
)

// towards is a policy that moves against the first number of a state, faster than the bounds allow.
type towards struct{ gain float32 }

func (p towards) ActOnStates(dst [][]float32, states []float32) error {
	for i, chunk := range dst {
		for t := range chunk {
			chunk[t] = p.gain * states[2*i]
			if t > 0 {
				chunk[t] = 0
			}
		}
	}
	return nil
}

func (towards) Execute() int { return 2 }

// dialled returns connections to a toy.
func dialled(t *testing.T, y *toyenvironment.Toy, n int) (all []*Client) {
	t.Helper()
	at := y.Serve(t)
	for range n {
		c, err := Dial(t.Context(), at, toyenvironment.Brief())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(c.Close)
		all = append(all, c)
	}
	return all
}

func silent(done, total int) {}

// Rollouts are the same on however many connections, in portions of any size. Every one that starts near enough is
// solved, as the motion is known, and actions beyond the bounds are clipped.
func TestRollouts(t *testing.T) {
	seeds := []uint64{1, 2, 3, 4, 5, 6, 7, 8, 9, 1 << 63}
	y := &toyenvironment.Toy{}
	want, err := Roll(t.Context(), dialled(t, y, 1), towards{-10}, seeds, 1, 0, silent)
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range want {
		// A step of 0.1 at most in every second step of 30, so from any start within 1 the goal is reached.
		steps := 2*int(math.Ceil((math.Abs(float64(y.Begin(seeds[i])))-.06)/.1)) - 1
		if !r.Success || r.Steps > steps+2 || r.Seed != seeds[i] {
			t.Errorf("rollout %d: %+v, expected a success within %d steps", i, r, steps+2)
		}
	}
	for _, of := range []struct{ clients, portion int }{{1, 3}, {3, 2}, {2, 100}} {
		clients := dialled(t, &toyenvironment.Toy{}, of.clients)
		got, err := Roll(t.Context(), clients, towards{-10}, seeds, of.portion, 0, silent)
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%+v: %v, %v", of, got, err)
		}
	}
}

// A rollout that is never solved ends at the horizon as a failure, and one whose policy has no number ends before.
func TestEndings(t *testing.T) {
	for _, c := range []struct {
		gain      float32
		horizon   int
		steps     int
		nonFinite bool
	}{{-10, 0, 30, false}, {-10, 7, 7, false}, {float32(math.NaN()), 0, 0, true}} {
		clients := dialled(t, &toyenvironment.Toy{Never: true}, 1)
		got, err := Roll(t.Context(), clients, towards{c.gain}, []uint64{1}, 1, c.horizon, silent)
		if err != nil {
			t.Fatal(err)
		}
		if r := got[0]; r.Success || r.Steps != c.steps || r.NonFinite != c.nonFinite {
			t.Errorf("%+v: %+v", c, r)
		}
	}
}

// Demonstrations are the expert's states and actions as they were executed, and end when the task is solved or at the
// horizon.
func TestCollect(t *testing.T) {
	y := &toyenvironment.Toy{}
	list, err := collected(t, y, 0, 3, 5)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range list {
		at := y.Begin(d.Seed)
		if !d.Success || d.Steps != len(d.Actions) || len(d.States) != 2*d.Steps || d.States[0] != at {
			t.Fatalf("%+v, expected a start at %v", d, at)
		}
		for i, a := range d.Actions {
			if want := min(1, max(-1, -20*at)); a != want || d.States[2*i] != at {
				t.Errorf("seed %d, step %d: action %v at %v, want %v at %v", d.Seed, i, a, d.States[2*i], want, at)
			}
			at += float32(float64(a)) / 10
		}
	}
	never := &toyenvironment.Toy{Never: true}
	list, err = collected(t, never, 7, 3)
	if err != nil || list[0].Success || list[0].Steps != 7 {
		t.Errorf("%v, %+v", err, list)
	}
}

// collected are the demonstrations from some seeds in a toy.
func collected(t *testing.T, y *toyenvironment.Toy, horizon int, seeds ...uint64) (list []*Demonstration, err error) {
	t.Helper()
	err = dialled(t, y, 1)[0].Collect(t.Context(), seeds, horizon, func(_, _ int, d *Demonstration) error {
		list = append(list, d)
		return nil
	})
	return list, err
}

// Eyes make numbers of pictures, behind the environment's own, and rollouts by them are those by the place itself.
// Demonstrations have the pictures. An environment without pictures, and pictures of another size, are an error.
func TestPictures(t *testing.T) {
	y := &toyenvironment.Toy{Eye: true, Start: func(seed, _ uint64) float32 { return float32(seed%7)/10 - .3 }}
	eyes := Eyes{
		Names: func(camera string) []string { return []string{camera + " x"} },
		See: func(dst []float32, rgb []byte, _, width int) { // the mean column of what is red
			sum, n := 0, 0
			for i := range len(rgb) / 3 {
				if rgb[3*i] > rgb[3*i+1] {
					sum, n = sum+i%width, n+1
				}
			}
			dst[0] = (float32(sum)/float32(n) + .5 - toyenvironment.Side/2) / (toyenvironment.Side/2 - 6)
		},
	}
	clients := dialled(t, y, 2)
	if err := clients[0].CheckSeeds(t.Context()); err != nil { // the states alone are the same
		t.Error(err)
	}
	for _, c := range clients {
		if err := c.Look(eyes); err != nil || !slices.Equal(c.State, []string{"one", "eye x"}) {
			t.Fatal(err, c.State)
		}
	}
	if err := clients[0].CheckSeeds(t.Context()); err != nil {
		t.Error(err)
	}
	rollouts, err := Roll(t.Context(), clients, byEye{}, []uint64{1, 2, 3, 4, 5, 6}, 2, 0, silent)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range rollouts {
		if !r.Success || r.Steps > 6 {
			t.Errorf("%+v", r)
		}
	}
	list, err := collected(t, y, 0, 3)
	if err != nil {
		t.Fatal(err)
	}
	d, size := list[0], len(toyenvironment.Picture(0))
	if first := toyenvironment.Picture(y.Begin(3)); len(d.Pictures[0]) != d.Steps*size ||
		!bytes.Equal(d.Pictures[0][:size], first) || len(d.States) != d.Steps {
		t.Errorf("%d steps, %d bytes of pictures, %d numbers", d.Steps, len(d.Pictures[0]), len(d.States))
	}
	if err := dialled(t, &toyenvironment.Toy{}, 1)[0].Look(eyes); err == nil ||
		!strings.Contains(err.Error(), "toy has no pictures") {
		t.Error(err)
	}
	other := map[string]any{"cameras": []any{map[string]any{"name": "eye", "height": 9, "width": 9}}}
	c := dialled(t, &toyenvironment.Toy{Eye: true, Greeting: other}, 1)[0]
	if err := c.Look(eyes); err != nil {
		t.Fatal(err)
	}
	err = c.Reset(t.Context(), make([]float32, 2), []int{0}, []uint64{1})
	if err == nil || !strings.Contains(err.Error(), "[1 9 9 3]") {
		t.Error(err)
	}
}

// byEye moves against the second number of a state.
type byEye struct{}

func (byEye) ActOnStates(dst [][]float32, states []float32) error {
	for i := range dst {
		dst[i][0] = -10 * states[2*i+1]
	}
	return nil
}

func (byEye) Execute() int { return 1 }

// What a bad environment does is one sentence.
func TestBadEnvironments(t *testing.T) {
	for _, c := range []struct {
		word string
		toy  *toyenvironment.Toy
	}{
		{"hangs, or is slow", &toyenvironment.Toy{Hang: true}},
		{"must keep its shapes", &toyenvironment.Toy{Width: 3}},
		{"NaN in one: no policy can go on", &toyenvironment.Toy{Value: float32(math.NaN())}},
	} {
		o := toyenvironment.Brief()
		if c.toy.Hang {
			o.Idle = 50 * time.Millisecond
		}
		client, err := Dial(t.Context(), c.toy.Serve(t), o)
		if err != nil {
			t.Fatal(err)
		}
		_, err = Roll(t.Context(), []*Client{client}, towards{-1}, []uint64{1, 2}, 2, 0, silent)
		if err == nil || !strings.Contains(err.Error(), c.word) {
			t.Errorf("want %q, got %v", c.word, err)
		}
	}
	for word, greeting := range map[string]map[string]any{
		"speaks protocol 2 of environments, and this program 1": {"protocol": 2},
		"is none of environments":                               {"serves": nil},
		"states have 0 numbers":                                 {"state": []string{}},
		`"horizon" is no whole number`:                          {"horizon": 0},
		"are 1 and -1, no interval": {"action_low": wire.NewFloat32([]float32{1}, 1),
			"action_high": wire.NewFloat32([]float32{-1}, 1)},
	} {
		y := &toyenvironment.Toy{Greeting: greeting}
		_, err := Dial(t.Context(), y.Serve(t), toyenvironment.Brief())
		if err == nil || !strings.Contains(err.Error(), word) {
			t.Errorf("want %q, got %v", word, err)
		}
	}
}

// Two connections must show one environment.
func TestTwoEnvironments(t *testing.T) {
	other := &toyenvironment.Toy{Greeting: map[string]any{"name": "other"}}
	both := append(dialled(t, &toyenvironment.Toy{}, 1), dialled(t, other, 1)...)
	if _, err := Roll(t.Context(), both, towards{-1}, []uint64{1}, 1, 0, silent); err == nil ||
		!strings.Contains(err.Error(), "different environments") {
		t.Error(err)
	}
}

// Seeds that do not decide the start are found, and the reason says how.
func TestSeeds(t *testing.T) {
	for _, c := range []struct {
		word string
		toy  *toyenvironment.Toy
	}{
		{"", &toyenvironment.Toy{}},
		{"reset takes no seed", &toyenvironment.Toy{Greeting: map[string]any{"seeded": false}}},
		{"place is", &toyenvironment.Toy{Start: func(_, resets uint64) float32 { return float32(resets) }}},
		{"give the same one", &toyenvironment.Toy{Start: func(_, _ uint64) float32 { return 1 }}},
	} {
		err := dialled(t, c.toy, 1)[0].CheckSeeds(t.Context())
		if c.word == "" {
			if err != nil {
				t.Error(err)
			}
			continue
		}
		if !errors.Is(err, ErrUnseeded) || !strings.Contains(err.Error(), c.word) {
			t.Errorf("want %q, got %v", c.word, err)
		}
	}
	unsteady := &toyenvironment.Toy{Unsteady: true}
	if err := dialled(t, unsteady, 1)[0].CheckSeeds(t.Context()); !errors.Is(err, ErrUnsteady) {
		t.Errorf("an environment that draws in its steps: %v", err)
	}
	late := &toyenvironment.Toy{Start: func(seed, resets uint64) float32 {
		return float32(seed%7)/8 + float32(resets/3)
	}}
	if err := dialled(t, late, 1)[0].CheckSeeds(t.Context()); !errors.Is(err, ErrUnseeded) {
		t.Errorf("an environment whose later starts are others: %v", err)
	}
}

// A process that does not serve is a sentence: no interpreter, no package, no environment.
func TestProcesses(t *testing.T) {
	fake := func(script string) string {
		path := filepath.Join(t.TempDir(), "python")
		if err := os.WriteFile(path, []byte("#!/bin/sh\n"+script), 0o700); err != nil {
			t.Fatal(err)
		}
		return path
	}
	for _, c := range []struct{ python, word string }{
		{filepath.Join(t.TempDir(), "none"), "--python PATH"},
		{fake("echo \"No module named 'counterpoise'\" >&2; exit 1\n"), "pip install bench/remote/python"},
		{fake("echo error there is no package gymnasium; exit 1\n"), "e:f: there is no package gymnasium"},
		{fake("echo boom >&2; exit 1\n"), "cannot serve e:f: boom"},
		{fake("exit 0\n"), "ends before it serves"},
	} {
		_, _, err := Process{Python: c.python, Env: "e:f"}.Start(t.Context())
		if err == nil || !strings.Contains(err.Error(), c.word) {
			t.Errorf("want %q, got %v", c.word, err)
		}
	}
	at, stop, err := Process{Python: fake("echo some notice; echo listening ws://127.0.0.1:1; exec sleep 60\n"),
		Env: "e:f"}.Start(context.Background())
	if err != nil || at != "ws://127.0.0.1:1" {
		t.Fatal(at, err)
	}
	stop()
}

// A server is stopped although a child of it lives on and keeps its stderr open.
func TestStopWithAChildLeft(t *testing.T) {
	path, ended := filepath.Join(t.TempDir(), "python"), filepath.Join(t.TempDir(), "ended")
	script := "#!/bin/sh\n(sleep 30; >" + ended + ") >/dev/null &\necho listening ws://127.0.0.1:1\nexec sleep 60\n"
	if err := os.WriteFile(path, []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	_, stop, err := Process{Python: path, Env: "e:f"}.Start(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	stop()
	if _, err := os.Stat(ended); err == nil {
		t.Error("stop waits for the child")
	}
}
