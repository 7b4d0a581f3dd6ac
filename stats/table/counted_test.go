package table

import (
	"strconv"
	"strings"
	"testing"
)

// What people make of counts is one table: columns of successes and failures, or of successes and rollouts, of one
// outcome or a method (or a task) each, below a header of one level or two.
func TestCountsInColumns(t *testing.T) {
	const tasks = "task,bc_success,bc_failure,remix_success,remix_failure\npick,17,3,14,6\nplace,12,8,10,10\n"
	for name, c := range map[string]struct{ text, want, said string }{
		"one pair": {"method,success,failure\nbc,17,3\nremix,14,6\n", "bc 17/20 remix 14/20",
			`"success" and "failure" count successes and failures.`},
		"one pair and all": {"method,success,failure,total\nbc,17,3,20\nremix,14,6,20\n",
			"bc 17/20 remix 14/20", ""},
		"not all": {"method,success,failure,total\nbc,17,3,20\nremix,14,6,21\n", "",
			"line 3: 14 successes and 6"},
		"methods": {tasks, "bc 29/40 remix 24/40",
			`"bc_success" and "bc_failure" count successes and failures of method bc, and so on (2).`},
		"words first": {"task,successes bc,n bc,successes remix,n remix\npick,17,20,14,20\n",
			"bc 17/20 remix 14/20", ""},
		"tasks": {"method,pick success,pick trials,place success,place trials\nbc,17,20,12,20\n" +
			"remix,14,20,10,20\n", "bc 29/40 remix 24/40", "of group pick"},
		"two levels, repeated": {",bc,bc,remix,remix\ntask,success,trials,success,trials\npick,17,20,14,20\n" +
			"place,12,20,10,20\n", "bc 29/40 remix 24/40", "of method bc"},
		"two levels, gaps": {"method,pick,,place,\n,success,failed,success,failed\nbc,17,3,12,8\nremix,14,6,10,10\n",
			"bc 29/40 remix 24/40", "of group pick"},
		"a missing pair": {"task,bc_success,bc_failure,remix_success,remix_failure\npick,17,3,14,6\nplace,,,10,10\n",
			"bc 17/20 remix 24/40", ""},
		"too many": {"task,bc_success,bc_trials,remix_success,remix_trials\npick,25,20,14,20\n", "",
			"line 2, column 3: 25 is no number of successes of 20 rollouts"},
		"rates are no counts": {"method,success_rate,n\nbc,.85,20\nremix,.7,20\n", "bc 17/20 remix 14/20", ""},
	} {
		sheet, err := ReadSheet(strings.NewReader(c.text), "x.csv")
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		taken, err := sheet.Detect(Choice{})
		if err != nil {
			if c.want != "" || !strings.Contains(err.Error(), c.said) {
				t.Errorf("%s: %v", name, err)
			}
			continue
		}
		sums, rollouts := make([]float64, len(taken.Long.Methods)), make([]int, len(taken.Long.Methods))
		for _, e := range taken.Long.Entries {
			sums[e.Method] += e.Sum
			rollouts[e.Method] += int(e.Rollouts)
		}
		var got []string
		for m, method := range taken.Long.Methods {
			got = append(got, method+" "+strconv.Itoa(int(sums[m]+.5))+"/"+strconv.Itoa(rollouts[m]))
		}
		if text := strings.Join(got, " "); text != c.want || !strings.Contains(taken.Sentence, c.said) {
			t.Errorf("%s: %s, %s\nwant %s, %s", name, text, taken.Sentence, c.want, c.said)
		}
	}
	// A header of one level whose columns are called alike, or not at all, is still an error.
	for _, text := range []string{"bc,bc\n1,2\n", "method,,x\na,1,2\n"} {
		if _, err := ReadSheet(strings.NewReader(text), "x.csv"); err == nil {
			t.Errorf("no error for %q", text)
		}
	}
}

