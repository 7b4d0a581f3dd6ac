package comparison

import (
	"fmt"
	"strings"
	"testing"

	"counterpoise/stats"
	"counterpoise/stats/compare"
)

// A sentence about two methods has the difference of the first minus the second, by whatever test, in whatever order
// the methods are given.
func TestSentencesKeepTheOrder(t *testing.T) {
	for _, c := range []struct {
		name     string
		scores   [2][]float64 // of "low" and "high"
		rollouts int32
		paired   bool
		margin   float64
		sign, by string // what the sentence of high against low has
	}{
		{"paired t", [2][]float64{{1, 2, 3, 4, 6}, {4, 5.5, 5.8, 7.2, 8.7}}, 1, true, 0, "+3.04", "differ"},
		{"Welch", [2][]float64{{1, 2, 3, 4, 6}, {14, 15.5, 15.8, 17.2, 18.7}}, 1, false, 0, "+13.04", "differ"},
		{"not shown", [2][]float64{{1, 2, 3, 4, 6}, {1.5, 1.9, 3.8, 4.2, 5.7}}, 1, true, 0, "+0.22",
			"no difference shown"},
		{"equal", [2][]float64{{1, 2, 3, 4, 6}, {1.1, 2.2, 3, 4, 6.1}}, 1, true, 1, "+0.08", "equal within 1"},
		{"McNemar", [2][]float64{{0, 0, 0, 0, 0, 0, 0, 1, 1, 0}, {1, 1, 1, 1, 1, 1, 1, 1, 1, 0}}, 1, true, 0, "+0.7",
			"p (exact paired score test, Holm) = .007"},
		{"McNemar of few", [2][]float64{{0, 0, 1, 1, 0}, {1, 0, 1, 1, 0}}, 1, true, 0, "+0.2", "no difference shown"},
		{"Fisher", [2][]float64{{0, 0, 0, 0, 0, 0, 0, 1, 1, 0}, {1, 1, 1, 1, 1, 1, 1, 1, 1, 0}}, 1, false, 0, "+0.7",
			"p (exact score test, Holm) = .003"},
	} {
		for high := range 2 { // the place of the better method
			names := []string{"low", "high"}
			if high == 0 {
				names = []string{"high", "low"}
			}
			data := stats.Long{Methods: names, Groups: []string{"all"}}
			for m, name := range names {
				for u, v := range c.scores[map[string]int{"low": 0, "high": 1}[name]] {
					trial := int32(u)
					if !c.paired {
						trial += int32(10 * m)
					}
					for int(trial) >= len(data.Trials) {
						data.Trials = append(data.Trials, fmt.Sprint(len(data.Trials)))
					}
					data.Entries = append(data.Entries, stats.Entry{Method: int32(m), Trial: trial, Start: -1,
						Rollouts: c.rollouts, Sum: v})
				}
			}
			r, err := compare.New(data, compare.Options{Margin: c.margin, NoModel: true})
			if err != nil {
				t.Fatal(err)
			}
			want := "high against low: " + c.sign + ","
			if high == 1 {
				want = "low against high: " + strings.Replace(c.sign, "+", "-", 1) + ","
			}
			got := sentence(r, r.Families[0].Pairs[0])
			if !strings.HasPrefix(got, want) || !strings.Contains(got, c.by) {
				t.Errorf("%s: %s\nwant %s ... %s", c.name, got, want, c.by)
			}
		}
	}
}
