package advice

import (
	"math"
	"slices"
	"strings"
	"testing"

	"counterpoise/bench"
	"counterpoise/results/frame"
	"counterpoise/results/study/twobytwo"
)

// two is a measurement of one skill with a reference of 20 demonstrations and a kind of n, of some difficulty and
// conflict with standard error se of their logarithms.
func two(n int, difficulty, conflict, se float64) Measurement {
	m := Measurement{
		By: []string{"task", "mask"},
		Groups: []Group{
			{Name: "lift:good", Skill: "lift", Kind: "good", Demonstrations: 20, Frames: 600,
				labels: map[string]string{"mask": "good"}},
			{Name: "lift:odd", Skill: "lift", Kind: "odd", Demonstrations: n, Frames: 200,
				labels: map[string]string{"mask": "odd"}},
		},
		Skills: []Skill{{Name: "lift", Groups: []int{0, 1}, Reference: 0, Demonstrations: 20 + n}},
	}
	m.Kinds = []Kind{{
		Name: "odd", Groups: []int{1}, Reference: "good",
		Difficulty: newEstimate(math.Log(difficulty), se, float64(n-1), n),
		Conflict:   newEstimate(math.Log(conflict), se/4, 19, 20),
	}}
	m.Kinds[0].ConflictFits = m.Kinds[0].Conflict
	return m
}

// seenTrials is the number of trials of bench/style_axes.json that had been measured when the thresholds were fixed:
// the first ones.
const seenTrials = 5

// The thresholds that are said to come from elsewhere do: that of the two-by-two, and the median difficulty of the
// styles that are harder to fit.
func TestThresholds(t *testing.T) {
	if harder != twobytwo.Harder {
		t.Errorf("threshold %v, that of the two-by-two is %v", harder, twobytwo.Harder)
	}
	axes, err := bench.MeasuredStyles()
	if err != nil {
		t.Fatal(err)
	}
	var hard []float64
	for _, s := range axes.Styles {
		if s.Date != "" {
			continue // measured after the thresholds were fixed
		}
		s.StyleHeldOut, s.OptimalHeldOut = s.StyleHeldOut[:seenTrials], s.OptimalHeldOut[:seenTrials]
		if d := frame.StyleDifficulty(s); d.CI.Low.Or(0) > harder {
			hard = append(hard, d.Mean.Or(0))
		}
	}
	slices.Sort(hard)
	n := len(hard)
	if median := (hard[n/2] + hard[(n-1)/2]) / 2; math.Abs(median-typical) > .05 {
		t.Errorf("median difficulty %.3f of %d styles, typical is %v", median, n, typical)
	}
}

func TestRule(t *testing.T) {
	for _, c := range []struct {
		name    string
		m       Measurement
		word    []string
		out     bool
		fit     Axis
		cost    Axis
		because string
	}{
		{"hard and in the way", two(10, 2, 1.1, .1), nil, true, Hard, LikelyCost, "does not help"},
		{"hard and useful", two(10, 2, .9, .1), nil, false, Hard, NotObserved, "it helps"},
		{"easy and in the way", two(10, .8, 1.1, .1), nil, false, Easy, NotObserved, "it fits as well"},
		{"hard and perhaps in the way", two(10, 2, 1.02, .1), nil, false, Hard, NotObserved, "whether it helps"},
		{"at the threshold", two(10, 1.1, 1.1, .1), nil, false, Unknown, NotObserved, "do not tell"},
		{"a word", two(10, .8, .9, .1), []string{"odd"}, true, Easy, Costly, "you named it"},
		{"a word on the group", two(10, 2, .9, .1), []string{"lift:odd"}, true, Hard, Costly, "you named it"},
		{"three", two(3, 2, 1.1, .4), nil, false, TooFew, NotObserved, "too few"},
		{"three and a word", two(3, 2, 1.1, .4), []string{"odd"}, true, TooFew, Costly, "you named it"},
		{"one", two(1, 2, 1.1, .4), nil, false, TooFew, NotObserved, "too few"},
	} {
		a, err := Advise(c.m, c.word)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		v := a.Verdicts[0]
		if v.LeaveOut != c.out || a.Changes != c.out || !strings.Contains(v.Why, c.because) ||
			c.fit != "" && (v.Fit != c.fit || v.Cost != c.cost) {
			t.Errorf("%s: %+v", c.name, v)
		}
		open := strings.Contains(v.Why, "not tell") || v.Fit == TooFew || v.Fit == Easy
		if v.Open != (open && !v.Named) {
			t.Errorf("%s: open is %v: %s", c.name, v.Open, v.Why)
		}
		want := []float64{.75, .25}
		if c.out {
			want = []float64{1, 0}
		}
		if !slices.Equal(a.Weights, want) {
			t.Errorf("%s: weights %v", c.name, a.Weights)
		}
		if v.Fit == TooFew && v.Difficulty.N > 1 && v.Needed <= 3 {
			t.Errorf("%s: %d would do", c.name, v.Needed)
		}
	}
}

