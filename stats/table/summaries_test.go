package table

import (
	"fmt"
	"strings"
	"testing"
)

// Rows of means and sums are no seeds and no tasks; a column that is called all throughout is one group.
func TestSummaries(t *testing.T) {
	for text, want := range map[string]int{
		"seed,act,bc\n1,.85,.55\n2,.80,.60\nmean,.8,.6\nstd,.05,.05\n":                           4,
		"task,act,bc\nlift,17/20,11/20\ncan,16/20,12/20\nTotal,33/40,23/40\n":                    4,
		"method,seed,success\na,1,.8\na,2,.7\na,mean,.75\nb,1,.8\nb,2,.7\nb,mean,.75\n":          4,
		"method,task,success,rollouts\na,x,.8,20\na,Average,.8,20\nb,x,.5,20\nb,Average,.5,20\n": 2,
		"task,act,bc\nlift,17/20,11/20\ncan,16/20,12/20\nAll 2 tasks,33/40,23/40\n":              4,
		"task,act,bc\nlift,17/20,11/20\ncan,16/20,12/20\nacross tasks,33/40,23/40\n":             4,
		"task,act,bc\nlift,17/20,11/20\ncan,16/20,12/20\nDurchschnitt,33/40,23/40\n":             4,
		"task,act,bc\nlift,17/20,11/20\ncan,16/20,12/20\nMean success rate,33/40,23/40\n":        4,
		"method,task,seed,success\na,all,1,.8\na,all,2,.7\nb,all,1,.8\nb,all,2,.75\n":            4,
	} {
		s, err := ReadSheet(strings.NewReader(text), "x.csv")
		if err != nil {
			t.Fatal(err)
		}
		got, err := s.Detect(Choice{})
		if err != nil || len(got.Long.Entries) != want ||
			strings.Contains(got.Sentence, "summaries") == strings.Contains(text, ",all,") {
			t.Errorf("%q: %d entries, %v: %s", text, len(got.Long.Entries), err, got.Sentence)
		}
	}
}

// A file that was put together of several has no second header among its rows.
func TestHeaderAgain(t *testing.T) {
	_, err := ReadSheet(strings.NewReader("method,success\na,1\nmethod,success\nb,1\n"), "x.csv")
	if err == nil || !strings.Contains(err.Error(), "x.csv, line 3: the names of the columns") {
		t.Error(err)
	}
}

// Rows that are summaries by their names, or by their names and numbers, are left out and said, in any language;
// methods, tasks and policies that are called like them stay.
func TestSummariesByNumbers(t *testing.T) {
	const wide = "task,act,bc\nlift,18/20,11/20\ncan,15/20,12/20\nsquare,9/20,8/20\n"
	const seeds = "seed,act,bc\n0,.8,.6\n1,.75,.5\n2,.82,.61\n"
	const long = "method,task,successes,rollouts\na,x,18,20\na,y,15,20\nb,x,12,20\nb,y,9,20\n"
	for text, want := range map[string]int{
		// By name.
		wide + "in total,42/60,31/60\n":            6,
		wide + "Ø,70%,51.67%\n":                    6,
		wide + "Overall,42/60,31/60\n":             6,
		wide + "∑,42/60,31/60\n":                   6,
		wide + "合计,42/60,31/60\n":                  6,
		seeds + "max,.82,.61\nmin,.75,.5\n":        6,
		seeds + "best seed,.82,.61\n":              6,
		seeds + "p50,.8,.6\nIQM,.79,.57\nn,3,3\n":  6,
		seeds + "mean ± std,.79 ± .03,.57 ± .05\n": 6,
		seeds + "95 % CI,.05,.06\n":                6,
		"run,act,bc\n1,3.2,4.1\n2,3.5,4.4\n3,3.1,4\nMittel,3.27,4.17\nStandardabw.,.2,.2\n": 6,
		"method,seed,score\na,0,8\na,1,7\na,keskiarvo,7.5\nb,0,5\nb,1,6\nb,keskiarvo,5.5\n": 4,
		wide + ",,\nTotal,42/60,31/60\n": 6,
		// By name and numbers.
		wide + "max,18/20,12/20\nmin,9/20,8/20\n":                                                      6,
		wide + "Robosuite total,42/60,31/60\n":                                                         6,
		wide + "success rate,70 %,51.7 %\n":                                                            6,
		long + "a,overall success,33,40\nb,overall success,21,40\n":                                    4,
		long + "Total,x,30,40\nTotal,y,24,40\n":                                                        4,
		"method,successes,n\na,18,20\nb,12,20\nTotal,30,40\n":                                          2,
		"method,seed,success\na,1,.8\na,2,.7\nb,1,.6\nb,2,.5\naverage,1,.7\naverage,2,.6\n":            4,
		"method,seed,success\na,1,.8\na,2,.7\nb,1,.6\nb,2,.5\ndifference,1,.2\ndifference,2,.2\n":      4,
		"suite,task,act,bc\nu,lift,18/20,11/20\nu,can,15/20,12/20\nu,,33/40,23/40\nv,pour,1/20,0/20\n": 6,
		// By numbers alone.
		wide + ",42/60,31/60\n":                                         6,
		long + "a,,33,40\nb,,21,40\n":                                   4,
		wide + "Robosuite,42/60,31/60\n":                                6,
		long + "a,tabletop,33,40\nb,tabletop,21,40\n":                   4,
		"Aufgabe;act;bc\nu;18/20;1/20\nv;15/20;2/20\nGes.;33/40;3/40\n": 4,
	} {
		checkSummaries(t, text, want, true)
	}
	for text, want := range map[string]int{
		"method,successes,n\nbest,18,20\nb,12,20\nc,9,20\n":                          3,
		"method,successes,n\nmean,18,20\nb,12,20\n":                                  2,
		"method,seed,success\nmax,1,.8\nmax,2,.7\nb,1,.6\nb,2,.5\nc,1,.4\nc,2,.6\n":  6,
		"task,act,bc\nlight,18/20,12/20\nopen,15/20,9/20\n":                          4,
		"task,act,bc\nmax reach,18/20,12/20\nopen,18/20,12/20\nclose,1/20,2/20\n":    6,
		"task,act,bc\nbest grasp,16/20,11/20\nopen,18/20,12/20\nclose,14/20,10/20\n": 6,
		"seed,act,bc\nseed 1,1,0\nseed 2,1,1\nseed 3,0,0\n":                          6,
		"seed,act,bc\nbase,.8,.6\n1,.7,.5\n2,.75,.6\n":                               6,
		"seed,act,bc\na,.8,.6\nb,.7,.5\nc,.75,.6\n":                                  6,
		"method,total,n\nact,18,20\nbc,12,20\n":                                      2,
		"task,act,bc\nlift,18/20,12/20\ncan,18/20,12/20\nboth,18/20,12/20\n":         6,
	} {
		checkSummaries(t, text, want, false)
	}
}

