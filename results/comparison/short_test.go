package comparison

import (
	"fmt"
	"strings"
	"testing"

	"counterpoise/stats"
	"counterpoise/stats/compare"
)

// counted are the successes of methods of one policy each: rates by group, of n rollouts.
func counted(t *testing.T, against string, margin float64, n int32, methods []string, k ...[]int32) compare.Result {
	t.Helper()
	d := stats.Long{Methods: methods, Trials: methods}
	for g, row := range k {
		d.Groups = append(d.Groups, fmt.Sprint("task ", g))
		for m, successes := range row {
			d.Entries = append(d.Entries, stats.Entry{Method: int32(m), Trial: int32(m), Group: int32(g), Start: -1,
				Rollouts: n, Sum: float64(successes)})
		}
	}
	r, err := compare.New(d, compare.Options{Against: against, Margin: margin})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// The short answer has the best method first, whatever the order of the methods, with its own rate, and the interval of
// the difference that it speaks of; against a method that is named, each other one stands before it.
func TestShortKeepsTheOrder(t *testing.T) {
	const better = "high 85.0 % against low 15.0 %: +70.0 points (95 % interval +39.9 to +86.5), p < .001: better"
	const tasks = "high 65.0 % against low 37.5 %: +27.5 points (odds ratio 4.04, 95 % interval 1.29 to 14.38), " +
		"p = .013: better"
	const perfect = "high 100.0 % against low 25.0 %: +75.0 points (odds ratio ∞, 95 % interval 8.47 to ∞)"
	for name, c := range map[string]struct {
		r    compare.Result
		want string
	}{
		"high first":        {counted(t, "", 0, 20, []string{"high", "low"}, []int32{17, 3}), better},
		"low first":         {counted(t, "", 0, 20, []string{"low", "high"}, []int32{3, 17}), better},
		"tasks, high first": {counted(t, "", 0, 20, []string{"high", "low"}, []int32{17, 12}, []int32{9, 3}), tasks},
		"tasks, low first":  {counted(t, "", 0, 20, []string{"low", "high"}, []int32{12, 17}, []int32{3, 9}), tasks},
		"all, high first":   {counted(t, "", 0, 10, []string{"high", "low"}, []int32{10, 3}, []int32{10, 2}), perfect},
		"all, low first":    {counted(t, "", 0, 10, []string{"low", "high"}, []int32{3, 10}, []int32{2, 10}), perfect},
		"against": {counted(t, "high", 0, 20, []string{"low", "high", "other"}, []int32{3, 17, 9}),
			"low 15.0 % against high 85.0 %: -70.0 points (95 % interval for this pair alone -86.5 to -39.9), " +
				"p (Holm) < .001: worse"},
		"can't tell": {counted(t, "", 0, 20, []string{"low", "high"}, []int32{14, 17}),
			"high 85.0 % against low 70.0 %: +15.0 points (95 % interval -12.8 to +41.9), p = .289: can't " +
				"tell; 34 points"},
		"equal": {counted(t, "", .2, 200, []string{"low", "high"}, []int32{100, 101}),
			"high 50.5 % against low 50.0 %: +0.5 points (95 % interval -9.5 to +10.3), p = .960: equal within 0.2"},
	} {
		lines := Short(c.r, []string{"told"})
		if !strings.HasPrefix(lines[0], c.want) || lines[len(lines)-3] != "told" {
			t.Errorf("%s: %s\nwant %s", name, strings.Join(lines, "\n"), c.want)
		}
	}
}

// Of many methods the most different are shown, all are counted, and those that are not shown to be worse than the best
// are named, in eight lines.
func TestShortOfManyMethods(t *testing.T) {
	lines := Short(counted(t, "", 0, 40, []string{"a", "b", "c", "d", "e", "f", "g"}, []int32{36, 35, 33, 10, 9, 8, 3}),
		[]string{"one", "two", "three", "four"})
	text := strings.Join(lines, "\n")
	for _, want := range []string{"a 90.0 % against g 7.5 %", "19 more pairs not shown; Holm's correction counts all " +
		"21.",
		"Not shown to be worse than the best, a: b, c.", "three four 7 methods of one policy each"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if len(lines) > maxLines {
		t.Errorf("%d lines:\n%s", len(lines), text)
	}
}

// scored are the scores of methods by seed; a negative one is missing.
func scored(t *testing.T, better string, scores ...[]float64) compare.Result {
	t.Helper()
	d := stats.Long{Groups: []string{"all"}}
	for m, row := range scores {
		d.Methods = append(d.Methods, string(rune('a'+m)))
		for seed, v := range row {
			if m == 0 {
				d.Trials = append(d.Trials, fmt.Sprint(seed))
			}
			if v >= 0 {
				d.Entries = append(d.Entries, stats.Entry{Method: int32(m), Trial: int32(seed), Start: -1, Rollouts: 1,
					Sum: v})
			}
		}
	}
	r, err := compare.New(d, compare.Options{Better: better})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// The best method leads by its mean where tests are undefined, and has the lowest scores where lower is better.
func TestShortBest(t *testing.T) {
	for name, c := range map[string]struct {
		r    compare.Result
		want string
	}{
		"one seed": {scored(t, "", []float64{.3}, []float64{.6}, []float64{.9}),
			"c 90.0 % against a 30.0 %: +60.0 points (no interval), p (Holm) undefined"},
		"one shared seed": {scored(t, "", []float64{.3, .4, .35}, []float64{.6, .7, .6}, []float64{.95, -1, -1}),
			"c 95.0 % against a 30.0 %: +65.0 points (no interval)"},
		"no shared seed": {scored(t, "", []float64{.3, .4, -1, -1}, []float64{.6, .7, -1, -1},
			[]float64{-1, -1, .9, 1}),
			"c 95.0 % against a 35.0 %: +60.0 points (95 % interval for this pair alone +29.6 to +90.4)"},
		"lower": {scored(t, "lower", []float64{10, 11, 10.4}, []float64{20, 21, 20.4}, []float64{5, 5.5, 5.1}),
			"c 5.2 against b 20.47: -15.27"},
	} {
		if lines := Short(c.r, nil); !strings.HasPrefix(lines[0], c.want) {
			t.Errorf("%s: %s\nwant %s", name, strings.Join(lines, "\n"), c.want)
		}
	}
}

// What would show is by the test that decides, at the level at which Holm's correction of three pairs starts.
func TestShortWouldShow(t *testing.T) {
	lines := Short(scored(t, "", []float64{.3, .4, -1, -1, -1, -1}, []float64{-1, -1, .6, .7, -1, -1},
		[]float64{-1, -1, -1, -1, .85, .9}), nil)
	if !strings.HasSuffix(lines[0], "(95 % interval for this pair alone +17.9 to +87.1), p (Holm) = .082: can't tell; "+
		"95 points would show in 4 of 5 repeats (80 % power)") ||
		!strings.HasSuffix(lines[1], "(95 % interval for this pair alone -12.1 to +57.1), p (Holm) = .103: can't "+
			"tell; "+
			"95 points would show") {
		t.Error(strings.Join(lines, "\n"))
	}
}

// Where methods are compared in the units that both have, the first lines say how many are left out, with the mean of
// all.
func TestShortDropped(t *testing.T) {
	r := scored(t, "", []float64{.9, .8, .7, .1}, []float64{.2, .3, .5, -1})
	const want = "Means above are of the values of unit that both methods have: a leaves out 1 of 4 " +
		"(mean of all: 62.5 %)."
	if text := strings.Join(Short(r, nil), "\n"); !strings.Contains(text, want) {
		t.Errorf("no %q in\n%s", want, text)
	}
}

// Where the mean over tasks and the odds ratio of the test point to opposite sides, neither method is better: A is 10
// points worse in 500 rollouts of one task and 50 points better in 10 of another.
func TestShortOpposed(t *testing.T) {
	l := stats.Long{Methods: []string{"A", "B"}, Groups: []string{"sim", "real"}, Trials: []string{"one", "two"}}
	for i, k := range []float64{250, 300, 10, 5} {
		n := []int32{500, 500, 10, 10}[i]
		l.Entries = append(l.Entries, stats.Entry{Method: int32(i % 2), Group: int32(i / 2), Trial: int32(i % 2),
			Start: -1, Rollouts: n, Sum: k})
	}
	r, err := compare.New(l, compare.Options{})
	if err != nil {
		t.Fatal(err)
	}
	p := r.Families[0].Pairs[0]
	if d := p.Decision; !d.Opposed() || d.P.Or(1) > .01 || FindingOf(r, p) != Open {
		t.Fatalf("%+v", d)
	}
	if got := Short(r, nil)[0]; !strings.Contains(got, "can't tell, as tasks disagree: better in real (+50.0 "+
		"points), worse in sim (-10.0 points)") {
		t.Error(got)
	}
}

// Tasks in which two methods are shown to differ to opposite sides are named in the first line, whatever the mean
// shows; those that differ to one side, or by chance, are not.
func TestShortTasksDisagree(t *testing.T) {
	ab := []string{"A", "B"}
	for name, c := range map[string]struct {
		r    compare.Result
		want string
		not  bool
	}{
		"mirrored": {counted(t, "", 0, 20, ab, []int32{20, 0}, []int32{0, 20}),
			"can't tell, as tasks disagree: better in task 0 (+100.0 points), worse in task 1 (-100.0 points)", false},
		"equal in the mean": {counted(t, "", .2, 100, ab, []int32{90, 20}, []int32{20, 90}, []int32{50, 50}),
			"can't tell, as tasks disagree: better in task 0 (+70.0 points), worse in task 1 (-70.0 points)", false},
		"better in the mean": {counted(t, "", 0, 50, ab, []int32{50, 5}, []int32{49, 6}, []int32{5, 40}),
			"better in the mean, but tasks disagree: better in task 0 (+90.0 points) and task 1 (+86.0 points), " +
				"worse in " +
				"task 2 (-70.0 points)", false},
		"many": {counted(t, "", 0, 30, ab, []int32{30, 0}, []int32{29, 0}, []int32{28, 0}, []int32{27, 0}, []int32{0,
			30}),
			"better in task 0 (+100.0 points), task 1 (+96.7 points) and 2 more, worse in task 4 (-100.0 points)",
			false},
		"of three": {counted(t, "", 0, 30, []string{"A", "B", "C"}, []int32{30, 0, 15}, []int32{0, 30, 15}),
			"disagree: better in task 0 (+100.0 points), worse in task 1 (-100.0 points)", false},
		"one side":  {counted(t, "", 0, 20, ab, []int32{20, 0}, []int32{18, 2}), "disagree", true},
		"by chance": {counted(t, "", 0, 20, ab, []int32{12, 10}, []int32{10, 12}), "disagree", true},
		"one task":  {counted(t, "", 0, 20, ab, []int32{12, 2}), "disagree", true},
	} {
		text := strings.Join(Short(c.r, nil), "\n")
		if strings.Contains(text, c.want) == c.not {
			t.Errorf("%s: %s\nwant %s", name, text, c.want)
		}
		if f := FindingOf(c.r, c.r.Families[0].Pairs[0]); name == "equal in the mean" && f != Open {
			t.Errorf("%s: finding %d", name, f)
		}
	}
}

// Rates that are neither 0 nor 1 do not read so, p below 1 is not 1.000, intervals are cut at possible differences, and
// an odds ratio that is undefined is no 0.
func TestShortWords(t *testing.T) {
	all := counted(t, "", 0, 10, []string{"A", "B"}, []int32{10, 10}, []int32{10, 10})
	for name, c := range map[string]struct {
		r         compare.Result
		want, not string
	}{
		"nearly all": {counted(t, "", 0, 10000, []string{"A", "B"}, []int32{9999, 9000}), "A 99.99 % against B " +
			"90.0 %", ""},
		"nearly none": {counted(t, "", 0, 10000, []string{"A", "B"}, []int32{1000, 3}), "against B 0.03 %", ""},
		"all":         {counted(t, "", 0, 10, []string{"A", "B"}, []int32{10, 0}), "A 100.0 % against B 0.0 %", ""},
		"p is 1":      {counted(t, "", 0, 10, []string{"A", "B"}, []int32{5, 5}), "p = 1.000", ""},
		"cut": {scored(t, "", []float64{.9, .8, .1}, []float64{.1, .3, .7}), "-100.0 to +100.0, cut there)",
			""},
		"not cut": {scored(t, "", []float64{.9, .8, .85, .8}, []float64{.1, .2, .1, .15}), "95 % interval", "cut"},
		"scores":  {scored(t, "", []float64{90, 80, 10}, []float64{10, 30, 70}), "against", "cut"},
		"no odds": {all, "A 100.0 % against B 100.0 %", "odds ratio 0"},
	} {
		text := Short(c.r, nil)[0]
		if !strings.Contains(text, c.want) || c.not != "" && strings.Contains(text, c.not) {
			t.Errorf("%s: %s\nwant %s, not %s", name, text, c.want, c.not)
		}
	}
	s := short{r: all}
	for p, want := range map[float64]string{.9996: "p > .999", 1: "p = 1.000", .9994: "p = .999"} {
		if got := s.chance("p", stats.Some(p)); got != want {
			t.Errorf("%g: %s, want %s", p, got, want)
		}
	}
}

// Where tasks show different things, one line says which shows what; where all show the same, none does.
func TestShortOfTasks(t *testing.T) {
	find := func(lines []string) string {
		for _, l := range lines {
			if strings.HasPrefix(l, "Task by task") {
				return l
			}
		}
		return ""
	}
	for _, c := range []struct {
		k    [][]int32
		want string
	}{
		{[][]int32{{13, 14}, {17, 4}}, "Task by task: better in task 1 (+65.0 points); can't tell in task 0 " +
			"(-5.0 points)."},
		{[][]int32{{12, 11}, {13, 12}}, ""}, // shown nowhere
		{[][]int32{{19, 4}, {18, 3}}, ""},   // shown everywhere
		{[][]int32{{16, 11}, {17, 11}}, "Task by task: can't tell in task 0 (+25.0 points) and task 1 (+30.0 points)."},
		{[][]int32{{20, 1}, {1, 20}}, ""}, // the first line says so
		{[][]int32{{19, 2}, {14, 13}, {12, 13}, {9, 9}}, "Task by task: better in task 0 (+85.0 points); can't tell " +
			"in task 2 (-5.0 points), task 3 (+0.0 points) and 1 more."},
	} {
		lines := Short(counted(t, "", 0, 20, []string{"ours", "base"}, c.k...), []string{"told"})
		if got := find(lines); got != c.want || len(lines) > maxLines {
			t.Errorf("%v: %q, want %q\n%s", c.k, got, c.want, strings.Join(lines, "\n"))
		}
	}
}
