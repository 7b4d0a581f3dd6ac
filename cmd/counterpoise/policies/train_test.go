package policies

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"counterpoise/bench"
	"counterpoise/bench/record"
	"counterpoise/bench/runner"
	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/cmd/counterpoise/clitest"
	"counterpoise/internal/recordtest"
	"counterpoise/policies/backend"
	"counterpoise/policies/train"
	"counterpoise/results/store"
)

// trainedInto trains with arguments and returns the bytes of the policy file and what was printed.
func trainedInto(t *testing.T, out string, args ...string) (policy []byte, stdout, stderr string) {
	t.Helper()
	code, stdout, stderr, _ := clitest.Invoke(append(append([]string{"train"}, args...), "--out", out)...)
	if code != 0 {
		t.Fatalf("%q: exit code %d: %s", args, code, stderr)
	}
	policy, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	return policy, stdout, stderr
}

// A policy depends on demonstrations, method, steps and seed alone, not on whether they come from a recipe or a
// dataset of it, and not on the number of workers. Nothing but the policy and its log is left behind, and a policy
// that is there is safe.
func TestTrain(t *testing.T) {
	dir := t.TempDir()
	base := []string{"picking", "left=1,middle=2,right=1", "--steps", "3", "--method", "zero", "--seed", "5"}
	first, stdout, stderr := trainedInto(t, filepath.Join(dir, "first"), base...)
	log, err := os.ReadFile(filepath.Join(dir, "first-log", "log.csv"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"behaviour", "middle", "policy    " + filepath.Join(dir, "first") + "\n",
		"log       " + filepath.Join(dir, "first-log") + "\n"} {
		if !strings.Contains(stdout, want) {
			t.Errorf("train does not print %q:\n%s", want, stdout)
		}
	}
	if !strings.Contains(stderr, "trained by "+runner.Backend()+", ") {
		t.Errorf("train does not say what trained: %q", stderr)
	}
	if files, _ := filepath.Glob(filepath.Join(dir, "*")); len(files) != 2 {
		t.Errorf("train left %q", files)
	}

	if code, _, stderr, _ := clitest.Invoke("demos", "generate", "picking", "left=1,middle=2,right=1", "--seed", "5",
		"--out", filepath.Join(dir, "data")); code != 0 {
		t.Fatal(stderr)
	}
	for name, args := range map[string][]string{
		"one worker": append(base, "--workers", "1"),
		"a dataset":  append([]string{filepath.Join(dir, "data")}, base[2:]...),
		"min-max":    append(base, "--method", "minmax"),
	} {
		out := filepath.Join(dir, strings.ReplaceAll(name, " ", "-"))
		got, _, _ := trainedInto(t, out, args...)
		if !bytes.Equal(got, first) {
			t.Errorf("%s gave another policy", name)
		}
		if again, _ := os.ReadFile(filepath.Join(out+"-log", "log.csv")); !bytes.Equal(again, log) {
			t.Errorf("%s gave another log", name)
		}
	}
	for name, args := range map[string][]string{
		"another seed":   append(base, "--seed", "6"),
		"a trial":        append(base, "--trial", "0"),
		"another method": append(base, "--method", "equal"),
	} {
		other, _, _ := trainedInto(t, filepath.Join(dir, strings.ReplaceAll(name, " ", "-")), args...)
		if bytes.Equal(other, first) {
			t.Errorf("%s gave the same policy", name)
		}
	}

	code, _, stderr, _ := clitest.Invoke(append(append([]string{"train"}, base...), "--out", filepath.Join(dir,
		"first"))...)
	want := "counterpoise: " + filepath.Join(dir, "first") +
		" exists; choose another --out, or remove it to train anew\n"
	if code != 1 || stderr != want {
		t.Errorf("the second run: exit code %d, %q; want %q", code, stderr, want)
	}
	if kept, _ := os.ReadFile(filepath.Join(dir, "first")); !bytes.Equal(kept, first) {
		t.Error("the second run changed the policy")
	}
}

// A policy that cannot be written is not lost: the same command writes it, with its log, and makes no step again.
func TestTrainGoesOnToWrite(t *testing.T) {
	dir := t.TempDir()
	out := filepath.Join(dir, "policy")
	args := []string{"picking", "left=1,middle=2,right=1", "--steps", "200", "--method", "zero", "--seed", "5"}
	whole, _, _ := trainedInto(t, filepath.Join(dir, "whole"), args...)
	log, err := os.ReadFile(filepath.Join(dir, "whole-log", "log.csv"))
	if err != nil {
		t.Fatal(err)
	}
	go func() { // puts a folder in the policy's place once the training has begun
		for begun := false; !begun && t.Context().Err() == nil; time.Sleep(time.Millisecond) {
			_, err := os.Stat(out + "-log")
			begun = err == nil
		}
		os.MkdirAll(filepath.Join(out, "in the way"), 0o755)
	}()
	code, _, stderr, _ := clitest.Invoke(append([]string{"train", "--out", out}, args...)...)
	if code != 1 || !strings.Contains(stderr, "it or its log could not be written; its training is safe in ") {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	if err := os.RemoveAll(out); err != nil {
		t.Fatal(err)
	}
	got, _, stderr := trainedInto(t, out, args...)
	if !bytes.Equal(got, whole) {
		t.Error("what was written at last is another policy")
	}
	if again, _ := os.ReadFile(filepath.Join(out+"-log", "log.csv")); !bytes.Equal(again, log) {
		t.Errorf("the log is\n%s\nwant\n%s", again, log)
	}
	if strings.Contains(stderr, " steps") {
		t.Errorf("it trained again: %s", stderr)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "checkpoint-*")); len(left) != 0 {
		t.Errorf("%q is left", left)
	}
}

// The log has a line for each step of each run, and TensorBoard's file an event for each.
func TestTrainLog(t *testing.T) {
	out := filepath.Join(t.TempDir(), "policy")
	_, _, _ = trainedInto(t, out, "picking", "left=1,right=2", "--steps", "4", "--method", "doremi")
	log, err := os.ReadFile(filepath.Join(out+"-log", "log.csv"))
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(string(log), "\n"), "\n")
	if want := "run,step,loss left,loss right,weight left,weight right"; !strings.HasPrefix(lines[0], want) {
		t.Errorf("the log begins %q, want %q", lines[0], want)
	}
	steps := map[string]int{}
	for _, l := range lines[1:] {
		if run, _, _ := strings.Cut(l, ","); strings.Count(l, ",") == strings.Count(lines[0], ",") {
			steps[run]++
		}
	}
	if steps["policy"] != 4 || steps["1"] == 0 {
		t.Errorf("steps of runs in the log: %v", steps)
	}
	events, err := os.ReadFile(filepath.Join(out+"-log", "events.out.tfevents.0.counterpoise"))
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for ; len(events) > 0; n++ {
		events = events[12+binary.LittleEndian.Uint64(events)+4:]
	}
	if n != len(lines) { // both have a first one that is no step
		t.Errorf("%d events for %d lines", n, len(lines))
	}
}

