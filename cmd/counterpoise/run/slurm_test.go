package run

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"counterpoise/bench"
	"counterpoise/bench/record"
	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/cmd/counterpoise/clitest"
)

// The commands of a Slurm that runs a job when it is submitted, one element after the other, and whose queue is a
// file. KILL names elements that die before they begin.
const (
	fakeSbatch = `#!/bin/sh
echo "$@" >>"$FAKE_SLURM/submitted"
for script; do :; done
n=$(wc -l <"$FAKE_SLURM/submitted")
elements=$(sed -n 's/^#SBATCH --array=0-//p' "$script")
dir=$(dirname "$script")
if [ -z "$elements" ]; then
	sh "$script" >"$dir/collect.log" 2>&1
else
	for i in $(seq 0 "$elements"); do
		case " ${KILL-} " in
		*" $i "*) echo "killed, element $i" >"$dir/$i.log" ;;
		*) SLURM_ARRAY_TASK_ID=$i sh "$script" >"$dir/$i.log" 2>&1 ;;
		esac
	done
fi
echo "$n;cluster"
`
	fakeSqueue = `#!/bin/sh
cat "$FAKE_SLURM/queue"
`
)

// fakeSlurm puts these commands first on the path, and says in which folder they keep what they were asked.
func fakeSlurm(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{"sbatch": fakeSbatch, "squeue": fakeSqueue} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH"))
	t.Setenv("FAKE_SLURM", dir)
	t.Setenv("COUNTERPOISE_TEST_PAUSE", "1ms") // this test binary is the program that the scripts call
	queue(t, dir)
	return dir
}

func queue(t *testing.T, dir string, lines ...string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, "queue"), []byte(strings.Join(lines, "")), 0o644); err != nil {
		t.Fatal(err)
	}
}

