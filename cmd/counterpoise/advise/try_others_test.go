package advise

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"counterpoise/cmd/counterpoise/clitest"
	"counterpoise/internal/golden"
	"counterpoise/policies/weightfile"
	"counterpoise/results/decide"
)

// fakeLeRobot stands in for LeRobot's training and evaluation: a training leaves a policy that knows its arm and seed,
// and an evaluation writes eval_info.json as lerobot-eval does, with more successes where demonstrations were left out.
var fakeLeRobot = map[string]string{
	"lerobot-train": `#!/bin/sh
rate=3
for a; do case $a in
--output_dir=*) out=${a#*=} ;;
--dataset.episodes=\[*\]) rate=7 more=1 ;;
--seed=*) seed=${a#*=} ;;
esac; done
mkdir -p $out/checkpoints/last/pretrained_model
echo $((rate + seed % 2 + ${more-0} * (seed / 3))) > $out/checkpoints/last/pretrained_model/rate
`,
	"lerobot-eval": `#!/bin/sh
for a; do case $a in
--output_dir=*) out=${a#*=} ;;
--policy.path=*) rate=$(cat ${a#*=}/rate) ;;
esac; done
mkdir -p $out
list= i=0
while [ $i -lt 10 ]; do
	[ $i -lt $rate ] && list="$list, true" || list="$list, false"
	i=$((i + 1))
done
echo "{\"per_task\": [{\"task_group\": \"t\", \"task_id\": 0, \"metrics\": {\"successes\": [${list#, }]}}]}" > \
	$out/eval_info.json
`,
	"python": "#!/bin/sh\nshift 2\nexec lerobot-train \"$@\"\n",
}

// others is a dataset of another robot in LeRobot's format.
func others(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "a robot")
	mixed := filepath.Join("..", "..", "..", "scenes", "demos", "lerobot", "testdata", "mixed")
	if err := os.CopyFS(dir, os.DirFS(mixed)); err != nil {
		t.Fatal(err)
	}
	return dir
}