// Ctrl-C keeps where the training stands and says how to go on, which then ends in the same bytes.
func TestTrainInterrupted(t *testing.T) {
	dir := t.TempDir()
	args := []string{"picking", "left=1,right=1", "--steps", "100", "--seed", "2"}
	want, _, _ := trainedInto(t, filepath.Join(dir, "whole"), args...)
	out := filepath.Join(dir, "parts")
	full := append(append([]string{"train"}, args...), "--out", out)
	c := exec.Command(os.Args[0], full...)
	c.Env = append(os.Environ(), "COUNTERPOISE_TEST_PAUSE=0s")
	var said bytes.Buffer
	said.Grow(1 << 16)
	pipe, err := c.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	timeout := time.AfterFunc(time.Minute, func() { c.Process.Kill() })
	defer timeout.Stop()
	for signalled, buf := false, make([]byte, 256); ; {
		n, err := pipe.Read(buf)
		said.Write(buf[:n])
		if !signalled && strings.Contains(said.String(), "10 of 100 steps") {
			signalled = true
			c.Process.Signal(os.Interrupt)
		}
		if err != nil {
			break
		}
	}
	c.Wait()
	if code := c.ProcessState.ExitCode(); code != 130 {
		t.Fatalf("exit code %d: %s", code, said.String())
	}
	kept, _ := filepath.Glob(filepath.Join(dir, "checkpoint-*"))
	if _, err := os.Stat(out); err == nil || len(kept) != 1 {
		t.Fatalf("a policy after Ctrl-C, or checkpoints %q", kept)
	}
	for _, part := range []string{" of 100 steps, which are safe in " + kept[0] + ". Go on with:\n",
		"  ./counterpoise " + strings.Join(full, " ") + "\n"} {
		if !strings.Contains(said.String(), part) {
			t.Errorf("says not %q but\n%s", part, said.String())
		}
	}
	got, _, stderr := trainedInto(t, out, args...)
	if !bytes.Equal(got, want) {
		t.Error("the training that went on gave another policy")
	}
	if strings.Contains(stderr, "  10 of 100 steps") {
		t.Errorf("the training began anew: %s", stderr)
	}
	if _, err := os.Stat(kept[0]); err == nil {
		t.Error("the checkpoint outlived its training")
	}
	a, _ := os.ReadFile(filepath.Join(dir, "whole-log", "log.csv"))
	if b, _ := os.ReadFile(filepath.Join(out+"-log", "log.csv")); !bytes.Equal(a, b) || len(a) == 0 {
		t.Error("the training that went on left another log")
	}
}

