package evals

import (
	"strings"
	"testing"
)

// Arguments tell rates with their rollouts as cells do; a rate that no count has is an error that says what to write.
func TestCountsTold(t *testing.T) {
	s, sentence, ok, err := Counts([]string{"61 % (n=100)", "bc=.50 (n=100)", "17 of 20"})
	if err != nil || !ok || len(s.Rows) != 3 || sentence != "Successes: A 61 of 100, bc 50 of 100, C 17 of 20." {
		t.Errorf("%v %v %q", ok, err, sentence)
	}
	for _, rate := range []string{"61%", "act=61.5 %", ".61", "0.61"} {
		_, _, ok, err = Counts([]string{rate, "25/50"})
		if want := rate + ": of how many rollouts? Write 61 % (n=50), or the successes as 17/20"; !ok || err == nil ||
			err.Error() != want {
			t.Errorf("%v %v, want %s", ok, err, want)
		}
	}
	_, _, ok, err = Counts([]string{".61 (n=50)", "25/50"})
	if !ok || err == nil || !strings.Contains(err.Error(), "(the nearest is 30/50 or 31/50): write the successes") {
		t.Errorf("%v %v", ok, err)
	}
}
