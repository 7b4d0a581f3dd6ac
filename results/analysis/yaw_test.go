package analysis

import (
	"math"
	"testing"

	"counterpoise/bench"
	"counterpoise/bench/record"
	"counterpoise/internal/recordtest"
	"counterpoise/results/apa"
	"counterpoise/results/frame"
	"counterpoise/scenes"
	"counterpoise/scenes/demos"
	"counterpoise/stats"
)

// turned are the turns of a cell's rollouts.
func turned(t *testing.T, c record.Cell, behaviour string, n int) []float64 {
	t.Helper()
	turns, err := drawnYaws(c, behaviour, n)
	if err != nil {
		t.Fatal(err)
	}
	return turns
}

// The turns that are drawn again are those of the states that rollouts of the cell start from: within the task's knob,
// spread over it, others in another trial, and zero where blocks are not turned.
func TestYaws(t *testing.T) {
	c := record.Cell{Task: "picking", Seed: 1}
	turns := turned(t, c, "middle", 100)
	bins := [4]int{}
	for _, v := range turns {
		bins[min(3, int(v/yawWidth))]++
	}
	if bins[0] < 15 || bins[1] < 15 || bins[2] < 15 || bins[3] > 0 {
		t.Errorf("turns by bins %v of a third each", bins)
	}
	c.Trial = 1
	if other := turned(t, c, "middle", 100); other[0] == turns[0] {
		t.Errorf("trials start alike: %v", turns[0])
	}
	c = record.Cell{Task: "picking:Yaw=0", Seed: 1}
	for _, v := range turned(t, c, "left", 5) {
		if math.Abs(v) > 1e-9 {
			t.Errorf("a block that is not turned is turned by %v degrees", v)
		}
	}
	if _, err := drawnYaws(record.Cell{Task: "opening"}, "slider", 1); err == nil {
		t.Error("opening turns a block")
	}
	// By the task's own Reset, with the block's Euler angle as it is observed; settling turns it by a hundredth of a
	// degree at most.
	task, _ := scenes.ParseTask("picking")
	table := scenes.NewTabletop()
	c = record.Cell{Task: "picking", Seed: 1}
	for r := range 20 {
		if err := task.Reset(table, 1, c.StartKey().With("middle").With(r).Rand()); err != nil {
			t.Fatal(err)
		}
		var o scenes.Observation
		table.Observe(&o)
		yaw := float64(o.Scene[scenes.BlockIndex(scenes.Red)+scenes.BlockYaw]) * 180 / math.Pi
		if want := math.Abs(math.Mod(yaw+360, 180) - 90); math.Abs(turns[r]-want) > .01 {
			t.Errorf("rollout %d: turned by %v, observed %v", r, turns[r], want)
		}
	}
}

// The rates of a bin are those of its rollouts, and their test is the paired t-test over trials: made-up records in
// which the starved arm fails all starts beyond 50 degrees.
func TestYawTable(t *testing.T) {
	p, s := recordtest.PlanE1(t, 4), recordtest.Records{}
	for _, c := range p.Cells() {
		r := recordtest.Record(c, 0, 0, 0)
		r.Data.Version = demos.Version
		for i, o := range r.Rollouts {
			turns := turned(t, c, o.Behaviour, len(o.Steps))
			for j := range o.Steps {
				// Under plain balance every start succeeds but the first of the trial.
				if o.Steps[j] = 30; j == c.Trial || c.Recipe != balanced(p) && turns[j] >= 50 {
					o.Steps[j] = 0
				}
			}
			r.Rollouts[i] = o
		}
		s[c.Hash()] = r
	}
	p.Oracle = scenes.CALVIN
	for _, d := range frame.Of(p, s).Designs {
		all := yawsOf(d)
		if scenes.TaskName(d.Task) != "picking" {
			if len(all) > 0 {
				t.Errorf("%s has bins", d.Task)
			}
			continue
		}
		if len(all) != 3 {
			t.Fatalf("%d comparisons", len(all))
		}
		for _, c := range all {
			if len(c.Bins) != 3 || c.Bins[0].Starts+c.Bins[1].Starts+c.Bins[2].Starts != 4*p.Size.Rollouts {
				t.Fatalf("%s: bins %+v", c.Behaviour, c.Bins)
			}
			for i, b := range c.Bins {
				mean := b.Test.MeanDifference.Or(99)
				if i < 2 && mean != 0 || i == 2 && (mean > -70 || mean < -100) {
					t.Errorf("%s from %v degrees: difference %v", c.Behaviour, b.Low, mean)
				}
			}
			if want := byHand(t, d, c); math.Abs(c.Bins[2].Test.T.Or(0)-want) > 1e-9 {
				t.Errorf("%s: t = %v, by hand %v", c.Behaviour, c.Bins[2].Test.T, want)
			}
		}
		table, ok := yawTable(d)
		if !ok || len(table.Rows) != 9 {
			t.Errorf("table of %d rows, %v", len(table.Rows), ok)
		}
		p := make([]float64, 0, len(all)) // those of the bins that have a test are the family
		for _, c := range all {
			p = append(p, c.Bins[2].Test.P.Or(math.NaN()))
		}
		for i, adjusted := range stats.Holm(p) {
			if got := table.Rows[3*i+2][7].Values[0]; got != apa.Exact(stats.Some(adjusted)) {
				t.Errorf("%s: p (Holm) %s, want %v", all[i].Behaviour, got, adjusted)
			}
		}
		for i, row := range table.Texts() {
			// Differences of 0 without a spread have no test, and show nothing.
			if verdict := row[len(row)-1]; verdict != []string{"open", "open", "harms"}[i%3] {
				t.Errorf("verdict %s in row %v", verdict, row)
			}
		}
	}
}

func balanced(p bench.Plan) string {
	for _, a := range p.Experiments[0].Designs[0].Arms {
		if a.Name == "balanced" {
			return a.Recipe
		}
	}
	return ""
}

// byHand is t of the rates beyond 50 degrees, from the records.
func byHand(t *testing.T, d frame.Design, c yawBins) float64 {
	var a, b []float64
	for trial := range d.Plan.Size.Trials {
		rate := func(arm string) float64 {
			r := d.Row(d.Arm(arm), trial)
			n, k := 0.0, 0.0
			for _, o := range r.Rollouts {
				for j, step := range o.Steps {
					if o.Behaviour == c.Behaviour && turned(t, r.Cell, o.Behaviour, len(o.Steps))[j] >= 50 {
						n++
						k += float64(min(1, step))
					}
				}
			}
			return 100 * k / n
		}
		a, b = append(a, rate(c.Arm)), append(b, rate(c.Against))
	}
	test, _ := stats.PairedT(a, b, frame.Level)
	return test.T.Or(0)
}
