package table

import (
	"fmt"
	"strings"
	"testing"
)

// The outcome of a row of several rollouts is a sum or a mean, by the name of its column and by its values. Detect and
// ReadLong read it alike; what is neither, or could be both, is one line.
func TestReadings(t *testing.T) {
	for _, c := range []struct {
		name, header string
		rows         string // of method a in trials 1, 2, ...: outcome and number of rollouts
		want         string // sums and numbers of rollouts, or part of the error
		mean         bool
	}{
		{"rates", "success_rate,episodes", "0.8,50 0.72,50", "40/50 36/50", true},
		{"rates that are rounded", "success_rate,n", "0.667,3 .33,3", "2/3 1/3", true},
		{"rates in floating point", "success_rate,n", "0.29,100 0.57,100", "29/100 57/100", true},
		{"rates of no whole number", "success_rate,n", "0.67,10 .5,10", "6.7/10 5/10", true},
		{"rates of all or none", "success_rate,rollouts", "1,50 0,50", "50/50 0/50", true},
		{"accuracy", "test accuracy,n", "0.5,8 1,8", "4/8 8/8", true},
		{"percent", "success_rate,episodes", "80,50 72,50", "40/50 36/50", true},
		{"percent of lerobot-eval", "pc_success,n_episodes", "54.0,50 0.0,50", "27/50 0/50", true},
		{"percent below 1", "pc_success,n_episodes", "1.0,100 0.0,100", "1/100 0/100", true},
		{"rates called percent", "pc_success,n_episodes", "0.6,50 0.54,50", "30/50 27/50", true},
		{"numbers of episodes", "success_rate,num_episodes", "0.6,50 0.54,50", "30/50 27/50", true},
		{"trials are rollouts", "successes,trials", "13,20 0,10", "13/20 0/10", false},
		{"total", "success,total", "13,20 0,10", "13/20 0/10", false},
		{"percent by name", "success_pct,n", "0.5,8 80,8", "line 3, column 3: 80 is no rate", false},
		{"scores", "score,n", "12.5,4 3,2", "50/4 6/2", true},
		{"returns", "return,episodes", "-3,2 120,2", "-6/2 240/2", true},
		{"returns too large", "return,episodes", "1e308,20 1,20", "line 2, column 3: 1e+308 is beyond the numbers",
			false},
		{"mean of sums", "mean_sum_reward,n", "12,5 13,5", "60/5 65/5", true},
		{"sums of rewards or their mean", "total_reward,n", "12.5,5 13,5",
			`line 1, column 3: column "total_reward" could hold the sums of a row's rollouts or their means`, false},
		{"sums", "sum,n", "12.5,5 13,5", "12.5/5 13/5", false},
		{"successes", "successes,rollouts", "13,20 0,10", "13/20 0/10", false},
		{"few successes", "successes,rollouts", "1,20 0,20", "1/20 0/20", false},
		{"successes with a fraction", "successes,rollouts", "13,20 0.8,20",
			"line 3, column 3: 0.8 is no number of successes of 20 rollouts", false},
		{"too many successes", "success,rollouts", "13,20 80,50",
			"line 3, column 3: 80 is no number of successes of 50 rollouts", false},
		{"success in whole numbers", "success,rollouts", "13,20 0,10", "13/20 0/10", false},
		{"success in rates", "success,rollouts", "0.65,20 1,10", "13/20 10/10", true},
		{"success in both", "success,rollouts", "0.65,20 5,10", "line 3, column 3: 5 is no rate", false},
		{"outcomes with fractions", "outcome,rollouts", "0.65,20 5,10", "13/20 50/10", true},
		{"outcomes in whole numbers", "outcome,rollouts", "7,20 5,10", "7/20 5/10", false},
		{"large outcomes", "outcome,rollouts", "70,20 50,10", "could hold the sums of a row's rollouts", false},
		{"zeros and ones", "success,n", "1,7 0,9", `every outcome in column "success" is 0 or 1, and column "n" has`,
			false},
		{"words", "success,n", "true,7 false,9", "every outcome in column \"success\" is 0 or 1", false},
		{"one rollout each", "success,n", "1,1 0,1", "1/1 0/1", false},
	} {
		var b strings.Builder
		b.WriteString("method,seed," + c.header + "\n")
		for i, row := range strings.Fields(c.rows) {
			fmt.Fprintf(&b, "a,%d,%s\n", i+1, row)
		}
		value, _, _ := strings.Cut(c.header, ",")
		columns := LongColumns{Value: value}
		long, warnings, err := ReadLong(strings.NewReader(b.String()), "file", columns)
		got := make([][]string, 2)
		for _, e := range long.Entries {
			got[0] = append(got[0], fmt.Sprintf("%.10g/%d", e.Sum, e.Rollouts))
		}
		s, other := ReadSheet(strings.NewReader(b.String()), "file")
		if other != nil {
			t.Fatal(other)
		}
		taken, other := s.Detect(Choice{LongColumns: columns})
		for _, e := range taken.Long.Entries {
			got[1] = append(got[1], fmt.Sprintf("%.10g/%d", e.Sum, e.Rollouts))
		}
		for i, err := range []error{err, other} {
			if text := strings.Join(got[i], " "); err == nil && text != c.want ||
				err != nil && (!strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n")) {
				t.Errorf("%s: %s, error %v, want %s", c.name, text, err, c.want)
			}
		}
		if err == nil && (strings.Contains(taken.Sentence, "(means over the rollouts of a row") != c.mean ||
			(len(warnings) > 0) != c.mean) {
			t.Errorf("%s: %q and the sentence %s; means: %t", c.name, warnings, taken.Sentence, c.mean)
		}
	}
}