// spreadOut runs slurm on the plan that complete runs.
func spreadOut(t *testing.T, dir string, more ...string) (stdout, stderr string) {
	t.Helper()
	code, stdout, stderr, _ := clitest.Invoke(append([]string{"slurm", "E1", "--trials", "5", "--rollouts", "10",
		"--out", dir, "--films=false"}, more...)...)
	if code != 0 {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	return stdout, stderr
}

func content(t *testing.T, path ...string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(path...))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// Where sbatch fails, the error says what stands where, and what is left to do.
func TestSlurmSaysWhatIsLeft(t *testing.T) {
	for _, c := range []struct{ sbatch, want string }{
		{"echo no account >&2; exit 1", "no account; what was to be submitted is in DIR/slurm/001, and the same " +
			"command again submits"},
		{"echo hello", "sbatch said \"hello\\n\" where the number of a job was asked for; what was to be submitted"},
		{"case $2 in --dep*) echo no reason >&2; exit 1;; esac; echo 9", "array 9 is submitted, the job that writes " +
			"the tables is not: sbatch failed (exit status 1): no reason; submit it with " +
			"sbatch --dependency=afterany:9 DIR/slurm/001/collect.sh\n"},
	} {
		fake, dir := fakeSlurm(t), t.TempDir()
		os.WriteFile(filepath.Join(fake, "sbatch"), []byte("#!/bin/sh\n"+c.sbatch+"\n"), 0o755)
		code, _, stderr, _ := clitest.Invoke("slurm", "E1", "--out", dir, "--submit")
		if code != 1 || !strings.Contains(stderr, strings.ReplaceAll(c.want, "DIR", dir)) {
			t.Errorf("%s: exit code %d, said %s", c.sbatch, code, stderr)
		}
	}
}

// An array makes what a local run makes; where elements die, the same command finds what they left and submits that
// alone.
func TestSlurmCompletes(t *testing.T) {
	local := t.TempDir()
	clitest.FiveTrials(t, local)
	fake, dir := fakeSlurm(t), filepath.Join(t.TempDir(), "a folder")
	t.Setenv("KILL", "1 3")
	stdout, _ := spreadOut(t, dir, "--tasks", "4", "--submit")
	if !strings.Contains(stdout, "submitted array 1, and 2 for the tables after it") {
		t.Errorf("said %s", stdout)
	}
	if log := content(t, dir, "slurm", "001", "collect.log"); !strings.Contains(log, "of 75 policies are missing") {
		t.Errorf("the tables' job said %q", log)
	}
	t.Setenv("KILL", "")
	stdout, stderr := spreadOut(t, dir, "--tasks", "2", "--submit")
	lists := content(t, dir, "slurm", "001", "1.cells") + content(t, dir, "slurm", "001", "3.cells")
	if again := content(t, dir, "slurm", "002", "0.cells") + content(t, dir, "slurm", "002",
		"1.cells"); again != lists {
		t.Errorf("submitted again:\n%swhat the dead left:\n%s", again, lists)
	}
	if !strings.Contains(stderr, "slurm/001/3.log ends: killed, element 3") ||
		!strings.Contains(stdout, "submitted array 3, and 4") {
		t.Errorf("said %s%s", stdout, stderr)
	}
	if got, want := content(t, dir, "E1.md"), content(t, local, "E1.md"); got != want {
		t.Errorf("tables\n%s\nof a local run\n%s", got, want)
	}
	if stdout, _ = spreadOut(t, dir, "--submit"); !strings.Contains(stdout, "all are done") {
		t.Errorf("with all done, said %s", stdout)
	}
	submitted := content(t, fake, "submitted")
	if want := regexp.MustCompile(`^--parsable .*001/array.sh\n` +
		`--parsable --dependency=afterany:1 .*001/collect.sh\n` +
		`--parsable .*002/array.sh\n` +
		`--parsable --dependency=afterany:3 .*002/collect.sh\n$`); !want.MatchString(submitted) {
		t.Errorf("submitted\n%s", submitted)
	}
}

// The last job makes the tables that the command line asks for: it waits for no policies that nobody makes, and counts
// by the oracle that was chosen.
func TestSlurmTablesAsAsked(t *testing.T) {
	fakeSlurm(t)
	dir := t.TempDir()
	flags := []string{"--chance=false", "--oracle", "calvin"}
	spreadOut(t, dir, append(flags, "--tasks", "2", "--submit")...)
	log := content(t, dir, "slurm", "001", "collect.log")
	if !strings.Contains(log, "CALVIN's oracle") || !strings.Contains(log, "--oracle calvin --chance=false\n") {
		t.Errorf("the tables' job said %s", log)
	}
	if stdout, _ := spreadOut(t, dir, flags...); !strings.Contains(stdout, "--oracle calvin --chance=false") {
		t.Errorf("with all done, said %s", stdout)
	}
}

// What is queued or running is not submitted a second time, and the tables wait for it.
func TestSlurmSubmitsNothingTwice(t *testing.T) {
	fake, dir := fakeSlurm(t), t.TempDir()
	spreadOut(t, dir, "--tasks", "4")
	name := regexp.MustCompile(`--job-name=(\S+)`).FindStringSubmatch(content(t, dir, "slurm", "001", "array.sh"))[1]
	queue(t, fake, name+"|77|0\n", name+"|77|2\n", "another|78|1\n")
	t.Setenv("KILL", "0 1 2 3")
	stdout, stderr := spreadOut(t, dir, "--tasks", "1", "--submit")
	rest := content(t, dir, "slurm", "001", "1.cells") + content(t, dir, "slurm", "001", "3.cells")
	if got := content(t, dir, "slurm", "002", "0.cells"); got != rest {
		t.Errorf("submitted\n%swhat nobody attends to:\n%s", got, rest)
	}
	if !strings.Contains(content(t, fake, "submitted"), "--dependency=afterany:1:77") || stderr != "" {
		t.Errorf("submitted %s; said %s%s", content(t, fake, "submitted"), stdout, stderr)
	}
	second := regexp.MustCompile(`--job-name=(\S+)`).FindStringSubmatch(content(t, dir, "slurm", "002", "array.sh"))[1]
	queue(t, fake, name+"|77|0\n", name+"|77|2\n", second+"|79|0\n")
	if stdout, _ := spreadOut(t, dir, "--submit"); !strings.Contains(stdout, "nothing to submit") {
		t.Errorf("with everything in the queue, said %s", stdout)
	}
}

// The command that is printed in place of submitting does what --submit does: the tables wait for what is queued, too,
// and a number of several clusters is taken without the cluster's name.
func TestSlurmPrintsItsCommand(t *testing.T) {
	fake, dir := fakeSlurm(t), t.TempDir()
	t.Setenv("KILL", "0 1 2 3")
	spreadOut(t, dir, "--tasks", "4")
	name := regexp.MustCompile(`--job-name=(\S+)`).FindStringSubmatch(content(t, dir, "slurm", "001", "array.sh"))[1]
	queue(t, fake, name+"|77|0\n", name+"|77|2\n")
	stdout, _ := spreadOut(t, dir, "--tasks", "1")
	_, command, found := strings.Cut(stdout, "submit   ")
	if !found {
		t.Fatalf("said %s", stdout)
	}
	if out, err := exec.Command("sh", "-c", command).CombinedOutput(); err != nil {
		t.Fatalf("%s: %v, %s", command, err, out)
	}
	submitted := content(t, fake, "submitted")
	if !strings.Contains(submitted, "\n--dependency=afterany:1:77 "+dir+"/slurm/002/collect.sh\n") {
		t.Errorf("%s submitted\n%s", command, submitted)
	}
}

// The last job has time for the films, for which policies are trained again, and memory for the records that it reads.
func TestSlurmLimitsOfTheLastJob(t *testing.T) {
	limits := func(dir string, more ...string) (minutes, memory int) {
		t.Helper()
		args := []string{"slurm", "confirm-known-good", "--seed", "3", "--policy", "vision", "--out", dir}
		if code, _, stderr, _ := clitest.Invoke(append(args, more...)...); code != 0 {
			t.Fatal(stderr)
		}
		text := content(t, dir, "slurm", "001", "collect.sh")
		for pattern, n := range map[string]*int{`--time=(\d+)\n`: &minutes, `--mem-per-cpu=(\d+)M\n`: &memory} {
			var err error
			if *n, err = strconv.Atoi(regexp.MustCompile(pattern).FindStringSubmatch(text)[1]); err != nil {
				t.Fatal(err)
			}
		}
		return minutes, memory
	}
	with, _ := limits(t.TempDir())
	without, memory := limits(t.TempDir(), "--films=false")
	if without != 11 || with < 13 || memory < 512 || memory > 600 {
		t.Errorf("%d minutes for tables, %d with films; %d MiB", without, with, memory)
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "records-others.jsonl"), make([]byte, 10<<20), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, more := limits(dir, "--films=false"); more != memory+80 {
		t.Errorf("%d MiB beside 10 MiB of records, %d without", more, memory)
	}
}

// The scripts as they are, for a plan of several tasks.
func TestSlurmScripts(t *testing.T) {
	fakeSlurm(t)
	t.Setenv("GODEBUG", "asyncpreemptoff=1")
	dir := t.TempDir()
	spreadOut(t, dir, "--minutes", "1", "--workers", "2", "--partition", "long", "--gpu")
	array, collect := content(t, dir, "slurm", "001", "array.sh"), content(t, dir, "slurm", "001", "collect.sh")
	for _, line := range []string{
		"#SBATCH --array=0-", "#SBATCH --cpus-per-task=2\n", "#SBATCH --mem-per-cpu=512M\n",
		"#SBATCH --partition=long\n", "#SBATCH --gres=gpu:1\n",
		"#SBATCH --output=\"" + dir + "/slurm/001/%a.log\"\n", "\nexport GODEBUG=asyncpreemptoff=1\n",
		" run E1 --rollouts=10 --trials=5 --device cuda --out " + dir + " --workers 2 --cells " + dir +
			"/slurm/001/$SLURM_ARRAY_TASK_ID.cells\n",
	} {
		if !strings.Contains(array, line) {
			t.Errorf("the array's script lacks %q:\n%s", line, array)
		}
	}
	if !strings.HasSuffix(collect, " slurm E1 --rollouts=10 --trials=5 --out "+dir+" --films=false --collect\n") ||
		strings.Contains(collect, "gpu") {
		t.Errorf("the tables' script:\n%s", collect)
	}
}

// A dry run writes nothing, and does not take records that it cannot read for none.
func TestSlurmDry(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "none")
	stdout, _ := spreadOut(t, dir, "--dry")
	if _, err := os.Stat(dir); err == nil ||
		!regexp.MustCompile(`^E1: 75 policies, \d+ core-minutes, 0\.\d MB of records\n`+
			`of these 40 untrained, for the row chance of the tables: \d+ core-minutes .*\n`+
			`to make: 75 policies in \d+ tasks?, 1 at a time.*\n`+
			`each task asks for 1 core with 512 MiB each and for \d+ minutes at most\n$`).MatchString(stdout) {
		t.Errorf("%v, said %s", err, stdout)
	}
	file := filepath.Join(t.TempDir(), "records.jsonl")
	if err := os.Mkdir(file, 0o755); err != nil {
		t.Fatal(err)
	}
	if code, _, stderr, _ := clitest.Invoke("slurm", "E1", "--dry", "--out", filepath.Dir(file)); code != 1 ||
		!strings.Contains(stderr, "can't read the records") {
		t.Errorf("records that can't be read: exit code %d, said %q", code, stderr)
	}
}

