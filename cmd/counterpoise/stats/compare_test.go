package stats

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"counterpoise/bench"
	"counterpoise/bench/record"
	"counterpoise/cmd/counterpoise/clitest"
	"counterpoise/internal/golden"
	"counterpoise/stats"
)

// gaps is a wide table with a missing score and names that every format has to escape.
const gaps = "who,a|b,50%_c,d&e\nann,45,50,55\nbob,42,42,45\ncid,36,41,43\ndan,39,35,40\neve,51,55,59\n" +
	"fay,44,49,56\ngus,1,,3\n"

// The comparison of rollouts and of a wide table, and two plans, in every format, word for word.
func TestStatsCompareFormats(t *testing.T) {
	for _, c := range []struct {
		name, text string
		args       []string
	}{
		{"compare", gaps, []string{"compare", "-", "--margin", "5", "--resamples", "100", "--target", "60"}},
		{"compare-strata", "method,task,successes,rollouts\na,x,17,20\na,y,9,20\nb,x,12,20\nb,y,3,20\n",
			[]string{"compare", "-", "--resamples", "0"}},
		{"compare-long", rollouts(), []string{"compare", "-", "--resamples", "100", "--against", "natural"}},
		{"compare-apart", "agent,return\nx,1.5\nx,2\nx,2.5\nx,4\ny,3\ny,5\ny,4.5\n",
			[]string{"compare", "-", "--resamples", "100", "--target", "5"}},
		{"compare-single",
			"method,episode,success\na,1,yes\na,2,no\na,3,no\na,4,no\na,5,yes\na,6,no\nb,1,yes\nb,2,yes\n" +
				"b,3,no\nb,4,yes\nb,5,yes\nb,6,yes\n", []string{"compare", "-", "--resamples", "0"}},
		{"plan", rollouts(), []string{"plan", "-", "--methods", "natural,ours", "--difference", "0.1",
			"--cost-trial", "10", "--cost-rollout", "0.1"}},
		{"plan-equal", "", []string{"plan", "--rates", "0.6,0.6", "--between-sd", "0.05", "--margin", "0.05"}},
	} {
		checkFormats(t, c.name, func(format string) (int, string, string) {
			return clitest.Piped(c.text, append(append([]string{"stats"}, c.args...), "--format", format)...)
		})
	}
}

// With --full the text has all tests and tables, without it at most eight lines, whatever the number of methods.
func TestStatsCompareIsShort(t *testing.T) {
	code, stdout, stderr := clitest.Piped(gaps, "stats", "compare", "-", "--margin", "5", "--resamples", "100",
		"--target", "60",
		"--full")
	if code != 0 {
		t.Fatal(stderr)
	}
	golden.Check(t, filepath.Join("stats", "compare-full.text"), stdout)
	for _, methods := range []int{2, 3, 7, 30} {
		args := []string{"stats", "compare"}
		for m := range methods {
			args = append(args, fmt.Sprintf("m%d=%d/40", m, 10+m))
		}
		code, stdout, stderr := clitest.Piped("", args...)
		if lines := strings.Count(stdout, "\n"); code != 0 || lines > 8 || lines < 4 {
			t.Errorf("%d methods: exit code %d, %d lines: %s%s", methods, code, lines, stdout, stderr)
		}
	}
}

