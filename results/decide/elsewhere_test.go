package decide

import (
	"bytes"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// rolledOut are trials of two styles in two tasks, of 100 rollouts each. Plain cloning succeeds in 40 and 60 percent;
// an arm adds some points in the first style, half of them in the second, and one point more in odd trials.
func rolledOut(trials int, adds map[string]int) (all []RolledOut) {
	for trial := 1; trial <= trials; trial++ {
		for s, style := range []string{"tremble", "stop"} {
			for _, arm := range ElsewhereArms {
				gain := adds[arm] / (1 + s)
				if arm != Plain {
					gain += trial % 2
				}
				all = append(all, RolledOut{style, trial, arm, "push", 40 + gain, 100},
					RolledOut{style, trial, arm, "pull", 60 + gain, 100})
			}
		}
	}
	return all
}

// The claims are judged at the looks and not before, by the first trials of a look, and the page says what the arms
// gained: the mean over tasks, styles and trials.
func TestElsewhere(t *testing.T) {
	adds := map[string]int{dropped: 20, named: -20, "ours": 20, "remix": 2, "policyloss": 4}
	if judged, look, _ := ElsewhereOf(rolledOut(9, adds)).Judge(); judged != nil || look != 0 {
		t.Errorf("9 trials are judged at %d", look)
	}
	rows := rolledOut(13, adds)
	judged, look, level := ElsewhereOf(rows).Judge()
	// O'Brien and Fleming, two looks at .05: .0052 and .048 (Jennison & Turnbull, Table 2.3: C = 1.977).
	if look != 10 || math.Abs(level-.0052) > .0005 {
		t.Fatalf("judged at %d trials, at level %v", look, level)
	}
	var is []string
	for _, c := range judged {
		is = append(is, c.Is)
	}
	// Parekh et al. gain 15.5 points there; a policy's loss gains 3.5 of 15.5.
	if want := []string{"holds", "contradicted", "contradicted", "holds", "holds"}; !slices.Equal(is, want) {
		t.Errorf("claims %q, want %q", is, want)
	}
	if got := judged[0].Test.MeanDifference.Or(0); math.Abs(got-15.5) > 1e-9 {
		t.Errorf("leaving out gains %v points, want 15.5", got)
	}
	page := ElsewherePage(ElsewhereOf(rows))
	if text := fmt.Sprint(page.Tables[0].Texts()); !strings.Contains(text, "+15.5 points [+15.1, +15.9]") ||
		!strings.Contains(text, "recovered 23 %") {
		t.Errorf("%s", text)
	}
	// What is decided at 10 trials stays so, although the other ten speak against it.
	later := map[string]int{dropped: -60, named: -20, "ours": 20, "remix": 2, "policyloss": 4}
	for i, r := range rolledOut(20, later) {
		if r.Trial > 13 {
			rows = append(rows, rolledOut(20, later)[i])
		}
	}
	if judged, look, _ := ElsewhereOf(rows).Judge(); look != 20 || judged[0].Is != "holds" {
		t.Errorf("at %d trials the first claim is %s", look, judged[0].Is)
	}
	if early := ElsewherePage(ElsewhereOf(rolledOut(9, adds))); len(early.Tables) != 0 {
		t.Error("before the first look the page shows tables")
	}
}

// A trial counts where all arms are there in all styles and tasks, up to the first that lacks one.
func TestElsewhereIncomplete(t *testing.T) {
	rows := rolledOut(5, nil)
	rows = slices.DeleteFunc(rows, func(r RolledOut) bool {
		return r.Trial == 4 && r.Style == "stop" && r.Arm == "jerk" && r.Task == "pull"
	})
	if e := ElsewhereOf(rows); e.Trials != 3 {
		t.Errorf("%d complete trials, want 3", e.Trials)
	}
	if e := ElsewhereOf(nil); e.Trials != 0 {
		t.Errorf("%d trials of nothing", e.Trials)
	}
}

// Rows survive their file, and those of datasets that are there already are not taken again.
func TestRolledOutFile(t *testing.T) {
	rows := rolledOut(2, nil)
	var b bytes.Buffer
	if err := WriteRolledOut(&b, rows); err != nil {
		t.Fatal(err)
	}
	read, err := ReadRolledOut(&b)
	if err != nil || !reflect.DeepEqual(read, rows) {
		t.Fatalf("%v, %v", read, err)
	}
	if merged := MergeRolledOut(rows, rolledOut(3, map[string]int{dropped: 9})); len(merged) != len(rows)*3/2 ||
		!reflect.DeepEqual(ElsewhereOf(merged).At(2).Success, ElsewhereOf(rows).Success) {
		t.Error("merging changes what was there")
	}
	for _, bad := range []string{"", "style,trial\n", "style,trial,arm,task,successes,rollouts\na,1,bc,push,3,2\n",
		"style,trial,arm,task,successes,rollouts\na,x,bc,push,1,2\n"} {
		if _, err := ReadRolledOut(strings.NewReader(bad)); err == nil {
			t.Errorf("%q is read", bad)
		}
	}
}
