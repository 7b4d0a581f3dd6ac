package stats

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"counterpoise/cmd/counterpoise/clitest"
)

// unfit are rollouts with a start that one method lacks, a setting that differs and batches of 5 whose last fails.
func unfit() string {
	var b strings.Builder
	b.WriteString("method,episode,success,num_steps\n")
	for m, name := range []string{"act", "dp"} {
		for e := range 50 {
			if y := 1; m == 0 || e != 7 {
				if e%5 == 4 || e == 11 {
					y = 0
				}
				fmt.Fprintf(&b, "%s,%d,%d,%d\n", name, e, y, 10+40*m)
			}
		}
	}
	return b.String()
}

// The first line is the verdict, each finding has a line, and the answer fits a screen of 24 lines of 80 columns.
func TestStatsCheck(t *testing.T) {
	code, stdout, stderr := clitest.Piped(unfit(), "stats", "check", "-")
	if code != 0 || stderr != "" {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	if n := strings.Count(stdout, "\n") + len(stdout)/80; n > 24 {
		t.Errorf("%d lines:\n%s", n, stdout)
	}
	text := strings.Join(strings.Fields(stdout), " ")
	for _, want := range []string{
		"3 findings in 99 rows of 2 methods: batches and missing starts and mixed settings.",
		"- Missing starts: column \"episode\", of starts that others have: dp lacks 7 (line 9). Run them",
		"- Batches: outcomes go with the place in rounds of 5 (p = .0005): mean 0 at place 4",
		"- Mixed settings: num_steps differs between methods: act 10 and dp 50 (lines 2, 52).", "Looked at: ",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%s\nwant %q", stdout, want)
		}
	}
	code, stdout, _ = clitest.Piped(rollouts(), "stats", "check", "-")
	if code != 0 || !strings.HasPrefix(stdout, "Nothing found in ") {
		t.Errorf("exit code %d: %s", code, stdout)
	}
	_, stdout, _ = clitest.Piped(unfit(), "stats", "check", "-", "--format", "json")
	var got struct {
		Findings []struct {
			Kind  string
			Lines []int
		}
	}
	if err := json.Unmarshal([]byte(stdout), &got); err != nil || len(got.Findings) != 3 ||
		got.Findings[0].Lines[0] != 9 {
		t.Errorf("%v: %s", err, stdout)
	}
	if code, _, stderr := clitest.Piped("", "stats", "check", "17/20", "14/20"); code != 2 ||
		!strings.Contains(stderr, "has no rows to check") {
		t.Errorf("exit code %d: %s", code, stderr)
	}
}

// A comparison warns of settings that differ, as a check does; copies stay an error of it.
func TestStatsCompareWarnsOfSettings(t *testing.T) {
	_, stdout, _ := clitest.Piped(unfit(), "stats", "compare", "-", "--full")
	if !strings.Contains(stdout, "num_steps differs between methods: act 10 and dp 50") {
		t.Errorf("no warning:\n%s", stdout)
	}
	copied := unfit() + "act,3,1,10\n"
	if code, _, stderr := clitest.Piped(copied, "stats", "compare", "-"); code != 1 ||
		!strings.Contains(stderr, "is a copy") {
		t.Errorf("exit code %d: %s", code, stderr)
	}
	if code, stdout, _ := clitest.Piped(copied, "stats", "check", "-"); code != 0 ||
		!strings.Contains(stdout, "Copied rows") {
		t.Errorf("exit code %d: %s", code, stdout)
	}
}

// Progress and stages are scores: no percentages, and means and ranks apart.
func TestStatsCompareOfScores(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"policy,episode,progress\n" + scoreRows(0.25), "a 0.75 against b 0.25: +0.5 (95 % interval"},
		{"policy,episode,stages_reached\n" + scoreRows(1), "in whole steps from 0 to 4"},
	} {
		_, stdout, stderr := clitest.Piped(c.text, "stats", "compare", "-")
		if stderr != "" || !strings.Contains(stdout, c.want) || strings.Contains(stdout, "points") ||
			!strings.Contains(stdout, "Means for any distribution from 0 to ") ||
			!strings.Contains(stdout, "Ranks apart: p < .001 (Wilcoxon)") {
			t.Errorf("%s%s\nwant %q", stdout, stderr, c.want)
		}
	}
}

// scoreRows are 30 rollouts each of a, which reaches 2 to 4 steps, and b, which reaches 0 to 2.
func scoreRows(step float64) string {
	var b strings.Builder
	for e := range 30 {
		fmt.Fprintf(&b, "a,%d,%g\nb,%d,%g\n", e, step*float64(2+e%3), e, step*float64((e+e/3)%3))
	}
	return b.String()
}
