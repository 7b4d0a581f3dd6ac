package stats

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/cmd/counterpoise/clitest"
)

// stats mixed and aggregates take a design of a folder of records: its rollouts, arm by arm. A folder without the
// design, a design of no folder, and flags that name columns of a folder are errors that name what there is.
func TestRolloutsOfRecords(t *testing.T) {
	dir := t.TempDir()
	clitest.FiveTrials(t, dir)
	for _, command := range []string{"mixed", "aggregates"} {
		code, stdout, stderr, _ := clitest.Invoke("stats", command, dir, "--design", "e1-opening")
		if code != 0 || !strings.Contains(stdout, "slider starved") {
			t.Errorf("%s: exit code %d: %s%s", command, code, stdout, stderr)
		}
		for _, c := range []struct {
			args []string
			want string
		}{
			{[]string{dir}, "--design must name one of the designs of " + dir + ": e1-picking, e1-opening"},
			{[]string{dir, "--design", "e9-picking"}, "--design must name one of the designs of " + dir},
			{[]string{dir, "--design", "e1-opening", "--method", "m"},
				"--method names a column of a table, and " + dir + " is a folder of records"},
			{[]string{dir, "--design", "e1-opening", "--rollouts", "n"}, "--rollouts names a column of a table"},
			{[]string{filepath.Join("testdata", "scores.csv"), "--design", "e1-picking"},
				"--design is of a folder of records, and " + filepath.Join("testdata", "scores.csv") + " is none"},
		} {
			code, stdout, stderr, _ := clitest.Invoke(append([]string{"stats", command}, c.args...)...)
			if code != 2 || stdout != "" || !strings.Contains(stderr, c.want) {
				t.Errorf("%s %q: exit code %d: %s%s", command, c.args, code, stdout, stderr)
			}
		}
	}
}

// Commands of wide tables say which command reads a file in long form, by the name that the program was called by: in
// the error where a method stands in several rows, too. Other files are not suspected, nor are columns that the user
// names.
func TestLongFormIsSuspected(t *testing.T) {
	const long = "Method,trial,group,success\nbc,1,left,0\nact,1,left,1\nbc,2,left,1\nact,2,left,1\n"
	const numbers = "method,seed,score\nbc,1,0.5\nact,1,0.75\nbc,2,0.25\n"
	const hint = "the file looks like long format, a row a rollout or trial: robots stats compare - reads it"
	const inRows = ` names methods, "bc" in several rows, and this compares columns (--columns names them); `
	for _, c := range []struct {
		args, text string
		code       int
		want       string // the whole of standard error
	}{
		{"bayes", long, 1, `standard input, column "Method"` + inRows + hint},
		{"anova", "method,score\nbc,1\nact,2\n", 1,
			"standard input: 1 condition can't be compared, there must be two; " + hint},
		{"ttest", "method,seed,group,score\nbc,1,1,2\n", 1, "standard input: a paired t-test needs two complete " +
			"pairs, there are 1 of 1; " + hint},
		{"power", long, 1, `standard input, column "Method"` + inRows + strings.Replace(hint, "compare", "plan", 1)},
		{"ttest", numbers, 1, `standard input, column "method"` + inRows + hint},
		{"ttest", "method,score,reward\nbc,1,0.5\nact,1,0.75\nbc,2,0.25\n", 1,
			`standard input, column "method"` + inRows + hint},
		{"ttest", "who,score,bonus\nbc,1,0.5\nact,1,0.75\nbc,2,0.25\n", 0,
			`the first column, "who", was left out as labels: it has no number`},
		{"ttest --columns score,bonus", "who,score,bonus\nbc,1,0.5\nact,1,0.75\nbc,2,0.25\n", 0, ""},
		{"ttest --columns seed,score", numbers, 0, ""},
		{"ttest", "method,seed,time\nbc,1,left\n", 2, "this compares two conditions, not seed"},
	} {
		var out, errs bytes.Buffer
		p := of(cli.Program{Name: "robots", In: strings.NewReader(c.text), Out: &out, Err: &errs})
		code := p.Main(append([]string{"stats"}, append(strings.Fields(c.args), "-")...))
		if got := strings.TrimSuffix(strings.TrimPrefix(errs.String(), "counterpoise: "), "\n"); code != c.code ||
			got != c.want {
			t.Errorf("%s of %q: exit code %d, want %d: %s, want %s", c.args, c.text, code, c.code, got, c.want)
		}
	}
	for _, command := range []string{"ttest", "anova", "pairwise", "wilcoxon", "mannwhitney", "friedman",
		"equivalence", "bayes", "bootstrap"} {
		if _, _, stderr := clitest.Piped(long, "stats", command, "-"); !strings.Contains(stderr,
			"stats compare - reads it") {
			t.Errorf("%s: %s", command, stderr)
		}
	}
}
