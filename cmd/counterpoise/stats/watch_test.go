package stats

import (
	"fmt"
	"strings"
	"testing"

	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/cmd/counterpoise/clitest"
)

// streamed are rows of a repeated pattern of outcomes.
func streamed(header, row string, n int) string { return header + strings.Repeat(row, n) }

// Outcomes that came one by one are answered in at most eight lines, whatever the form of their file: the first line is
// what they say, the second whether one may stop. Values of the e-processes are in package stats.
func TestStatsWatch(t *testing.T) {
	for _, c := range []struct {
		name, text, args string
		want             []string
	}{
		{"one a line", streamed("", "1\n", 20), "", []string{"100.0 % after 20 outcomes (95 % interval at any time",
			"You may stop or go on", "outcomes of one method"}},
		{"words", "success\nyes\nno\nfailed\n", "", []string{"33.3 % after 3 outcomes"}},
		{"words without a header", "success\nfailure\nfailure\n", "", []string{"33.3 % after 3 outcomes"}},
		{"against a rate", streamed("", "true\n", 20), "--rate .5", []string{"against 50.0 %: p < .001: better",
			"You may stop: this holds however often one looked. It was shown first at n = 7."}},
		{"below a rate", streamed("", "0\n", 20), "--rate 0.5", []string{"p < .001: worse"}},
		{"failures below a rate", streamed("failed\n", "1\n0\n0\n0\n", 60), "--rate .5", []string{"75.0 % after 240",
			"against 50.0 %: p < .001: better", "what is compared is success"}},
		{"several checkpoints", streamed("checkpoint,success\n", "1000,0\n2000,1\n", 9), "", []string{
			`column "checkpoint" has several values`}},
		{"a header and notes", streamed("episode,success,note\n", "1,1,ok\n2,0,slipped\n3,1,ok\n", 1), "",
			[]string{"66.7 % after 3 outcomes", `column "success"`}},
		{"pairs", streamed("new,old\n", "1,0\n1,1\n", 15), "", []string{"new 100.0 % against old 50.0 % after 30 " +
			"pairs: +50.0 points (95 % interval at any time", "p < .001: better", "Paired:"}},
		{"turned", streamed("new,old\n", "1,0\n1,1\n", 15), "--columns old,new", []string{": -50.0 points", ": worse"}},
		{"independent", streamed("new,old\n", "1,0\n1,1\n", 15), "--independent", []string{"Independent rollouts: " +
			"the k-th of new", "Turner & Grünwald", "taken for independent"}},
		{"a column of methods", "policy,success\n" + strings.Repeat("a,1\n", 30) + strings.Repeat("b,0\n", 12), "",
			[]string{"a 100.0 % against b 0.0 % after 12 pairs", "better", "18 rows of a without a partner yet."}},
		{"starts", "method,start,success\na,1,1\nb,2,0\na,2,0\na,3,1\nb,1,1\n", "", []string{"after 2 pairs",
			"1 row of a without a partner yet.", "Paired:", "can't tell yet", "Go on, or stop and say"}},
		{"equal", streamed("new,old\n", "1,1\n0,0\n", 100), "--margin .1", []string{"equal within 0.1",
			"You may stop"}},
		{"scores", streamed("policy,progress\n", "a,.9\nb,.25\n", 40), "", []string{"a 0.900 against b 0.250 after " +
			"40 pairs: +0.650", ": higher", "Waudby-Smith & Ramdas"}},
		{"a change on the way", streamed("", "1\n", 60) + streamed("", "0\n", 60), "--rate .5", []string{"no interval",
			"no number fits all rows", "find out what changed"}},
	} {
		code, stdout, stderr := clitest.Piped(c.text, append([]string{"stats", "watch", "-"},
			strings.Fields(c.args)...)...)
		if code != 0 || strings.Count(stdout, "\n") > 8 {
			t.Errorf("%s: exit code %d: %s%s", c.name, code, stdout, stderr)
		}
		for _, want := range c.want {
			if !strings.Contains(stdout, want) {
				t.Errorf("%s: %s\nwant %q", c.name, stdout, want)
			}
		}
	}
}

// What has no order, no end or no place is refused with a sentence that says what to do.
func TestStatsWatchMistakes(t *testing.T) {
	for _, c := range []struct{ text, args, want string }{
		{"", "17/20", "stats compare tests counts"},
		{"policy,success\na,17/20\nb,14/20\n", "-", "stats compare tests counts"},
		{"17/20\n14/20\n", "-", "stats compare tests counts"},
		{"61 %\n70 %\n", "-", "stats compare tests counts"},
		{"method,successes,rollouts\na,17,20\nb,14,20\n", "-", "stats compare tests counts"},
		{"policy,return\na,1\na,250\nb,.5\nb,.2\n", "-", `outcome 2 of "a" is 250, and outcomes are followed that lie`},
		{"1\n0\n3\n", "-", "outcome 3 is 3"},
		{"1\nmaybe\n", "-", "line 2, column 1"},
		{"a,b,c\n1,0,1\n0,0,1\n", "-", "has 3 methods, and two at most are followed: choose them with --methods"},
		{"a,b\n1,0\n", "- --rate .5", "--rate is about one method"},
		{"1\n0\n", "- --margin .1", "--margin needs a --rate"},
		{"1\n", "- --rate 2", "--rate lies between 0 and 1"},
		{"1\n", "- --level 2", "--level must lie between 0 and 1"},
		{"success\n", "-", "no rows"},
		{"", "-", "there is nothing"},
		{"", "", "watch needs one file"},
	} {
		code, stdout, stderr := clitest.Piped(c.text, append([]string{"stats", "watch"}, strings.Fields(c.args)...)...)
		if code == 0 || !strings.Contains(stderr, c.want) || strings.Count(stderr, "\n") > 1 && c.args != "" {
			t.Errorf("%q %s: exit code %d: %s%s, want %q", c.text, c.args, code, stdout, stderr, c.want)
		}
	}
}

