package table

import (
	"fmt"
	"math"
	"strings"
	"testing"
)

// detected is what a table is taken for: methods, unit, groups and the entries (method, trial, group: sum/rollouts).
func detected(text string, given Choice) (string, Taken, error) {
	s, err := ReadSheet(strings.NewReader(text), "file")
	if err != nil {
		return "", Taken{}, err
	}
	d, err := s.Detect(given)
	if err != nil {
		return "", d, err
	}
	var all []string
	for _, e := range d.Long.Entries {
		all = append(all, fmt.Sprintf("%s %s %s %.6g/%d", d.Long.Methods[e.Method], d.Long.Trials[e.Trial],
			d.Long.Groups[e.Group], e.Sum, e.Rollouts))
	}
	return strings.Join(all, "; "), d, nil
}

// Cells as people write them: successes of rollouts, percent, rates with a number of rollouts, words beside digits.
func TestCells(t *testing.T) {
	for text, want := range map[string]outcome{
		"17/20":        {value: .85, n: 20, form: counted},
		"17 / 20":      {value: .85, n: 20, form: counted},
		"17 of 20":     {value: .85, n: 20, form: counted},
		"17/20 (85%)":  {value: .85, n: 20, form: counted},
		"85% (17/20)":  {value: .85, n: 20, form: counted},
		"85 % (17/20)": {value: .85, n: 20, form: counted},
		"0/10":         {value: 0, n: 10, form: counted},
		"61%":          {value: .61, form: percent, rounded: .005},
		"61 %":         {value: .61, form: percent, rounded: .005},
		"61.5 %":       {value: .615, form: percent, rounded: .0005},
		".61 (n=50)":   {value: .61, n: 50, form: counted, rounded: .005},
		"0.6 (n = 50)": {value: .6, n: 50, form: counted, rounded: .05},
		"62% (n=50)":   {value: .62, n: 50, form: counted, rounded: .005},
		"62 % (50)":    {value: .62, n: 50, form: counted, rounded: .005},
		"0.62 (of 50)": {value: .62, n: 50, form: counted, rounded: .005},
		"True":         {value: 1, form: word},
		"failure":      {value: 0, form: word, spoken: true},
		"-1.5":         {value: -1.5, rounded: .05},
		"1e3":          {value: 1000, rounded: 500},
		"NaN":          {value: math.NaN(), form: absent},
		"":             {value: math.NaN(), form: absent},
	} {
		got, err := cell{text, 2, 1}.outcome()
		if err != nil || fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%q: %+v, %v, want %+v", text, got, err, want)
		}
	}
	for text, sum := range map[string]float64{"17/20": 17, ".62 (n=50)": 31, ".67 (n=3)": 2, ".61 (n=50)": 30.5,
		"0.5": .5} {
		if got, err := (cell{text, 2, 1}).outcome(); err != nil || math.Abs(got.sum()-sum) > 1e-12 {
			t.Errorf("%q: %v successes, %v, want %v", text, got.sum(), err, sum)
		}
	}
	for _, text := range []string{"21/20", "3/0", "17/20/30", "1.5/20", "n=50", "61 %%", "(50)", "0.5 (n=0)", "v1.2",
		"?", "0.61 ± 0.03", "85 (3)", ".85 (3)", "85 % (3)", "1,234", "17-20", strings.Repeat("9", 70) + "/3"} {
		if got, err := (cell{text, 2, 1}).outcome(); err == nil {
			t.Errorf("%q is taken for %+v", text, got)
		} else if !strings.HasPrefix(err.Error(), "line 2, column 1: ") || len(err.Error()) > 200 {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// The tables of robot papers, and what is read of them.
func TestTablesOfPapers(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"successes of rollouts by task", "task,bc,act\npick,17/20,14/20\nplace,9/20,\n",
			"bc row 1 pick 17/20; act row 1 pick 14/20; bc row 1 place 9/20"},
		{"by seed", "seed,bc,act\n1,17/20,14/20\n2,9/20,12/20\n",
			"bc 1 all 17/20; act 1 all 14/20; bc 2 all 9/20; act 2 all 12/20"},
		{"long", "method,seed,success\na,1,17/20\na,2,9/20\nb,1,1/20\nb,2,3/20\n",
			"a 1 all 17/20; a 2 all 9/20; b 1 all 1/20; b 2 all 3/20"},
		{"percent", "method,seed,success\na,1,61%\na,2,58 %\nb,1,50%\nb,2,40%\n",
			"a 1 all 0.61/1; a 2 all 0.58/1; b 1 all 0.5/1; b 2 all 0.4/1"},
		{"percent and rollouts", "method,seed,success,rollouts\na,1,62%,50\nb,1,50%,50\n",
			"a 1 all 31/50; b 1 all 25/50"},
		{"rates with n", "method,seed,success\na,1,.62 (n=50)\nb,1,.5 (n=40)\n", "a 1 all 31/50; b 1 all 20/40"},
		{"words and digits", "policy,seed,success\nbc,0,True\nbc,1,0\nact,0,1\nact,1,False\n",
			"bc 0 all 1/1; bc 1 all 0/1; act 0 all 1/1; act 1 all 0/1"},
		{"words and digits in a wide table", "seed,a,b\n1,True,1\n2,0,FALSE\n", "a 1 all 1/1; b 1 all 1/1; " +
			"a 2 all 0/1; b 2 all 0/1"},
		{"n_episodes", "method,seed,success_rate,n_episodes\nbc,0,0.6,50\nact,0,.7,50\n", "bc 0 all 30/50; act 0 all " +
			"35/50"},
		{"pc_success", "method,seed,pc_success,n_episodes\nbc,0,60.0,50\nact,0,72.0,50\n",
			"bc 0 all 30/50; act 0 all 36/50"},
		{"trials", "method,task,successes,trials\nbc,x,6,10\nact,x,7,12\n", "bc bc x 6/10; act act x 7/12"},
		{"one policy a method, by task", "method,task,success\na,x,17/20\na,y,9/20\nb,x,1/20\nb,y,3/20\n",
			"a a x 17/20; a a y 9/20; b b x 1/20; b b y 3/20"},
		{"one policy a method, a row a rollout", "method,task,success\na,x,1\na,x,0\na,y,1\nb,x,0\nb,y,1\n",
			"a a x 1/1; a a x 0/1; a a y 1/1; b b x 0/1; b b y 1/1"},
		{"trials that count up pair nothing", "method,trials,success\nbc,1,1\nbc,2,0\nact,1,1\nact,2,1\n",
			"bc row 1 all 1/1; bc row 2 all 0/1; act row 3 all 1/1; act row 4 all 1/1"},
		{"notes", "seed,note,a,b\n1,ok,1,2\n2,ok,2,4\n3,bad,3,3\n",
			"a 1 all 1/1; b 1 all 2/1; a 2 all 2/1; b 2 all 4/1; a 3 all 3/1; b 3 all 3/1"},
		{"an index of pandas", ",seed,a,b\n0,1,2,3\n1,2,4,5\n", "a 1 all 2/1; b 1 all 3/1; a 2 all 4/1; b 2 all 5/1"},
	} {
		got, _, err := detected(c.text, Choice{})
		if err != nil || got != c.want {
			t.Errorf("%s: %s, %v\nwant %s", c.name, got, err, c.want)
		}
	}
}

