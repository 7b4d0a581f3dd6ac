package decide

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"counterpoise/bench"
	"counterpoise/bench/record"
	"counterpoise/results/advice"
	"counterpoise/scenes/demos"
	"counterpoise/scenes/demos/filter"
	"counterpoise/stats"
	"counterpoise/stats/table"
)

// labelled is a dataset with the given labels of each demonstration, as in "behaviour=left,success=false".
func labelled(t *testing.T, ours bool, all ...string) Data {
	t.Helper()
	d := Data{Ours: ours}
	for i, text := range all {
		labels := map[string]string{}
		for one := range strings.SplitSeq(text, ",") {
			name, value, _ := strings.Cut(one, "=")
			labels[name] = value
		}
		d.Episodes = append(d.Episodes, filter.Episode{Number: i, Labels: labels, Frames: 10})
	}
	var err error
	if d.Labels, err = advice.ReadLabels(d.Episodes, nil, nil); err != nil {
		t.Fatal(err)
	}
	d.Failures = d.Labels.FailuresOf(d.Episodes)
	return d
}

// Arms follow from the labels: what failed and what is not optimal are left out, once where they are the same; a rare
// skill is drawn more often; an arm that would leave a skill without a demonstration is not made, and that is said.
func TestArms(t *testing.T) {
	const good, bad = "behaviour=left,style=optimal,success=true", "behaviour=left,style=erratic,success=false"
	const slow = "behaviour=left,style=slow,success=true"
	right := strings.ReplaceAll(good, "left", "right")
	for _, c := range []struct {
		name  string
		data  []string
		asked Asked
		want  string // names of arms with what is left out, or the error
		notes string
	}{
		{"failed", []string{good, bad, right, right}, Asked{}, "bc; drop-failed -1; known 0 2", ""},
		{"failed and slow", []string{good, bad, slow, right, right}, Asked{},
			"bc; drop-failed -1; drop-style -1 -2; known 0 3", ""},
		{"rare", []string{good, good, right}, Asked{}, "bc; upsample", ""},
		{"all good", []string{good, right}, Asked{}, "bc", ""},
		{"emptied", []string{bad, bad, right}, Asked{}, "bc; upsample",
			"no arm without the 2 that failed, which would leave no demonstration of left"},
		{"named", []string{good, good, right, right}, Asked{Known: []int{1, 2}}, "bc; known 1 2", ""},
		{"conditions", []string{good, bad, slow, right, right}, Asked{Drop: []string{"style=slow", "success=false"}},
			"bc; drop-style-slow -2; drop-success-false -1; known 0 3", ""},
		{"one condition, and others failed", []string{bad, good, slow, right, right},
			Asked{Drop: []string{"style=slow"}}, "bc; drop-style-slow -2; known 1 3", ""},
		{"a condition beside methods", []string{good, bad, slow, right},
			Asked{Drop: []string{"style=slow"}, Methods: []string{"remix"}}, "bc; drop-style-slow -2; remix by style",
			""},
		{"each", []string{"task=lift,operator=ann", "task=lift,operator=bob"},
			Asked{Drop: []string{"operator=ann", "operator=bob"}},
			"bc; drop-operator-ann -0; drop-operator-bob -1", ""},
		{"each, and named", []string{"task=lift,operator=ann", "task=lift,operator=bob"},
			Asked{Drop: []string{"operator=ann", "operator=bob"}, Methods: []string{"known"}},
			"every demonstration is among those that some arm leaves out", ""},
		{"asked", []string{good, bad, right}, Asked{Methods: []string{"natural", "ours", "upsample"}},
			"bc; ours by style; upsample by behaviour", ""},
		{"grouped", []string{good, right}, Asked{Methods: []string{"remix"}, By: demos.ByBoth}, "bc; remix by both",
			""},
		{"unknown", []string{good, right}, Asked{Methods: []string{"upsampel"}}, `did you mean "upsample"?`, ""},
		{"nearly Parekh et al.", []string{good, right}, Asked{Methods: []string{"parehk"}},
			`did you mean "parekh"?`, ""},
		{"no condition", []string{good, right}, Asked{Drop: []string{"slow"}}, "want LABEL=VALUE", ""},
		{"no value", []string{good, right}, Asked{Drop: []string{"style=erratic"}}, "no demonstration has style", ""},
		{"nothing bad", []string{good, right}, Asked{Methods: []string{"drop"}}, "there is nothing to leave out", ""},
		{"nothing named", []string{good, right}, Asked{Methods: []string{"known"}}, "--known N,N", ""},
		{"failed is named", []string{good, bad, right}, Asked{Known: []int{1}}, "demonstration 1, which failed", ""},
		{"bad is named", []string{good + ",quality=good", good + ",quality=bad", right + ",quality=good"},
			Asked{Known: []int{1}}, "demonstration 1, which is marked bad (label quality)", ""},
		{"all named", []string{good, right}, Asked{Known: []int{0, 1}}, "names all 2 demonstrations", ""},
		{"twice", []string{good, bad, right}, Asked{Methods: []string{"drop", "drop"}}, "has drop twice", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			arms, notes, err := Arms(labelled(t, true, c.data...), c.asked)
			var words []string
			for _, a := range arms {
				word := a.Name
				for i, w := range a.Weights {
					if w[0] == 0 {
						word += fmt.Sprintf(" -%d", i)
					}
				}
				for _, i := range a.Named {
					word += fmt.Sprintf(" %d", i)
				}
				if a.Method != "" && a.Name != Plain && c.asked.Methods != nil {
					word += " by " + string(a.Groups)
				}
				words = append(words, word)
			}
			if got := strings.Join(words, "; "); err == nil && got != c.want {
				t.Errorf("arms %q, want %q", got, c.want)
			}
			if err != nil && !strings.Contains(err.Error(), c.want) {
				t.Errorf("%v, want %s", err, c.want)
			}
			if got := strings.Join(notes, "; "); got != c.notes {
				t.Errorf("notes %q, want %q", got, c.notes)
			}
		})
	}
}