// Numbers of successes stand on the command line: of two policies p is that of the exact test (scipy's barnard_exact:
// 0.28942), of one policy the interval is Wilson's.
func TestStatsOfCounts(t *testing.T) {
	for _, c := range []struct{ args, want string }{
		{"compare 17/20 14/20", "A 85.0 % against B 70.0 %: +15.0 points (95 % interval -12.8 to +41.9), p = .289: " +
			"can't tell"},
		{"compare A:17/20 B:14/20", "Successes: A 17 of 20, B 14 of 20."},
		{"compare RT-1:17/20 octo=14/20 C:1/20", "Successes: RT-1 17 of 20, octo 14 of 20, C 1 of 20."},
		{"rate act:9/10", "act 9 of 10: 90.0 %"},
		{"compare act=3/20 bc=17/20", "bc 85.0 % against act 15.0 %: +70.0 points"},
		{"compare act=3/20 bc=17/20 --against bc", "bc 85.0 % against act 15.0 %: +70.0 points"},
		{"compare act=3/20 bc=17/20 dp=9/20 --against bc", "act 15.0 % against bc 85.0 %: -70.0 points"},
		{"compare 17/20 14/20 --margin 0.5", "equal within 0.5"},
		{"compare 17/20 14/20", "can't tell; 34 points (94 % against 60 %) would show in 4 of 5 repeats (80 % power)"},
		{"compare 17/20 A=14/20", "Successes: B 17 of 20, A 14 of 20."},
		// chi-squared without correction (scipy): p = .0187; beyond the exact test there is a normal one, as fast.
		{"compare 900000/1000000 899000/1000000", "+0.1 points (95 % interval +0.0 to +0.2), p = .019: better"},
		{"compare 90000/100000 89000/100000", "p < .001: better"},
		{"compare 600000/1200000 500000/1200000", "2400000 rollouts of one"},
		{"compare 90000/100000 89900/100000", "can't tell; 0.4 points (90.2 % against 89.8 %) would show"},
		{"rate 1/100000", "1 of 100000: 0.001 %, 95 % interval 0.000 to 0.006 %"},
		{"rate 9/10", "9 of 10: 90.0 %, 95 % interval 59.6 to 98.2 %"},
		{"rate act=9/10 bc=0/20", "bc 0 of 20: 0.0 %, 95 % interval 0.0 to 16.1 %"},
	} {
		code, stdout, stderr := clitest.Piped("", append([]string{"stats"}, strings.Fields(c.args)...)...)
		if code != 0 || !strings.Contains(stdout, c.want) {
			t.Errorf("%s: exit code %d: %s%s, want %s", c.args, code, stdout, stderr, c.want)
		}
	}
	for args, want := range map[string]string{
		"compare 17/20":      "a comparison needs two methods",
		"compare 21/20 3/20": "21 is no number of successes of 20 rollouts",
		"compare 1/0 3/20":   "1 is no number of successes of 0 rollouts",
		"rate nine":          "rate needs successes of rollouts, as in 9/10",
		"rate 11/10":         "11 is no number of successes of 10 rollouts",
		"rate act=17/20 act=14/20": "act is given twice, as 17/20 and 14/20: give each a name of its own; " +
			"trainings of one method are rows of a file",
		"compare act=17/20 act=14/20 bc=3/20": "act is given twice, as 17/20 and 14/20",
		"compare ACT=17/20 act=14/20":         `"ACT" and "act" are two methods here: if they are one`,
		"compare act=17/20 b=2/20 --against acr": "no method \"acr\" to compare with; did you mean \"act\"? there " +
			"is act, b",
		"compare A=85%(18/20) B=12/20": "\"85%(18/20)\" contradicts itself: 18/20 is 90 %; mend one of them",
		"rate":                         "rate needs successes of rollouts, as in 9/10",
	} {
		code, stdout, stderr := clitest.Piped("", append([]string{"stats"}, strings.Fields(args)...)...)
		if code == 0 || !strings.Contains(stderr, want) {
			t.Errorf("%s: exit code %d: %s%s, want %s", args, code, stdout, stderr, want)
		}
	}
}

// A margin below 1 beside percentages is told, as it is no margin of rates.
func TestStatsCompareMarginOfPercent(t *testing.T) {
	const said = "if they are in percent it is 0.05 points, and 5 points are --margin 5."
	for text, want := range map[string]bool{
		"seed,act,bc\n0,80,60\n1,75,55\n2,82,61\n":                  true,
		"method,seed,success\na,0,80\na,1,75\nb,0,60\nb,1,100\n":    true,
		"seed,act,bc\n0,.80,.60\n1,.75,.55\n2,.82,.61\n":            false,
		"seed,act,bc\n0,80%,60%\n1,75%,55%\n2,82%,61%\n":            false,
		"seed,act,bc\n0,800,60\n1,75,55\n2,82,61\n":                 false,
		"method,seed,stage\na,0,4\na,1,3\nb,0,2\nb,1,5\n":           false,
		"method,seed,success (%)\na,0,80\na,1,75\nb,0,60\nb,1,90\n": false,
	} {
		code, stdout, stderr := clitest.Piped(text, "stats", "compare", "-", "--margin", "0.05")
		if code != 0 || strings.Contains(stdout, said) != want {
			t.Errorf("%q: %d, %s%s", text, code, stdout, stderr)
		}
	}
}

// With --exit-code the finding is the exit code, for a workflow that gates a policy; errors stay 1 and 2.
func TestStatsCompareExitCodes(t *testing.T) {
	for _, c := range []struct {
		args string
		code int
	}{
		{"new=18/20 old=4/20", 0}, {"new=4/20 old=18/20", 10}, {"new=14/20 old=15/20", 12},
		{"new=100/200 old=101/200 --margin 0.2", 11}, {"old=4/20 new=18/20 --against old", 0},
		{"old=18/20 new=4/20 --against old", 10}, {"new=14/20 old=15/20 --paired", 13},
		{"testdata/compare-alike.csv", 12}, {"testdata/compare-disjoint.csv", 13},
		{"a=1/9 b=2/9 c=3/9", 2}, {"new=19/20 old=21/20", 1}, {"new=3/20 missing.csv", 1},
	} {
		code, stdout, stderr := clitest.Piped("", append([]string{"stats", "compare", "--exit-code"},
			strings.Fields(c.args)...)...)
		if code != c.code || c.code != 0 && c.code < 10 && stderr == "" {
			t.Errorf("%s: exit code %d, want %d: %s%s", c.args, code, c.code, stdout, stderr)
		}
	}
	if code, _, _ := clitest.Piped("", "stats", "compare", "new=4/20", "old=18/20"); code != 0 {
		t.Errorf("without --exit-code: %d", code)
	}
}