// One number is one trial, start or group, however it is written; that is said. Names of methods stay.
func TestNumbersInSeveralSpellings(t *testing.T) {
	const said = `column "seed" writes one number in several ways, as "1.0" and "1": they are taken for equal`
	for _, c := range []struct{ name, text, want, said string }{
		{"a join", "method,seed,score\nbc,1.0,0.5\nbc,2.0,0.6\nact,1,0.8\nact,2,0.7\n",
			"bc 1 all 0.5/1; bc 2 all 0.6/1; act 1 all 0.8/1; act 2 all 0.7/1", said},
		{"zeros before", "method,seed,score\nbc,01,0.5\nact,1,0.8\n", "bc 1 all 0.5/1; act 1 all 0.8/1",
			`as "01" and "1"`},
		{"all alike", "method,seed,score\nbc,1.0,0.5\nact,1.0,0.8\n", "bc 1.0 all 0.5/1; act 1.0 all 0.8/1", ""},
		{"with words", "method,seed,score\nbc,1.0,0.5\nbc,x,0.5\nact,1,0.8\nact,x,0.5\n",
			"bc 1 all 0.5/1; bc x all 0.5/1; act 1 all 0.8/1; act x all 0.5/1", said},
		{"groups", "method,seed,task,score\nbc,1,0.0,0.5\nact,1,0,0.8\n", "bc 1 0 0.5/1; act 1 0 0.8/1",
			`column "task" writes`},
		{"without a usual name", "method,fold,score\nbc,1.0,0.5\nbc,2.0,0.6\nact,1,0.8\nact,2,0.7\n",
			"bc 1 all 0.5/1; bc 2 all 0.6/1; act 1 all 0.8/1; act 2 all 0.7/1", `column "fold" writes`},
		{"with a word", "method,seed,score\nbc,seed_01,0.5\nbc,Seed 2,0.6\nact,1,0.8\nact,2,0.7\n",
			"bc 1 all 0.5/1; bc 2 all 0.6/1; act 1 all 0.8/1; act 2 all 0.7/1", `as "seed_01" and "1": they are taken`},
		{"methods", "method,seed,score\n1.0,1,0.5\n1,1,0.8\n", "1.0 1 all 0.5/1; 1 1 all 0.8/1", ""},
		{"beyond float64", "method,seed,score\nbc,9007199254740993,0.5\nact,9007199254740992,0.8\n",
			"bc 9007199254740993 all 0.5/1; act 9007199254740992 all 0.8/1", ""},
	} {
		got, d, err := detected(c.text, Choice{})
		warned := strings.Join(d.Warnings, "; ")
		if err != nil || got != c.want || !strings.Contains(warned, c.said) || c.said == "" && strings.Contains(warned,
			"several ways") {
			t.Errorf("%s: %s, %q, %v\nwant %s, %q", c.name, got, warned, err, c.want, c.said)
		}
		long, warnings, err := ReadLong(strings.NewReader(strings.Replace(c.text, ",fold,", ",seed,", 1)), "file",
			LongColumns{})
		warned = strings.Join(warnings, "; ")
		if err != nil || len(long.Trials) != len(d.Long.Trials) || len(long.Groups) != len(d.Long.Groups) ||
			strings.Contains(warned, "several ways") != (c.said != "") {
			t.Errorf("%s, in long form: %+v, %q, %v", c.name, long, warned, err)
		}
	}
}

