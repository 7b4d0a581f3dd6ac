package policies

import (
	"bytes"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"counterpoise/bench/remote/environments"
	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/cmd/counterpoise/clitest"
	"counterpoise/cmd/counterpoise/shared"
	"counterpoise/internal/toyenvironment"
	"counterpoise/scenes/demos"
)

// A policy that reads pictures is trained from recorded ones, and rolled out where the picture alone tells the place. A
// policy of states cannot do it, and demonstrations without pictures are refused.
func TestPolicyOfPicturesElsewhere(t *testing.T) {
	dir := t.TempDir()
	var all []*demos.Raw
	for i := range 12 {
		raw := &demos.Raw{Labels: map[string]string{"task": "go to 0", "style": []string{"optimal", "odd"}[i%4/3]},
			State: demos.Matrix{Width: 1}, Actions: demos.Matrix{Width: 1}}
		eye := demos.Camera{Name: "eye", Height: toyenvironment.Side, Width: toyenvironment.Side}
		for at := float32(i*7%24)/12 - .95; raw.Frames() == 0 || at*at > .05*.05 && raw.Frames() < 12; {
			a := min(1, max(-1, -5*at))
			raw.State.Values = append(raw.State.Values, 1)
			raw.Actions.Values = append(raw.Actions.Values, a)
			eye.Data = append(eye.Data, toyenvironment.Picture(at)...)
			at += a / 10
		}
		raw.Cameras = []demos.Camera{eye}
		all = append(all, raw)
	}
	data := filepath.Join(dir, "eye.hdf5")
	clitest.WriteRaw(t, data, "toy", all)
	at := "ws://" + (&toyenvironment.Toy{Eye: true}).Serve(t)
	solved := map[string]int{}
	for _, observer := range []string{"vision", "state"} {
		policy, file := filepath.Join(dir, observer), filepath.Join(dir, observer+".json")
		_, said, err := clitest.Ran("train", data, "--policy", observer, "--steps", "300", "--out", policy)
		if err != nil {
			t.Fatalf("%v\n%s", err, said)
		}
		if _, _, err := clitest.Ran("eval", policy, "--env", at, "--rollouts", "12", "--out", file); err != nil {
			t.Fatal(err)
		}
		var e shared.EnvEvaluation
		b, err := os.ReadFile(file)
		if err == nil {
			err = json.Unmarshal(b, &e)
		}
		if err != nil {
			t.Fatal(err)
		}
		for _, episode := range e.Episodes {
			if episode.Success {
				solved[observer]++
			}
		}
	}
	if solved["vision"] < 11 || solved["state"] > 4 {
		t.Errorf("of 12 rollouts %v are solved", solved)
	}
	out, said, err := clitest.Ran("try", data, "--env", at, "--policy", "vision", "--seeds", "2", "--rollouts", "4",
		"--steps", "100", "--drop", "style=odd", "--out", filepath.Join(dir, "try"))
	if err != nil || !strings.Contains(out, "plain cloning") {
		t.Errorf("%v\n%s%s", err, out, said)
	}
	blind, vision := "ws://"+(&toyenvironment.Toy{}).Serve(t), filepath.Join(dir, "vision")
	renamed := "ws://" + (&toyenvironment.Toy{Eye: true, Greeting: map[string]any{"cameras": []any{
		map[string]any{"name": "front", "height": toyenvironment.Side, "width": toyenvironment.Side},
	}}}).Serve(t)
	for want, args := range map[string][]string{
		"has no pictures; --policy state": {"train", clitest.ToyDemonstrations(t, "optimal"), "--policy", "vision"},
		"toy has no pictures":             {"eval", vision, "--env", blind},
		"the policy reads eye":            {"eval", vision, "--env", renamed},
		"leave these settings out":        {"train", data, "--policy", "vision:Shifts=2", "--out", vision + "-shifted"},
	} {
		if _, _, err := clitest.Ran(args...); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("no %q in %v", want, err)
		}
	}
}

