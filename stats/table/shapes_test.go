package table

import (
	"fmt"
	"strings"
	"testing"
)

// successesOf are the successes and rollouts of each method in each group.
func successesOf(t *testing.T, text string, given Choice) (got, sentence string, err error) {
	t.Helper()
	s, err := ReadSheet(strings.NewReader(text), "x")
	if err != nil {
		return "", "", err
	}
	taken, err := s.Detect(given)
	if err != nil {
		return "", "", err
	}
	l := taken.Long
	var parts []string
	for _, e := range l.Entries {
		parts = append(parts, fmt.Sprintf("%s %s %g/%d", l.Methods[e.Method], l.Groups[e.Group], e.Sum, e.Rollouts))
	}
	return strings.Join(parts, "; "), taken.Sentence, err
}

// Tables of counts are one, whether methods stand in rows or in columns, rollouts in cells or in a column, and between
// commas, semicolons or the bars of Markdown.
func TestFormsOfOneTable(t *testing.T) {
	for _, text := range []string{
		"method,pick,open\nact,18/20,12/20\nbc,14/20,9/20\n",
		"Policy;pick;open\nact;18 of 20;12 of 20\nbc;14 of 20;9 of 20\n",
		"méthode,pick,open\nact,90% (n=20),60% (n=20)\nbc,70% (n=20),45% (n=20)\n",
		"method,pick,open,overall\nact,18/20,12/20,30/40\nbc,14/20,9/20,23/40\n",
		"method,pick,open,beides\nact,18/20,12/20,30/40\nbc,14/20,9/20,23/40\n",
		"method,n,pick,open\nact,20,18,12\nbc,20,14,9\n",
		"Methode;Versuche;pick;open\nact;20;18;12\nbc;20;14;9\n",
		"task,n,act,bc\npick,20,18,14\nopen,20,12,9\n",
		"task,n_trials,act,bc\npick,20,90%,70%\nopen,20,60%,45%\n",
		"Aufgabe;Versuche;act;bc\npick;20;0,9;0,7\nopen;20;0,6;0,45\n",
		"task,# trials,act,bc\npick,20,90,70\nopen,20,60,45\n",
		"task,n,act,bc\npick,20,18/20,14/20\nopen,20,12/20,9/20\n",
		"Objekt,act,bc\npick,18/20,14/20\nopen,12/20,9/20\n",
		"task,act,n,bc,n\npick,18,20,14,20\nopen,12,20,9,20\n",
		"task,act,act trials,bc,bc trials\npick,90%,20,70%,20\nopen,60%,20,45%,20\n",
		"robot,act,bc\npick,18/20,14/20\nopen,12/20,9/20\n",
		"task,trials,act,bc\npick,20,18,14\nopen,20,12,9\n",
		"| method | pick | open |\n|---|:-:|---|\n| act | 18/20 | 12/20 |\n| bc | **14/20** | 9/20 |\n",
		"method | pick | open\n--- | --- | ---\nact | 18/20 | 12/20\nbc | 14/20 | 9/20\n",
		"# Results\n\nOf 20 rollouts:\n\n| Task | act | bc |\n|:--|--:|--:|\n| `pick` | 18/20 | 14/20 |\n| open | " +
			"12/20 | 9/20 |\n" +
			"\nText, with a comma.\n",
		"+------+-------+-------+\n| task | act   | bc    |\n+------+-------+-------+\n| pick | 18/20 | 14/20 |\n" +
			"| open | 12/20 | 9/20  |\n+------+-------+-------+\n",
	} {
		got, sentence, err := successesOf(t, text, Choice{})
		rows := strings.Split(got, "; ")
		for _, want := range []string{"act pick 18/20", "act open 12/20", "bc pick 14/20", "bc open 9/20"} {
			if !strings.Contains("; "+got+"; ", "; "+want+"; ") {
				t.Errorf("%q: %s, %v, want %s\n%s", text, got, err, want, sentence)
			}
		}
		if len(rows) != 4 {
			t.Errorf("%q: %s", text, got)
		}
	}
	// These are asked about, or are what they were.
	for text, want := range map[string]string{
		"method,pick,open\nact,.9,.6\nbc,.7,.45\n": `of how many rollouts is it?`,
		",pick,open\nact,18/20,12/20\nbc,14/20,9/20\n": `"act" has no name: if columns are the methods, --columns ` +
			`"pick,open" says so`,
		"| a | b |\n|---|---|\n| 1 | 2 |\n\n| c | d |\n|---|---|\n| 1 | 2 |\n": "line 5: a second table in " +
			"Markdown",
		"seed,n,act,bc\n0,20,18,14\n1,20,12,9\n": "act all 18/20; bc all " +
			"14/20; act all 12/20; bc all 9/20",
		"task,n,act,bc\npick,20,3.25,1.5\nopen,20,12.5,9.75\n": "act pick 3.25/1; bc pick " +
			"1.5/1; act open 12.5/1; bc open 9.75/1",
		"person,act,bc\nP1,3/5,4/5\nP2,2/5,5/5\n": "act all 3/5; bc all 4/5; act all 2/5; bc all 5/5",
		"who,act,bc\nann,3,4\nbob,2,5\n": "act all 3/1; bc all 4/1; " +
			"act all 2/1; bc all 5/1",
		"participant,act,bc\nann,3/5,4/5\nbob,2/5,5/5\n": "act all 3/5; bc all 4/5; " +
			"act all 2/5; bc all 5/5",
		"method,note\na|b,1\nc|d,2\na|b,2\nc|d,3\n": "a|b all 1/1; c|d all 2/1; " +
			"a|b all 2/1; c|d all 3/1",
	} {
		got, _, err := successesOf(t, text, Choice{})
		if err != nil {
			got = err.Error()
		}
		if !strings.Contains(got, want) {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
	got, _, err := successesOf(t, "method,seed,pick,open\nact,0,.9,.6\nact,1,.8,.5\nbc,0,.7,.45\nbc,1,.6,.4\n",
		Choice{})
	if err != nil || !strings.HasPrefix(got, "act pick 0.9/1; act open 0.6/1; act pick 0.8/1;") {
		t.Errorf("%s, %v", got, err)
	}
}
