package surface

import (
	"math"
	"strings"
	"testing"

	"counterpoise/bench"
	"counterpoise/bench/record"
	"counterpoise/bench/study"
	"counterpoise/internal/recordtest"
	"counterpoise/results/frame"
	"counterpoise/stats"
)

// Two trials whose weight of the optimal demonstrations goes from .5 to .5 + ηT/500 ± .01 in three points: at
// ηT = 200 it ends at .9, which has a frame, and is .7 over time.
func TestSurface(t *testing.T) {
	p, err := bench.NewPlan("surfaces", func(s *record.Size) { s.Trials = 2 })
	if err != nil {
		t.Fatal(err)
	}
	records := recordtest.Records{}
	_, etas, steps := study.SurfaceGrid()
	d := p.Experiments[0].Designs[0]
	for i, a := range d.Arms {
		for trial := range 2 {
			eta := etas[i/len(steps)%len(etas)]
			end := .5 + eta/500 + .02*float64(trial) - .01
			r := record.Record{Cell: p.Cell(p.Experiments[0], d, a, trial)}
			r.Training.Groups = []string{"optimal", "other"}
			for step, v := range []float64{.5, (.5 + end) / 2, end} {
				r.Training.Alpha = append(r.Training.Alpha, record.Point{Step: step, Group: []float64{v, 1 - v}})
			}
			records[r.Cell.Hash()] = r
		}
	}
	f := frame.Of(p, records).Findings()[0]
	all := Weights(f.Design)
	if len(all) != 90 {
		t.Fatalf("%d points, want 3 styles x 5 x 6", len(all))
	}
	last := all[len(all)-1]
	if last.Style != "noisy" || last.Eta != 200 || last.Steps != 1000 || math.Abs(last.Final.Mean.Or(0)-.9) > 1e-9 ||
		math.Abs(last.Mean.Mean.Or(0)-.7) > 1e-9 {
		t.Errorf("%+v", last)
	}
	figure, ok := Figure(f)
	if !ok || figure.Panels() != 6 || !strings.Contains(figure.Alt, "200 has 0.90 0.90") ||
		!strings.Contains(figure.Caption, "0.937") {
		t.Errorf("%v, %d panels: %s; %s", ok, figure.Panels(), figure.Alt, figure.Caption)
	}
	// The 18 points at eta 200 end at .9 ± .127, which is t(.975; 1) of their standard error; those at 63 reach to .5.
	want := "ends between these means over trials: biased .50 to .90, erratic .50 to .90, noisy .50 to .90. Of 90 " +
		"points, 18 prefer the optimal demonstrations and 0 the suboptimal ones (the 95 % interval lies on one side " +
		"of .5); 18 end within .05 of the printed .937, and 0 are there over time."
	if got := Sentence(f.Design); !strings.HasSuffix(got, want) {
		t.Errorf("%s", got)
	}
	m := panel(all, "biased", "", func(w Weight) stats.Summary { return w.Final }, .9367)
	if !m.Cells[4][0].Ring || m.Cells[3][0].Ring || m.Cells[4][0].Empty {
		t.Errorf("%+v", m.Cells)
	}
	for h, r := range records {
		if !strings.Contains(r.Cell.Recipe, "biased") {
			delete(records, h)
		}
	}
	if figure, ok := Figure(frame.Of(p, records).Findings()[0]); !ok || figure.Panels() != 2 {
		t.Errorf("one style alone has %d panels", figure.Panels())
	}
}

// Between given weights success is interpolated, beyond them it is that of the last.
func TestInterpolate(t *testing.T) {
	points := [][2]float64{{0, 10}, {.5, 20}, {1, 60}}
	for x, want := range map[float64]float64{-1: 10, 0: 10, .25: 15, .5: 20, .75: 40, 1: 60, 2: 60} {
		if got := interpolate(points, x); math.Abs(got-want) > 1e-12 {
			t.Errorf("%v at %v, want %v", got, x, want)
		}
	}
}

// A weight that all trials have alike lies on its side of one half; a single trial shows no side.
func TestIntervalWithoutSpread(t *testing.T) {
	of := func(v ...float64) Weight {
		s, err := stats.Summarise(v)
		if err != nil {
			t.Fatal(err)
		}
		return Weight{Final: s}
	}
	for _, c := range []struct {
		w         Weight
		low, high float64
	}{{of(0, 0, 0), 0, 0}, {of(.4), 0, 1}, {Weight{}, 0, 1}} {
		if low, high := interval(c.w); low != c.low || high != c.high {
			t.Errorf("%+v: [%g, %g], want [%g, %g]", c.w.Final, low, high, c.low, c.high)
		}
	}
}