// A claimed rate and one's own: p is that of scipy's barnard_exact (.28301 and .00013282; of very unequal numbers it is
// Berger and Boos's, of stats/testdata/unequal.json: .0675, .0440 and .0039), and the ends of the intervals are those
// where p, enumerated over all tables by another program, crosses .05. Beta-binomial trainings with an SD of .1114
// differ by as much with probability .0503.
func TestStatsClaim(t *testing.T) {
	for _, c := range []struct{ claimed, own, want string }{
		{"66 % (n=300)", "29/50", "Claimed 66.0 % (198 of 300), yours 58.0 % (29 of 50): -8.0 points " +
			"(95 % interval -22.9 to +5.9), p = .283 (Barnard's exact test): could be noise.\n" +
			"That is for the same policy. If you trained it anew, trainings vary too, and it could be noise all " +
			"the more.\n"},
		{"198/300", "16/50", "yours 32.0 % (16 of 50): -34.0 points (95 % interval -46.6 to -19.1), p < .001 " +
			"(Barnard's exact test): more than noise.\nThat is for the same policy. If you trained it anew, it " +
			"could still be noise where trainings vary by an SD of 11.1 points or more.\n"},
		{"1 % (n=2000)", "1/10", "p = .068 (Berger and Boos's exact test): could be noise."},
		{"98 % (n=5000)", "18/20", "p = .044 (Berger and Boos's exact test): more than noise."},
		{"45 % (n=1000)", "9/10", "p = .004 (Berger and Boos's exact test): more than noise."},
		{"1000/2000", "600/1000", "p < .001 (score test): more than noise."},
	} {
		code, stdout, stderr := clitest.Piped("", "stats", "claim", c.claimed, c.own)
		if code != 0 || !strings.Contains(stdout, c.want) {
			t.Errorf("%s, %s: exit code %d: %s%s\nwant %s", c.claimed, c.own, code, stdout, stderr, c.want)
		}
	}
	for _, args := range [][]string{{"66 %", "29/50"}, {"66 % (n=300)"}, {"1.2 (n=30)", "3/4"}, {"5/4", "3/4"},
		{"66.5 % (n=50)", "3/4"}} {
		if code, _, stderr := clitest.Piped("", append([]string{"stats", "claim"}, args...)...); code != 2 ||
			strings.Count(stderr, "\n") != 1 {
			t.Errorf("%q: exit code %d: %s", args, code, stderr)
		}
	}
}

// A plan from rates alone says that it takes trainings to be alike.
func TestStatsPlanWithoutSpread(t *testing.T) {
	const warning = "without --between-sd the difference is taken to be the same in every trial"
	for args, want := range map[string]bool{
		"stats plan --rates 0.6,0.7": true, "stats plan --rates 0.6,0.7 --between-sd 0": false,
	} {
		if code, stdout, stderr := clitest.Piped("", strings.Fields(args)...); code != 0 ||
			strings.Contains(stdout, warning) != want {
			t.Errorf("%s: exit code %d: %s%s", args, code, stdout, stderr)
		}
	}
}

