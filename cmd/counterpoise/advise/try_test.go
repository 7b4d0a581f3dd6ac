package advise

import (
	"bytes"
	"context"
	"encoding/binary"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"counterpoise/bench/record"
	"counterpoise/bench/runner"
	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/cmd/counterpoise/clitest"
	"counterpoise/internal/golden"
	"counterpoise/scenes/demos"
	"counterpoise/scenes/demos/filter"
)

// tried runs a command line with real training and rollouts.
func tried(args ...string) (code int, stdout, stderr string) {
	var out, errs bytes.Buffer
	p := of(cli.Program{Name: "counterpoise", Out: &out, Err: &errs, CellRunner: func(workers int) runner.CellRunner {
		return runner.NewCellRunner(workers, nil, "")
	}})
	code = p.Main(args)
	return code, out.String(), errs.String()
}

// tiny are flags that make try fast. No result of such a run means anything.
var tiny = []string{"--seeds", "2", "--rollouts", "1", "--steps", "3", "--device", "go"}

// A dataset of either task goes the whole way: arms by its labels, training, rollouts, one table, one sentence, the
// next command. What was made is not made again, whatever the number of workers and the format of the data.
func TestTry(t *testing.T) {
	for _, c := range []struct{ name, recipe, format string }{
		{"picking", "picking left=2,middle=2,right=2,left:erratic=2,middle:erratic=2,right:erratic=2", "lerobot"},
		{"opening", "opening slider=6+2 retry,drawer=2+1 erratic", "robomimic"},
	} {
		t.Run(c.name, func(t *testing.T) {
			data, out := madeOf(t, c.recipe, 1), filepath.Join(t.TempDir(), "try")
			args := append([]string{"try", data, "--out", out}, tiny...)
			code, stdout, stderr := tried(append(args, "--workers", "2")...)
			if code != 0 || !strings.Contains(stderr, "policies to train and test, 0 done") {
				t.Fatalf("exit code %d: %s", code, stderr)
			}
			golden.Check(t, "try-"+c.name+".txt", strings.NewReplacer(data, "DATA", out, "OUT").Replace(stdout))
			other := filepath.Join(t.TempDir(), "other.hdf5")
			if c.format == "lerobot" {
				other = filepath.Join(t.TempDir(), "other")
			}
			if code, _, stderr, _ := clitest.Invoke("demos", "convert", data, other, "--format", c.format); code != 0 {
				t.Fatal(stderr)
			}
			for _, path := range []string{data, other} {
				args[1] = path
				code, again, stderr := tried(append(args, "--workers", "1")...)
				again = strings.ReplaceAll(again, other, data)
				if code != 0 || strings.Contains(stderr, "to train") || again != stdout {
					t.Errorf("%s again: exit code %d: %s%s", path, code, again, stderr)
				}
			}
		})
	}
}

// Stopped by Ctrl-C or killed, at any moment, the same command goes on and ends with what one prints that was left
// alone.
func TestTryGoesOn(t *testing.T) {
	data := madeOf(t, "picking left=2,left:erratic=1", 1)
	alone, killed := filepath.Join(t.TempDir(), "try"), filepath.Join(t.TempDir(), "try")
	args := func(out string) []string { return append([]string{"try", data, "--out", out}, tiny...) }
	code, want, stderr := tried(args(alone)...)
	if code != 0 {
		t.Fatal(stderr)
	}
	for _, end := range []os.Signal{os.Interrupt, os.Kill} {
		c := exec.Command(os.Args[0], append(args(killed), "--workers", "1")...)
		c.Env = append(os.Environ(), "COUNTERPOISE_TEST_PAUSE=0s")
		var said bytes.Buffer
		c.Stderr = &said
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		for { // until the first record
			b, err := os.ReadFile(filepath.Join(killed, "records.jsonl"))
			if err == nil && bytes.Contains(b, []byte("\n")) {
				break
			}
			time.Sleep(10 * time.Millisecond)
		}
		c.Process.Signal(end)
		c.Wait()
		if end == os.Interrupt && (c.ProcessState.ExitCode() != 130 ||
			!strings.Contains(said.String(), "of 6 records are safe in ")) {
			t.Errorf("after Ctrl-C: exit code %d: %s", c.ProcessState.ExitCode(), &said)
		}
	}
	code, got, stderr := tried(args(killed)...)
	if code != 0 || strings.Contains(stderr, ", 0 done") {
		t.Errorf("exit code %d: %s", code, stderr)
	}
	if got = strings.ReplaceAll(got, killed, alone); got != want {
		t.Errorf("after it was killed:\n%s\nleft alone:\n%s", got, want)
	}
	// Other options add records, and the table has its own alone.
	code, got, stderr = tried(append(args(killed), "--seed", "2", "--seeds", "1")...)
	if code != 0 || !strings.Contains(stderr, "has 6 records of other data, arms or sizes") ||
		!strings.Contains(got, "One seed decides nothing") {
		t.Errorf("exit code %d: %s%s", code, got, stderr)
	}
}