// Policies make the calibrated number of steps, for every task and policy that has one, and another number only where
// that is asked for. Their records name the data by its digest.
func TestStepsAreCalibrated(t *testing.T) {
	arms, _, err := Arms(labelled(t, true, "behaviour=left,success=true", "behaviour=left,success=false"), Asked{})
	if err != nil {
		t.Fatal(err)
	}
	arms[2].Weights = arms[1].Weights // by likeness
	const digest = "0123456789abcdef0123"
	for _, c := range bench.Calibrations {
		size := record.Size{Trials: 2, Rollouts: 5, Seed: 1,
			Policy: record.Policy{Observer: c.Observer, Network: c.Network, Head: c.Head}}
		cells := Plan(c.Task, digest, arms, size, digest).Cells()
		if len(cells) != 2*len(arms) {
			t.Fatalf("%s: %d cells of %d arms", c.Task, len(cells), len(arms))
		}
		for _, cell := range cells {
			if cell.Steps != c.Steps || !cell.OfDataset() || cell.Recipe != "data@0123456789abcdef" {
				t.Errorf("%s %s: %d steps on %s, calibrated are %d", c.Task, c.Observer, cell.Steps, cell.Recipe,
					c.Steps)
			}
		}
		size.Steps = 7
		if cell := Plan(c.Task, digest, arms, size, digest).Cells()[0]; cell.Steps != 7 {
			t.Errorf("%d steps, asked for 7", cell.Steps)
		}
	}
}

// outcomes are those of arms in two behaviours: for each arm the successes of 50 rollouts, behaviour by behaviour, of
// each seed.
func outcomes(arms []string, successes ...[][2]float64) table.Taken {
	long := stats.Long{Methods: arms, Groups: []string{"left", "right"}}
	for m, of := range successes {
		for seed, pair := range of {
			if seed == len(long.Trials) {
				long.Trials = append(long.Trials, fmt.Sprint(seed))
			}
			for g, s := range pair {
				long.Entries = append(long.Entries, stats.Entry{Method: int32(m), Trial: int32(seed), Group: int32(g),
					Start: -1, Rollouts: 50, Sum: s})
			}
		}
	}
	return table.Taken{Long: long, Unit: "seed", Paired: true}
}