// The lines of a chart of Weights & Biases are runs, which end with their seeds, or groups of runs; least and most of a
// step are none.
func TestChartsOfWeightsAndBiases(t *testing.T) {
	var header, last []string
	for _, run := range []string{"bc-seed-0", "bc-seed-1", "remix-seed-0", "remix-seed-1"} {
		for _, of := range []string{"", "__MIN", "__MAX"} {
			header = append(header, `"`+run+` - eval/success_rate`+of+`"`)
		}
	}
	for i := range header {
		last = append(last, []string{".5", ".6", ".7", ".9"}[i/3])
	}
	text := "Step," + strings.Join(header, ",") + "\n1," + strings.Repeat(",", 11) + "\n2," + strings.Join(last, ",") +
		"\n"
	sheet, err := ReadSheet(strings.NewReader(text), "x.csv")
	if err != nil {
		t.Fatal(err)
	}
	taken, err := sheet.Detect(Choice{})
	if err != nil || strings.Join(taken.Long.Methods, " ") != "bc remix" || taken.Unit != "seed" ||
		len(taken.Long.Entries) != 4 || !strings.Contains(taken.Sentence, "of method bc, seed 0.") {
		t.Errorf("%+v, %v", taken, err)
	}
	groups := "Step,method: bc - acc,method: bc - acc__MIN,method: remix - acc,method: remix - acc__MAX\n" +
		"1,.5,.4,.6,.7\n2,.6,.5,.7,.8\n"
	if sheet, err = ReadSheet(strings.NewReader(groups), "x.csv"); err != nil {
		t.Fatal(err)
	}
	if of, _ := sheet.runs(); strings.Join(of.Names, " ") != "Step method acc" || of.Rows[1][1] != "remix" {
		t.Errorf("%v, %v", of.Names, of.Rows)
	}
}

// Marks of spreadsheets are successes and failures; a cross alone may be either.
func TestMarks(t *testing.T) {
	for text, want := range map[string]float64{"✓": 1, "✔\ufe0f": 1, "✗": 0, "❌": 0, "T": 1, "f": 0, "Y": 1, "n": 0} {
		if v, ok := truth(text); v != want || !ok {
			t.Errorf("%s is %v, %v", text, v, ok)
		}
	}
	sheet, err := ReadSheet(strings.NewReader("episode,bc,remix\n1,x,\n2,x,x\n3,,x\n"), "x.csv")
	if err != nil {
		t.Fatal(err)
	}
	const want = "may mark a success or a failure"
	if _, err := sheet.Detect(Choice{}); err == nil || !strings.Contains(err.Error(), want) {
		t.Error(err)
	}
}

// Blanks and apostrophes group digits; of a point between semicolons that may, it is said how it was read.
func TestGroupedByBlanks(t *testing.T) {
	for _, blank := range []string{" ", "\u00a0", "\u202f", "'", "’"} {
		text := "method;k\na;1" + blank + "234\nb;12" + blank + "345" + blank + "678,5\n"
		sheet, err := ReadSheet(strings.NewReader(text), "x.csv")
		if err != nil || sheet.Rows[0][1] != "1234" || sheet.Rows[1][1] != "12345678.5" || len(sheet.doubt) != 1 {
			t.Errorf("%q: %v, %v, %v", blank, sheet.Rows, sheet.doubt, err)
		}
	}
	for text, want := range map[string]bool{"m;k\na;1.234\nb;2.345\n": true, "m;k\na;1.234\nb;2.34\n": false,
		"m,k\na,1.234\nb,2.345\n": false} {
		sheet, err := ReadSheet(strings.NewReader(text), "x.csv")
		said := strings.Contains(strings.Join(sheet.doubt, " "), `"1.234" in line 2 was read as 1.234, not 1234`)
		if err != nil || said != want {
			t.Errorf("%q: %v, %v", text, sheet.doubt, err)
		}
	}
}