// Kinds of tests stand behind "stats test"; the names that they had alone go on working, also for help, and a file of
// that name is no kind.
func TestOldNamesOfTests(t *testing.T) {
	file := clitest.Written(t, sleep)
	for _, kind := range []string{"ttest", "wilcoxon", "bayes"} {
		_, old, _, _ := clitest.Invoke("stats", kind, file)
		code, now, stderr, _ := clitest.Invoke("stats", "test", kind, file)
		if code != 0 || old != now || now == "" {
			t.Errorf("%s: exit code %d: %s%s, was %s", kind, code, now, stderr, old)
		}
		for _, help := range [][]string{{"help", "stats", kind}, {"stats", kind, "--help"}} {
			if _, now, _, _ := clitest.Invoke(help...); !strings.Contains(now, "stats test "+kind+" FILE") {
				t.Errorf("%q: %s", help, now)
			}
		}
	}
	root := of(cli.Program{}).Root()
	if got := fmt.Sprint(cli.WithTest(root, []string{"stats", "compare", "ttest"})); got != "[stats compare ttest]" {
		t.Error(got)
	}
}

// Rows that are not in the order of their times are told, and those that are, or tell no time, are not.
func TestStatsWatchOrder(t *testing.T) {
	for text, unsorted := range map[string]bool{
		"timestamp,success\n3,1\n1,0\n20,1\n": true, "timestamp,success\n3,1\n9,0\n20,1\n": false,
		"date,success\n2026-02-01,1\n2026-01-31,0\n": true, "date,success\n2026-01-31,1\n2026-02-01,0\n": false,
		"date,success\n9/30/2026,1\n10/1/2026,0\n": false, "started,success\n9:59:00,1\n10:00:00,0\n": false,
		"note,success\nb,1\na,0\n": false,
	} {
		code, stdout, stderr := clitest.Piped(text, "stats", "watch", "-", "--value", "success")
		if code != 0 || strings.Contains(stdout, "rows are not in the order of column") != unsorted {
			t.Errorf("%q: exit code %d: %s%s", text, code, stdout, stderr)
		}
	}
}

// What is no finite number is refused as a rate, in percent too.
func TestStatsRatesRefused(t *testing.T) {
	for _, text := range []string{"1e-1%", "Inf%", "NaN%", "NaN", "-Inf", "1e999", "1e999%", "%", "", "x%"} {
		v := 0.25
		err := rateFlag{to: &v}.Set(text)
		if err == nil || !strings.Contains(err.Error(), "is no number: write .66 or 66%") || v != 0.25 {
			t.Errorf("%q: %v, %v", text, v, err)
		}
	}
	code, _, stderr := clitest.Piped("1\n0\n1\n", "stats", "watch", "-", "--rate", "66%", "--margin", "1e-1%")
	if code != 2 || !strings.Contains(stderr, "--margin") {
		t.Errorf("exit code %d: %s", code, stderr)
	}
}

// Rates and differences are read in percent.
func TestStatsInPercent(t *testing.T) {
	for _, c := range [][2]string{
		{"plan --rates .6,.7 --between-sd .05", "plan --rates 60%,70% --between-sd 5%"},
		{"plan --rates .6,.6 --between-sd .05 --difference .1",
			"plan --rates 60%,60% --between-sd 5% --difference 10%"},
		{"plan --rates .6,.6 --between-sd .05 --margin .075", "plan --rates 60%,60% --between-sd 5% --margin 7.5%"},
		{"watch - --rate .66 --margin .05", "watch - --rate 66% --margin 5%"},
	} {
		code, want, _ := clitest.Piped("1\n0\n1\n", append([]string{"stats"}, strings.Fields(c[0])...)...)
		if _, got, stderr := clitest.Piped("1\n0\n1\n", append([]string{"stats"},
			strings.Fields(c[1])...)...); code != 0 || got != want || got == "" {
			t.Errorf("%s: %d, %s%s, want %s", c[1], code, got, stderr, want)
		}
	}
	_, stdout, _ := clitest.Piped("", "stats", "plan", "--rates", ".6,.65", "--margin", ".1", "--between-sd", ".02")
	if !strings.Contains(stdout, "where the true difference is -0.05") {
		t.Error(stdout)
	}
}

// The answer in every format, word for word.
func TestStatsWatchFormats(t *testing.T) {
	text := "method,start,success\n"
	for i := range 30 {
		text += fmt.Sprintf("new,%d,%d\nold,%d,%d\n", i, min(1, i%5), i, i*i%3%2)
	}
	checkFormats(t, "watch", func(format string) (int, string, string) {
		return clitest.Piped(text, "stats", "watch", "-", "--format", format)
	})
}