// checkSummaries checks the number of observations of a table, and whether rows were left out; Choice.AllRows leaves
// none out.
func checkSummaries(t *testing.T, text string, want int, out bool) {
	t.Helper()
	s, err := ReadSheet(strings.NewReader(text), "x.csv")
	if err != nil {
		t.Fatal(err)
	}
	all := s
	all.Rows, all.Lines = append([][]string(nil), s.Rows...), append([]int(nil), s.Lines...)
	got, err := s.Detect(Choice{})
	if err != nil || len(got.Long.Entries) != want || strings.Contains(got.Sentence, "summaries") != out {
		t.Errorf("%q: %d entries, %v: %s", text, len(got.Long.Entries), err, got.Sentence)
	}
	if got, err = all.Detect(Choice{AllRows: true}); err == nil && strings.Contains(got.Sentence, "summaries") {
		t.Errorf("%q: %s", text, got.Sentence)
	}
}

// Rows that tell a mean and a spread over trainings are summaries, where the table says what the spread is and over how
// many trainings; else the error says what to write. Only those who take summaries get them.
func TestSummariesOfTrainings(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"method,mean,std,n_seeds\nA,82,5.2,5\nB,70,6.1,4\n", "82 5.2 5; 70 6.1 4"},
		{"method,return,SD,seeds\nA,82,5.2,5\nB,70,6.1,4\n", "82 5.2 5; 70 6.1 4"},
		{"method,success rate,std,# seeds\nA,82,5.2,5\nB,70,6.1,4\n", "0.82 0.052 5; 0.7 0.061 4"},
		{"method,Mean return,Standard deviation,Number of seeds\nA,82,5.2,5\nB,70,6.1,4\n", "82 5.2 5; 70 6.1 4"},
		{"method,Mean return,Standard error,Number of seeds\nA,82,5,4\nB,70,6,9\n", "82 10 4; 70 18 9"},
		{"method,success_rate,std,seeds\nA,.82,.052,5\nB,.7,.061,4\n", "0.82 0.052 5; 0.7 0.061 4"},
		{"method,return,sem,n_seeds\nA,82,5,4\nB,70,6,9\n", "82 10 4; 70 18 9"},
		{"method,return,variance,n_seeds\nA,82,25,4\nB,70,36,9\n", "82 5 4; 70 6 9"},
		{"method,Return (mean ± std),number of seeds\nA,82 ± 5.2,5\nB,70 +/- 6.1,4\n", "82 5.2 5; 70 6.1 4"},
		{"method,Success % ± SD (5 seeds)\nA,82 ± 5.2\nB,70 ± 6.1\n", "0.82 0.052 5; 0.7 0.061 5"},
		{"method,return_mean,return_std,length_std,n_seeds\nA,82,5.2,1,5\nB,70,6.1,1,4\n", "82 5.2 5; 70 6.1 4"},
		{"method,mean,std,n\nA,82,5.2,5\nB,70,6.1,4\n", `column "n" counts them, call it seeds`},
		{"method,mean,std\nA,82,5.2\nB,70,6.1\n", "over how many trainings? Add a column seeds"},
		{"method,success,seeds\nA,82 ± 5.2,5\nB,70 ± 6.1,4\n", "an SD or a standard error?"},
		{"method,mean,std,n_seeds\nA,82,-5.2,5\nB,70,6.1,4\n", `line 2, column 3: "-5.2" is no spread`},
		{"method,mean,std,n_seeds\nA,82,5.2,5\nB,70,6.1,1\n", `line 3, column 4: "1" is no number of trainings`},
		{"method,success_rate_mean,success_rate_std,num_episodes,num_seeds\nA,.82,.052,50,5\nB,.7,.061,50,4\n",
			"0.82 0.052 5; 0.7 0.061 4"},
		{"method,success_rate,std,n_episodes\nA,.8,.1,20\nB,.7,.1,20\n", ""},
		{"method,seed,success_rate,std\nA,0,.8,.1\nA,1,.9,.1\nB,0,.7,.1\nB,1,.6,.1\n", ""},
	} {
		s, err := ReadSheet(strings.NewReader(c.text), "x.csv")
		if err != nil {
			t.Fatal(err)
		}
		taken, err := s.Detect(Choice{Summaries: true})
		var parts []string
		for _, s := range taken.Summaries {
			parts = append(parts, fmt.Sprintf("%.3g %.3g %d", s.Mean.Or(0), s.SD.Or(0), s.N))
		}
		got := strings.Join(parts, "; ")
		if err != nil {
			got = err.Error()
		}
		if !strings.Contains(got, c.want) || c.want == "" && got != "" {
			t.Errorf("%q: %s, want %s", c.text, got, c.want)
		}
		if taken, _ := s.Detect(Choice{}); taken.Summaries != nil {
			t.Errorf("%q: summaries unasked", c.text)
		}
	}
}