// Where the user names the column of the numbers of rollouts, single successes are sums; sheets of other programs'
// results have sums whatever they are called.
func TestReadingsThatAreTold(t *testing.T) {
	const text = "method,seed,success,n\na,1,1,7\nb,1,0,9\n"
	s, err := ReadSheet(strings.NewReader(text), "file")
	if err != nil {
		t.Fatal(err)
	}
	taken, err := s.Detect(Choice{LongColumns: LongColumns{Rollouts: "n"}})
	if err != nil || taken.Long.Entries[0].Sum != 1 || taken.Long.Entries[0].Rollouts != 7 {
		t.Errorf("%+v, %v", taken, err)
	}
	long, _, err := ReadLong(strings.NewReader(text), "file", LongColumns{Rollouts: "n"})
	if err != nil || long.Entries[0].Sum != 1 || long.Entries[0].Rollouts != 7 {
		t.Errorf("%+v, %v", long, err)
	}
	added := Sheet{File: "results", Names: []string{"method", "seed", "success_rate", "rollouts"}, Sums: true,
		Rows: [][]string{{"a", "1", "13", "20"}, {"b", "1", "1", "2"}}, Lines: []int{1, 2}}
	taken, err = added.Detect(Choice{})
	if err != nil || taken.Long.Entries[0].Sum != 13 || taken.Long.Entries[1].Rollouts != 2 {
		t.Errorf("%+v, %v", taken, err)
	}
}

// TestRolloutsWithAPoint has numbers of rollouts as pandas writes a column of whole numbers that has a missing cell:
// pandas.DataFrame({"r": [10, None]}).to_csv() of version 3.1.1 gives 10.0. They were no numbers of rollouts.
func TestRolloutsWithAPoint(t *testing.T) {
	const text = "method,seed,successes,rollouts\na,1,7.0,10.0\nb,1,,\nb,2,3.0,20.0\n"
	long, _, err := ReadLong(strings.NewReader(text), "file", LongColumns{})
	if err != nil || len(long.Entries) != 2 || long.Entries[0].Rollouts != 10 || long.Entries[1].Rollouts != 20 {
		t.Errorf("%+v, %v", long, err)
	}
	s, err := ReadSheet(strings.NewReader(text), "file")
	if err != nil {
		t.Fatal(err)
	}
	taken, err := s.Detect(Choice{})
	if err != nil || len(taken.Long.Entries) != 2 || taken.Long.Entries[1].Rollouts != 20 {
		t.Errorf("%+v, %v", taken, err)
	}
	for _, wrong := range []string{"10.5", "1e10", "-1.0", "0.0", "inf"} {
		_, _, err := ReadLong(strings.NewReader("method,seed,successes,rollouts\na,1,1,"+wrong+"\n"), "file",
			LongColumns{})
		if err == nil || !strings.Contains(err.Error(), "is not a number of rollouts, 1 or more") {
			t.Errorf("%s rollouts: %v", wrong, err)
		}
	}
}