// A training that goes on and is stopped before another step names the checkpoint that it goes on from; without one,
// nothing was written.
func TestTrainInterruptedBeforeAStep(t *testing.T) {
	var said bytes.Buffer
	p := of(cli.Program{Err: &said, Name: "counterpoise", Args: []string{"train", "picking", "left=1"}})
	job := training{trainFlags: trainFlags{out: filepath.Join(t.TempDir(), "policy")}}
	if err := p.interrupted(job, train.Progress{}); err != cli.ErrStopped ||
		said.String() != "stopped; nothing was written\n" {
		t.Errorf("%v: %s", err, said.String())
	}
	said.Reset()
	if err := os.WriteFile(job.checkpointFile(), []byte("kept"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := p.interrupted(job, train.Progress{}); err != cli.ErrStopped ||
		!strings.Contains(said.String(), "safe in "+job.checkpointFile()+". Go on with:\n") {
		t.Errorf("%v: %s", err, said.String())
	}
}

// A training that fails before its first step leaves no folder: three groups do not fit a batch of two.
func TestTrainFailsWithoutAFolder(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "new")
	out := filepath.Join(folder, "policy")
	code, _, stderr, _ := clitest.Invoke("train", "picking", "left=1,middle=1,right=1", "--steps", "5", "--policy",
		"state:Batch=2", "--out", out)
	if code == 0 {
		t.Fatal("a batch of two holds three groups")
	}
	if _, err := os.Stat(folder); err == nil {
		t.Errorf("empty folders are left: %s", stderr)
	}
}

// A device that is requested and cannot be had is one line, and nothing is trained.
func TestTrainWithoutTheDevice(t *testing.T) {
	for _, v := range []string{"GOMLX_BACKEND", "PJRT_PLUGIN_LIBRARY_PATH", "VIRTUAL_ENV", "PATH"} {
		t.Setenv(v, "")
	}
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("COUNTERPOISE_CACHE", home)
	for _, d := range []backend.Device{backend.CUDA, backend.XLACPU} {
		if err := backend.Use(d); err == nil {
			backend.Use(backend.GoCPU)
			t.Skip("this machine has the device")
		}
		out := filepath.Join(home, string(d))
		args := []string{"train", "picking", "left=1", "--steps", "2", "--out", out, "--device", string(d)}
		code, stdout, stderr, _ := clitest.Invoke(args...)
		want := "counterpoise: device " + string(d) + " cannot be used: no plugin of XLA"
		if !backend.LoadsPlugins {
			want = "counterpoise: device " + string(d) + " cannot be used: " + backend.ErrNotBuilt.Error()
		}
		if code != 1 || stdout != "" || strings.Count(stderr, "\n") != 1 || !strings.HasPrefix(stderr, want) {
			t.Errorf("%s: exit code %d, %q, %q", d, code, stdout, stderr)
		}
		if _, err := os.Stat(out); err == nil {
			t.Errorf("%s: a policy was written", d)
		}
	}
	_, _, said := trainedInto(t, filepath.Join(home, "auto"), "picking", "left=1", "--steps", "2")
	if strings.Contains(said, "plugin") {
		t.Errorf("nobody asked for a device, and train says %q", said)
	}
}

func TestEval(t *testing.T) {
	out := filepath.Join(t.TempDir(), "policy")
	trainedInto(t, out, "picking", "left=2,middle=2,right=2", "--steps", "20")
	var first string
	for _, workers := range []string{"1", "3"} {
		code, stdout, stderr, _ := clitest.Invoke("eval", out, "--task", "picking", "--rollouts", "3", "--workers",
			workers)
		if code != 0 {
			t.Fatal(stderr)
		}
		if first == "" {
			first = stdout
		}
		if stdout != first || strings.Count(stdout, " of 3 ") != 3 || !strings.HasPrefix(stdout, "behaviour") {
			t.Errorf("%s workers:\n%s1 worker:\n%s", workers, stdout, first)
		}
	}
	code, stdout, stderr, _ := clitest.Invoke("eval", out, "--task", "picking", "--rollouts", "3", "--seed", "8")
	if code != 0 || stdout == "" {
		t.Errorf("another seed: exit code %d: %s", code, stderr)
	}
}

// eval finds the chance level of its task in records, in whatever spelling the knobs are given, by either oracle;
// without records it says what measures it, if anything does.
func TestEvalFindsChance(t *testing.T) {
	dir := t.TempDir()
	out, records := filepath.Join(dir, "policy"), filepath.Join(dir, "records")
	trainedInto(t, out, "picking", "left=1,middle=1,right=1", "--steps", "2")
	s, err := store.Open(records)
	if err != nil {
		t.Fatal(err)
	}
	plan := bench.Plan{Size: record.Size{Seed: 5, Policy: bench.StatePolicy}}
	for trial := range bench.ChanceTrials {
		c := plan.ChanceCell(bench.ChanceLevel{Task: "picking:Yaw=90,Opening=60"}, trial)
		// Of 100 rollouts of left 2 succeed by CALVIN's oracle, and 1 of these is earned.
		if err := s.Put(recordtest.WithVerdicts(recordtest.Record(c, 2, 0, 0), 1, 0)); err != nil {
			t.Fatal(err)
		}
	}
	recorded := fmt.Sprintf("chance: %d initialisations without training", bench.ChanceTrials)
	for _, c := range []struct{ task, oracle, level, note string }{
		{"picking:Yaw=90,Opening=60", "earned", " 1.0 % (≤ ", recorded},
		{"picking:Opening=60.0,Yaw=9e1", "calvin", " 2.0 % (≤ ", recorded},
		{"picking", "earned", " 0.1 % (≤ 1.1)",
			"policy state, in brackets the upper 95 % bound (committed records of results/quick)"},
		{"picking:Opening=51.50", "earned", "  -", "chance of picking:Opening=51.5 is not recorded in " + records +
			", and no experiment has these knobs"},
	} {
		code, stdout, stderr, _ := clitest.Invoke("eval", out, "--task", c.task, "--rollouts", "1", "--oracle",
			c.oracle, "--records", records)
		lines := strings.Split(stdout, "\n")
		if code != 0 || !strings.Contains(lines[1], c.level) || !strings.Contains(stdout, c.note) {
			t.Errorf("%s by %s: exit code %d, %s%s", c.task, c.oracle, code, stdout, stderr)
		}
	}
	none := filepath.Join(dir, "none")
	code, stdout, stderr, _ := clitest.Invoke("eval", out, "--task", "picking", "--rollouts", "1", "--records", none)
	if code != 1 || stdout != "" || !strings.Contains(stderr, "--records: "+none+" holds no records") {
		t.Errorf("a folder that is not there: exit code %d, %s%s", code, stdout, stderr)
	}
}

// Without --task eval takes the task that the policy's file names, with its knobs; a file that names none needs it.
func TestEvalTakesTheTaskOfTheFile(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	trainedInto(t, at("policy"), "picking:Yaw=90", "left=1,middle=1,right=1", "--steps", "2")
	code, own, stderr, _ := clitest.Invoke("eval", at("policy"), "--rollouts", "1")
	if want := "task picking:Yaw=90, on which " + at("policy") + " was trained\n"; code != 0 ||
		!strings.Contains(stderr, want) {
		t.Fatalf("exit code %d: %s want %s", code, stderr, want)
	}
	if _, named, _, _ := clitest.Invoke("eval", at("policy"), "--rollouts", "1", "--task",
		"picking:Yaw=90"); own != named {
		t.Errorf("without --task\n%s\nwith it\n%s", own, named)
	}
	code, _, stderr, _ = clitest.Invoke("eval", at("policy"), "--rollouts", "1", "--task", "opening")
	if code != 2 || !strings.Contains(stderr, "was trained on task picking:Yaw=90; --task opening asks for something") {
		t.Errorf("another task: exit code %d: %s", code, stderr)
	}
	p := of(cli.Program{Err: io.Discard})
	for task, want := range map[string]string{
		"":         "file does not name the task that it was trained on: eval needs --task ",
		"juggling": "file was trained on task juggling, which is none of this program: ",
	} {
		if _, err := p.taskOfFile("file", trainedOn(task), false); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", task, err, want)
		}
	}
}

