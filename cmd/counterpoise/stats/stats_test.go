package stats

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/cmd/counterpoise/clitest"
	"counterpoise/internal/golden"
	"counterpoise/stats"
)

// Sleep is Student's own example (Biometrika 6 (1908) 20; R's data set sleep): hours of extra sleep under two drugs.
// The values are those of R 4.2.2: t.test with paired = TRUE, with var.equal = TRUE, and with neither.
const sleep = `subject,dextro,laevo
1,0.7,1.9
2,-1.6,0.8
3,-0.2,1.1
4,-1.2,0.1
5,-0.1,-0.1
6,3.4,4.4
7,3.7,5.5
8,0.8,1.6
9,0.0,4.6
10,2.0,3.4
`

// rollouts is a table in long form: three methods on two groups in twelve trials, four starts each, with a pattern of
// successes that has no meaning.
func rollouts() string {
	var b strings.Builder
	b.WriteString("method,seed,task,start,success\n")
	for i := range 3 * 2 * 12 * 4 {
		method, task, trial, start := i%3, i/3%2, i/6%12, i/72
		// 37 and 101 are primes: multiples of one modulo the other look random.
		success := (37*i+11*trial*trial+5*start)%101 < 35+15*method+10*task
		fmt.Fprintf(&b, "%s,%d,%s,s%d,%t\n", []string{"natural", "uniform", "ours"}[method], trial,
			[]string{"picking", "opening"}[task], start, success)
	}
	return b.String()
}

func TestStatsAgreesWithR(t *testing.T) {
	file := clitest.Written(t, sleep)
	for _, c := range []struct {
		kind                      string
		t, df, p, low, high, mean float64
		n                         string
	}{
		{"--paired", -4.06212768338203656, 9, 0.00283289019738427, -2.45988576327698, -0.700114236723018, -1.58, "10"},
		{"--student", -1.86081346748685, 18, 0.0791867142159382, -3.36387403228760, 0.203874032287599, -1.58,
			"[10 10]"},
		{"--welch", -1.86081346748685, 17.7764735161785, 0.0793941401873582, -3.36548323071171, 0.205483230711710,
			-1.58, "[10 10]"},
	} {
		v := clitest.Answered(t, "ttest", file, c.kind)
		ci := v["ci"].([]any)
		for _, x := range []struct {
			name              string
			got, want, within float64
		}{
			{"t", v["t"].(float64), c.t, 1e-12}, {"df", v["df"].(float64), c.df, 1e-12}, {"p", v["p"].(float64), c.p,
				1e-12},
			{"mean_difference", v["mean_difference"].(float64), c.mean, 1e-12},
			{"low", ci[0].(float64), c.low, 5e-7}, {"high", ci[1].(float64), c.high, 5e-6},
		} {
			if math.Abs(x.got-x.want) > x.within*math.Abs(x.want) {
				t.Errorf("%s: %s = %v, R has %v", c.kind, x.name, x.got, x.want)
			}
		}
		if got := fmt.Sprint(v["n"]); got != c.n {
			t.Errorf("%s: n = %s, want %s", c.kind, got, c.n)
		}
	}
}

// Every command in every format, word for word.
func TestStatsFormats(t *testing.T) {
	three := clitest.Written(t, gaps)
	two := clitest.Written(t, sleep)
	long := clitest.Written(t, rollouts())
	for _, c := range []struct {
		name string
		args []string
	}{
		{"ttest", []string{"ttest", two}},
		{"welch", []string{"ttest", two, "--welch", "--level", "0.9"}},
		{"anova", []string{"anova", three}},
		{"pairwise", []string{"pairwise", three, "--correction", "bh"}},
		{"wilcoxon", []string{"wilcoxon", two}},
		{"mannwhitney", []string{"mannwhitney", two}},
		{"friedman", []string{"friedman", three}},
		{"equivalence", []string{"equivalence", two, "--margin", "2.5"}},
		{"bootstrap", []string{"bootstrap", two, "--statistic", "iqm"}},
		{"bayes", []string{"bayes", two, "--margin", "0.5"}},
		{"mixed", []string{"mixed", long}},
		{"aggregates", []string{"aggregates", long, "--resamples", "200", "--thresholds", "0.5"}},
		{"power-pilot", []string{"power", three, "--n", "4"}},
		{"power", []string{"power", "--dz", "0.8", "--power", "0.9"}},
	} {
		checkFormats(t, c.name, func(format string) (int, string, string) {
			code, stdout, stderr, _ := clitest.Invoke(append(append([]string{"stats"}, c.args...), "--format",
				format)...)
			return code, stdout, stderr
		})
	}
}

