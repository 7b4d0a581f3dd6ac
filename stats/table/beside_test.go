package table

import (
	"fmt"
	"strings"
	"testing"
)

// What stands beside the scores is no condition and no method: numbers of rollouts, seeds, steps, spreads and rows of
// means. It is left out and said; columns that are named are taken as they are.
func TestColumnsBesideScores(t *testing.T) {
	const rates, both = "act,bc,n\n.8,.5,20\n.7,.6,20\n", "[act bc] 2"
	for _, c := range []struct{ text, columns, want, said string }{
		{rates, "", both, `column "n" holds numbers of rollouts: each row counts as one ` +
			"observation here, whatever its number"},
		{rates, "act,bc", both, `column "n" holds numbers of rollouts`},
		{rates, "act,n", "[act n] 2", ""},
		{",seed,act,bc\n0,1,.8,.5\n1,2,.7,.6\n", "", both, `column "seed" holds seeds or subjects`},
		{"Step,act,bc\n10,.8,.5\n20,.7,.6\n", "", both, "rows of one training are no independent observations"},
		{"Step,act,bc\n10,.8,.5\n20,.7,.6\n", "act,bc", both, "rows of one training are no independent"},
		{"Step,act,act__MIN,bc,bc__MIN\n10,.8,.8,.5,.5\n20,.7,.7,.6,.6\n", "", both, `column "act__MIN" holds the ` +
			"least and most of a step; it is left out"},
		{"act,act_std,bc,bc_std\n.8,.1,.5,.1\n.7,.1,.6,.1\n", "", both, `column "bc_std" holds spreads`},
		{"n,m\n1,2\n3,5\n", "", "[n m] 2", ""},
		{"run,walk\n1,2\n3,5\n", "", "[walk] 2", ""}, // labels of the first column
		{"walk,run\n1,2\n3,5\n", "", "[walk run] 2", ""},
		{"before,after,minutes\n1,2,3\n3,5,9\n", "", "[before after minutes] 2", ""},
		{"act,bc,n_seeds\n.8,.5,3\n.7,.6,3\n", "", both, `column "n_seeds" holds numbers of seeds`},
		{"task,act,bc\npick,.8,.5\nplace,.7,.6\navg,.75,.55\n", "", both,
			"rows left out as summaries of others: 1"},
		{"method,seed,mean,n\na,1,.8,20\na,2,.7,20\nb,1,.5,20\n", "", "", `column "method" names methods, "a" in ` +
			"several rows, and this compares columns (--columns names them)"},
		{"method,seed,mean,n\na,1,.8,20\na,2,.7,20\nb,1,.5,20\n", "seed,mean", "[seed mean] 3", "numbers of rollouts"},
		{"model,before,after\nu,1,2\nv,2,4\n", "", "[before after] 2", ""},
	} {
		var columns []string
		if c.columns != "" {
			columns = strings.Split(c.columns, ",")
		}
		table, err := Read(strings.NewReader(c.text), "file", columns...)
		if err == nil && columns != nil {
			table, err = table.Select(columns)
		}
		if err != nil {
			if c.want != "" || !strings.Contains(err.Error(), c.said) {
				t.Errorf("%q: %v, want %s, %s", c.text, err, c.want, c.said)
			}
			continue
		}
		warned := strings.Join(table.Warnings, "; ")
		if got := fmt.Sprint(table.Names, len(table.Rows)); got != c.want || !strings.Contains(warned, c.said) ||
			c.said == "" && warned != "" {
			t.Errorf("%q --columns %s: %s, %q, want %s, %q", c.text, c.columns, got, warned, c.want, c.said)
		}
	}
	const two = "act row 1 all 0.8/1; bc row 1 all 0.5/1; act row 2 all 0.7/1; bc row 2 all 0.6/1"
	for text, want := range map[string]string{
		rates: "act row 1 all 16/20; bc row 1 all 10/20; act row 2 all " +
			"14/20; bc row 2 all 12/20",
		"Step,act,bc\n10,.8,.5\n20,.7,.6\n":            "act row 1 all 0.7/1; bc row 1 all 0.6/1",
		"act,act_std,bc\n.8,.1,.5\n.7,.1,.6\n":         two,
		"_step,a,a__MIN,b\n1,.8,.8,.5\n2,.7,1,.6\n":    "a row 1 all 0.7/1; b row 1 all 0.6/1",
		"method,seed,mean,std\na,1,.8,.1\nb,1,.5,.1\n": "a 1 all 0.8/1; b 1 all 0.5/1",
	} {
		if got, d, err := detected(text, Choice{}); err != nil || got != want {
			t.Errorf("%q: %s, %v, want %s: %s", text, got, err, want, d.Sentence)
		}
	}
}