// A plan of two policies says how many rollouts the exact test takes, and that trainings vary besides.
func TestStatsPlanOfPolicies(t *testing.T) {
	var table strings.Builder
	table.WriteString("method,episode,success\n")
	for i := range 20 { // 16 and 9 of 20, one alone in 9
		fmt.Fprintf(&table, "act,%d,%t\ndp,%[1]d,%[3]t\n", i, i < 16, i < 8 || i == 16)
	}
	unpaired := func(a, b float64) int { n, _ := stats.UnpairedRollouts(a, b, .8, .05); return n }
	paired, err := stats.PairedStarts(.35, .45, .8, .05)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ args, stdin, want string }{
		{"17/20 dp=14/20", "", fmt.Sprintf("%d rollouts of each policy show A 85 %% against dp 70 %% with probability "+
			"0.8, by the exact test", unpaired(.85, .7))},
		{"70% 85%", "", fmt.Sprintf("%d rollouts of each policy show A 70 %% against B 85 %%", unpaired(.85, .7))},
		{"17/20 14/20 --difference 20%", "", fmt.Sprintf("%d rollouts of each policy show A 87.5 %% against B 67.5 %%",
			unpaired(.875, .675))},
		{"-", "task,a,b\nx,9/10,6/10\ny,8/10,8/10\n", fmt.Sprintf("%d rollouts of each policy show a 85 %% against "+
			"b 70 %%", unpaired(.85, .7))},
		{"-", "policy,success\n" + strings.Repeat("a,1\n", 17) + "a,0\na,0\na,0\n" + strings.Repeat("b,1\n", 14) +
			strings.Repeat("b,0\n", 6), fmt.Sprintf("%d rollouts of each policy show a 85 %% against b 70 %%",
			unpaired(.85, .7))},
		{"-", table.String(), fmt.Sprintf("%d starts, one rollout of each policy from each, show act 80 %% against dp "+
			"45 %%", paired)},
	} {
		code, stdout, stderr := clitest.Piped(c.stdin, append([]string{"stats", "plan"}, strings.Fields(c.args)...)...)
		if code != 0 || !strings.HasPrefix(stdout, c.want) || !strings.Contains(stdout, "Trainings vary besides") {
			t.Errorf("plan %s: exit code %d: %s%s\nwant %s", c.args, code, stdout, stderr, c.want)
		}
	}
}

// Tables of lab spreadsheets have answers that SciPy confirms: Welch's t from means and SDs (ttest_ind_from_stats),
// exact tests of counts whose number stands in the header or in rows.
func TestStatsCompareSpreadsheets(t *testing.T) {
	for _, c := range []struct{ text, first, said string }{
		{"method,success rate,std,seeds\nACT,82.1,5.2,5\nDP,70.3,6.1,5\n",
			"ACT 82.1 % against DP 70.3 %: +11.8 points (95 % interval +3.5 to +20.1), p = .011: better", `in "seeds"`},
		{"Method,Return (mean ± std),# seeds\nACT,82.1 ± 5.2,5\nBC,60 ± 10,4\n",
			"ACT 82.1 against BC 60: +22.1 (95 % interval +7.187 to +37.01), p = .014: higher",
			"9 units (training) in all"},
		{"Method,Success (n=20)\nACT,17\nDP,14\n", "ACT 85.0 % against DP 70.0 %: +15.0 points (95 % interval " +
			"-12.8 to +41.9), p = .289: can't tell", "has successes of 20 rollouts"},
		{",ACT,DP\nsuccess,17,14\ntrials,20,20\n", "ACT 85.0 % against DP 70.0 %", `"ACT" to "DP" are methods`},
		{"Condition,ACT,DP\ndark,17/20,12/20\nclutter,15/20,9/20\n", "ACT 80.0 % against DP 52.5 %: +27.5 points " +
			"(odds ratio 3.59", `--method "Condition" --columns ACT,DP`},
	} {
		code, stdout, stderr := clitest.Piped(c.text, "stats", "compare", "-")
		if code != 0 || !strings.HasPrefix(stdout, c.first) || !strings.Contains(stdout, c.said) {
			t.Errorf("%q: exit code %d: %s%s\nwant %s and %s", c.text, code, stdout, stderr, c.first, c.said)
		}
	}
}

// The field names are a promise to other programs.
func TestStatsCompareFields(t *testing.T) {
	code, stdout, stderr := clitest.Piped(gaps, "stats", "compare", "-", "--format", "json", "--resamples", "100")
	var v map[string]any
	if err := json.Unmarshal([]byte(stdout), &v); code != 0 || err != nil {
		t.Fatalf("exit code %d, %v: %s", code, err, stderr)
	}
	pair := v["families"].([]any)[0].(map[string]any)["pairs"].([]any)[0].(map[string]any)
	for got, want := range map[string]string{
		keys(v): "aggregates alpha better design families level margin methods omnibus rollouts taken warnings",
		keys(pair): "a assumptions b bf10 ci decision difference effect equality exact group " +
			"log_bf10 n posterior power " +
			"rank rank_biserial t warnings",
		keys(v["design"].(map[string]any)):       "complete groups outcome paired rollouts sentence unit units",
		keys(pair["t"].(map[string]any)):         "df p p_holm statistic test",
		keys(pair["equality"].(map[string]any)):  "p p_holm within",
		keys(pair["posterior"].(map[string]any)): "p_above p_below p_within",
		keys(pair["power"].(map[string]any)):     "detectable_difference units_for_margin units_for_observed",
	} {
		if got != want {
			t.Errorf("fields %s, want %s", got, want)
		}
	}
}