// checkFormats compares the answer of a command of stats in every format with golden files. JSON must be valid, and no
// format has a number that is none. Of a whole page the file has the body alone, but for that of compare: all pages
// share the head with its style sheet.
func checkFormats(t *testing.T, name string, run func(format string) (code int, stdout, stderr string)) {
	t.Helper()
	for _, format := range cli.Formats() {
		t.Run(name+"/"+format, func(t *testing.T) {
			code, stdout, stderr := run(format)
			if code != 0 {
				t.Fatalf("exit code %d: %s", code, stderr)
			}
			if strings.Contains(stdout, "NaN") || strings.Contains(stdout, "Inf") {
				t.Errorf("a number that is none: %s", stdout)
			}
			if format == "json" && !json.Valid([]byte(stdout)) {
				t.Errorf("no JSON: %s", stdout)
			}
			if _, body, ok := strings.Cut(stdout, "<body>\n"); ok && name != "compare" {
				stdout = body
			}
			golden.Check(t, filepath.Join("stats", name+"."+format), stdout)
		})
	}
}

// CSV has no place for warnings, and neither has the JSON of pairwise: standard error has the first ones and the number
// of the others.
func TestStatsWarningsAreCounted(t *testing.T) {
	var text strings.Builder
	for row := range 10 {
		for column := range 12 {
			value := strconv.Itoa(row * column % 7)
			if row == 0 {
				value = fmt.Sprintf("c%d", column)
			} else if row == 9 {
				value = strconv.Itoa(1000 * (column + 1)) // an outlier in each of the 66 pairs
			}
			text.WriteString(value + map[bool]string{false: ",", true: "\n"}[column == 11])
		}
	}
	file := clitest.Written(t, text.String())
	for format, want := range map[string]int{"csv": cli.MaxWarnings + 1, "json": cli.MaxWarnings + 1, "text": 0} {
		code, stdout, stderr, _ := clitest.Invoke("stats", "pairwise", file, "--format", format)
		if code != 0 || strings.Count(stderr, "\n") != want {
			t.Errorf("%s: exit code %d, %d lines, want %d: %s", format, code, strings.Count(stderr, "\n"), want, stderr)
		}
		if rest := "counterpoise: and 56 more warnings; --format text shows them\n"; want > 0 &&
			!strings.HasSuffix(stderr, rest) || want == 0 && strings.Count(stdout, "Warning: ") != 66 {
			t.Errorf("%s: %s", format, stderr)
		}
	}
}

