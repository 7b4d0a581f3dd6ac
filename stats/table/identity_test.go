package table

import (
	"fmt"
	"strings"
	"testing"
)

// Names that are the same but for capitals, blanks, hyphens and underscores are asked about, unless the user names
// them; plain readers say so.
func TestTwins(t *testing.T) {
	for _, c := range []struct{ a, b, want string }{
		{"ACT", "act", `"ACT" and "act" are two methods here`}, {"bc rnn", "BC-RNN", `"bc rnn" and "BC-RNN" are two`},
		{"bc_rnn", "bcrnn", "are two methods here"}, {"act", "bc", ""}, {"act-1", "act-2", ""},
	} {
		long := "method,seed,success\n" + c.a + ",1,1\n" + c.b + ",1,0\n" + c.a + ",2,0\n" + c.b + ",2,0\n"
		_, d, err := detected(long, Choice{})
		_, warnings, wrong := ReadLong(strings.NewReader(long), "file", LongColumns{})
		wide := c.a + "," + c.b + "\n.5,.6\n.4,.7\n"
		_, _, fails := detected(wide, Choice{})
		one, bad := Read(strings.NewReader(wide), "file")
		if wrong != nil || bad != nil || (err == nil) != (c.want == "") || (fails == nil) != (c.want == "") {
			t.Fatal(err, wrong, fails, bad)
		}
		for i, said := range []string{fmt.Sprint(err), strings.Join(warnings, "; "), fmt.Sprint(fails),
			strings.Join(one.Warnings, "; ")} {
			if !strings.Contains(said, c.want) || c.want == "" && strings.Contains(said, "two methods") {
				t.Errorf("reader %d of %s and %s: %s", i, c.a, c.b, said)
			}
		}
		_, d, err = detected(long, Choice{Methods: []string{c.a, c.b}})
		if len(d.Long.Methods) != 2 || err != nil {
			t.Errorf("%s and %s: %v, %v", c.a, c.b, d.Long.Methods, err)
		}
	}
}

// A rate that no number of successes of the rollouts has is told with its line and the nearest number.
func TestImpossibleRates(t *testing.T) {
	for text, want := range map[string]string{
		"method,success_rate,n\na,.87,20\nb,.5,20\n": "no number of successes of 20 rollouts has the rate 0.87 of " +
			"line 2 (the nearest is 17/20)",
		"method,success_rate\na,.61 (n=50)\nb,.5 (n=50)\n":             "(the nearest is 30/50 or 31/50): write",
		"method,seed,pc_success,n_episodes\na,1,87,20\nb,1,50,20\n":    "has the rate 0.87 of line 2",
		"method,seed,success\na,1,.5 (n=20)\nb,1,.87 (n=20)\n":         "has the rate 0.87 of line 3",
		"a,b\n85 % (n=20),.87 (n=20)\n":                                "has the rate 0.87 of line 2",
		"method,seed,success_rate,n\na,1,.67,3\nb,1,.333,3\n":          "",
		"method,seed,score,n\na,1,.87,20\nb,1,.5,20\n":                 "",
		"method,seed,success_rate,n\na,1,.85,20\nb,1,.9,20\nb,2,1,1\n": "",
	} {
		_, d, err := detected(text, Choice{})
		if strings.HasPrefix(text, "method,success_rate") { // of one policy each there is no test
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%q: %v, want %q", text, err, want)
			}
			continue
		}
		if err != nil || !strings.Contains(d.Sentence, want) ||
			want == "" && strings.Contains(d.Sentence, "no number") {
			t.Errorf("%q: %v, %s, want %q", text, err, d.Sentence, want)
		}
		if !strings.HasPrefix(text, "method,seed") {
			continue
		}
		_, warnings, err := ReadLong(strings.NewReader(text), "file", LongColumns{Value: strings.Split(text, ",")[2]})
		if err == nil && !strings.Contains(strings.Join(warnings, "; "), want) {
			t.Errorf("%q: %q, want %q", text, warnings, want)
		}
	}
}

// A blank at the end makes no method of its own, which is said where other names have none. A column called a rate that
// has other numbers is told.
func TestBlanksAndRates(t *testing.T) {
	for text, want := range map[string]string{
		"method,seed,score\nact,1,.5\nact ,2,.6\nbc,1,.4\nbc,2,.3\n": "blanks at the end are left " +
			`out, as of "act " in line 3`,
		"method,seed,success_rate\na,1,1.05\na,2,.9\nb,1,.5\n": "1.05 in line 2 is neither a rate",
		"method,seed,success_rate\na,1,.5\na,2,-.1\nb,1,.5\n":  "-0.1 in line 3 is neither",
		"method,seed,success_rate\na,1,50\na,2,850\nb,1,80\n":  "850 in line 3 is neither",
		"method,seed,success_rate\na,1,50\na,2,2.5\nb,1,80\n":  "",
		"method,seed,success_rate\na,1,.5\na,2,1\nb,1,0\n":     "",
		"method,seed,return\na,1,-.5\na,2,3\nb,1,0\n":          "",
	} {
		_, d, err := detected(text, Choice{})
		if err != nil || len(d.Long.Methods) != 2 || !strings.Contains(d.Sentence, want) ||
			want == "" && strings.Contains(d.Sentence, "Look") {
			t.Errorf("%q: %v, %s, want %q", text, err, d.Sentence, want)
		}
	}
}

// Several measures in one column are not averaged, the state of a run is no method, and a file of one column has other
// separators.
func TestOtherColumns(t *testing.T) {
	for text, want := range map[string]string{
		"method,seed,metric,value\na,1,success,.5\na,1,reward,50\nb,1,success,.4\nb,1,reward,40\n": "line 3, " +
			`column 3: column "metric" holds several measures, "success" and "reward" among them: keep the rows of one`,
		"Name,State,sr\na1,finished,.5\na2,crashed,.6\nb1,finished,.3\nb2,crashed,.4\n": "name the columns " +
			"with --method",
		"method|seed|success\na|1|1\nb|1|0\n":    "there is one column only",
		"act,bc\n85 (3),40 (2)\n80 (3),50 (2)\n": `"85 (3)" is no rate of 3 rollouts`,
	} {
		if _, d, err := detected(text, Choice{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %s, %v, want %s", text, d.Sentence, err, want)
		}
	}
}
