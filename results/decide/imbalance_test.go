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

// counted are trials of three tasks. Balanced demonstrations succeed in 50, 60 and 70 of 100 rollouts; where a has a
// third more, a gains 10 and the others lose some, one less in odd trials, and drawn evenly half as much. The tail has
// few of c.
func counted(trials, lose int) (all []Counted) {
	for trial := 1; trial <= trials; trial++ {
		odd := trial % 2
		add := func(arm string, demonstrations, points [3]int) {
			for i, task := range []string{"a", "b", "c"} {
				all = append(all, Counted{trial, arm, task, demonstrations[i], 50 + 10*i + points[i], 100})
			}
		}
		add("balanced", [3]int{9, 9, 9}, [3]int{})
		add("third-a", [3]int{15, 6, 6}, [3]int{10, odd - lose, odd - lose})
		add("third-a-even", [3]int{15, 6, 6}, [3]int{4, -lose / 2, odd - lose/2})
		add("tail", [3]int{15, 9, 3}, [3]int{10, 0, -20 + odd})
		add("tail-even", [3]int{15, 9, 3}, [3]int{0, 0, -10})
	}
	return all
}

// Claims are judged at ten trials and not before. Numbers are means over the tasks with fewer demonstrations than
// where all have as many, whichever these are.
func TestImbalance(t *testing.T) {
	if judged := ImbalanceOf(counted(9, 8)).Judge(); judged != nil {
		t.Errorf("9 trials are judged: %v", judged)
	}
	if page := ImbalancePage(ImbalanceOf(counted(9, 8))); len(page.Tables) != 0 {
		t.Error("before the look the page shows tables")
	}
	m := ImbalanceOf(counted(12, 8))
	var is []string
	for _, c := range m.Judge() {
		is = append(is, c.Is)
	}
	// Drawn evenly, 4 of the 8 points that are lost come back, and 10 of 20 in the tail.
	if want := []string{"holds", "holds", "holds", "holds", "contradicted"}; !slices.Equal(is, want) {
		t.Errorf("claims %q, want %q", is, want)
	}
	for _, of := range []struct {
		prefix string
		evenly bool
		with   tasksWith
		want   float64 // of an even trial
	}{{"third-", false, fewer, -8}, {"third-", false, more, 10}, {"third-", false, anyNumber, -2},
		{"third-", true, fewer, -4}, {"tail", false, fewer, -20}, {"tail", false, anyNumber, -10. / 3}} {
		if got := m.gains(of.prefix, of.evenly, of.with)[1]; math.Abs(got-of.want) > 1e-9 {
			t.Errorf("%+v: %v", of, got)
		}
	}
	if text := fmt.Sprint(ImbalancePage(m).Tables[0].Texts()); !strings.Contains(text, "-7.5 [-7.9, -7.1]") {
		t.Errorf("%s", text)
	}
	if gains := ImbalanceOf(counted(10, -2)).Judge(); gains[0].Is != "contradicted" {
		t.Errorf("tasks that gain where they have few: the claim that they lose %s", gains[0].Is)
	}
}

// A trial counts where all arms are there in all tasks; what is written is read again, and what cannot be is refused
// with its line.
func TestCounted(t *testing.T) {
	rows := counted(3, 8)
	var b bytes.Buffer
	if err := WriteCounted(&b, rows); err != nil {
		t.Fatal(err)
	}
	if got, err := ReadCounted(bytes.NewReader(b.Bytes())); err != nil || !reflect.DeepEqual(got, rows) {
		t.Errorf("%v %v", got, err)
	}
	lacks := slices.DeleteFunc(rows, func(r Counted) bool { return r.Trial == 2 && r.Arm == "tail" && r.Task == "c" })
	if m := ImbalanceOf(lacks); m.Trials != 1 {
		t.Errorf("%d trials, but the second lacks a policy", m.Trials)
	}
	head := strings.Join(countedHead, ",") + "\n"
	for text, want := range map[string]string{
		"":                                "expected the columns",
		"trial,arm\n1,balanced\n":         "expected the columns",
		head + "1,balanced,a,9,101,100\n": "line 2: 101 of 100",
		head + "1,balanced,a,x,10,100\n":  "line 2: strconv",
		head + "1,balanced,a,9,10,100\n1,balanced,a,9,11,100\n": "line 3: the same policy",
	} {
		if _, err := ReadCounted(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}