// The field names are a promise to other programs.
func TestStatsFields(t *testing.T) {
	three := clitest.Written(t, "a,b,c\n1,2,4\n2,2,5\n3,5,4\n4,4,8\n")
	two, long := clitest.Written(t, sleep), clitest.Written(t, rollouts())
	for _, c := range []struct {
		want string
		args []string
	}{
		{"ci d df mean_difference n p t warnings", []string{"ttest", two}},
		{"F df1 df2 epsilon generalized_eta2 k mauchly n p p_gg p_hf partial_eta2 warnings", []string{"anova", three}},
		{"pairs", []string{"pairwise", three}},
		{"bayes_factor posterior", []string{"bayes", two}},
		{"cells contrasts effects level log_likelihood prior_sd random_effects rollouts trials warnings",
			[]string{"mixed", long}},
		{"comparisons groups level methods target thresholds trials warnings",
			[]string{"aggregates", long, "--resamples", "100"}},
		{"n power", []string{"power", two}},
		{"n power", []string{"power", "--f", "0.3", "--k", "4", "--n", "20"}},
	} {
		if got := keys(clitest.Answered(t, c.args...)); got != c.want {
			t.Errorf("%s: fields %s, want %s", c.args[0], got, c.want)
		}
	}
	a := clitest.Answered(t, "anova", three)
	pair := clitest.Answered(t, "pairwise", three)["pairs"].([]any)[0].(map[string]any)
	for got, want := range map[string]string{
		keys(a["mauchly"].(map[string]any)): "W p", keys(a["epsilon"].(map[string]any)): "gg hf lower_bound",
		keys(pair): "a b d_z df p p_bh p_bonferroni p_holm t",
	} {
		if got != want {
			t.Errorf("fields %s, want %s", got, want)
		}
	}
}

func keys(m map[string]any) string {
	return strings.Join(slices.Sorted(maps.Keys(m)), " ")
}

// What is undefined is null in JSON and empty in CSV.
func TestStatsUndefined(t *testing.T) {
	file := clitest.Written(t, "a,b\n1,2\n3,4\n5,6\n")
	v := clitest.Answered(t, "ttest", file)
	for _, name := range []string{"t", "p", "ci", "d"} {
		if x, there := v[name]; !there || x != nil {
			t.Errorf("%s of differences without spread is %v, want null", name, x)
		}
	}
	if len(v["warnings"].([]any)) == 0 || v["mean_difference"].(float64) != -1 {
		t.Errorf("no warning, or a wrong mean difference: %v", v)
	}
	code, stdout, stderr, _ := clitest.Invoke("stats", "ttest", file, "--format", "csv")
	rows, err := csv.NewReader(strings.NewReader(stdout)).ReadAll()
	if code != 0 || err != nil || len(rows) != 2 || rows[1][0] != "" || !strings.Contains(stderr, "undefined") {
		t.Errorf("exit code %d, %v, %q, standard error %q", code, err, rows, stderr)
	}
	if v := clitest.Answered(t, "anova", clitest.Written(t, "a,b,c\n1,1,1\n2,2,2\n3,3,3\n")); v["F"] != nil ||
		v["mauchly"].(map[string]any)["W"] != nil {
		t.Errorf("an ANOVA without error has F or W: %v", v)
	}
}

// CSV has every digit: what is read back is what JSON says.
func TestStatsCSVHasEveryDigit(t *testing.T) {
	file := clitest.Written(t, sleep)
	_, stdout, _, _ := clitest.Invoke("stats", "ttest", file, "--format", "csv")
	rows, _ := csv.NewReader(strings.NewReader(stdout)).ReadAll()
	v := clitest.Answered(t, "ttest", file)
	for i, name := range rows[0] {
		if x, ok := v[name].(float64); ok {
			if got, _ := strconv.ParseFloat(rows[1][i], 64); got != x {
				t.Errorf("%s is %v in CSV and %v in JSON", name, got, x)
			}
		}
	}
}