// The posterior of two methods is the one that bayes has of their columns, with the same margin, in either order.
func TestStatsCompareHasThePosteriorOfBayes(t *testing.T) {
	long := "method,subject,hours\n"
	for line := range strings.Lines(strings.TrimPrefix(sleep, "subject,dextro,laevo\n")) {
		row := strings.Split(strings.TrimSpace(line), ",")
		long += fmt.Sprintf("dextro,%s,%s\nlaevo,%[1]s,%[3]s\n", row[0], row[1], row[2])
	}
	type posterior struct {
		Above  float64 `json:"p_above"`
		Within float64 `json:"p_within"`
		Below  float64 `json:"p_below"`
	}
	for _, c := range []struct{ bayes, compare string }{
		{"", ""}, {"--margin 1", "--margin 1"}, {"--student --margin 1", "--independent --margin 1"},
	} {
		for _, order := range []string{"dextro,laevo", "laevo,dextro"} {
			var bayes struct{ Posterior posterior }
			var compared struct {
				Families []struct {
					Pairs []struct{ Posterior posterior }
				}
			}
			for text, to := range map[string]any{
				"bayes --columns " + order + " " + c.bayes:                   &bayes,
				"compare --resamples 0 --methods " + order + " " + c.compare: &compared,
			} {
				data := sleep
				if to == any(&compared) {
					data = long
				}
				code, stdout, stderr := clitest.Piped(data, append([]string{"stats"},
					strings.Fields(text+" --format json -")...)...)
				if err := json.Unmarshal([]byte(stdout), to); code != 0 || err != nil {
					t.Fatalf("%s: exit code %d, %v: %s", text, code, err, stderr)
				}
			}
			got, want := compared.Families[0].Pairs[0].Posterior, bayes.Posterior
			if got != want || want.Above == 0 || want.Below == 0 {
				t.Errorf("%s %s: %+v, bayes has %+v", order, c.compare, got, want)
			}
		}
	}
}

// A method without spread is called by its name in the warnings, by whichever command.
func TestStatsNameTheConstantMethod(t *testing.T) {
	long := "method,seed,score\n"
	for i, row := range [][3]string{{"1", "2", "5"}, {"2", "4", "5"}, {"4", "3", "5"}} {
		for m, score := range row {
			long += fmt.Sprintf("%s,%d,%s\n", []string{"natural", "equal", "ours"}[m], i+1, score)
		}
	}
	for command, text := range map[string]string{
		"compare": long, "anova": "natural,equal,ours\n1,2,5\n2,4,5\n4,3,5\n",
	} {
		args := []string{"stats", command, "-"}
		if command == "compare" {
			args = append(args, "--full")
		}
		code, stdout, stderr := clitest.Piped(text, args...)
		if want := "Warning: condition ours is constant over the subjects\n"; code != 0 ||
			!strings.Contains(stdout, want) {
			t.Errorf("%s: exit code %d; %q is not in %s%s", command, code, want, stdout, stderr)
		}
	}
}

// A plan takes its pilot for the design that compare takes it for: methods with seeds of their own are independent.
func TestStatsPlanHasTheDesignOfCompare(t *testing.T) {
	for _, c := range []struct{ name, text, args string }{
		{"shared seeds", "policy,seed,score\nx,1,1\nx,2,2\ny,1,3\ny,2,5\n", ""},
		{"shared seeds apart", "policy,seed,score\nx,1,1\nx,2,2\ny,1,3\ny,2,5\n", "--independent"},
		{"other seeds", "policy,seed,score\nx,1,1\nx,2,2\ny,3,3\ny,4,5\n", ""},
		{"rows", "policy,score\nx,1\nx,2\ny,3\ny,5\n", ""},
	} {
		var v [2]struct {
			Design, Components struct{ Paired bool }
			Taken              []string
		}
		for i, command := range []string{"compare", "plan"} {
			code, stdout, stderr := clitest.Piped(c.text, append([]string{"stats", command, "-", "--format", "json"},
				strings.Fields(c.args)...)...)
			if err := json.Unmarshal([]byte(stdout), &v[i]); code != 0 || err != nil {
				t.Fatalf("%s, %s: exit code %d, %v: %s", c.name, command, code, err, stderr)
			}
		}
		taken := v[1].Taken[len(v[1].Taken)-1]
		if v[0].Design.Paired != v[1].Components.Paired || v[1].Components.Paired != strings.Contains(taken, "paired") {
			t.Errorf("%s: paired %t in compare and %t in plan: %s", c.name, v[0].Design.Paired, v[1].Components.Paired,
				taken)
		}
	}
}