// A dataset of another robot goes the whole way too: a folder with weights and commands, which LeRobot's tools run, and
// the same table and sentence of what they found. Results that are missing are said.
func TestTryOthers(t *testing.T) {
	data, out := others(t), filepath.Join(t.TempDir(), "trial")
	args := []string{"try", data, "--out", out, "--seeds", "3", "--drop", "episode=1", "--known", "0", "--methods",
		"drop,known"}
	code, stdout, stderr := tried(args...)
	if code != 0 {
		t.Fatal(stderr)
	}
	shown := strings.NewReplacer(data, "DATA", out, "OUT")
	golden.Check(t, "try-others.txt", shown.Replace(stdout))
	golden.Check(t, "try-commands.txt", shown.Replace(clitest.Contents(t, filepath.Join(out, commandsFile))))
	if code, _, stderr := tried("try", "--collect", out); code == 0 || !strings.Contains(stderr, "has no results yet") {
		t.Errorf("exit code %d: %s", code, stderr)
	}
	if code, _, stderr := tried(append(args, "--known", "2")...); code == 0 ||
		!strings.Contains(stderr, "is of other data or arms") {
		t.Errorf("exit code %d: %s", code, stderr)
	}
	for _, seeds := range []string{"5", "3"} { // more seeds, and the same again
		if code, _, stderr := tried(append(args, "--seeds", seeds)...); code != 0 {
			t.Error(stderr)
		}
	}
	bin := t.TempDir()
	for name, text := range fakeLeRobot {
		if err := os.WriteFile(filepath.Join(bin, name), []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	c := exec.Command("sh", filepath.Join(out, commandsFile))
	c.Env = append(os.Environ(), "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	if said, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, said)
	}
	if code, stdout, stderr = tried("try", "--collect", out); code != 0 {
		t.Fatal(stderr)
	}
	golden.Check(t, "try-collect.txt", shown.Replace(stdout))
	if err := os.RemoveAll(filepath.Join(out, "results", "known", "seed-2")); err != nil {
		t.Fatal(err)
	}
	code, stdout, _ = tried("try", "--collect", out)
	if code != 0 || !strings.Contains(stdout, "Of 3 seeds an arm, results are missing: 1 of known.") {
		t.Errorf("exit code %d: %s", code, stdout)
	}
	if err := os.Rename(filepath.Join(out, "results", "known"), filepath.Join(out, "results", "konwn")); err != nil {
		t.Fatal(err)
	}
	code, _, stderr = tried("try", "--collect", out)
	if code == 0 || !strings.Contains(stderr, `outcomes of "konwn", which is no arm`) {
		t.Errorf("exit code %d: %s", code, stderr)
	}
}

// Rollouts of a robot are files with a column of successes.
func TestTryCollectsTables(t *testing.T) {
	data, out := others(t), filepath.Join(t.TempDir(), "trial")
	code, _, stderr := tried("try", data, "--out", out, "--seeds", "2", "--drop", "episode=1", "--methods", "drop")
	if code != 0 {
		t.Fatal(stderr)
	}
	for arm, text := range map[string][2]string{"bc": {"1\n0\n0\n0\n", "0\n1\n0\n0\n"},
		"drop-episode-1": {"1\n1\n1\n1\n", "1\n1\n1\n0\n"}} {
		for i, rows := range text {
			dir := filepath.Join(out, "results", arm, []string{"seed-1", "seed-2"}[i])
			if err := os.MkdirAll(dir, 0o755); err != nil {
				t.Fatal(err)
			}
			clitest.WriteScript(t, filepath.Join(dir, "success.csv"), "success\n"+rows)
		}
	}
	code, stdout, stderr := tried("try", "--collect", out)
	if code != 0 || !strings.Contains(stdout, "25.0") || !strings.Contains(stdout, "87.5") ||
		!strings.Contains(stdout, "+62.5") {
		t.Errorf("exit code %d: %s%s", code, stdout, stderr)
	}
}

// Another robot without a folder, and folders that try has not made, are refused.
func TestTryOthersRefuses(t *testing.T) {
	data := others(t)
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{data}, "it is of another robot or simulator"},
		{[]string{data, "--out", filepath.Join(t.TempDir(), "x"), "--methods", "remix"},
			"weigh DATASET --method remix"},
		{[]string{data, "--out", data}, "lies in"},
		{[]string{"--collect", t.TempDir()}, "has no try.json"},
	} {
		code, _, stderr := tried(append([]string{"try"}, c.args...)...)
		if code == 0 || !strings.Contains(stderr, c.want) {
			t.Errorf("try %q: exit code %d: %s, want %s", c.args, code, stderr, c.want)
		}
	}
}

// The scripts of every format are ones that a shell reads, whatever the names in them.
func TestTryCommandsParse(t *testing.T) {
	arms := []decide.Arm{{Name: decide.Plain, About: "plain cloning"},
		{Name: "drop-failed", About: "without the 1 that failed", Filter: "--drop success=false",
			Weights: []weightfile.Frames{{1}, {0}}},
		{Name: "known", About: "1 demonstration named good", Weights: []weightfile.Frames{{.9}, {.1}}}}
	for _, format := range []string{"lerobot", "robomimic", "rlds", "calvin"} {
		of := trial{arms: arms, tryFlags: tryFlags{seeds: 2, rollouts: 5}}
		text := othersData{path: "/data/it's $HOME/a", name: "a b", format: format, t: of}.script(of)
		path := filepath.Join(t.TempDir(), "commands.sh")
		clitest.WriteScript(t, path, text)
		if said, err := exec.Command("sh", "-n", path).CombinedOutput(); err != nil {
			t.Errorf("%s: %v: %s", format, err, said)
		}
		for _, want := range []string{"for seed in 1 2; do", "drop-failed", "known"} {
			if !strings.Contains(text, want) {
				t.Errorf("%s has no %q", format, want)
			}
		}
	}
}