// The table has the mean over seeds of each behaviour and of the worst one of each seed; the sentence takes the best
// arm that is shown to be better, keeps plain cloning where all are shown not to be, and else says that it can't tell.
func TestJudge(t *testing.T) {
	plain := [][2]float64{{15, 20}, {16, 18}, {14, 22}, {15, 19}}
	better := [][2]float64{{30, 35}, {33, 34}, {29, 38}, {31, 33}}
	best := [][2]float64{{40, 45}, {41, 44}, {42, 45}, {40, 42}}
	swapped := [][2]float64{{1, 40}, {2, 41}, {1, 45}, {3, 42}}
	mirror := [][2]float64{{1, 34}, {2, 33}, {1, 34}, {2, 32}}
	open := [][2]float64{{20, 20}, {10, 18}, {14, 32}, {15, 9}}
	arms := []Arm{{Name: Plain, About: "plain cloning"}, {Name: "drop-failed", About: "without the 9 that failed"},
		{Name: "known", About: "3 named good"}}
	names := []string{Plain, "drop-failed", "known"}
	for _, c := range []struct {
		name     string
		taken    table.Taken
		findings string // words of the arms
		sentence string
		open     bool
	}{
		{"two better", outcomes(names, plain, better, best), "better, better",
			"Take known (3 named good): +50.0 points against plain cloning (+47.7 to +52.3; 4 seeds, p < .001).",
			false},
		{"one better", outcomes(names, plain, better, open), "better, can't tell (25.3 points would show)",
			"Take drop-failed (without the 9 that failed): +31.0 points", false},
		{"worse and equal", outcomes(names, best, better, best), "worse, can't tell", "Can't tell", true},
		{"open", outcomes(names, plain, open, open),
			"can't tell (25.3 points would show), can't tell (25.3 points would show)",
			"Can't tell: 4 seeds show no arm to be better; they would show a difference of 25.3 points.", true},
		{"behaviours disagree", outcomes(names[:2], plain, swapped),
			"better (better in right, worse in left)", "Take drop-failed (without the 9 that failed): +9.0 points",
			false},
		{"opposite behaviours", outcomes(names[:2], plain, mirror),
			"can't tell (better in right, worse in left)", "Can't tell", true},
		{"one seed", outcomes(names, plain[:1], better[:1], best[:1]), "", "One seed decides nothing", true},
		{"no outcomes of one", outcomes(names[:2], plain, better), "better", "Take drop-failed", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			a, err := Judge(c.taken, arms)
			if err != nil {
				t.Fatal(err)
			}
			var words []string
			for i, row := range a.Cells() {
				if len(row) != len(a.Head()) && a.Rows[i].Pair != nil {
					t.Errorf("%d cells below %d heads", len(row), len(a.Head()))
				}
				if a.Rows[i].Pair != nil {
					words = append(words, row[len(row)-1])
				}
			}
			if got := strings.Join(words, ", "); got != c.findings {
				t.Errorf("findings %q, want %q", got, c.findings)
			}
			if got := a.Sentence(); !strings.HasPrefix(got, c.sentence) {
				t.Errorf("%q, want %q", got, c.sentence)
			}
			if a.Open() != c.open {
				t.Errorf("open %v", a.Open())
			}
			if first := a.Rows[0]; c.name == "two better" && (math.Abs(first.All-.3475) > 1e-12 || first.Worst != .3 ||
				!slices.Equal(first.Success, []float64{.3, .395})) {
				t.Errorf("plain cloning has %+v", first)
			}
		})
	}
	for want, taken := range map[string]table.Taken{
		`outcomes of "dorp", which is no arm; the arms are bc, drop-failed, known`: outcomes([]string{Plain, "dorp"},
			plain, better),
		"no outcomes of bc": outcomes([]string{"drop-failed", "known"}, plain, better),
	} {
		if _, err := Judge(taken, arms); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// What cannot be tried is said for what it is: that no label says what is bad only where none does.
func TestAloneSaysWhy(t *testing.T) {
	if err := Alone(nil); err != ErrAlone {
		t.Error(err)
	}
	err := Alone([]string{"no arm without the 24 that failed, which would leave no demonstration of drawer"})
	if !strings.Contains(err.Error(), "would leave no demonstration of drawer. Record good ones") ||
		strings.Contains(err.Error(), "no label") {
		t.Error(err)
	}
}
