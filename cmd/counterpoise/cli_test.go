package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"counterpoise/bench"
	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/cmd/counterpoise/clitest"
	"counterpoise/cmd/counterpoise/shared"
	"counterpoise/policies/network"
)

// What the program prints, word for word. Options that differ from machine to machine are cut out.
func TestOutputs(t *testing.T) {
	for _, c := range []struct {
		name string
		args string
		code int
	}{
		{"help-cell", "dev cell --help", 0},
		{"help-slurm", "help slurm", 0},
		{"help-demos", "demos --help", 0},
		{"help-inspect", "demos inspect --help", 0},
		{"help-demos-list", "demos list --help", 0},
		{"help-collect", "demos collect --help", 0},
		{"help-filter", "demos filter --help", 0},
		{"help-docs", "docs --help", 0},
		{"help-doctor", "doctor --help", 0},
		{"help-cache", "cache --help", 0},
		{"help-clean", "cache clean --help", 0},
		{"help-sbom", "dev sbom --help", 0},
		{"help-audit", "audit --help", 0},
		{"help-eval", "help eval", 0},
		{"help-serve", "serve --help", 0},
		{"help-export", "export --help", 0},
		{"help-try", "help try", 0},
		{"help-submit-check", "submit-check --help", 0},
		{"list-experiments", "list experiments", 0},
		{"list-experiments-full", "list experiments --full", 0},
		{"list-scores", "list scores", 0},
		{"list-policies", "list policies", 0},
		{"list-tasks", "list tasks", 0},
		{"list-styles", "list styles", 0},
		{"list-datasets", "list datasets", 0},
	} {
		clitest.CheckOutput(t, c.name, c.args, c.code)
	}
}

// Commands that are printed can be typed as they stand, whatever folder the program lies in.
func TestPrintedCommandsNameTheProgram(t *testing.T) {
	for as, want := range map[string]string{
		"": "counterpoise run quick", "./counterpoise": "./counterpoise run quick",
		"/home/me/it's here/counterpoise": `'/home/me/it'\''s here/counterpoise' run quick`,
	} {
		t.Setenv("COUNTERPOISE_AS", as)
		p := shared.OfProcess()
		p.Args = []string{"run", "quick"}
		if got := p.CommandLine(); got != want {
			t.Errorf("called as %q: %s, want %s", as, got, want)
		}
	}
}

// full is a disk without room.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, syscall.ENOSPC }

// A command whose text gets lost has failed, and says so.
func TestLostOutput(t *testing.T) {
	for _, args := range [][]string{{"list", "arms"}, {"version"}, {"--help"}, {"eval", "--help"}} {
		var stderr strings.Builder
		code := cli.Program{Name: "counterpoise", Out: full{}, Err: &stderr}.Main(args)
		want := "counterpoise: what the command prints could not be written: no space left on device\n"
		if code != 1 || stderr.String() != want {
			t.Errorf("%q: exit code %d, %q", args, code, stderr.String())
		}
	}
}