// Columns that can't be told apart, and designs that are not what was asked for, are one sentence that says what to do.
func TestStatsCompareMistakes(t *testing.T) {
	for _, c := range []struct {
		args, text string
		code       int
		want       string
	}{
		{"compare", "", 2, "compare needs results"},
		{"compare -", "", 1, "standard input, line 1, column 1: there is nothing"},
		{"compare -", "a,b\n", 1, "line 2: there are no rows"},
		{"compare -", "robot,arm_type,score\nx,u,1\ny,v,2\nx,u,3\ny,v,4\n", 1,
			`columns "robot", "arm_type" could each hold the methods: name theirs with --method`},
		{"compare -", "policy,seed,speed,jerk\nx,1,1.5,2.5\ny,1,2.5,1.5\n", 1,
			`columns "speed", "jerk" could each be the outcome: name it with --value`},
		{"compare -", "seed,success\n1,1\n2,0\n", 1, `no column could hold the methods: name it with --method`},
		{"compare -", "kind,time,length\nx,1,2\ny,2,3\nx,3,4\ny,3,5\n", 1,
			`column "kind" could hold the methods, with the outcome in one of "time", "length"`},
		{"compare -", "policy,score,u,v\nx,1.5,1,1\ny,2.5,1,1\nx,1.5,2,2\ny,1,2,2\n", 1,
			`columns "u", "v" could each pair the methods: name one with --trial`},
		{"compare -", "extra,drug,patient\n0.7,1,1\n1.9,2,1\n-1.6,1,2\n0.8,2,2\n", 1,
			`the numbers in "drug", "patient" look like levels or an index (1, 2, ...) and those in "extra" do not`},
		{"compare - --value none", "policy,score\nx,1\n", 1, `there is no column "none"`},
		{"compare - --method score --value score", "policy,score\nx,1\n", 1, `can't be both the method and the value`},
		{"compare -", "policy,score\nx,1\ny,high\n", 1, `line 3, column 2: "high" is not a number`},
		{"compare -", "policy,score\nx,1\nx,2\n", 1, "a comparison needs two methods, there is 1"},
		{"compare - --methods x,z", "policy,score\nx,1\ny,2\n", 1, `there is no method "z"`},
		{"compare - --paired", "policy,seed,score\nx,1,1\nx,2,2\ny,3,3\ny,4,5\n", 1,
			"no two methods share a value of seed"},
		{"compare - --against z", "a,b\n1,2\n2,3\n", 1, `there is no method "z" to compare with`},
		{"compare - --margin -1", "a,b\n1,2\n2,3\n", 1, "the margin is -1"},
		{"compare - --margin 5", "a,b\n.1,.2\n.2,.4\n", 1, "write 0.05 for 5 points"},
		{"equivalence - --margin 5", "a,b\n.1,.2\n.2,.4\n", 2, "write 0.05 for 5 points"},
		{"bayes - --margin 1", "a,b\n.1,.2\n.2,.4\n", 2, "write 0.05 for 5 points"},
		{"bayes - --margin 5 --student", "a,b\n10%,20%\n20%,40%\n", 2, "write 0.05 for 5 points"},
		{"bayes - --margin 5%", "a,b\n.1,.2\n.2,.4\n", 2, `--margin does not take "5%"; it wants a number`},
		{"watch - --margin 5", "a,b\n1,0\n0,0\n", 2, "below 1: write 0.05 for 5 points"},
		{"mixed - --against z", "method,trial,success\nx,1,1\ny,1,0\nx,2,0\ny,2,1\n", 1,
			`no method "z" to compare with; there is x, y`},
		{"plan - --difference 10", "a,b\n.1,.2\n.2,.4\n", 2, "write 0.05 for 5 points"},
		{"compare - --exit-code", "a,b\n10,20\n20,40\n", 2, "higher or lower is better"},
		{"compare - --paired --independent", "a,b\n1,2\n2,3\n", 2, "--paired and --independent contradict each other"},
		{"compare - --columns a,b --methods a,b", "a,b\n1,2\n2,3\n", 2, "--columns and --methods contradict"},
		{"plan - --paired --independent", "a,b\n1,2\n2,3\n", 2, "--paired and --independent contradict each other"},
		{"compare - --level 95", "a,b\n1,2\n2,3\n", 2, "--level must lie between 0 and 1"},
		{"compare - --level 0", "a,b\n1,2\n2,3\n", 2, "must be above 0"},
		{"compare - --alpha 0", "a,b\n1,2\n2,3\n", 2, "must be above 0"},
		{"compare - --scale 0", "a,b\n1,2\n2,3\n", 2, "must be above 0"},
		{"compare - --resamples -5", "a,b\n1,2\n2,3\n", 1, "-5 bootstrap resamples give no interval"},
		{"compare 17 20 14 20", "", 1, "write successes of rollouts as 17/20"},
		{"compare act 17/20 dp 14/20", "", 1, "as in act=17/20"},
		{"plan 17/20", "", 2, "is for two policies, as in plan 17/20 14/20, not for 1"},
		{"plan 17/20 20/17", "", 2, "20/17 is no success rate"},
		{"plan 70% 70%", "", 2, "no number of rollouts tells them apart"},
		{"plan 17/20 14/20 --margin 0.1", "", 2, "--margin is no part of a plan from counts"},
		{"plan 17/20 14/20 --difference 10", "", 2, "write 0.05 for 5 points"},
		{"compare - --target NaN", "a,b\n1,2\n2,3\n", 1, "the target of the optimality gap is NaN"},
		{"compare 17/20 14/20 none", "", 1, `"none" is no count like 17/20, as the other arguments are, and no file`},
		{"compare - --thresholds 1,NaN", "a,b\n1,2\n2,3\n", 1, "the performance profiles are [1 NaN]"},
		{"compare no-such-file", "", 1, "no-such-file: no such file"},
		{"plan", "", 2, "plan needs a pilot's results, or --rates"},
		{"plan - --difference 0.1", "a,b,c\n1,2,3\n2,3,4\n", 1, "choose two with --methods"},
		{"plan - --paired", "policy,seed,score\nx,1,1\nx,2,2\ny,3,3\ny,4,5\n", 1,
			"no two methods share a value of seed"},
		{"plan - --paired", "policy,score\nx,1\nx,2\ny,3\ny,5\n", 1, "no two methods share a value of row"},
		{"plan - --margin 0.1 --difference 0.2", "a,b\n1,2\n2,3.5\n", 1, "is not within the margin"},
		{"plan - --between-sd 0.1", "a,b\n1,2\n2,3.5\n", 2, "--between-sd and --groups go with --rates"},
		{"plan - --groups 2", "a,b\n1,2\n2,3.5\n", 2, "--between-sd and --groups go with --rates"},
		{"plan - --pilot-rollouts -4", "a,b\n1,2\n2,3.5\n", 2, "--pilot-rollouts must be 1 or more, not -4"},
		{"plan --rates 0.5,0.7 --pilot-rollouts 4", "", 2, "--pilot-rollouts is about a pilot's results"},
		{"plan --rates 0.5,0.7 --method x", "", 2, "--method is about a pilot's results, and --rates stand in place"},
		{"plan --rates 0.5,0.7 --columns a,b --paired", "", 2, "--columns is about a pilot's results"},
		{"plan --rates 0.5,0.7 --groups 0", "", 2, "the mean of 0 groups"},
		{"plan --rates 0.5,0.7 --difference 0.1", "", 2, "--difference says 0.1"},
		{"plan --rates 0.5,0.7 --between-sd 8", "", 2, "vary by an SD of at most 0.958"},
		{"plan --rates 0.5,0.7 --between-sd .6 --independent", "", 2, "vary by an SD of at most 0.5 "},
		{"plan --rates 0.5,x", "", 2, `--rates does not take "0.5,x"; it wants`},
		{"plan -", "method,seed,success_rate\na,0,.8\na,1,.8\na,2,.8\nb,0,.7\nb,1,.7\nb,2,.7\n", 1,
			"name the rollouts with --pilot-rollouts"},
		{"plan --rates 0.5,0.7 --difference NaN", "", 2, `--difference does not take "NaN"`},
		{"plan --rates 0.5,0.7 --difference Inf", "", 2, `--difference does not take "Inf"`},
		{"plan --rates 0.5,2 --between-sd 0.1", "", 2, "2 is no success rate"},
		{"plan --rates 0.5 --between-sd 0.1", "", 2, "--rates needs two"},
		{"plan --rates 0.5,0.5 --between-sd 0.1", "", 2, "name the one that matters with --difference"},
	} {
		code, stdout, stderr := clitest.Piped(c.text, append([]string{"stats"}, strings.Fields(c.args)...)...)
		if code != c.code || stdout != "" || !strings.Contains(stderr, c.want) ||
			!regexp.MustCompile(`\Acounterpoise: .*\n\z`).MatchString(stderr) {
			t.Errorf("%s of %q: exit code %d, want %d: %s%s want one line with %s", c.args, c.text, code, c.code,
				stdout,
				stderr, c.want)
		}
	}
}

