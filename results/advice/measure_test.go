package advice

import (
	"fmt"
	"math"
	"reflect"
	"testing"

	"counterpoise/bench"
	"counterpoise/internal/seed"
	"counterpoise/policies/weigh"
	"counterpoise/scenes/demos"
)

// made is a dataset whose actions are the sine of the state, by two kinds in two tasks: task left has 12 demonstrations
// of each kind, task right 12 of kind a alone. Kind b has noise of its own and a sign.
type made struct {
	noise, sign float64
	seed        int
}

func (made) Card() demos.Card { return demos.Card{} }
func (made) Episodes() int    { return 36 }
func (made) Close() error     { return nil }
func (m made) Read(i int, _ bool) (*demos.Raw, error) {
	r := seed.Of("made", m.seed, i).Rand()
	task, kind := "left", "a"
	if i >= 24 {
		task = "right"
	} else if i%2 == 1 {
		kind = "b"
	}
	e := &demos.Raw{
		Labels: map[string]string{"task": task, "mask": kind},
		State:  demos.Matrix{Width: 2}, Actions: demos.Matrix{Width: 1},
	}
	for range 20 {
		x := r.NormFloat64()
		y := math.Sin(2*x) + .1*r.NormFloat64()
		if kind == "b" {
			y = m.sign*math.Sin(2*x) + m.noise*r.NormFloat64()
		}
		e.State.Values = append(e.State.Values, float32(x), float32(r.NormFloat64()))
		e.Actions.Values = append(e.Actions.Values, float32(y))
	}
	return e, nil
}

func measure(t testing.TB, r demos.Reader, by []string) Measurement {
	t.Helper()
	none := func(int, int) {}
	g, err := weigh.ReadGroups(t.Context(), r, by, none)
	if err != nil {
		t.Fatal(err)
	}
	c, err := weigh.ReadCorpus(t.Context(), r, g, weigh.CorpusOptions{}, none)
	if err != nil {
		t.Fatal(err)
	}
	m, err := Measure(t.Context(), &g.LabelledGroups, c, Options{Seed: 1, Repeats: 2})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// Kinds that are the same, noisy, and contradictory are told apart; the task that has one kind is no part of it.
func TestMeasureTellsKindsApart(t *testing.T) {
	same := measure(t, made{.1, 1, 0}, []string{"task", "mask"}).Kinds[0]
	noisy := measure(t, made{1, 1, 0}, []string{"task", "mask"}).Kinds[0]
	wrong := measure(t, made{.1, -1, 0}, []string{"task", "mask"}).Kinds[0]
	if same.Difficulty.Low.Or(9) > 1 || same.Difficulty.High.Or(0) < 1 || same.Conflict.Value.Or(9) >= 1 {
		t.Errorf("the same: %+v", same)
	}
	if noisy.Difficulty.Low.Or(0) < 2 {
		t.Errorf("noisy: %+v", noisy)
	}
	if wrong.Conflict.Low.Or(0) < 2 {
		t.Errorf("contradictory: %+v", wrong)
	}
	if same.Name != "b" || same.Reference != "a" || same.Difficulty.N != 12 {
		t.Errorf("the kind is %+v", same)
	}
}

// Labels of quality make kinds, all others skills.
func TestStructure(t *testing.T) {
	m := measure(t, made{.1, 1, 0}, []string{"task"})
	if len(m.Skills) != 2 || len(m.Kinds) != 0 || m.Groups[0].Kind != "" {
		t.Errorf("by task: %+v", m)
	}
	m = measure(t, made{.1, 1, 0}, []string{"mask"})
	if len(m.Skills) != 1 || len(m.Kinds) != 1 || m.Skills[0].Reference != 0 || m.Skills[0].Name != "" {
		t.Errorf("by mask: %+v", m)
	}
	m = measure(t, made{.1, 1, 0}, []string{"task", "mask"})
	if got := fmt.Sprint(m.Skills); got != "[{left [0 1] [] 0 24} {right [2] [] 2 12}]" {
		t.Errorf("by both: %s", got)
	}
}

// The same data give the same measurement.
func TestMeasureIsReproducible(t *testing.T) {
	a, b := measure(t, made{.3, 1, 0}, []string{"mask"}), measure(t, made{.3, 1, 0}, []string{"mask"})
	if !reflect.DeepEqual(a, b) {
		t.Errorf("%+v\n%+v", a, b)
	}
}

// Of a kind that is equal to its reference the interval of the difficulty excludes 1 in about one of twenty datasets:
// in at most 7 of 40, which more have with a probability of 1 in 1,000.
func TestIntervalsCover(t *testing.T) {
	if testing.Short() {
		t.Skip("80 fits")
	}
	out := 0
	for i := range 40 {
		d := measure(t, made{.1, 1, i}, []string{"task", "mask"}).Kinds[0].Difficulty
		if d.Low.Or(0) > 1 || d.High.Or(2) < 1 {
			out++
		}
	}
	if out > 7 {
		t.Errorf("%d of 40 intervals exclude 1", out)
	}
}

// Of the styles whose cost was measured the rule leaves out erratic, which costs, and keeps noisy, which does not.
func TestRuleOnMeasuredStyles(t *testing.T) {
	if testing.Short() {
		t.Skip("160 demonstrations")
	}
	axes, err := bench.MeasuredStyles()
	if err != nil {
		t.Fatal(err)
	}
	for style, want := range map[string]bool{"erratic": true, "noisy": false} {
		s, _ := axes.Of("opening", style)
		if v := verdictOn(t, s, axes.Demonstrations, axes.Seed); v.LeaveOut != want || v.Fit != Hard {
			t.Errorf("%s: %+v", style, v)
		}
	}
}