// Labels, separators, marks and missing cells: all of these are the same numbers.
func TestStatsReadsWhatPeopleWrite(t *testing.T) {
	want := clitest.Answered(t, "ttest", clitest.Written(t, "a,b\n1,2\n2,4\n3,3.5\n"))
	for _, text := range []string{
		"\xef\xbb\xbfa,b\r\n1,2\r\n2,4\r\n3,3.5\r\n",
		"a;b\n1;2\n2;4\n3;3.5\n",
		"a\tb\n1\t2\n2\t4\n3\t3.5",
		"a, b\n 1, 2 \n2 ,4\n\"3\",\"3.5\"\n\n",
		"Subject,a,b\n1,1,2\n2,2,4\n3,3,3.5\n",
		"Participant_ID,a,b\n1,1,2\n2,2,4\n3,3,3.5\n",
		"patient,a,b\nx1,1,2\nx2,2,4\n,3,3.5\n",
		",a,b\n7,1,2\n8,2,4\n9,3,3.5\n",
		"a,b\n1e0,2.0\n+2,.4e1\n3.,3.5\n",
	} {
		if got := clitest.Answered(t, "ttest", clitest.Written(t, text)); fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%q gives %v, want %v", text, got, want)
		}
	}
	for _, gap := range []string{"", "NA", "NaN", "nan", "na", " "} {
		v := clitest.Answered(t, "ttest", clitest.Written(t, "a,b\n1,2\n2,4\n3,3.5\n"+gap+",1\n"))
		if len(v["warnings"].([]any)) != 1 || v["t"] != want["t"] || v["n"] != want["n"] {
			t.Errorf("a missing cell %q gives %v, want one warning more than %v", gap, v, want)
		}
	}
}

func TestStatsReadsStandardInput(t *testing.T) {
	var out, errs strings.Builder
	p := of(cli.Program{Name: "counterpoise", In: strings.NewReader(sleep), Out: &out, Err: &errs})
	if code := p.Main([]string{"stats", "ttest", "-"}); code != 0 ||
		!strings.Contains(out.String(), "t(9) = -4.06, p = .003, d_z = -1.28") {
		t.Errorf("exit code %d: %s%s", code, out.String(), errs.String())
	}
}