// What is wrong is said with what to do.
func TestTryRefuses(t *testing.T) {
	data, other := madeOf(t, "picking left=2,left:erratic=1,right=2", 1), madeOf(t, "picking left=3", 1)
	weights := filepath.Join(t.TempDir(), "weights")
	if code, _, stderr, _ := clitest.Invoke("weigh", other, "--known", "0", "--out", weights); code != 0 {
		t.Fatal(stderr)
	}
	for _, c := range []struct {
		args string
		want string
	}{
		{"", "try needs the folder or file of one dataset"},
		{data + " --methods remixx", `did you mean "remix"?`},
		{data + " --seeds 0", "--seeds must be 1 or more, not 0"},
		{data + " --steps 0", "--steps must be 1 or more, not 0"},
		{data + " --known 7", "names demonstration 7, and there are 5"},
		{data + " --known 0,4-", "--known"},
		{data + " --drop style=eratic", `did you mean "erratic"?`},
		{data + " --weights " + weights + "/weights.csv", "has weights of other data"},
		{data + " --by colour", "--by"},
		{other, "nothing to compare with plain cloning"},
		{other + " --methods bc", "nothing to compare with plain cloning"},
		{data + " --policy state+mlp+bins", "--steps is needed"},
		{data + " --out " + data + "/try", "lies in"},
		{data + " --collect x", "leave out " + data},
		{"--collect x --seeds 3", "--seeds is of a dataset"},
	} {
		code, stdout, stderr := tried(append([]string{"try"}, strings.Fields(c.args)...)...)
		if code == 0 || stdout != "" || !strings.Contains(stderr, c.want) {
			t.Errorf("try %s: exit code %d, %q, want %s", c.args, code, stderr, c.want)
		}
	}
	if _, err := os.Stat("out"); err == nil {
		t.Error("a refused command left a folder behind")
	}
	code, _, stderr := tried("try", data, "--out", t.TempDir(), "--device", "cuda") // into a folder that is there
	if code != 1 || !strings.Contains(stderr, "device cuda cannot be used") {
		t.Errorf("exit code %d: %s", code, stderr)
	}
}

// advise --try says what the data tell, and then what rollouts do, of the same dataset.
func TestAdviseAndTry(t *testing.T) {
	data, out := madeOf(t, "opening slider=2,drawer=2,slider:early=2,drawer:early=2", 1), t.TempDir()
	fake := clitest.FakeCellRunner{Made: new(atomic.Int32)}
	var stdout, stderr bytes.Buffer
	p := of(cli.Program{Name: "counterpoise", Out: &stdout, Err: &stderr, CellRunner: func(int) runner.CellRunner {
		return tasksRunner{fake}
	}})
	code := p.Main([]string{"advise", data, "--seeds", "1", "--try", "--out", filepath.Join(out, "advised")})
	said := stdout.String()
	for _, want := range []string{"whether to leave them out, the data cannot tell", "\narm ", "drop-failed ",
		"6 seeds, 50 rollouts of each behaviour, policy state, 250 calibrated steps"} {
		if !strings.Contains(said, want) {
			t.Errorf("no %q:\n%s", want, said)
		}
	}
	if strings.Count(said, "next: ") != 1 || fake.Made.Load() != 18 || code != 0 {
		t.Errorf("exit code %d, %d records:\n%s%s", code, fake.Made.Load(), said, &stderr)
	}
	code, _, said, _ = clitest.Invoke("advise", data, data, "--try")
	if code == 0 || !strings.Contains(said, "one dataset") {
		t.Errorf("exit code %d: %s", code, said)
	}
}

// tasksRunner makes records of cells of opening without training: those of a recipe of both of its behaviours.
type tasksRunner struct{ clitest.FakeCellRunner }

func (r tasksRunner) Run(ctx context.Context, c record.Cell) (record.Record, error) {
	of := c
	of.Recipe = "slider=15,drawer=15"
	made, err := r.FakeCellRunner.Run(ctx, of)
	made.Cell = c
	return made, err
}