func TestSlurmMistakes(t *testing.T) {
	dir := t.TempDir()
	for _, c := range []struct {
		args string
		code int
		want string
	}{
		{"slurm", 2, "slurm needs one name"},
		{"slurm quick --tasks 2 --minutes 3", 2, "--tasks and --minutes are two ways"},
		{"slurm quick --tasks 5000", 2, "--tasks must be 1 to 1000, not 5000"},
		{"slurm quick --minutes 0", 2, "--minutes must be 1 or more"},
		{"slurm quick --dry --submit", 2, "--dry does nothing"},
		{"slurm quick --dry --collect", 2, "--dry does nothing"},
		{"slurm quick --collect --submit", 2, "--collect writes tables of what is there"},
		{"slurm quick --out a%b", 2, "choose another folder"},
		{"slurm quick --collect --out " + dir, 1, "20 of 20 policies are missing"},
		{"dev cell", 2, "cell needs the name or the hash"},
		{"dev cell 0123456789abcdef --out " + dir, 2, "has the hash"},
		{"dev cell task=picking --out " + dir, 2, "groups= is missing"},
		{"run quick --cells " + dir + "/none --out " + dir, 1, "can't read the list of cells"},
	} {
		code, _, stderr, _ := clitest.Invoke(strings.Fields(c.args)...)
		if code != c.code || !strings.Contains(stderr, c.want) || strings.Count(stderr, "\n") != 1 {
			t.Errorf("%s: exit code %d, said %q; want %d and %q", c.args, code, stderr, c.code, c.want)
		}
	}
	// The scripts have the absolute path.
	above := filepath.Join(dir, "100%n")
	os.Mkdir(above, 0o755)
	t.Chdir(above)
	if code, _, stderr, _ := clitest.Invoke("slurm", "E1", "--out", "out"); code != 2 ||
		!strings.Contains(stderr, "choose another folder") || cli.IsFolder("out") {
		t.Errorf("in a folder with a percent sign: exit code %d, %q", code, stderr)
	}
	t.Setenv("PATH", dir)
	if code, _, stderr, _ := clitest.Invoke("slurm", "E1", "--submit", "--out", dir); code != 1 ||
		!strings.Contains(stderr, "there is no Slurm here") {
		t.Errorf("without Slurm: exit code %d, %q", code, stderr)
	}
}