// A policy of another environment is trained from a file, rolled out there, and its evaluation is the same whatever the
// workers. On the tabletop it is refused, and so is one of the tabletop there.
func TestOtherEnvironment(t *testing.T) {
	data, dir := clitest.ToyDemonstrations(t, "optimal"), t.TempDir()
	policy := filepath.Join(dir, "policy")
	_, said, err := clitest.Ran("train", data, "--steps", "300", "--out", policy)
	if err != nil || !strings.Contains(said, "states of 2 numbers, actions of 1") {
		t.Fatalf("train: %v, %s", err, said)
	}
	at := "ws://" + (&toyenvironment.Toy{}).Serve(t)
	var kept [][]byte
	for _, workers := range []string{"1", "3"} {
		file := filepath.Join(dir, "eval"+workers+".json")
		out, said, err := clitest.Ran("eval", policy, "--env", at, "--rollouts", "12", "--workers", workers, "--out",
			file, "--chance")
		if err != nil || !strings.Contains(out, "12 of 12") {
			t.Fatalf("eval: %v\n%s%s", err, out, said)
		}
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		kept = append(kept, b)
	}
	if !bytes.Equal(kept[0], kept[1]) {
		t.Errorf("other workers, other bytes:\n%s\n%s", kept[0], kept[1])
	}
	var e shared.EnvEvaluation
	err = json.Unmarshal(kept[0], &e)
	if err != nil || len(e.Episodes) != 12 || !e.Seeded || e.Episodes[0].Seed == nil {
		t.Errorf("%v, %+v", err, e)
	}
	if e.Chance == nil || e.Chance[1] != 12 || e.Chance[0] > 11 {
		t.Errorf("chance %v", e.Chance)
	}
	unseeded := "ws://" + (&toyenvironment.Toy{Start: func(_, resets uint64) float32 {
		return float32(resets%7)/10 + .2
	}}).Serve(t)
	out, said, err := clitest.Ran("eval", policy, "--env", unseeded, "--rollouts", "3")
	if err != nil || !strings.Contains(said, "its seeds do not decide its starts") ||
		!strings.Contains(out, "pairs with no other evaluation") {
		t.Errorf("unseeded: %v\n%s%s", err, out, said)
	}
	wide := "ws://" + (&toyenvironment.Toy{Greeting: map[string]any{"state": []string{"a", "b", "c"}}}).Serve(t)
	for _, c := range []struct {
		line []string
		word string
	}{
		{[]string{"eval", policy}, "eval POLICY --env"},
		{[]string{"eval", policy, "--env", wide}, "states of 3 numbers (a, b, c), and the policy reads 2"},
		{[]string{"eval", policy, "--env", at, "--task", "dance"}, "none of the policy's: go to 0"},
		{[]string{"eval", policy, "--env", at, "--trial", "1"}, "--trial is about the tabletop"},
		{[]string{"eval", policy, "--horizon", "3"}, "there is no --env"},
		{[]string{"eval", policy, "--env", "cube"}, "is no environment"},
		{[]string{"eval", policy, "--env", "a:b?name={task}"}, "--task does not say which"},
		{[]string{"eval", policy, "--env", "a:b", "--python", filepath.Join(dir, "none")}, "--python PATH"},
		{[]string{"eval", "--env", at, "--remote", at}, "leave one out"},
		{[]string{"train", data, "--policy", "state:History=3", "--out", filepath.Join(dir, "v")},
			"learns the tabletop alone"},
		{[]string{"demos", "collect", filepath.Join(dir, "d.hdf5"), "--env", at, "--expert", "a:b"},
			"starts the environment"},
		{[]string{"demos", "collect", data, "--env", "a:b", "--expert", "a:b"}, "exists; choose another"},
	} {
		if _, _, err := clitest.Ran(c.line...); err == nil || !strings.Contains(err.Error(), c.word) {
			t.Errorf("%s: want %q, got %v", c.line, c.word, err)
		}
	}
}

