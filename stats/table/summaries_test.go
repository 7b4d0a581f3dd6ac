package table

import (
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