// One cell, by name and by hash, made once; and the lists that run takes.
func TestCell(t *testing.T) {
	dir := t.TempDir()
	plan, err := bench.NewPlan("E1", func(*record.Size) {})
	if err != nil {
		t.Fatal(err)
	}
	c := plan.Cells()[3]
	for i, args := range [][]string{{c.Hash()}, {c.Name()}, strings.Fields(c.Name())} {
		code, stdout, stderr, made := clitest.Invoke(append([]string{"dev", "cell", "--out", dir}, args...)...)
		want := fmt.Sprintf("cell     %s\nhash     %s\n", c.Name(), c.Hash())
		if code != 0 || !strings.HasPrefix(stdout, want) || !strings.HasSuffix(stdout, filepath.Join(dir,
			"records.jsonl")+"\n") || (made == 1) != (i == 0) {
			t.Errorf("%v: exit code %d, %d made: %s%s", args, code, made, stdout, stderr)
		}
	}
	none := filepath.Join(dir, "none")
	if code, _, stderr, _ := clitest.Invoke("dev", "cell", "0123456789abcdef", "--out", none); code != 2 ||
		cli.IsFolder(none) {
		t.Errorf("a cell that does not exist: exit code %d, folder left behind: %v; %s", code, cli.IsFolder(none),
			stderr)
	}
	list := filepath.Join(dir, "list")
	os.WriteFile(list, []byte("# two of them\n"+plan.Cells()[5].Name()+"\n\n"+c.Name()+"\n"), 0o644)
	if code, stdout, stderr, made := clitest.Invoke("run", "E1", "--cells", list, "--out", dir); code != 0 ||
		stdout != "" || made != 1 {
		t.Errorf("exit code %d, %d made: %s%s", code, made, stdout, stderr)
	}
	for text, want := range map[string]string{
		"# none\n\n":                "names no cell; counterpoise slurm E1 with the same flags writes lists",
		strings.Repeat("x", 100000): "xxx; ",
	} {
		os.WriteFile(filepath.Join(dir, "wrong"), []byte(text), 0o644)
		wrong := filepath.Join(dir, "wrong")
		if code, _, stderr, _ := clitest.Invoke("run", "E1", "--cells", wrong, "--out", none); code != 1 ||
			!strings.Contains(stderr, want) || len(stderr) > 1000 || cli.IsFolder(none) {
			t.Errorf("a list of %.20q: exit code %d, %.1000s", text, code, stderr)
		}
	}
	if code, _, stderr, _ := clitest.Invoke("run", "E1", "--seed", "9", "--cells", list, "--out", dir); code != 1 ||
		!strings.Contains(stderr, "E1 has not at these sizes") {
		t.Errorf("a list of another plan: exit code %d, %s", code, stderr)
	}
}