// What is kept of an environment has finite bounds; the environment, from which more rollouts follow, keeps its own.
func TestEvaluationLeavesTheBounds(t *testing.T) {
	there := environments.Space{Low: []float32{float32(math.Inf(-1))}, High: []float32{float32(math.Inf(1))}}
	kept := shared.NewEnvEvaluation("policy", "", there, 0, true, nil)
	if _, err := kept.Bytes(); err != nil || !math.IsInf(float64(there.Low[0]), -1) ||
		!math.IsInf(float64(there.High[0]), 1) {
		t.Errorf("%v, %+v", err, there)
	}
}

// The median of an even number of successes is between the two in the middle, as in records.
func TestMedianThere(t *testing.T) {
	var out bytes.Buffer
	p := of(cli.Program{Out: &out, Err: &out})
	rollouts := []environments.Rollout{{Success: true, Steps: 10}, {Steps: 99}, {Success: true, Steps: 13}}
	err := p.showThere(shared.EnvEvaluation{Seeded: true}, rollouts)
	if err != nil || !strings.Contains(out.String(), "11.5") {
		t.Errorf("%v\n%s", err, out.String())
	}
}

// try trains the arms on a dataset of another environment and tests them there: what leaves the bad ones out is found
// to be better. The same command makes nothing again and prints the same, whatever the workers; other settings are
// refused, and so are another device than that of the first result and an environment whose seeds do not decide the
// starts.
func TestTryOtherEnvironment(t *testing.T) {
	data, dir := clitest.ToyDemonstrations(t, "optimal", "bad"), filepath.Join(t.TempDir(), "try")
	at := "ws://" + (&toyenvironment.Toy{}).Serve(t)
	line := []string{"try", data, "--env", at, "--seeds", "3", "--rollouts", "8", "--steps", "150", "--methods", "drop",
		"--out", dir}
	out, said, err := clitest.Ran(append(line, "--workers", "2")...)
	if err != nil || !strings.Contains(out, "Take drop-bad (without the 12 marked bad)") {
		t.Fatalf("%v\n%s%s", err, out, said)
	}
	again, _, err := clitest.Ran(append(line, "--workers", "1")...)
	if err != nil || again != out {
		t.Errorf("again: %v\n%s\nfirst:\n%s", err, again, out)
	}
	if _, _, err := clitest.Ran(append(line, "--rollouts", "9")...); err == nil ||
		!strings.Contains(err.Error(), "is of other data, methods, steps, rollouts") {
		t.Error(err)
	}
	next := regexp.MustCompile(`(?m)^next: counterpoise (train .*--weights \S+)$`).FindStringSubmatch(out)
	if next == nil {
		t.Fatalf("no next command in\n%s", out)
	}
	policy := filepath.Join(t.TempDir(), "policy")
	if _, _, err := clitest.Ran(append(strings.Fields(next[1]), "--steps", "1", "--out", policy)...); err != nil {
		t.Error(err)
	}
	made, err := filepath.Glob(filepath.Join(dir, "results", "*", "*", "eval_info.json"))
	if err != nil || len(made) != 6 {
		t.Fatal(made, err)
	}
	for _, file := range made {
		text, err := os.ReadFile(file)
		if err != nil || !strings.Contains(string(text), `"kind": "`) {
			t.Fatalf("%v: no device in %s", err, text)
		}
		other := regexp.MustCompile(`"kind": "[^"]*"`).ReplaceAll(text, []byte(`"kind": "cuda"`))
		if err := os.WriteFile(file, other, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if _, _, err := clitest.Ran(append(line, "--device", "go")...); err == nil ||
		!strings.Contains(err.Error(), "were made on device cuda, and this is go: --device cuda goes on there") {
		t.Error(err)
	}
	if mixed, _, err := clitest.Ran(append(line, "--device", "go", "--mix-devices")...); err != nil || mixed != out {
		t.Errorf("%v\n%s", err, mixed)
	}
	unseeded := "ws://" + (&toyenvironment.Toy{Start: func(_, n uint64) float32 { return float32(n) }}).Serve(t)
	if _, _, err := clitest.Ran("try", data, "--env", unseeded, "--out", filepath.Join(t.TempDir(), "u")); err == nil ||
		!strings.Contains(err.Error(), "arms are compared from the same starts") {
		t.Error(err)
	}
}
