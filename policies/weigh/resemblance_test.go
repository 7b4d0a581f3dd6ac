package weigh

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"counterpoise/internal/seed"
	"counterpoise/policies/curate"
	"counterpoise/scenes/demos"
)

// mixedReader is a dataset of two tasks, in which something is brought to 0. Demonstrations 0 to 9 of each are good and
// 10 to 14 bad: they act beside the state. The actions of the second task have noise, so that it is harder to predict,
// and so has a third component of both, whose unit is a thousand times as large.
type mixedReader struct{ bad float32 }

func (r mixedReader) Card() demos.Card { return demos.Card{} }
func (r mixedReader) Episodes() int    { return 30 }
func (r mixedReader) Close() error     { return nil }

func (r mixedReader) Read(i int, _ bool) (*demos.Raw, error) {
	task, draw := i/15, seed.Of("mixed", i).Rand()
	raw := &demos.Raw{
		Labels:  map[string]string{"task": fmt.Sprintf("task %d", task), "quality": "good"},
		Actions: demos.Matrix{Width: 3}, State: demos.Matrix{Width: 2},
	}
	beside := float32(0)
	if i%15 >= 10 {
		raw.Labels["quality"], beside = "bad", r.bad
	}
	start, n := float32(1+draw.Float64()), 20+i%3
	for t := range n {
		x := start * (1 - float32(t)/float32(n))
		y := float32(task) + .1*float32(draw.NormFloat64())
		noise := .1 * float32(task) * float32(draw.NormFloat64())
		raw.State.Values = append(raw.State.Values, x, y)
		raw.Actions.Values = append(raw.Actions.Values, x+beside+noise, -x+noise, 1000*float32(draw.NormFloat64()))
		if t == 10 { // a moment that nothing predicts
			raw.Actions.Values[3*t] += 5
		}
	}
	return raw, nil
}

// few are two known demonstrations of each task.
func few(t *testing.T) func(*demos.Raw) bool {
	t.Helper()
	seen := map[string]int{}
	return func(r *demos.Raw) bool {
		task := r.Labels["task"]
		seen[task]++
		return seen[task] <= 2
	}
}

// Bad demonstrations lie behind the good ones of their task, whatever the units of actions; the known ones have the
// value 1, and each task keeps the share of its frames.
func TestResemble(t *testing.T) {
	t.Run("gap", func(t *testing.T) { resembles(t, true) })
	t.Run("rank", func(t *testing.T) { resembles(t, false) })
}

// resembles is TestResemble by the gap, or by rank.
func resembles(t *testing.T, gap bool) {
	s, err := Resemble(t.Context(), mixedReader{bad: 2}, ResemblanceOptions{Known: few(t), Gap: gap,
		Progress: ignore})
	if err != nil {
		t.Fatal(err)
	}
	share, sum, frames := make([]float64, 2), 0.0, 0
	for _, of := range s.Sampling() {
		share[s.Of[of.Episode]] += of.Weight
		sum += of.Weight
		frames += of.Frames
		if got := of.FrameWeight * float64(of.Frames); math.Abs(got-of.Weight) > 1e-15 {
			t.Errorf("demonstration %d: weight %v, of its frames %v", of.Episode, of.Weight, got)
		}
	}
	if math.Abs(sum-1) > 1e-12 {
		t.Errorf("weights sum to %v", sum)
	}
	for k, n := range s.Frames {
		if want := float64(n) / float64(frames); math.Abs(share[k]-want) > 1e-12 {
			t.Errorf("%s has the share %v, want %v", s.Names[k], share[k], want)
		}
		good, bad := s.Value[15*k+2:15*k+10], s.Value[15*k+10:15*k+15]
		if slices.Min(good) < slices.Max(bad) || s.Value[15*k] != 1 || s.Value[15*k+1] != 1 {
			t.Errorf("%s: values of good ones %.2f, of bad ones %.2f", s.Names[k], good, bad)
		}
		// Thirteen are not known: the last of them has half a step of the linear ranking.
		if got := slices.Min(bad); !gap && math.Abs(got-.5/13) > 1e-12 {
			t.Errorf("%s: the least value is %v", s.Names[k], got)
		}
	}
	if least := s.Least(10); slices.ContainsFunc(least, func(e int) bool { return e%15 < 10 }) {
		t.Errorf("least like the known ones are %v", least)
	}
	if known, rest := s.MedianLoss(1, true), s.MedianLoss(1, false); !(known > 0) || !(rest > 0) || known > 2 {
		t.Errorf("median losses %v of the known ones, %v of the others", known, rest)
	}
}

// The same dataset gives the same weights to the bit, and so does one in whose actions a component has another unit.
func TestResembleWhateverTheUnit(t *testing.T) {
	at := func(unit float32) []float64 {
		s, err := Resemble(t.Context(), scaled{mixedReader{bad: 2}, unit}, ResemblanceOptions{Known: few(t),
			Progress: ignore})
		if err != nil {
			t.Fatal(err)
		}
		return s.Value
	}
	if want := at(1); !slices.Equal(at(1), want) || !slices.Equal(at(1024), want) {
		t.Errorf("values %v, in another unit %v", want, at(1024))
	}
}

