package analysis

import (
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"counterpoise/bench"
	"counterpoise/bench/record"
	"counterpoise/internal/recordtest"
	"counterpoise/results/frame"
	"counterpoise/scenes"
	"counterpoise/stats"
)

// madeUp returns the curve of records of plateau on picking whose success at each number of steps has a level.
func madeUp(t *testing.T, levels ...int) Curve {
	t.Helper()
	varied := map[string]int{}
	for i, n := range []int{250, 500, 1000, 2000} {
		varied[fmt.Sprintf("%d steps", n)] = levels[i]
	}
	s := recordtest.RecordsOf(recordtest.Varied(varied), 6, "plateau")
	e, err := bench.Experiments.Get("plateau")
	if err != nil {
		t.Fatal(err)
	}
	p := bench.Plan{Name: e.Name, Experiments: []bench.Experiment{e}, Size: recordtest.Size(6), Oracle: scenes.CALVIN}
	curves := Plateaus(frame.Of(p, s).Designs[0])
	if len(curves) != 1 || len(curves[0].Points) != 4 {
		t.Fatalf("%+v", curves)
	}
	return curves[0]
}

// The plateau is the least number within two points of the best, wherever the best is; more steps may succeed less.
func TestPlateau(t *testing.T) {
	for _, c := range []struct {
		levels      []int
		best, least int
		atEnd       bool
	}{
		{[]int{-30, -8, 20, 5}, 2, 2, false},
		{[]int{-30, -20, -10, 20}, 3, 3, true},
		{[]int{20, 0, -10, -20}, 0, 0, false},
	} {
		got := madeUp(t, c.levels...)
		if got.Best != c.best || got.Least != c.least || got.AtEnd() != c.atEnd {
			t.Errorf("%v: best %d, plateau %d, at the end %v", c.levels, got.Best, got.Least, got.AtEnd())
		}
	}
	var c Curve
	for i, m := range []float64{70, 78.5, 80, 79} {
		p := madeUp(t, 0, 0, 0, 0).Points[i]
		p.Success.Mean, p.Behind = stats.Some(m), stats.Test{}
		c.Points = append(c.Points, p)
	}
	if c.decide([][]float64{{69, 71}, {78, 79}, {80, 80}, {79, 79}}); c.Best != 2 || c.Least != 1 {
		t.Errorf("best %d, plateau %d", c.Best, c.Least)
	}
	// 80 minus 69 and 71: a mean of 10 and a standard error of 1, t(1) = 6.3138 at 90 %.
	b := c.Points[0].Behind
	if math.Abs(b.MeanDifference.Or(0)-10) > 1e-9 || math.Abs(b.CI.High.Or(0)-16.3138) > 1e-3 {
		t.Errorf("behind %+v", b)
	}
	if c.Points[2].Behind.MeanDifference.Defined() {
		t.Error("the best stays behind itself")
	}
}

// Every line of the calibration table has the number of steps that its committed records give by the rule. The
// exceptions are lines that were frozen with another oracle or before more records were made.
func TestCalibrations(t *testing.T) {
	exceptions := map[string]int{
		"opening state+mlp+gaussian":                    500, // chosen by CALVIN's oracle; see bench.Calibrations
		"opening:Start=0.02,Noise=10 state+mlp+squared": 500, // chosen over 6 trials of the 10
	}
	type folder struct {
		all     []record.Record
		records recordtest.Records
	}
	folders := map[string]folder{}
	for _, c := range bench.Calibrations {
		name := c.Task + " " + strings.Join([]string{c.Observer, c.Network, c.Head}, "+")
		f, read := folders[c.Source]
		if !read {
			f.all, f.records = recordtest.Committed(t, filepath.Join("..", filepath.Base(c.Source)))
			folders[c.Source] = f
		}
		got := 0
		for _, d := range designs(t, f.all, f.records, c) {
			for _, curve := range Plateaus(d) {
				got = curve.Points[curve.Least].Steps
			}
		}
		want := c.Steps
		if n, excepted := exceptions[name]; excepted {
			want = n
		}
		if got != want {
			t.Errorf("%s: %d steps by the rule, want %d", name, got, want)
		}
	}
}

// designs are those of the experiment plateau on the task of a line, with the policy of the line in its sizes of
// batches and its seed.
func designs(t *testing.T, all []record.Record, records recordtest.Records, c bench.Calibration) []frame.Design {
	t.Helper()
	e, err := bench.Experiments.Get("plateau")
	if err != nil {
		t.Fatal(err)
	}
	e.Designs = slices.DeleteFunc(slices.Clone(e.Designs), func(d bench.Design) bool { return d.Task != c.Task })
	p := bench.Plan{Name: e.Name, Experiments: []bench.Experiment{e}, Oracle: scenes.Earned}
	for _, r := range all {
		of := r.Cell.Policy
		if r.Cell.Experiment == e.Name && r.Cell.Task == c.Task && of.Observer == c.Observer &&
			of.Network == c.Network && of.Head == c.Head {
			trials := max(p.Size.Trials, r.Cell.Trial+1)
			p.Size = frame.SizeOf(r.Cell)
			p.Size.Trials, p.Size.Steps = trials, 0
		}
	}
	return frame.Of(p, records).Designs
}

// The table marks the plateau, the best, and a grid that ends too early.
func TestPlateauTable(t *testing.T) {
	plan, records := recordtest.Explanatory(t, "plateau", 3)
	table, ok := plateauTable(frame.Of(plan, records).Designs[0])
	if !ok || len(table.Rows) != 4 {
		t.Fatalf("%d rows", len(table.Rows))
	}
	marks := 0
	for _, row := range table.Rows {
		if strings.HasPrefix(row[6].Text, "plateau") {
			marks++
		}
	}
	if marks != 1 {
		t.Errorf("%d plateaus", marks)
	}
	plan, records = recordtest.Explanatory(t, "chunk", 3)
	if _, ok := plateauTable(frame.Of(plan, records).Designs[0]); ok {
		t.Error("a design without numbers of steps has a plateau")
	}
}
