package table

import (
	"fmt"
	"strings"
	"testing"
)

// taken is what a text was taken for.
func taken(text string) (Taken, error) {
	s, err := ReadSheet(strings.NewReader(text), "x.csv")
	if err != nil {
		return Taken{}, err
	}
	return s.Detect(Choice{})
}

// Rows that are time steps of episodes, which a column counts, are one outcome an episode: that of its last step. A
// success that is lost again is asked about, and steps of trainings stay checkpoints.
func TestTimeSteps(t *testing.T) {
	rows := func(column string, steps int, success func(method string, episode, step int) bool) string {
		text := "method,episode," + column + ",reward,success\n"
		for _, m := range []string{"act", "bc"} {
			for e := range 6 {
				for s := range steps + e%2 {
					text += fmt.Sprintf("%s,%d,%d,%g,%v\n", m, e, s, .25*float64(s), success(m, e, s))
				}
			}
		}
		return text
	}
	works := func(m string, e int) bool { return m == "act" || e < 2 }
	atEnd := func(m string, e, s int) bool { return works(m, e) && s == 4+e%2 }
	stays := func(m string, e, s int) bool { return works(m, e) && s > 1 }
	lost := func(m string, e, s int) bool { return works(m, e) && s == 2 }
	for _, column := range []string{"step", "timestep", "Frame Index", "t"} {
		for _, f := range []func(string, int, int) bool{atEnd, stays} {
			got, err := taken(rows(column, 5, f))
			told := strings.Contains(got.Sentence, "time steps of 12 episodes")
			if err != nil || len(got.Long.Entries) != 12 || !told {
				t.Fatalf("%s: %d entries, %v: %s", column, len(got.Long.Entries), err, got.Sentence)
			}
			sums := map[string]float64{}
			for _, e := range got.Long.Entries {
				sums[got.Long.Methods[e.Method]] += e.Sum
			}
			if sums["act"] != 6 || sums["bc"] != 2 {
				t.Errorf("%s: successes %v, want 6 and 2", column, sums)
			}
		}
	}
	_, err := taken(rows("step", 5, lost))
	if err == nil || !strings.Contains(err.Error(), "line 4: rows are time steps") ||
		!strings.Contains(err.Error(), "8 of 12 episodes") {
		t.Error(err)
	}
}

// Rows of a log without an outcome are no checkpoints that count.
func TestLogsBetweenEvaluations(t *testing.T) {
	text := "Name,_step,loss,eval/success_rate,seed\n"
	for _, m := range []string{"act", "bc"} {
		for seed := range 3 {
			for i, rate := range []string{".2", ".6", ""} {
				text += fmt.Sprintf("%s,%d,%g,%s,%d\n", m, 1000*(i+1), .5/float64(i+1), rate, seed)
			}
		}
	}
	got, err := taken(text)
	if err != nil || len(got.Long.Entries) != 6 || got.Long.Entries[0].Sum != .6 {
		t.Errorf("%+v, %v", got.Long.Entries, err)
	}
}

// A row of the mean or the sum of rollouts under no label is a summary; without the others' values it is not.
func TestUnlabelledSummaries(t *testing.T) {
	const a = "method,episode,success\na,0,1\na,1,1\na,2,0\na,3,1\n"
	const b = "b,0,1\nb,1,0\nb,2,0\nb,3,0\n"
	for text, want := range map[string]int{
		a + "a,,.75\n" + b + "b,,.25\n":                8,
		a + ",,.75\n" + b + ",,.25\n":                  8,
		a + ",,3\n" + b:                                8,
		a + b + ",,.5\n":                               8,
		a + "a,,.70\n" + b:                             -1,
		"episode,a,b\n0,1,1\n1,1,0\n2,0,0\n,.67,.33\n": 6,
	} {
		got, err := taken(text)
		if n := len(got.Long.Entries); n != want && (want >= 0 || err == nil) {
			t.Errorf("%q: %d entries, %v: %s", text, n, err, got.Sentence)
		}
	}
}

// Numbers that count single rollouts are no checkpoints, whatever they are called; rates at the steps of a training
// are.
func TestCountedRolloutsAreNoCheckpoints(t *testing.T) {
	for _, name := range []string{"global_step", "iteration", "_step", "epoch"} {
		for _, c := range []struct {
			outcome string
			rows    int
		}{{"1", 20}, {"true", 20}, {"0.75", 0}} {
			text := "policy," + name + ",success\n"
			for i := range 10 {
				text += fmt.Sprintf("act,%d,%s\ndp,%d,%s\n", 100*i, c.outcome, 100*i, c.outcome)
			}
			s, err := ReadSheet(strings.NewReader(text), "log.csv")
			if err != nil {
				t.Fatal(err)
			}
			d, err := s.Detect(Choice{})
			if c.rows == 0 { // one score of each method is left, which is no comparison
				if err == nil || !strings.Contains(err.Error(), "each method has one score") {
					t.Errorf("%s: %v", name, err)
				}
				continue
			}
			if err != nil {
				t.Fatal(err)
			}
			if got := len(d.Long.Entries); got != c.rows {
				t.Errorf("%s, %s: %d rows count, want %d", name, c.outcome, got, c.rows)
			}
		}
	}
}