// trainedOn is a policy of which the task alone is known.
type trainedOn string

func (t trainedOn) Task() string { return string(t) }

func TestTrainAndEvalMistakes(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	os.WriteFile(file, []byte("no policy"), 0o644)
	for _, c := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{"train"}, 2, "train needs a dataset or a recipe"},
		{[]string{"train", "juggling", "left=1"}, 2, "juggling left=1 is no dataset that is here, and no recipe: "},
		{[]string{"train", dir}, 1, "holds no dataset"},
		{[]string{"train", "picking", "left=1", "--policy", "sonar"}, 2, `--policy: unknown policy "sonar"`},
		{[]string{"train", "picking", "left=1", "--policy", "state:Cue=0.2"}, 2,
			"name the task opening:Ambiguity=0.2"},
		{[]string{"train", "picking", "left=1", "--method", "naturel"}, 2, `did you mean "natural"?`},
		{[]string{"train", "picking", "left=1", "--method", "parehk"}, 2, `did you mean "parekh"?`},
		{[]string{"train", "picking", "left=1", "--method", "fixed:.5,.5"}, 2,
			"fixed:.5,.5 has 2 weights, the dataset 1 groups: left"},
		{[]string{"train", "picking", "left=1", "--by", "colour"}, 2,
			`--by does not take "colour"; there is behaviour, style, both, optimality`},
		{[]string{"train", "picking", "left=1", "--policy", "state+spatial"}, 2,
			`network "spatial" reads pictures, and observer "state" has none; use vision+spatial`},
		{[]string{"train", "picking", "left=1", "--policy", "state+mlp+bins"}, 2,
			`--steps is needed: the calibration has no number of steps for policy state+mlp+bins and task "picking"`},
		{[]string{"train", "picking", "left=1", "--out", ""}, 2, "--out is empty"},
		{[]string{"train", "picking", "left=1", "--method", "drop"}, 1, "group by style, both or optimality"},
		{[]string{"train", "picking", "left=1", "--steps", "0"}, 2, "--steps must be 1 or more, not 0"},
		{[]string{"train", "picking", "left=1", "--device", "gpu"}, 2, `--device does not take "gpu"`},
		{[]string{"train", "picking", "left=1", "--workers", "0"}, 2, "--workers must be 1 or more, not 0"},
		{[]string{"train", "picking", "left=1", "--trial=-1"}, 2, "--trial must be 0 or more, not -1"},
		{[]string{"train", dir, "--trial", "1"}, 2, "--trial is for recipes"},
		{[]string{"train", "picking", "left=1", "--out", file}, 1, "exists; choose another --out"},
		{[]string{"train", "picking", "left=1", "--steps", "1", "--out", filepath.Join(file, "x")}, 1,
			"can't write to folder"},
		{[]string{"eval"}, 2, "eval needs the file of one policy"},
		{[]string{"eval", file, "picking"}, 2,
			"eval takes the file of one policy, not 2: leave out picking; --task names a task"},
		{[]string{"eval", "--remote", "ws://127.0.0.1:1", "picking"}, 2,
			"eval takes the file of a policy or --remote, not both: leave out picking; --task names a task"},
		{[]string{"eval", file}, 1, file},
		{[]string{"eval", "--remote", "ws://127.0.0.1:1"}, 2,
			"eval needs the task of a policy behind a server: --task "},
		{[]string{"eval", file, "--task", "juggling"}, 2, `--task does not take "juggling"`},
		{[]string{"eval", file, "--task", "picking", "--rollouts", "0"}, 2, "--rollouts must be 1 or more, not 0"},
		{[]string{"eval", file, "--task", "picking", "--oracle", "earnt"}, 2, `--oracle does not take "earnt"`},
		{[]string{"eval", file, "--task", "picking"}, 1, file},
		{[]string{"eval", filepath.Join(dir, "none"), "--task", "picking"}, 1, "none; the command train makes"},
	} {
		code, stdout, stderr, _ := clitest.Invoke(c.args...)
		if code != c.code || !strings.Contains(stderr, c.want) ||
			strings.Count(strings.TrimPrefix(stderr, "counterpoise: "), "\n") != 1 ||
			stdout != "" {
			t.Errorf("%q: exit code %d, want %d\n got %s want %s", c.args, code, c.code, stderr, c.want)
		}
	}
}

// A method whose numbers overflow is named with its settings, and the error says what to do.
func TestMethodOverflows(t *testing.T) {
	const method = "famo:Beta=1e6,Gamma=1e6"
	code, _, stderr, _ := clitest.Invoke("train", "picking", "left=1,middle=1", "--steps", "40", "--device", "go",
		"--method", method, "--out", filepath.Join(t.TempDir(), "policy"))
	if code != 1 || !strings.Contains(stderr, "--method "+method+": ") || !strings.Contains(stderr, "NaN") ||
		!strings.Contains(stderr, "use a smaller step size") {
		t.Errorf("exit code %d, %s", code, stderr)
	}
}
