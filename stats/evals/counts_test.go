package evals

import (
	"strings"
	"testing"

	"counterpoise/stats/table"
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

// Rates as papers write them are read with their rollouts, as arguments and as cells; names may stand before them. What
// tells no rollouts, or none for sure, is none.
func TestRatesAsWritten(t *testing.T) {
	for _, c := range []struct {
		text string
		k, n int
	}{
		{"66 % over 300 rollouts", 198, 300}, {"66 %, 300 rollouts", 198, 300}, {"66 % (300 rollouts)", 198, 300},
		{"66% n=300", 198, 300}, {"66%, N = 300", 198, 300}, {`66\% (n=300)`, 198, 300}, {"66 % of 300", 198, 300},
		{"0.66 (300 trials)", 198, 300}, {"17/20 (85%)", 17, 20}, {"17 / 20", 17, 20}, {"17 of 20 (85 %)", 17, 20},
		{"85,0 % (n=20)", 17, 20}, {"85\u00a0% (17/20)", 17, 20}, {"17 of 20 Episodes", 17, 20}, {"100% (n=7)", 7, 7},
	} {
		if k, n, err := Successes(c.text); err != nil || k != c.k || n != c.n {
			t.Errorf("%s: %d of %d, %v", c.text, k, n, err)
		}
		for _, name := range []string{"", "act", "lr=3", "Ours (v2)"} {
			arg := c.text
			if name != "" {
				arg = name + "=" + c.text
			}
			if got, ok := CountOf(arg); !ok || got != (Count{name, c.k, c.n}) {
				t.Errorf("%s: %+v, %v", arg, got, ok)
			}
		}
		sheet := readable(table.Sheet{Rows: [][]string{{"a", c.text}, {"b", "10/20"}}})
		if k, n, err := table.Successes(sheet.Rows[0][1]); err != nil || k != c.k || n != c.n {
			t.Errorf("cell %s: %d of %d, %v", c.text, k, n, err)
		}
	}
	for _, text := range []string{"66 300", "66 n", "3 runs", "66 ± 3", "results/3", "17/20.csv", "66 %", "5 % 300",
		"12 runs", "100 trials", "1,000 rollouts"} {
		if form, ok := canonical(text); ok {
			t.Errorf("%q is read as %q", text, form)
		}
		if got := readable(table.Sheet{Rows: [][]string{{text}}}).Rows[0][0]; got != text {
			t.Errorf("cell %q became %q", text, got)
		}
	}
	for _, arg := range []string{"act = 17/20", "act : 17 of 20", " act = 85 % (n=20)"} {
		if got, ok := CountOf(arg); !ok || got != (Count{"act", 17, 20}) {
			t.Errorf("%s: %+v, %v", arg, got, ok)
		}
	}
	for text, want := range map[string]string{"17/20 (75 %)": "contradicts itself: 17/20 is 85 %",
		"66.5 % over 50 rollouts": "no number of successes of 50", "166 % over 50 rollouts": "no success rate"} {
		if _, _, err := Successes(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", text, err)
		}
	}
}
