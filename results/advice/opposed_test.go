package advice

import (
	"strings"
	"testing"
)

// Where those that failed are the good ones by another label, the answer that leaves them out says so.
func TestFailedGoodOnesAreTold(t *testing.T) {
	for failed, want := range map[string]string{
		"good": "20 of the 20 failed are quality=good, and 0 of the 20 others", "bad": "",
	} {
		other := map[string]string{"good": "bad", "bad": "good"}[failed]
		r := Report{}
		r.Groups = []Group{
			{Failed: true, Demonstrations: 20, labels: map[string]string{"quality": failed}},
			{Demonstrations: 20, labels: map[string]string{"quality": other}},
		}
		if got := r.failedGood(); got != want {
			t.Errorf("%s failed: %q, want %q", failed, got, want)
		}
		if told := strings.Contains(strings.Join(r.failureLines(), " "), "opposed: "); told != (want != "") {
			t.Errorf("%s failed: %q", failed, r.failureLines())
		}
	}
}

// Contradictions among labels of success are told, and do not count as values that nobody can read.
func TestContradictionsAreDecided(t *testing.T) {
	f := Failures{Failed: make([]bool, 4), Known: 3, Contradicted: 1, Contradictions: []string{"labels a and b differ"}}
	if got := f.Decided(); len(got) != 1 || !strings.HasPrefix(got[0], "opposed: labels a and b differ") {
		t.Errorf("%q", got)
	}
}