// scaled is a reader whose first component of an action is in another unit.
type scaled struct {
	mixedReader
	unit float32
}

func (r scaled) Read(i int, pictures bool) (*demos.Raw, error) {
	raw, err := r.mixedReader.Read(i, pictures)
	for at := 0; at < len(raw.Actions.Values); at += 3 {
		raw.Actions.Values[at] *= r.unit
	}
	return raw, err
}

// A single known demonstration has no loss, and the others have one.
func TestResembleOneKnown(t *testing.T) {
	known := func(r *demos.Raw) bool { return r.Labels["episode"] == "3" }
	s, err := Resemble(t.Context(), demos.Numbered{Reader: mixedReader{bad: 3}}, ResemblanceOptions{
		Known: known, Progress: ignore})
	if err != nil {
		t.Fatal(err)
	}
	for e, l := range s.Loss {
		if math.IsNaN(l) != (e == 3) {
			t.Errorf("demonstration %d has the loss %v", e, l)
		}
	}
	if v := s.MedianLoss(0, true); !math.IsNaN(v) {
		t.Errorf("median loss %v", v)
	}
}

// manyReader is a dataset of so many short demonstrations that a corpus has no room for a frame of each: 12,000 of two
// frames in one task, the first two of them known. From the third on every other one is bad: it acts beside the state.
type manyReader struct{ mixedReader }

func (r manyReader) Episodes() int { return 12_000 }

func (r manyReader) Read(i int, _ bool) (*demos.Raw, error) {
	raw := &demos.Raw{Labels: map[string]string{"task": "one"}, Actions: demos.Matrix{Width: 1},
		State: demos.Matrix{Width: 1}}
	for t := range 2 {
		x := float32(i%7) + float32(t)/2
		raw.State.Values = append(raw.State.Values, x)
		raw.Actions.Values = append(raw.Actions.Values, x+3*float32(i%2))
	}
	return raw, nil
}

// Every demonstration has a loss, however many there are: one without a frame in the corpus was ranked as the best.
func TestResembleMany(t *testing.T) {
	seen := 0
	s, err := Resemble(t.Context(), manyReader{}, ResemblanceOptions{
		Known: func(*demos.Raw) bool { seen++; return seen == 1 || seen == 3 }, Progress: ignore})
	if err != nil {
		t.Fatal(err)
	}
	var good, bad float64
	for e, l := range s.Loss {
		if math.IsNaN(l) {
			t.Fatalf("demonstration %d has no loss", e)
		}
		if e%2 == 0 {
			good += s.Value[e]
		} else {
			bad += s.Value[e]
		}
	}
	if good < 2*bad {
		t.Errorf("values of good ones sum to %.0f, of bad ones to %.0f", good, bad)
	}
}

// A known demonstration that is short beside another known one predicts it and is predicted by it.
func TestResembleShortKnown(t *testing.T) {
	g := demos.Groups{Names: []string{"a", "a, known"}, N: []int{2, 2}, Frames: []int{20, 41}, Of: []int32{1, 1, 0, 0}}
	c, err := NewCorpus(g, 20, CorpusOptions{Each: true})
	if err != nil {
		t.Fatal(err)
	}
	for e, frames := range []int{1, 40, 10, 10} {
		if err := c.Add(0, recorded(e, g.Of[e], frames)); err != nil {
			t.Fatal(err)
		}
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	loss, err := c.resemblanceLosses(t.Context(), []bool{true, true, false, false})
	if err != nil || slices.ContainsFunc(loss, math.IsNaN) {
		t.Errorf("losses %v, %v", loss, err)
	}
}

// Without a known demonstration, or with nothing else, there is nothing to compare.
func TestResembleNothing(t *testing.T) {
	for want, known := range map[string]bool{"none of the 30": false, "all 30": true} {
		_, err := Resemble(t.Context(), mixedReader{}, ResemblanceOptions{
			Known: func(*demos.Raw) bool { return known }, Progress: ignore})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
}

// The kernel of known demonstrations is as wide as there are inputs that vary: w² = 9 for nine of them.
func TestWidthOfTheKernel(t *testing.T) {
	c := gathered(t, grouped(6, 2, 20), 20, 400)
	own, err := c.learn([]int{0, 1, 2})
	if err != nil {
		t.Fatal(err)
	}
	var x, y [][]float32
	for row := range int32(60) {
		x, y = append(x, c.inputs(row)), append(y, c.targets(row))
	}
	want, err := curate.FitKernelRidge(x, y, 9)
	if err != nil {
		t.Fatal(err)
	}
	a, b := make([]float64, c.set.Slots), make([]float64, c.set.Slots)
	for row := int32(60); row < 120; row++ {
		own.Residual(a, c.inputs(row), c.targets(row))
		want.Residual(b, c.inputs(row), c.targets(row))
		for i := range a {
			if math.Abs(a[i]-b[i]) > 1e-4 {
				t.Fatalf("row %d: residual %v, of a kernel of width 3 %v", row, a, b)
			}
		}
	}
}