// A method, task or condition that is called all stays where its rollouts are not those of the others, nor their rate
// the mean of theirs. A total of other successes than theirs is one by its number of rollouts.
func TestSummariesThatCountsContradict(t *testing.T) {
	const groups = "method,group,successes,n\na,dark,10,20\na,clutter,14,20\nb,dark,8,20\nb,clutter,9,20\n"
	for text, want := range map[string]int{
		"Ablation;Erfolg;n\nAlle;18;20\nohne Bild;10;20\nohne Kraft;14;20\n": 3,
		"Ablation;Erfolg;n\nAlle;14;20\nohne Bild;10;20\nohne Kraft;14;20\n": 3,
		groups + "a,all,18,20\nb,all,12,20\n":                                6,
		"task,act,bc\nall,18/20,12/20\nlift,10/20,8/20\n":                    4,
	} {
		checkSummaries(t, text, want, false)
	}
	for text, want := range map[string]int{
		groups + "a,all,24,40\nb,all,17,40\n":            4,
		groups + "a,all,25,40\nb,all,17,40\n":            4,
		groups + "a,mean,12,20\nb,mean,8.5,20\n":         4,
		"task,act,bc\nlift,10/20,8/20\nall,10/20,8/20\n": 2,
	} {
		checkSummaries(t, text, want, true)
	}
}

// Tables in long form leave out the same rows, and say so.
func TestSummariesInLongForm(t *testing.T) {
	const parts = "policy,task,trial,successes,n\nACT,cup,1,12,20\nACT,box,1,14,20\nDP,cup,1,10,20\nDP,box,1,9,20\n"
	for text, want := range map[string]int{
		parts: 4, parts + "ACT,all,all,26,40\nDP,all,all,19,40\n": 4, parts + "ACT,all,1,19,20\nDP,all,1,11,20\n": 6,
	} {
		got, warnings, err := ReadLong(strings.NewReader(text), "file", LongColumns{})
		said := strings.Contains(strings.Join(warnings, ";"), "left out as summaries of other rows: 2")
		if err != nil || len(got.Entries) != want || said != strings.Contains(text, "all,all") {
			t.Errorf("%q: %d entries, %q, %v", text, len(got.Entries), warnings, err)
		}
	}
}
