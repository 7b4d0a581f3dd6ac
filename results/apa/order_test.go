package apa

import (
	"strings"
	"testing"

	"counterpoise/stats"
	"counterpoise/stats/mixed"
)

// Every sentence about two conditions has the sign of the first minus the second: with the conditions the other way
// round, names and signs change places. high is 3 above low, more or less.
func TestSentencesKeepTheOrder(t *testing.T) {
	low, high := []float64{1, 2, 3, 4, 6}, []float64{4, 5.5, 5.8, 7.2, 8.7}
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		a, b string
		x, y []float64
		sign string // of the difference
	}{{"high", "low", high, low, ""}, {"low", "high", low, high, "-"}} {
		var got []string
		paired, err := stats.PairedT(c.x, c.y, .95)
		must(err)
		section := TTest(paired, c.a, c.b)
		got = append(got, section.Title+": "+section.Lines[0])
		equivalence, err := stats.Equivalent(paired, -1, 1, .05)
		must(err)
		section = Equivalence(equivalence, c.a, c.b)
		got = append(got, section.Title+": "+section.Lines[0])
		ranks, err := stats.Wilcoxon(c.x, c.y, .95)
		must(err)
		section = SignedRank(ranks, c.a, c.b)
		got = append(got, section.Title+": "+section.Lines[0])
		sums, err := stats.MannWhitney(c.x, c.y, .95)
		must(err)
		section = RankSum(sums, c.a, c.b)
		got = append(got, section.Title+": "+section.Lines[0])
		posterior, err := stats.PosteriorOf(paired, 0)
		must(err)
		section = Bayes(Bayesian{Posterior: posterior}, c.a, c.b)
		got = append(got, section.Title+": "+section.Lines[0])
		for i, want := range []string{
			"Paired t-test: " + c.a + " against " + c.b + ": t(4) = " + c.sign,
			"Equivalence of " + c.a + " and " + c.b + ": not shown to be equivalent",
			"Wilcoxon's signed-rank test: " + c.a + " against " + c.b + ": V = " +
				map[string]string{"": "15", "-": "0"}[c.sign],
			"Mann and Whitney's rank-sum test: " + c.a + " against " + c.b + ": U = " +
				map[string]string{"": "21.5", "-": "3.5"}[c.sign],
			"Posterior and Bayes factor: " + c.a + " against " + c.b + ": P(" + c.a + " - " + c.b + " > 0) " +
				map[string]string{"": "= 1.000", "-": "< .001"}[c.sign],
		} {
			if !strings.HasPrefix(got[i], want) {
				t.Errorf("%s\nwant %s", got[i], want)
			}
		}
		for _, i := range []int{0, 1, 4} {
			if !strings.Contains(got[i], "mean difference "+c.sign+"3.04") {
				t.Errorf("%s\nhas no mean difference %s3.04", got[i], c.sign)
			}
		}

		rows := make([][]float64, len(c.x))
		for i := range rows {
			rows[i] = []float64{c.x[i], c.y[i]}
		}
		family, err := stats.Pairwise(rows, []string{c.a, c.b}, .95, nil)
		must(err)
		line := Pairwise(family, "holm").Lines[0]
		if !strings.HasPrefix(line, c.a+" against "+c.b+": t(4) = "+c.sign) {
			t.Error(line)
		}

		long := stats.Long{Methods: []string{c.a, c.b}, Groups: []string{"all"},
			Trials: []string{"1", "2", "3", "4", "5"}}
		for i := range c.x {
			for m, v := range []float64{c.x[i], c.y[i]} {
				long.Entries = append(long.Entries, stats.Entry{Method: int32(m), Trial: int32(i), Start: -1,
					Rollouts: 10, Sum: float64(int(v))})
			}
		}
		aggregates, err := stats.Aggregates(long, stats.AggregateOptions{Resamples: 100, Target: 1, Level: .95})
		must(err)
		line = Aggregates(aggregates).Lines[0]
		if !strings.HasPrefix(line, c.a+" against "+c.b+": probability of improvement "+
			map[string]string{"": ".860", "-": ".140"}[c.sign]) ||
			!strings.Contains(line, "IQM difference "+c.sign+"0.") {
			t.Error(line)
		}
		fit, err := mixed.New(long, mixed.Options{Level: .95})
		must(err)
		for _, l := range Mixed(fit).Lines {
			if strings.Contains(l, " against ") && (!strings.HasPrefix(l, c.a+" against "+c.b) ||
				!strings.Contains(l, "log odds "+c.sign+"1.")) {
				t.Error(l)
			}
		}
	}
	if got := []string{Apart(-3, "b"), Apart(3, "b"), Apart(.01, "b")}; strings.Join(got, "; ") !=
		"3.0 points below b; 3.0 points above b; 0.0 points apart from b" {
		t.Error(got)
	}
}
