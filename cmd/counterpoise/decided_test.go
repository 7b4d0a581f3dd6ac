package main

import (
	"os"
	"strings"
	"testing"

	"counterpoise/cmd/counterpoise/clitest"
)

// What is decided for the user is said in the first lines of an answer, with the flag that decides otherwise; what the
// user has decided is not.
func TestDecisionsAreSaid(t *testing.T) {
	const dataset = "../../scenes/demos/rlds/testdata/rt1/0.1.0"
	const actions = "action/gripper + action/rotation_delta + action/world_vector; left out: " +
		"action/terminate_episode (--actions)"
	for _, c := range []struct{ args, want, never string }{
		{"demos inspect", "groups    by task (--by)\nactions   " + actions + "\ntask", ""},
		{"demos inspect --by annotation --actions action/world_vector", "annotation", "(--"},
		{"demos inspect --json", `"decided": [
    "groups: by task (--by)",
    "actions: ` + actions + `"`, ""},
		{"weigh --by episode --method natural --seeds 1 --out OUT", "actions   " + actions + "\npolicy    ridge " +
			"(--policy), 1 training of each method (--seeds), random numbers from seed 1 (--seed)\nepisode", "(--by)"},
		{"weigh --by episode --known 0 --out OUT", "actions   " + actions + "\nepisode", "(--by)"},
		{"advise --by episode --method  --seeds 1", "none can be predicted from others.\n" +
			"gripper   when it is empty is not known from this dataset: missed grasps are not looked for\nactions   " +
			actions + "\n",
			"(--by)"},
	} {
		args := strings.Fields(strings.ReplaceAll(c.args, "OUT", t.TempDir()))
		if k := strings.Index(c.args, "--method  "); k >= 0 {
			args = append(strings.Fields(c.args[:k]), append([]string{"--method", ""},
				strings.Fields(c.args[k+9:])...)...)
		}
		code, stdout, stderr, _ := clitest.Invoke(append(args, dataset)...)
		if code != 0 || !strings.Contains(stdout, c.want) || c.never != "" && strings.Contains(stdout, c.never) {
			t.Errorf("%s: exit code %d, %s\n%s\nwant %s", c.args, code, stderr, stdout, c.want)
		}
	}
	// Of several datasets each says its own.
	dir := t.TempDir()
	if err := os.CopyFS(dir+"/copy", os.DirFS(dataset)); err != nil {
		t.Fatal(err)
	}
	code, stdout, stderr, _ := clitest.Invoke("weigh", dataset, dir+"/copy", "--method", "natural", "--seeds", "1",
		"--out", dir+"/out")
	if code != 0 || !strings.Contains(stdout, "groups    by dataset (--by)\nactions   of ") {
		t.Errorf("exit code %d, %s\n%s", code, stderr, stdout)
	}
}
