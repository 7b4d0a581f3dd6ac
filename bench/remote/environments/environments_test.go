package environments

import (
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"counterpoise/bench/remote/wire"
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
func dialled(t *testing.T, y *toy, n int) (all []*Client) {
	t.Helper()
	at := y.serve(t)
	for range n {
		c, err := Dial(t.Context(), at, brief())
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
	y := &toy{}
	want, err := Roll(t.Context(), dialled(t, y, 1), towards{-10}, seeds, 1, 0, silent)
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range want {
		// A step of 0.1 at most in every second step of 30, so from any start within 1 the goal is reached.
		steps := 2*int(math.Ceil((math.Abs(float64(y.begin(seeds[i])))-.06)/.1)) - 1
		if !r.Success || r.Steps > steps+2 || r.Seed != seeds[i] {
			t.Errorf("rollout %d: %+v, expected a success within %d steps", i, r, steps+2)
		}
	}
	if want[0].Clipped == 0 {
		t.Error("no action was clipped")
	}
	for _, of := range []struct{ clients, portion int }{{1, 3}, {3, 2}, {2, 100}} {
		got, err := Roll(t.Context(), dialled(t, &toy{}, of.clients), towards{-10}, seeds, of.portion, 0, silent)
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
		clients := dialled(t, &toy{never: true}, 1)
		got, err := Roll(t.Context(), clients, towards{c.gain}, []uint64{1}, 1, c.horizon, silent)
		if err != nil {
			t.Fatal(err)
		}
		if r := got[0]; r.Success || r.Steps != c.steps || r.NonFinite != c.nonFinite {
			t.Errorf("%+v: %+v", c, r)
		}
	}
}

// What a bad environment does is one sentence.
func TestBadEnvironments(t *testing.T) {
	for _, c := range []struct {
		word string
		toy  *toy
	}{
		{"hangs, or is slow (--timeout", &toy{hang: true}},
		{"must keep its shapes", &toy{width: 3}},
		{"NaN in one: no policy can go on", &toy{value: float32(math.NaN())}},
	} {
		o := brief()
		if c.toy.hang {
			o.Idle = 50 * time.Millisecond
		}
		client, err := Dial(t.Context(), c.toy.serve(t), o)
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
		y := &toy{greeting: greeting}
		if _, err := Dial(t.Context(), y.serve(t), brief()); err == nil || !strings.Contains(err.Error(), word) {
			t.Errorf("want %q, got %v", word, err)
		}
	}
}

// Two connections must show one environment.
func TestTwoEnvironments(t *testing.T) {
	both := append(dialled(t, &toy{}, 1), dialled(t, &toy{greeting: map[string]any{"name": "other"}}, 1)...)
	if _, err := Roll(t.Context(), both, towards{-1}, []uint64{1}, 1, 0, silent); err == nil ||
		!strings.Contains(err.Error(), "different environments") {
		t.Error(err)
	}
}

// Seeds that do not decide the start are found, and the reason says how.
func TestSeeds(t *testing.T) {
	for _, c := range []struct {
		word string
		toy  *toy
	}{
		{"", &toy{}},
		{"reset takes no seed", &toy{greeting: map[string]any{"seeded": false}}},
		{"place is", &toy{start: func(_, resets uint64) float32 { return float32(resets) }}},
		{"give the same one", &toy{start: func(_, _ uint64) float32 { return 1 }}},
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
