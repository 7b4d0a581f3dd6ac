package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"counterpoise/cmd/counterpoise/clitest"
)

// fakeTrainer stands in for the program: it keeps with which threads and workers it trained.
const fakeTrainer = `#!/bin/sh
[ "$1" = run ] || exit 0
while [ $# -gt 0 ]; do
	case $1 in --workers) workers=$2 ;; --policy) policy=$2 ;; esac
	shift
done
[ "$policy" != unknown ] || { echo "counterpoise: there is no policy unknown" >&2; exit 1; }
echo "$policy $workers ${PJRT_NPROC-4}" >> runs
`

// The script runs each policy in each arrangement, once a round, and prints a line for each.
func TestWorkersScript(t *testing.T) {
	root, _ := clone(t, false)
	script := filepath.Join(root, "bench", "workers.sh")
	text, err := os.ReadFile(filepath.Join("..", "..", "bench", "workers.sh"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(root, "bench"), 0o755); err != nil {
		t.Fatal(err)
	}
	clitest.WriteScript(t, script, string(text))
	clitest.WriteScript(t, filepath.Join(root, "counterpoise"), fakeTrainer)
	bin := filepath.Join(root, "bin")
	if err := os.Mkdir(bin, 0o755); err != nil {
		t.Fatal(err)
	}
	clitest.WriteScript(t, filepath.Join(bin, "nproc"), "#!/bin/sh\necho 3\n")
	run := func(policies ...string) (string, int) {
		c := exec.Command(script, policies...)
		c.Env = append(os.Environ(), "WORKERS_ROUNDS=2", "PATH="+bin+":"+os.Getenv("PATH"), "PJRT_NPROC=7")
		said, _ := c.CombinedOutput()
		return string(said), c.ProcessState.ExitCode()
	}

	said, code := run("state", "vision+cnn")
	if code != 0 {
		t.Fatalf("exit code %d: %s", code, said)
	}
	lines := strings.Split(strings.TrimSpace(said), "\n")
	if want := "trainings on XLA side by side, 3 cores:"; !strings.HasPrefix(lines[0], want) {
		t.Errorf("begins with %q, want %q", lines[0], want)
	}
	for i, policy := range []string{"state", "vision+cnn"} {
		for j, threads := range []string{"4", "1"} {
			for k, name := range []string{"1 process of 1", "1 process of 3", "3 processes of 1"} {
				row := regexp.MustCompile(fmt.Sprintf(`^%s +%s +%s +[0-9.]+ +[0-9.]+$`, regexp.QuoteMeta(policy), name,
					threads))
				if got := lines[2+6*i+3*j+k]; !row.MatchString(got) {
					t.Errorf("%q, want a row of %s, %s, %s threads", got, policy, name, threads)
				}
			}
		}
	}
	kept, err := os.ReadFile(filepath.Join(root, "runs"))
	if err != nil {
		t.Fatal(err)
	}
	runs := strings.Split(strings.TrimSpace(string(kept)), "\n")
	slices.Sort(runs)
	var want []string
	for _, policy := range []string{"state", "vision+cnn"} {
		for _, threads := range []string{"1", "4"} {
			// Two rounds of one process alone and of three side by side, and of one with three workers.
			want = append(want, slices.Repeat([]string{policy + " 1 " + threads}, 2*(1+3))...)
			want = append(want, slices.Repeat([]string{policy + " 3 " + threads}, 2)...)
		}
	}
	slices.Sort(want)
	if !slices.Equal(runs, want) {
		t.Errorf("ran %q, want %q", runs, want)
	}

	if said, code := run("unknown"); code == 0 || !strings.Contains(said, "there is no policy unknown") {
		t.Errorf("an unknown policy: exit code %d, %q", code, said)
	}
}
