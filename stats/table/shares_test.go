package table

import (
	"strings"
	"testing"
)

// Fractions among percentages are an error with the line, unless they are scores by their name; a check tells them.
// Those among cells with a sign of percent are told in the sentence, and other numbers are not.
func TestMixedUnits(t *testing.T) {
	for _, c := range []struct{ text, refused, told string }{
		{"a,b\n61,70\n0.65,62\n80,85\n", "line 3, column 1: 0.65 stands among numbers like 61 (line 2)",
			"0.65 (line 3) and 61 (line 2) were taken for the same unit"},
		{"method,success\na,61\na,70\nb,0.5\nb,75\n", "line 4, column 2: 0.5 stands among numbers like 61 (line 2)",
			"0.5 (line 4) and 61 (line 2) were taken for the same unit"},
		{"method,seed,success\na,0,.72\na,1,68\nb,0,60\nb,1,55\n", "0.72 stands among numbers like 68", "0.72"},
		{"method,score\na,61\na,70\nb,0.5\nb,75\n", "",
			"0.5 (line 4) and 61 (line 2) were taken for the same unit"},
		{"seed,a score,b score\n0,61,70\n1,0.65,62\n", "",
			"0.65 (line 3) and 61 (line 2) were taken for the same unit"},
		{"method,time\na,61\na,70\nb,0.5\nb,75\n", "", "were taken for the same unit"},
		{"method,success\na,61 %\na,0.7\nb,71 %\nb,75 %\n", "", "0.7 (line 3) was taken for 70 %"},
		{"a,b\n0.61,0.7\n0.5,1\n0,0.75\n", "", ""}, {"a,b\n61,70\n55,62\n", "", ""},
		{"a,b\n0.5,2\n12,40\n", "", ""},
		{"a,b\n0.5,120\n12,40\n", "", ""}, {"a,b\n0,1\n12,40\n", "", ""},
	} {
		s, err := ReadSheet(strings.NewReader(c.text), "file")
		if err != nil {
			t.Fatal(err)
		}
		_, err = s.Detect(Choice{})
		if (err != nil) != (c.refused != "") || err != nil && !strings.Contains(err.Error(), c.refused) {
			t.Errorf("%q: %v, want %q", c.text, err, c.refused)
		}
		taken, err := s.Detect(Choice{Copies: true})
		told := strings.Contains(taken.Sentence, "were taken") || strings.Contains(taken.Sentence, "was taken")
		if err != nil || !strings.Contains(taken.Sentence, c.told) || told != (c.told != "") {
			t.Errorf("%q: %v, %s, want %q", c.text, err, taken.Sentence, c.told)
		}
	}
}

// Where one method's rates are fractions and another's percentages, the table is refused; scores are not.
func TestMethodsInTwoUnitsAreRefused(t *testing.T) {
	for text, refused := range map[string]bool{
		"method,success_rate\na,85\na,80\nb,0.55\nb,0.6\n": true,
		"method,success_rate\na,85\na,0\nb,0.55\nb,1\n":    true,
		"method,success_rate\na,.85\na,1\nb,0.55\nb,0\n":   false,
		"method,success_rate\na,.85\na,.8\nb,0\nb,0\n":     false, // never succeeds
		"method,reward\na,85\na,80\nb,0.55\nb,0.6\n":       false,
	} {
		s, err := ReadSheet(strings.NewReader(text), "file")
		if err != nil {
			t.Fatal(err)
		}
		const want = `file: column "success_rate": the outcomes of "b" are fractions and those of "a" percentages; ` +
			"write both alike"
		if _, err = s.Detect(Choice{}); refused != (err != nil) || refused && err.Error() != want {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// A column that is in percent by its name has no fractions, however small its numbers are, and the answer says so.
func TestPercentByName(t *testing.T) {
	for _, name := range []string{"success rate (%)", "success_percent", "success_pct", "SR %", "success"} {
		s, err := ReadSheet(strings.NewReader("method,seed,"+name+"\na,1,0.5\na,2,0\nb,1,1\nb,2,0.9\n"), "x.csv")
		if err != nil {
			t.Fatal(err)
		}
		got, err := s.Detect(Choice{LongColumns: LongColumns{Value: name}})
		want := 0.005
		if name == "success" {
			want = .5
		}
		if err != nil || got.Long.Entries[0].Sum != want || got.Score ||
			strings.Contains(got.Sentence, "in percent by its name: 1 in line 4 is 1 %") != (name != "success") {
			t.Errorf("%s: %v: %v", name, err, got)
		}
	}
}
