package table

import (
	"strings"
	"testing"
)

// Rows of one method, trial, group and episode are found: copies are an error, others a warning with the first line.
// Starts may have several rollouts, and rows without an outcome are none.
func TestRepeatedRows(t *testing.T) {
	const header = "method,seed,task,episode,success\n"
	const rows = "a,1,x,0,1\na,1,x,1,0\na,2,x,0,1\nb,1,x,0,0\nb,2,x,0,1\n"
	const again = " the same method, seed, task and episode as others"
	for _, c := range []struct{ name, text, wrong, warning string }{
		{"distinct", header + rows, "", ""},
		{"pasted twice", header + rows + rows, "file, line 7: the row is a copy of that in line 2, with the same " +
			"method, seed, task and episode; copies in all: 5", "5 rows have" + again + " (first: line 7, as line 2)"},
		{"another outcome", header + rows + "b,2,x,0,0\n", "", "1 row has" + again + " (first: line 7, as line 6)"},
		{"some another outcome", header + rows + "a,1,x,0,1\nb,2,x,0,0\n", "",
			"2 rows have" + again + " (first: line 7, as line 2)"},
		{"another column", "method,seed,episode,note,success\na,1,0,u,1\na,1,0,v,1\nb,1,0,u,1\nb,1,0,v,1\n", "",
			"2 rows have the same method, seed and episode as others (first: line 3, as line 2)"},
		{"no seed", "method,episode,success\na,0,1\na,0,1\nb,0,1\n", "with the same method and episode", ""},
		{"starts", "method,seed,start,success\na,1,0,1\na,1,0,1\nb,1,0,0\nb,1,0,0\n", "", ""},
		{"rates pasted twice", "method,task,seed,success_rate\na,x,1,.5\na,x,2,.7\na,x,2,.7\nb,x,1,.4\n",
			"", "1 row has the same method, seed and task as others (first: line 4, as line 3)"},
		{"another rate", "method,task,seed,success_rate\na,x,1,.5\na,x,2,.7\na,x,2,.9\nb,x,1,.4\n", "",
			"1 row has the same method, seed and task as others (first: line 4, as line 3)"},
		{"counts", "method,seed,successes,n\na,1,7,10\na,1,8,10\nb,1,9,10\n", "", "1 row has the same method and seed"},
		{"single rollouts", "method,seed,success\na,1,1\na,1,1\nb,1,1\nb,1,1\n", "", ""},
		{"trainings without names", "method,success_rate\na,.5\na,.5\nb,.4\nb,.5\n", "",
			"the row in line 3 is a copy of that in line 2 (copies in all: 1), and each counts as a unit of its own"},
		{"stages without names", "method,stage\na,3\na,3\nb,1\nb,3\n", "", ""},
		{"copied scores without names", "method,progress\na,.12345\na,.12345\nb,.4\nb,.4\n", "",
			"the row in line 3 is a copy of that in line 2 (copies in all: 1), and each counts as a unit of its own"},
		{"other trainings without names", "method,success_rate\na,.5\na,.6\nb,.5\nb,.6\n", "", ""},
		{"a wide table", "seed,a,b\n1,.5,.6\n1,.7,.6\n2,.5,.4\n", "",
			"1 row has the same seed as others (first: line 3, as line 2)"},
		{"a wide table of rollouts", "seed,a,b\n1,1,0\n1,1,0\n2,0,1\n", "", ""},
		{"without outcomes", header + rows + "a,1,x,0,\na,1,x,0,NA\n", "", ""},
	} {
		s, err := ReadSheet(strings.NewReader(c.text), "file")
		if err != nil {
			t.Fatal(err)
		}
		d, err := s.Detect(Choice{})
		if c.wrong != "" {
			if err == nil || !strings.Contains(err.Error(), c.wrong) {
				t.Errorf("%s: error %v, want %q", c.name, err, c.wrong)
			}
		} else if got := strings.Join(d.Warnings, "; "); err != nil || !strings.Contains(got, c.warning) ||
			c.warning == "" && (strings.Contains(got, "as others") || strings.Contains(got, "is a copy")) ||
			!strings.Contains(d.Sentence, c.warning) {
			t.Errorf("%s: %v, warnings %q, want %q", c.name, err, got, c.warning)
		}
		if c.name == "no seed" || strings.HasSuffix(c.name, "without names") || strings.HasPrefix(c.name, "a wide") {
			continue // a table for models of rollouts has trials
		}
		_, warnings, err := ReadLong(strings.NewReader(c.text), "file", LongColumns{})
		if got := strings.Join(warnings, "; "); err != nil || !strings.Contains(got, c.warning) ||
			c.warning == "" && strings.Contains(got, "as others") {
			t.Errorf("%s, in long form: %v, warnings %q, want %q", c.name, err, got, c.warning)
		}
	}
}