// A column that numbers the rollouts is no column of their numbers, wherever it begins and whatever it restarts with.
func TestNumbering(t *testing.T) {
	for _, c := range []struct {
		name, header, rows string
		numbering          bool
	}{
		{"from 1", "method,seed,n,success", "a,1,1,1 a,1,2,0 a,2,1,1 a,2,2,1 b,1,1,0 b,1,2,0", true},
		{"from 0", "method,seed,episodes,success", "a,1,0,1 a,1,1,0 b,1,0,0 b,1,1,0", true},
		{"in any order", "method,seed,attempts,return", "a,1,3,12.5 a,1,1,3 b,1,2,0 a,1,2,7 b,1,1,4", true},
		{"with an outcome that lacks", "method,seed,n,success", "a,1,1,0 a,1,2, a,1,3,1 b,1,1,0 b,1,2,1", true},
		{"within a group", "method,seed,task,n,success", "a,1,x,1,1 a,1,x,2,0 a,1,y,1,1 b,1,x,1,0 b,1,y,1,0", true},
		{"within a method", "method,seed,n,success", "a,1,1,1 a,1,2,0 a,2,3,1 b,1,1,0 b,2,2,0", true},
		{"in the table", "method,seed,n,success", "a,1,1,1 a,1,2,0 a,2,3,1 b,1,4,0 b,2,5,0", true},
		{"numbers of rollouts", "method,seed,n,successes", "a,1,50,13 a,2,50,20 b,1,50,3 b,2,50,4", false},
		{"few rollouts", "method,seed,n,successes", "a,1,1,1 a,2,2,2 b,1,1,0 b,2,2,1", false},
		{"rates of few rollouts", "method,seed,n,success_rate", "a,1,4,.5 a,2,4,.25 b,1,2,.5 b,2,2,1", false},
	} {
		text := c.header + "\n" + strings.Join(strings.Fields(c.rows), "\n") + "\n"
		s, err := ReadSheet(strings.NewReader(text), "file")
		if err != nil {
			t.Fatal(err)
		}
		taken, err := s.Detect(Choice{})
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		long, warnings, err := ReadLong(strings.NewReader(text), "file", LongColumns{})
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		for i, e := range taken.Long.Entries {
			if single := e.Rollouts == 1; c.numbering && !single || e.Rollouts != long.Entries[i].Rollouts ||
				e.Sum != long.Entries[i].Sum {
				t.Errorf("%s: observation %d is %+v and %+v", c.name, i+1, e, long.Entries[i])
			}
		}
		if said := strings.Contains(taken.Sentence, "numbers them"); said != c.numbering ||
			strings.Contains(strings.Join(warnings, " "), "numbers them") != c.numbering {
			t.Errorf("%s: %s, %q", c.name, taken.Sentence, warnings)
		}
	}
}

// A method that has successes and empty cells alone is refused: the cells most likely stand for its failures.
func TestEmptyCellsForFailures(t *testing.T) {
	for text, refused := range map[string]bool{
		"method,seed,success\na,1,1\na,2,\na,3,1\nb,1,0\nb,2,1\nb,3,0\n":    true,
		"method,seed,success\na,1,1\na,2,\na,3,0\nb,1,0\nb,2,1\nb,3,0\n":    false,
		"method,seed,score\na,1,1.5\na,2,\na,3,1.2\nb,1,0\nb,2,.3\nb,3,2\n": false,
	} {
		s, err := ReadSheet(strings.NewReader(text), "file")
		if err == nil {
			_, err = s.Detect(Choice{})
		}
		if said := err != nil && strings.Contains(err.Error(), "write 0 in them"); said != refused {
			t.Errorf("%q: %v", text, err)
		}
	}
}