// The commands and the table of docs/your-data.md are those of the program: the same columns and arms.
func TestYourDataTries(t *testing.T) {
	page := clitest.Contents(t, filepath.Join("..", "..", "..", "docs", "your-data.md"))
	_, section, _ := strings.Cut(page, "## The test that decides")
	blocks := strings.Split(section, "```\n")
	commands, table := strings.Split(strings.TrimSpace(blocks[1]), "\n"), strings.Split(blocks[3], "\n")
	t.Chdir(t.TempDir())
	var stdout string
	for _, line := range commands {
		args := strings.Fields(line)[1:]
		if args[0] == "try" {
			args = append(args, tiny...)
		}
		code, said, stderr := tried(args...)
		if code != 0 {
			t.Fatalf("%s: %s", line, stderr)
		}
		stdout = said
	}
	for i, line := range strings.Split(stdout, "\n")[1:5] {
		cells := regexp.MustCompile(` {2,}`).Split(strings.TrimSpace(line), -1)
		want := regexp.MustCompile(` {2,}`).Split(strings.TrimSpace(table[i]), -1)
		if n := map[bool]int{true: len(want), false: 2}[i == 0]; !slices.Equal(cells[:n], want[:n]) {
			t.Errorf("line %d has %q, the page %q", i, cells, want)
		}
	}
}

// Sentences of several tasks are told, with their numbers and the command that chooses those of one of ours; several
// sentences of one task are one.
func TestTryOfSeveralTasks(t *testing.T) {
	for _, c := range []struct{ tasks, said, want string }{
		{"picking picking", "lift the block|pick it", ""},
		{"picking stack picking", "lift the block|stack|pick the red block", `some/data has demonstrations of ` +
			`several tasks, 2 of "picking" and 1 of "stack", and try takes those of one: demos filter some/data ` +
			`some/data-kept --where 'task=lift the block,pick the red block' chooses those`},
		{"stack pour pour", "stack|pour|pour", `some/data has demonstrations of no task of ours, which are picking ` +
			`and opening: 2 of "pour" and 1 of "stack"; --env trains and tests in an environment of yours`},
	} {
		tried, data := trial{path: "some/data"}, &demos.Dataset{}
		said := strings.Split(c.said, "|")
		for i, task := range strings.Fields(c.tasks) {
			data.Episodes = append(data.Episodes, demos.Episode{Task: task})
			labels := map[string]string{"task": said[i]}
			tried.data.Episodes = append(tried.data.Episodes, filter.Episode{Labels: labels})
		}
		if err := tried.oneTask(data); (err == nil) != (c.want == "") || err != nil && err.Error() != c.want {
			t.Errorf("%s: %v, want %q", c.tasks, err, c.want)
		}
	}
}

// A number that is none is told with its dataset, once, its demonstration, its frame and what to do, by every command
// that reads, and without that demonstration a dataset is read.
func TestNumbersThatAreNone(t *testing.T) {
	spoilt := filepath.Join(t.TempDir(), "spoilt.hdf5")
	if code, _, stderr, _ := clitest.Invoke("demos", "convert", madeOf(t, "picking left=5,middle=5", 1), spoilt,
		"--format", "robomimic"); code != 0 {
		t.Fatal(stderr)
	}
	r, err := demos.OpenAny(t.Context(), spoilt)
	if err != nil {
		t.Fatal(err)
	}
	raw, err := r.Read(4, false)
	r.Close()
	file, unread := os.ReadFile(spoilt)
	if err != nil || unread != nil {
		t.Fatal(err, unread)
	}
	var row []byte // of the actions, where it stands in the file
	for _, x := range raw.Actions.Row(7) {
		row = binary.LittleEndian.AppendUint32(row, math.Float32bits(x))
	}
	if bytes.Count(file, row) != 1 {
		t.Fatalf("the file has the row %d times", bytes.Count(file, row))
	}
	binary.LittleEndian.PutUint32(file[bytes.Index(file, row)+8:], math.Float32bits(float32(math.NaN())))
	if err := os.WriteFile(spoilt, file, 0o666); err != nil {
		t.Fatal(err)
	}
	for _, args := range []string{"advise", "try", "weigh", "weigh --known 0,1", "weigh --score jerk", "demos inspect",
		"demos list"} {
		words := append(strings.Fields(args), spoilt)
		code, _, stderr, _ := clitest.Invoke(words...)
		if code == 0 || strings.Count(stderr, spoilt) != 1 || !strings.Contains(stderr, "episode 4: frame 7: ") ||
			!strings.Contains(stderr, " is NaN, not finite; ") || !strings.Contains(stderr, "leave the episode out") {
			t.Errorf("%s: exit code %d: %s", args, code, stderr)
		}
	}
	if code, _, stderr, _ := clitest.Invoke("demos", "filter", spoilt, spoilt+"-kept.hdf5", "--format", "robomimic",
		"--episodes", "0-3,5-9"); code != 0 {
		t.Errorf("exit code %d: %s", code, stderr)
	}
}
