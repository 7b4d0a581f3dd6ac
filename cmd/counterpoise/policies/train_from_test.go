package policies

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"counterpoise/cmd/counterpoise/clitest"
	"counterpoise/policies"
)

// train --from goes on from a policy: the same command gives the same file, which names the policy that it goes on from
// and its task, has its standardizer and other weights. --policy need not repeat its name.
func TestTrainFrom(t *testing.T) {
	dir := t.TempDir()
	first := filepath.Join(dir, "first")
	base := []string{"picking", "left=1,middle=1", "--steps", "3"}
	_, _, _ = trainedInto(t, first, append(base, "--policy", "state+transformer:Execute=2")...)
	on := []string{"picking", "left=2", "--steps", "2", "--from", first}
	got, stdout, _ := trainedInto(t, filepath.Join(dir, "on"), on...)
	again, _, _ := trainedInto(t, filepath.Join(dir, "again"), append(on, "--policy", "state+transformer:Execute=2")...)
	if string(got) != string(again) {
		t.Error("the same training with --policy gives another file")
	}
	if !strings.Contains(stdout, "from      "+first) {
		t.Errorf("train does not say what it goes on from:\n%s", stdout)
	}
	var loaded []*policies.Neural
	for _, file := range []string{first, filepath.Join(dir, "on")} {
		p, err := policies.Load(file)
		if err != nil {
			t.Fatal(err)
		}
		loaded = append(loaded, p.(*policies.Neural))
	}
	a, b := loaded[0].Model(), loaded[1].Model()
	if a.Standardizer.Mean[8] != b.Standardizer.Mean[8] || a.Weights[0][0] == b.Weights[0][0] {
		t.Errorf("mean %v and %v, weight %v and %v", a.Standardizer.Mean[8], b.Standardizer.Mean[8], a.Weights[0][0],
			b.Weights[0][0])
	}
	if c := loaded[1].Config(); len(c.From) != 64 || loaded[0].Config().From != "" || c.Execute != 2 ||
		loaded[1].Task() != "picking" {
		t.Errorf("configuration %+v of task %q", c, loaded[1].Task())
	}
}

// A policy of another task, network, head or setting is refused in one line that says what to do, and so is a file that
// is no policy or a damaged one. Nothing is written.
func TestTrainFromErrors(t *testing.T) {
	dir := t.TempDir()
	first, none := filepath.Join(dir, "first"), filepath.Join(dir, "none")
	data, _, _ := trainedInto(t, first, "picking", "left=1", "--steps", "2")
	data[len(data)/2] ^= 1
	damaged := filepath.Join(dir, "damaged")
	if err := os.WriteFile(damaged, data, 0o644); err != nil {
		t.Fatal(err)
	}
	for want, args := range map[string][]string{
		"first was trained on picking, and the demonstrations are of opening; a policy goes on with its own task": {
			"opening", "drawer=1", "--from", first},
		"is a policy state, and --policy asks for state+transformer; leave --policy out to go on from it": {
			"picking", "left=1", "--from", first, "--policy", "state+transformer"},
		"and --policy asks for state+mlp+flow;": {"picking", "left=1", "--from", first, "--policy", "state+mlp+flow"},
		"and --policy asks for state:History=2;": {
			"picking", "left=1", "--from", first, "--policy", "state:History=2"},
		"no such file": {"picking", "left=1", "--from", none},
		"damaged":      {"picking", "left=1", "--from", damaged},
	} {
		out := filepath.Join(dir, "out")
		code, _, stderr, _ := clitest.Invoke(append(append([]string{"train"}, args...), "--steps", "2", "--out",
			out)...)
		if code == 0 || !strings.Contains(stderr, want) || strings.Count(stderr, "\n") != 1 {
			t.Errorf("%q: exit code %d, %q; want %q", args, code, stderr, want)
		}
		if _, err := os.Stat(out); err == nil {
			t.Fatalf("%q wrote a policy", args)
		}
	}
}