// Evaluations of several trainings are tested over trainings: the slider gains 6, 5 and 7 of 10 rollouts, so
// t(2) = .6 / (.1/√3) = 10.39.
func TestStatsCompareEvaluations(t *testing.T) {
	dir := t.TempDir()
	for arm, successes := range map[string][]int{"natural": {1, 0, 2}, "equal": {7, 5, 9}} {
		for i, slider := range successes {
			e := record.Evaluation{Task: "opening", Seed: 1, Trial: i + 1, Rollouts: 10, Version: bench.Version}
			for _, b := range []struct {
				name      string
				successes int
			}{{"slider", slider}, {"drawer", 8}} {
				o := record.Outcomes{Behaviour: b.name, Horizon: 360,
					Steps: make([]int, 10), WrongSteps: make([]int, 10),
					EarnedSteps: make([]int, 10), EarnedWrongSteps: make([]int, 10)}
				for r := range b.successes {
					o.Steps[r], o.EarnedSteps[r] = 90, 90
				}
				e.Add(record.Part{Outcomes: o}, bench.Behaviours(e.Task))
			}
			path := filepath.Join(dir, arm, fmt.Sprintf("seed-%d.json", i+1))
			if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), e.Save(path)); err != nil {
				t.Fatal(err)
			}
		}
	}
	code, stdout, stderr := clitest.Piped("", "stats", "compare", dir, "--resamples", "0", "--full")
	for _, want := range []string{"equal seeds 1, 2, 3; natural seeds 1, 2, 3", "paired by seed: 3", "t(2) = 10.39"} {
		if code != 0 || !strings.Contains(stdout, want) {
			t.Fatalf("exit code %d; %q is not in %s%s", code, want, stdout, stderr)
		}
	}
}