// An answer that gets lost is one line of an error in every format, and so is one that is too long for the buffer.
func TestLostAnswer(t *testing.T) {
	file := filepath.Join(t.TempDir(), "wide.csv")
	var table strings.Builder
	for row := range 5 {
		var cells []string
		for i := range 40 { // 780 pairs
			if row == 0 {
				cells = append(cells, fmt.Sprint("c", i))
			} else {
				cells = append(cells, fmt.Sprint((row*7+i*i)%(11+row)))
			}
		}
		table.WriteString(strings.Join(cells, ",") + "\n")
	}
	if err := os.WriteFile(file, []byte(table.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, format := range cli.Documents() {
		var stderr strings.Builder
		args := []string{"stats", "pairwise", file, "--format", format}
		code := cli.Program{Name: "counterpoise", Out: full{}, Err: &stderr}.Main(args)
		if code != 1 || strings.Count(stderr.String(), "no space left on device") != 1 {
			t.Errorf("%s: exit code %d, %q", format, code, stderr.String())
		}
	}
}

// Every mistake gets one line that says what to do, and its exit code.
func TestMistakes(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	os.WriteFile(file, nil, 0o644)
	known := strings.Join(slices.Concat(bench.Profiles.Names(), bench.Experiments.Names()), ", ")
	list, _, err := cli.Program{}.Root().Find([]string{"list"})
	if err != nil {
		t.Fatal(err)
	}
	const profiles = "counterpoise run --help shows the profiles, and counterpoise list experiments the experiments"
	for _, c := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{"rnu"}, 2, `unknown command "rnu"; did you mean "run"? counterpoise --help shows what there is`},
		{[]string{"hel"}, 2, `unknown command "hel"; did you mean "help"? counterpoise --help shows what there is`},
		{[]string{"help", "rnu"}, 2,
			`unknown command "rnu"; did you mean "run"? counterpoise --help shows what there is`},
		{[]string{"frobnicate"}, 2, `unknown command "frobnicate"; counterpoise --help shows what there is`},
		{[]string{"demos", "generat"}, 2,
			`unknown command "generat"; did you mean "generate"? counterpoise demos --help shows what there is`},
		{
			[]string{"--versoin"}, 2,
			`counterpoise has no flag --versoin; did you mean "--version"? counterpoise --help lists the flags`,
		},
		{[]string{"run"}, 2, "run needs one name that says what: " + known},
		{[]string{"run", "quick", "E1"}, 2, "run takes one name that says what, not 2"},
		{[]string{"run", "E11"}, 2,
			`run does not know "E11"; did you mean "E1"? ` + profiles},
		{[]string{"run", "confrim"}, 2,
			`run does not know "confrim"; did you mean "confirm"? ` + profiles},
		{[]string{"slurm", "sutdy"}, 2,
			`slurm does not know "sutdy"; did you mean "study"? ` + profiles},
		{[]string{"run", "everything"}, 2, `run does not know "everything"; there is ` + known},
		{[]string{"run", "quick", "--trails", "3"}, 2,
			`run has no flag --trails; did you mean "--trials"? counterpoise run --help lists the flags`},
		{[]string{"run", "quick", "--trials", "many"}, 2,
			`--trials does not take "many"; it wants a whole number`},
		{[]string{"run", "quick", "--trials"}, 2, `--trials needs a value`},
		{[]string{"run", "quick", "--trials", "0"}, 2, `trials must be 1 or more, not 0`},
		{[]string{"run", "quick", "--rollouts=-5"}, 2, `rollouts must be 1 or more, or 0 for weights alone, not -5`},
		{[]string{"run", "quick", "--policy", "oracle"}, 2,
			`--policy: unknown policy "oracle": policies are named OBSERVER[+NETWORK[+HEAD]], and the observers are ` +
				strings.Join(network.Observers.Names(), ", ") + "; counterpoise list policies shows every policy"},
		{[]string{"run", "quick", "--policy", "state+mlp+bins"}, 2,
			`--steps is needed: the calibration has no number of steps for policy state+mlp+bins and task "picking"; ` +
				"it has them for " + strings.Join(network.Observers.Names(), ", ") +
				", state+mlp+gaussian, state+transformer"},
		{[]string{"eval", "p", "--task", "picking", "--rollouts", "1000000000000000"}, 2,
			"--rollouts must be 1000000 or fewer, not 1000000000000000"},
		{[]string{"eval", "p", "--task", "picking", "--trial", "1000000"}, 2,
			"--trial must be 100000 or less, not 1000000"},
		{[]string{"train", "picking", "left=1", "--steps", "1000000000000000000"}, 2,
			"--steps must be 100000000 or fewer, not 1000000000000000000"},
		{[]string{"train", "picking", "left=1", "--method", "ours:MetaSteps=1000000000000000000"}, 2,
			`method "ours": setting MetaSteps="1000000000000000000": want a whole number in [0, 100000000]`},
		{[]string{"weigh", "d", "--steps", "1000000000"}, 2,
			"--steps must be 100000000 or fewer, not 1000000000"},
		{[]string{"weigh", "d", "--seeds", "1000000000000"}, 2, "--seeds must be 10000 or fewer, not 1000000000000"},
		{[]string{"run", "quick", "--steps", "0"}, 2, `--steps must be 1 or more, not 0`},
		{[]string{"run", "E1", "-trials", "3"}, 2, "run has no flag -trials; did you mean --trials (two dashes)? " +
			"counterpoise run --help lists the flags"},
		{[]string{"run", "E1", "-trails=3"}, 2, "run has no flag -trails; did you mean --trials (two dashes)? " +
			"counterpoise run --help lists the flags"},
		{[]string{"run", "E1", "-x"}, 2, "run has no flag -x; counterpoise run --help lists the flags"},
		{[]string{"run", "chance", "--rollouts", "5"}, 2, "--rollouts does not apply to chance: it tests policies " +
			"before their first step, in 100 rollouts of each behaviour"},
		{[]string{"slurm", "chance-near", "--steps", "30"}, 2, "--steps does not apply to chance-near: it tests " +
			"policies before their first step, in 100 rollouts of each behaviour"},
		{[]string{"run", "chance", "--trials", "1"}, 2,
			"--trials must be 20 or more for chance, not 1: a chance level has 20 initialisations at least"},
		{[]string{"run", "chance", "--chance=false"}, 2, "--chance=false leaves nothing to run of chance"},
		{[]string{"run", "quick", "--seed=-1"}, 2,
			`--seed does not take "-1"; it wants a whole number from 0 to 18446744073709551615`},
		{[]string{"demos", "generate", "picking", "left=1", "--pictures=some"}, 2,
			`--pictures does not take "some"; it wants true or false`},
		{[]string{"stats", "ttest", "f", "--level", "high"}, 2, `--level does not take "high"; it wants a number`},
		{[]string{"run", "quick", "--out", ""}, 2, "--out is empty; it wants the name of a folder"},
		{[]string{"run", "quick", "--cells="}, 2, "--cells is empty; it wants the name of a file"},
		{[]string{"run", "E1", "--weights", ""}, 2, "--weights is empty; it wants the name of a file"},
		{[]string{"submit-check", "d", "--with", "e", "--with="}, 2, "--with is empty; it wants the name of a folder"},
		{[]string{"train", "picking", "left=1", "--out="}, 2, "--out is empty; it wants the name of a file"},
		{[]string{"stats", "aggregates", "f", "--thresholds", "half"}, 2,
			`--thresholds does not take "half"; it wants numbers with commas between them`},
		{[]string{"run", "quick", "--device", "gpu"}, 2,
			`--device does not take "gpu"; did you mean "go"? there is auto, go, xla-cpu, cuda`},
		{[]string{"run", "quick", "--workers", "0"}, 2, `--workers must be 1 or more, not 0`},
		{[]string{"list", "method"}, 2,
			`list does not know "method"; did you mean "methods"? counterpoise list --help shows what there is`},
		{[]string{"list", "knobs"}, 2, `list has no "knobs" by themselves; counterpoise list tasks shows them`},
		{[]string{"list", "behaviours"}, 2,
			`list has no "behaviours" by themselves; counterpoise list tasks shows them`},
		{[]string{"list", "everything"}, 2,
			`list does not know "everything"; there is ` + strings.Join(list.ValidArgs, ", ")},
		{[]string{"doctor", "please"}, 2, `doctor takes no argument, so not "please"`},
		{[]string{"run", "quick", "--out", file}, 1, "can't write to folder " + file +
			": not a directory; choose another with --out"},
		{[]string{"run", "quick", "--out", filepath.Join(file, "sub")}, 1, "can't write to folder " +
			filepath.Join(file, "sub") + ": not a directory; choose another with --out"},
	} {
		code, stdout, stderr, made := clitest.Invoke(c.args...)
		if code != c.code || stderr != "counterpoise: "+c.want+"\n" {
			t.Errorf("%q: exit code %d, want %d\n got %s want counterpoise: %s", c.args, code, c.code, stderr, c.want)
		}
		if stdout != "" || made > 0 {
			t.Errorf("%q: printed %q and trained %d policies", c.args, stdout, made)
		}
	}
}