// A column that says how long a policy was trained holds no trials: the last checkpoint of each training counts, or the
// one that is named. The lengths of episodes in a column called steps are no checkpoints.
func TestCheckpointColumns(t *testing.T) {
	const ladder = "method,seed,%s,success_rate\na,1,5,.1\na,1,10,.2\na,2,5,.3\na,2,10,.4\n" +
		"b,1,5,.5\nb,1,10,.6\nb,2,5,.7\nb,2,10,.8\n"
	const last = "a 1 all 0.2/1; a 2 all 0.4/1; b 1 all 0.6/1; b 2 all 0.8/1"
	for _, c := range []struct {
		name, text string
		given      Choice
		want, said string
	}{
		{"step", fmt.Sprintf(ladder, "step"), Choice{}, last,
			`checkpoints in column "step" (the last of each training counts, 10; rows left out: 4; ` +
				`--checkpoint takes another)`},
		{"steps", fmt.Sprintf(ladder, "steps"), Choice{}, last, "10; rows left out: 4"},
		{"epoch", fmt.Sprintf(ladder, "Epoch"), Choice{}, last, "10; rows left out: 4"},
		{"checkpoint", fmt.Sprintf(ladder, "checkpoint"), Choice{}, last, "10; rows left out: 4"},
		{"named", fmt.Sprintf(ladder, "step"), Choice{Checkpoint: "5"}, "a 1 all 0.1/1; a 2 all 0.3/1; " +
			"b 1 all 0.5/1; b 2 all 0.7/1",
			"--checkpoint names the one that counts, 5"},
		{"another role", fmt.Sprintf(ladder, "step"), Choice{LongColumns: LongColumns{Group: "step"}},
			"a 1 5 0.1/1; a 1 10 0.2/1; a 2 5 0.3/1; a 2 10 0.4/1; b 1 5 0.5/1; b 1 10 0.6/1; b 2 5 0.7/1; " +
				"b 2 10 0.8/1", ""},
		{"without seeds", "method,step,success\na,5,1/10\na,10,2/10\nb,5,3/10\nb,10,4/10\n", Choice{},
			"a a all 2/10; b b all 4/10", "10; rows left out: 2"},
		{"names", "method,seed,ckpt,score\na,1,step_5000,.1\na,1,step_10000,.2\nb,1,best,.3\nb,1,step_10000,.4\n",
			Choice{},
			"a 1 all 0.2/1; b 1 all 0.4/1", "step_10000; rows left out: 2"},
		{"ended early", "method,seed,epoch,score\na,1,5,.1\na,1,10,.2\nb,1,5,.3\n", Choice{},
			"a 1 all 0.2/1; b 1 all 0.3/1",
			"5, 10; rows left out: 1"},
		{"steps of each method", "method,seed,step,score\na,1,5,.1\na,1,10,.2\na,2,5,.3\na,2,10,.4\nb,1,5,.5\n" +
			"b,1,15,.6\nb,2,5,.7\nb,2,15,.8\n", Choice{}, "a 1 all 0.2/1; a 2 all 0.4/1; b 1 all 0.6/1; b 2 all 0.8/1",
			"10, 15; rows left out: 4"},
		{"lengths of single episodes", "method,seed,steps,score\na,1,5,.1\nb,1,10,.2\n", Choice{},
			"a 1 all 0.1/1; b 1 all 0.2/1", `left out: "steps"`},
		{"lengths of episodes", "method,seed,episode,steps,success\na,1,0,93,1\na,1,1,400,0\nb,1,0,71,1\nb,1,1,93,1\n",
			Choice{},
			"a 0 all 1/1; a 1 all 0/1; b 0 all 1/1; b 1 all 1/1", `left out: "steps"`},
		{"restarted", "method,seed,step,score\na,1,5,.1\na,1,10,.2\na,1,15,.3\na,1,10,.4\na,1,15,.5\nb,1,5,.6\n" +
			"b,1,10,.7\nb,1,15,.8\n", Choice{},
			"a 1 all 0.5/1; b 1 all 0.8/1", "2 rows before a restart do not, 15; rows left out: 4"},
		{"not in order", "method,seed,epoch,score\na,1,15,.3\na,1,10,.2\na,1,5,.1\nb,1,5,.6\nb,1,15,.8\nb,1,10,.7\n",
			Choice{}, "a 1 all 0.3/1; b 1 all 0.8/1", "counts, 15; rows left out: 4"},
		{"wide", "seed,epoch,a,b\n1,5,.1,.2\n1,10,.3,.4\n2,5,.5,.6\n2,10,.7,.8\n", Choice{},
			"a 1 all 0.3/1; b 1 all 0.4/1; a 2 all 0.7/1; b 2 all 0.8/1", "10; rows left out: 2"},
	} {
		got, d, err := detected(c.text, c.given)
		if err != nil || got != c.want || !strings.Contains(d.Sentence, c.said) || c.said == "" &&
			strings.Contains(d.Sentence, "checkpoint") {
			t.Errorf("%s: %s, %v\nwant %s\n%s\nwant %s", c.name, got, err, c.want, d.Sentence, c.said)
		}
		if early := strings.Contains(strings.Join(d.Warnings, " "), "trainings end at different "+
			"checkpoints"); early != (c.name == "ended early" || c.name == "steps of each method") {
			t.Errorf("%s: %q", c.name, d.Warnings)
		}
	}
	for _, c := range [][2]string{{"5", `there is no column of checkpoints for --checkpoint 5`}} {
		if _, _, err := detected("method,seed,score\na,1,2\nb,1,3\n", Choice{Checkpoint: c[0]}); err == nil ||
			!strings.Contains(err.Error(), c[1]) {
			t.Error(err)
		}
	}
	if _, _, err := detected(fmt.Sprintf(ladder, "step"), Choice{Checkpoint: "7"}); err == nil ||
		!strings.Contains(err.Error(), `column "step" has no checkpoint "7"`) {
		t.Error(err)
	}
}