// A malformed file gets its line and column, a misuse says what to do.
func TestStatsMistakes(t *testing.T) {
	for _, c := range []struct {
		args string
		text string
		code int
		want string
	}{
		{"ttest FILE", "a,b\n1,2\n3,x4\n", 1,
			`, line 3, column 2: "x4" is not a number; a missing one is an empty cell, NA or NaN`},
		{"ttest FILE", "a,b\n1,2\n3,4,5\n", 1, ", line 3, column 3: the row has 3 values, the header 2 names"},
		{"ttest FILE", "a,b\n1,2\n3\n", 1, ", line 3, column 2: the row has 1 values, the header 2 names"},
		{"ttest FILE", "a,b\n1,2\n3,4\"\n", 1, ", line 3, column 2: bare \" in non-quoted-field"},
		{"ttest FILE", "a,b\n1,2\n3,1e999\n", 1,
			`, line 3, column 2: "1e999" is beyond the numbers that can be computed with`},
		{"ttest FILE", "a,b\n1,inf\n3,1\n", 1, `, line 2, column 2: "inf" is beyond the numbers`},
		{"anova FILE", "a,,b\n1,2,3\n", 1, ", line 1, column 2: the condition has no name"},
		{"anova FILE", "a,b,a\n1,2,3\n", 1, `, line 1, column 3: another column is called "a" too`},
		{"anova FILE", "", 1, ", line 1, column 1: there is nothing"},
		{"anova FILE", "who\nann\n", 1, ", line 1: there is no condition, only labels"},
		{"ttest FILE", "a|b\n1|2\n", 1, ", line 1: there is no condition, only labels; values are separated by commas"},
		{"ttest FILE --columns a,b", "a|b\n1|2\n", 1, ", line 1: there is no condition, only labels"},
		{"anova FILE --level 0.9", "a,b\n1,2\n2,4\n", 2, "has no flag --level"},
		{"friedman FILE --level 0.9", "a,b\n1,2\n2,4\n", 2, "has no flag --level"},
		{"anova FILE", "\xff\xfea\x00,\x00b\x00\n\x001\x00", 1, "is in UTF-16"},
		{"anova FILE", "a,b\x1b[2J\n1,2\n", 1, `, line 1, column 2: the name "b\x1b[2J" has a control character`},
		{"ttest FILE", "a,b\n1,2\n", 1, ": "},
		{"anova FILE", "a,b\n", 1, ": "},
		{"pairwise FILE", "a\n1\n2\n", 1, ": 1 condition can't be compared, there must be two"},
		{"friedman FILE", "a,b\n1,2\n", 1, ": a comparison within subjects needs two complete subjects, there are 1"},
		{"bootstrap FILE", "a,b\n1,\n2,NA\n", 1, ": condition b has no value"},
		{"ttest FILE", "a,b,c\n1,2,3\n", 2, "choose two with --columns"},
		{"ttest FILE --columns a,d", "a,b,c\n1,2,3\n", 2, `there is no column "d"; there is a, b, c`},
		{"ttest FILE --columns a,a", "a,b,c\n1,2,3\n", 2, `--columns names "a" twice`},
		{"ttest FILE --columns a", "a,b,c\n1,2,3\n", 2, "this compares two conditions, not a"},
		{"ttest FILE --paired --welch", "a,b\n1,2\n", 2, "--paired and --welch contradict each other"},
		{"mixed FILE", "a,b\n1,2\n", 1, "there is no column for the method (usual names: method, algorithm"},
		{"mixed FILE --method a", "a,trial,score\nx,1,0.5\ny,2,1\n", 1, "a logistic model takes successes"},
		{"mixed FILE", "method,trial,success\nx,1,1\nx,2,0\n", 1, ": a comparison needs two methods, there is 1"},
		{"mixed FILE --against z", "method,trial,success\nx,1,1\ny,2,0\n", 1,
			`: there is no method "z" to compare with`},
		{"mixed FILE", "method,trial,success\nx,1,1\ny,1,0\n", 1, ": trials vary at random, which takes two or more"},
		{"mixed FILE", "method,trial,success\nx,1,1\nx,2,1\ny,1,0\ny,2,0\n", 1, ": every method has only successes or"},
		{"mixed FILE --level 2", "method,trial,success\n", 2, "--level must lie between 0 and 1"},
		{"mixed", "", 2, "mixed needs one file"},
		{"mixed FILE --memory 1", "method,trial,success\n", 2, `--memory does not take "1"`},
		{"aggregates FILE", "method,trial,success\nx,1,1\ny,2,0\n", 1, ": 0 trials with all methods and groups"},
		{"aggregates FILE --resamples 9", "method,trial,success\nx,1,1\nx,2,0\n", 1, ": 9 bootstrap resamples"},
		{"bayes FILE --margin=-1", "a,b\n1,2\n2,4\n", 2, "the margin is -1"},
		{"bayes FILE --scale 1e-200", "a,b\n1,2\n2,4\n", 2, "the scale of the prior is 1e-200"},
		{"bayes FILE --scale 0", "a,b\n1,2\n2,4\n", 2, "the scale of the prior is 0"},
		{"ttest FILE --format yaml", "a,b\n1,2\n", 2, `--format does not take "yaml"`},
		{"ttest FILE --level 95", "a,b\n1,2\n", 2, "--level must lie between 0 and 1, not 95"},
		{"ttest", "", 2, "ttest needs one file"},
		{"pairwise FILE --correction none", "a,b\n1,2\n2,4\n", 2,
			`--correction does not take "none"; there is holm, bonferroni, bh`},
		{"equivalence FILE", "a,b\n1,2\n2,4\n", 2, "needs a --margin above 0"},
		{"equivalence FILE --margin Inf", "a,b\n1,2\n2,4\n", 2, "needs a --margin above 0"},
		{"equivalence FILE --margin 1 --level 0.9", "a,b\n1,2\n2,4\n", 2, "give --alpha, not --level"},
		{"power", "", 2, "power needs an effect"},
		{"power FILE --between", "a,b,c\n1,2,4\n2,4,5\n3,3,9\n", 2, "--between goes with --f and --k"},
		{"power --dz 1 --between", "", 2, "--between goes with --f and --k"},
		{"power FILE --epsilon 0.6", "a,b,c\n1,2,4\n2,4,5\n3,3,9\n", 2, "--epsilon goes with the --f"},
		{"power --f 1 --k 3 --between --epsilon 0.6", "", 2, "--epsilon goes with the --f of a repeated"},
		{"power FILE --student", "a,b,c\n1,2,4\n2,4,5\n3,3,9\n", 2, "has 3 conditions: choose two"},
		{"power --dz 1 --student", "", 2, "--student is about the two conditions of a file"},
		{"power --dz 1 --n 10 --columns x,y", "", 2, "--columns is about the conditions of a file"},
		{"mixed FILE --oracle calvin", "method,trial,success\nx,1,1\ny,2,0\n", 2, "--oracle is of a folder of records"},
		{"aggregates FILE --oracle earned", "method,trial,success\nx,1,1\ny,2,0\n", 2,
			"--oracle is of a folder of records"},
		{"power FILE --dz 1", "a,b\n1,2\n2,4\n", 2, "and not both"},
		{"power --dz 1 --n 5 --power 0.9", "", 2, "--n and --power contradict each other"},
		{"power --dz 0", "", 2, "no n finds an effect of zero"},
		{"bayes FILE --margin -1", "a,b\n1,2\n2,4\n", 2, "the margin is -1"},
		{"bayes FILE --scale 0", "a,b\n1,2\n2,4\n", 2, "the scale of the prior is 0"},
		{"mixed FILE", "method,trial,success\na,1,1\na,2,0\nb,1,1\nb,2,1\n", 1,
			"every trial has one rollout, without the methods and groups that always or never succeed"},
		{"power --f -1 --k 3", "", 2, "effect f = -1 is negative"},
		{"power --f -1 --k 3 --between", "", 2, "effect f = -1 is negative"},
		{"power --f 0.2", "", 2, "--f and --k go together"},
		{"power --dz 1 --n 1", "", 2, "needs n of at least 2"},
		{"power FILE", "a,b\n1,2\n2,3\n", 1, "undefined"},
		{"ttest no-such-file", "", 1, "no-such-file: no such file"},
		{"ttest /dev/null", "", 1, "/dev/null is a device: expected a regular file, or - for standard input"},
	} {
		file := clitest.Written(t, c.text)
		code, stdout, stderr, _ := clitest.Invoke(
			append([]string{"stats"}, strings.Fields(strings.ReplaceAll(c.args, "FILE", file))...)...)
		if code != c.code || stdout != "" || !strings.Contains(stderr, c.want) ||
			strings.Contains(stderr, " stats: ") || !regexp.MustCompile(`\Acounterpoise: .*\n\z`).MatchString(stderr) {
			t.Errorf("%s of %q: exit code %d, want %d: %s%s want one line with %s", c.args, c.text, code, c.code,
				stdout, stderr, c.want)
		}
		if strings.Contains(c.args, "FILE") && c.code == 1 && !strings.Contains(stderr, file) {
			t.Errorf("%s of %q: %s does not name the file", c.args, c.text, stderr)
		}
	}
}

// Scores of a pilot that are no rates of as many rollouts as the flag says are refused with what to do instead.
func TestPilotRollouts(t *testing.T) {
	for want, e := range map[string]stats.Entry{
		"":                      {Rollouts: 1, Sum: 1. / 3},
		"leave it out":          {Rollouts: 3, Sum: 1},
		"divide percent by 100": {Rollouts: 1, Sum: 67},
		"add a column rollouts": {Rollouts: 1, Sum: .67},
	} {
		entries := []stats.Entry{e}
		err := countSuccesses(entries, 3)
		if want == "" && (err != nil || entries[0].Rollouts != 3 || entries[0].Sum != 1) ||
			want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%+v: %v, %+v", e, err, entries[0])
		}
	}
}