// stats compare takes one design of a folder of records, whose arms are the methods. Where there are several, or the
// folder is one of several results, the error says what to do.
func TestStatsCompareRecords(t *testing.T) {
	dir := t.TempDir()
	one, two := filepath.Join(dir, "one"), filepath.Join(dir, "two")
	clitest.FiveTrials(t, one)
	clitest.FiveTrials(t, two)
	for _, c := range []struct {
		args []string
		code int
		want []string
	}{
		{[]string{one, "--design", "e1-opening"}, 0, []string{
			"The records are those of e1-opening; methods are its arms. Success is by",
			"(mean of 2 groups), paired by trial: 5, each with all methods", "slider starved"}},
		{[]string{one, "--design", "e1-opening", "--methods", "balanced,slider starved"}, 0,
			[]string{`methods are in column "method" (2 values)`}},
		{[]string{one, "--design", "e1-opening", "--oracle", "calvin"}, 0, []string{"Success is by", "CALVIN"}},
		{[]string{one}, 2, []string{one + " has several designs, which are compared one at a time: choose with " +
			"--design one of e1-picking, e1-opening"}},
		{[]string{one, "--design", "e9-picking"}, 2, []string{"--design must name one of the designs of " + one}},
		{[]string{one, two}, 2, []string{one + " is a folder of records, of which stats takes one at a time, alone; " +
			"counterpoise compare A B sets two side by side"}},
		{[]string{"a=" + one, "b=" + two}, 2, []string{one + " is a folder of records"}},
		{[]string{dir}, 2, []string{one + " is a folder of records"}},
		{[]string{filepath.Join(one, "records.jsonl")}, 2, []string{"is a file of records: give its folder, " + one}},
		{[]string{filepath.Join("testdata", "scores.csv"), "--design", "e1-picking"}, 2,
			[]string{"--design is of a folder of records, and " + filepath.Join("testdata", "scores.csv") +
				" is none"}},
	} {
		code, stdout, stderr, _ := clitest.Invoke(append([]string{"stats", "compare", "--resamples", "0"},
			c.args...)...)
		for _, want := range c.want {
			if code != c.code || !strings.Contains(strings.ReplaceAll(stdout+stderr, "\n", " "), want) {
				t.Errorf("%q: exit code %d, want %d with %q: %s%s", c.args, code, c.code, want, stdout, stderr)
			}
		}
	}
}

// A pilot of rates tells no number of rollouts, so neither does its plan; one of counts and one without a pilot do.
func TestStatsPlanOfRates(t *testing.T) {
	for text, want := range map[string]bool{
		"method,seed,success_rate\na,0,.9\na,1,.8\na,2,.85\nb,0,.6\nb,1,.5\nb,2,.7\n":               true,
		"seed,a,b\n0,90%,60%\n1,80%,50%\n2,85%,70%\n":                                               true,
		"method,seed,return\na,0,9\na,1,8\na,2,8.5\nb,0,6\nb,1,5\nb,2,7\n":                          true,
		"method,seed,success,n\na,0,18,20\na,1,16,20\na,2,17,20\nb,0,12,20\nb,1,10,20\nb,2,14,20\n": false,
		"seed,n,a,b\n0,20,90,60\n1,20,80,50\n2,20,85,70\n":                                          false,
	} {
		code, stdout, stderr := clitest.Piped(text, "stats", "plan", "-")
		rates := strings.Contains(stdout, "a score each of whatever number of rollouts") &&
			strings.Contains(stdout, "as the pilot") && !strings.Contains(stdout, "rollouts in each group and trial: 1")
		if code != 0 || rates != want {
			t.Errorf("%q: %d, %s%s", text, code, stdout, stderr)
		}
	}
}