// Where no label says which is better, nothing is left out on the word of the data: most may be the worse ones.
func TestCountIsNoDirection(t *testing.T) {
	for names, out := range map[string]bool{"ann bob": false, "expert bob": true, "good odd": true, "2 1": false} {
		m := two(10, 2, 1.1, .1)
		one, other, _ := strings.Cut(names, " ")
		m.Groups[0].labels = map[string]string{"operator": one}
		m.Groups[1].labels = map[string]string{"operator": other}
		a, err := Advise(m, nil)
		if v := a.Verdicts[0]; err != nil || v.LeaveOut != out || v.Open == out || v.Undirected == out {
			t.Errorf("%s: %v, %+v", names, err, v)
		}
		r := Report{Advice: a}
		said := strings.Join(r.kindLines(), "\n")
		if strings.Contains(said, "Which operator is better, good or odd, no label says and") == out {
			t.Errorf("%s: %s", names, said)
		}
		if a, err := Advise(m, []string{"odd"}); err != nil || !a.Changes {
			t.Errorf("%s, by the user's word: %v, %+v", names, err, a.Verdicts)
		}
	}
}

// At least half of a skill stays, in the order in which kinds are met, unless the user says otherwise: then three do.
func TestHalfStays(t *testing.T) {
	m := two(10, 2, 1.1, .1)
	m.Groups = append(m.Groups, Group{Name: "lift:bad", Skill: "lift", Kind: "bad", Demonstrations: 9, Frames: 100,
		labels: map[string]string{"mask": "bad"}})
	m.Skills[0].Groups, m.Skills[0].Demonstrations = []int{0, 1, 2}, 39
	m.Kinds = append(m.Kinds, m.Kinds[0])
	m.Kinds[1].Name, m.Kinds[1].Groups = "bad", []int{2}
	if a, err := Advise(m, nil); err != nil || !slices.Equal(a.LeftOut, []string{"lift:odd", "lift:bad"}) {
		t.Errorf("20 of 39 stay: left out %v, %v", a.LeftOut, err)
	}
	m.Groups[2].Demonstrations, m.Skills[0].Demonstrations = 11, 41
	if a, err := Advise(m, nil); err != nil || !slices.Equal(a.LeftOut, []string{"lift:odd"}) {
		t.Errorf("20 of 41 would stay: left out %v, %v", a.LeftOut, err)
	}
	a, err := Advise(m, []string{"bad", "odd"})
	if err != nil || !slices.Equal(a.LeftOut, []string{"lift:odd", "lift:bad"}) ||
		!strings.Contains(a.Verdicts[1].Why, "20 of 41 demonstrations of lift remain") {
		t.Errorf("20 of 41 stay: left out %v, %v, %+v", a.LeftOut, err, a.Verdicts)
	}
	m = two(10, 2, 1.1, .1)
	if a, err := Advise(m, []string{"good"}); err != nil || !slices.Equal(a.Weights, []float64{0, 1}) {
		t.Errorf("the larger part is named: weights %v, %v", a.Weights, err)
	}
	m.Groups[1].Demonstrations = 2
	if a, err := Advise(m, []string{"good"}); err != nil || a.Changes {
		t.Errorf("two would remain: %v, %v", a.Verdicts, err)
	}
}

func TestWordsThatAreRefused(t *testing.T) {
	for word, want := range map[string]string{
		"oddd": `"oddd", which is no group; did you mean "odd"? there is lift:good, good, lift:odd, odd`,
	} {
		if _, err := Advise(two(10, 1, 1, .1), []string{word}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", word, err)
		}
	}
	// Beside a reference that is worse by the user's word, difficulty and conflict say nothing.
	if a, err := Advise(two(15, 2, 1.1, .1), []string{"good"}); err != nil ||
		!slices.Equal(a.Weights, []float64{0, 1}) {
		t.Errorf("the reference is named: %+v, %v", a.Verdicts, err)
	}
	if _, err := Advise(two(10, 1, 1, .1), []string{"odd", "good"}); err == nil ||
		!strings.Contains(err.Error(), "nothing would be left") {
		t.Errorf("all of it: %v", err)
	}
}
