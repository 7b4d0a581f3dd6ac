package run

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"counterpoise/cmd/counterpoise/clitest"
	"counterpoise/internal/golden"
)

// The tables do not depend on the number of workers, and a second run makes nothing.
func TestRun(t *testing.T) {
	var first string
	for _, workers := range []string{"1", "2", "7"} {
		dir := t.TempDir()
		got, _, made := clitest.FiveTrials(t, dir, "--workers", workers)
		if first == "" {
			first = got
			golden.Check(t, "run-e1.txt", got)
		}
		if got != first || made != 75 {
			t.Errorf("%s workers: other tables than 1 worker, or %d policies in place of 75", workers, made)
		}
		again, stderr, made := clitest.FiveTrials(t, dir, "--workers", workers)
		if again != first || made != 0 || stderr != "" {
			t.Errorf("the second run made %d policies and said %q", made, stderr)
		}
	}
}

// Other sizes and seeds add records and replace none, and each table has its own.
func TestSettingsDoNotMix(t *testing.T) {
	dir := t.TempDir()
	first, _, _ := clitest.FiveTrials(t, dir)
	other, _, made := clitest.FiveTrials(t, dir, "--seed", "2")
	if made != 75 || other == first {
		t.Errorf("seed 2 made %d policies and the tables of seed 1: %v", made, other == first)
	}
	if again, _, made := clitest.FiveTrials(t, dir); again != first || made != 0 {
		t.Errorf("after seed 2, seed 1 made %d policies, or other tables", made)
	}
	if _, _, made := clitest.FiveTrials(t, dir, "--trials", "6"); made != 7 {
		t.Errorf("a sixth trial made %d policies, want its 7", made)
	}
}

// A damaged record is named, made again, and the tables are what they were.
func TestRunAfterDamage(t *testing.T) {
	dir := t.TempDir()
	first, _, _ := clitest.FiveTrials(t, dir)
	path := filepath.Join(dir, "records.jsonl")
	text, _ := os.ReadFile(path)
	lines := bytes.SplitAfter(text, []byte("\n"))
	i := slices.IndexFunc(lines, func(l []byte) bool { return bytes.Contains(l, []byte("natural")) })
	lines[i] = bytes.Replace(lines[i], []byte("natural"), []byte("natUral"), 1)
	os.WriteFile(path, bytes.Join(lines, nil), 0o644)
	again, stderr, made := clitest.FiveTrials(t, dir)
	if again != first || made != 1 || !strings.Contains(stderr,
		fmt.Sprintf("%s:%d: damaged line (its checksum does not fit)", path, i+1)) {
		t.Errorf("made %d policies, same tables %v, said %q", made, again == first, stderr)
	}
}

// helper runs this test binary as the program, with a fake cell runner that takes a moment for each policy.
func helper(dir string, pause time.Duration) *exec.Cmd {
	c := exec.Command(os.Args[0], "run", "E1", "--trials", "5", "--rollouts", "10", "--workers", "2", "--out", dir)
	c.Env = append(os.Environ(), "COUNTERPOISE_TEST_PAUSE="+pause.String())
	return c
}

// Killed at any moment, again and again, a run still ends with the tables of one that was left alone.
func TestKilledRunsGoOn(t *testing.T) {
	want, _, _ := clitest.FiveTrials(t, t.TempDir())
	dir := t.TempDir()
	draw := rand.New(rand.NewPCG(1, 2)) // when to kill; no result depends on it
	for range 8 {
		c := helper(dir, 5*time.Millisecond)
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(draw.IntN(40)) * time.Millisecond)
		c.Process.Kill()
		c.Wait()
	}
	if got, _, _ := clitest.FiveTrials(t, dir); got != want {
		t.Errorf("tables after eight kills:\n%s\nwithout:\n%s", got, want)
	}
}

// Ctrl-C stops in order: exit code 130, and the command that goes on, which then ends with the same tables.
func TestStoppedRunsSayHowToGoOn(t *testing.T) {
	want, _, _ := clitest.FiveTrials(t, t.TempDir())
	dir := t.TempDir()
	c := helper(dir, time.Second) // for each of 75 policies: it is far from its end when it hears of Ctrl-C
	var stderr bytes.Buffer
	c.Stderr = &stderr
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	waitFor(t, filepath.Join(dir, "records.jsonl"))
	c.Process.Signal(os.Interrupt)
	err := c.Wait()
	if code := c.ProcessState.ExitCode(); code != 130 {
		t.Errorf("exit code %d (%v), want 130", code, err)
	}
	stopped := regexp.MustCompile(`stopped; \d+ of 75 records are safe in .*records.jsonl. Go on with:\n  (.*)\n$`)
	said := stopped.FindStringSubmatch(stderr.String())
	command := fmt.Sprintf("./counterpoise run E1 --trials 5 --rollouts 10 --workers 2 --out %s", dir)
	if said == nil || said[1] != command {
		t.Errorf("said %q, want it to end with %s", stderr.String(), command)
	}
	if got, _, _ := clitest.FiveTrials(t, dir); got != want {
		t.Error("the run that went on has other tables than one that was never stopped")
	}
}

// waitFor returns once a file has something in it.
func waitFor(t *testing.T, path string) {
	t.Helper()
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		if info, err := os.Stat(path); err == nil && info.Size() > 0 {
			return
		}
	}
	t.Fatalf("%s did not appear", path)
}

// Two programs share the work of a plan in one folder, and take over from one that is killed; no policy is made
// twice.
func TestTwoRunsShareAFolder(t *testing.T) {
	want, _, _ := clitest.FiveTrials(t, t.TempDir())
	dir := t.TempDir()
	start := func() *exec.Cmd {
		c := helper(dir, 20*time.Millisecond)
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		return c
	}
	killed, a := start(), start()
	waitFor(t, filepath.Join(dir, "records.jsonl"))
	killed.Process.Kill()
	killed.Wait()
	b := start()
	for _, c := range []*exec.Cmd{a, b} {
		if err := c.Wait(); err != nil {
			t.Error(err)
		}
	}
	text, _ := os.ReadFile(filepath.Join(dir, "records.jsonl"))
	if n := bytes.Count(text, []byte("\n")); n != 75 {
		t.Errorf("%d records in the one file that is left, want 75", n)
	}
	if got, stderr, made := clitest.FiveTrials(t, dir); got != want || made != 0 || stderr != "" {
		t.Errorf("after runs side by side: %d policies made again, said %q", made, stderr)
	}
}

// quick prints its two comparisons in short, and everything by --full.
func TestRunQuickAnswersInShort(t *testing.T) {
	dir := t.TempDir()
	code, stdout, stderr, made := clitest.Invoke("run", "quick", "--trials", "5", "--rollouts", "10", "--out", dir)
	if code != 0 || made != 25 {
		t.Fatalf("exit code %d, %d policies: %s", code, made, stderr)
	}
	if odd, _ := filepath.Glob(filepath.Join(dir, "tables", "* *")); len(odd) > 0 {
		t.Errorf("names with blanks: %q", odd)
	}
	golden.Check(t, "run-quick.txt", strings.ReplaceAll(stdout, dir, "DIR"))
	if code, whole, stderr, made := clitest.Invoke("run", "quick", "--trials", "5", "--rollouts", "10", "--full",
		"--out", dir); code != 0 || made != 0 || len(whole) < 2*len(stdout) {
		t.Errorf("--full: exit code %d, %d policies made, %d bytes after %d: %s", code, made, len(whole), len(stdout),
			stderr)
	}
}
