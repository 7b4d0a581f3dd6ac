package yaw

import (
	"fmt"
	"math"
	"slices"

	"counterpoise/bench"
	"counterpoise/bench/record"
	"counterpoise/results/effects"
	"counterpoise/results/findings"
	"counterpoise/scenes"
	"counterpoise/scenes/demos"
	"counterpoise/stats"
)

// Width is the width of a bin, degrees. The default knob, 75 degrees either way, has three bins.
const Width = 25.0

// Binned is a comparison of a design, bin by bin.
type Binned struct {
	bench.Comparison
	Bins []Bin
}

// Bin is the rollouts whose block is turned by Low to Low + Width degrees from lying along y, either way.
type Bin struct {
	Low float64
	// Starts is the number of such rollouts of one arm, over the trials of Test.
	Starts int
	// Effect is the difference of the rates of success in the bin: percentage points, Arm minus Against, paired by
	// trial. Trials without a start in the bin, or without a record of either arm, are left out, and so are arms that
	// start otherwise, under other knobs. It is undefined with fewer than two trials. Table corrects it for the number
	// of bins.
	effects.Effect
}

// Of returns the comparisons of a design in one behaviour, bin by bin; none for tasks without a block to turn.
func Of(d findings.Design) (all []Binned) {
	task, err := scenes.ParseTask(d.Task)
	if _, ok := task.(scenes.StartTurner); err != nil || !ok {
		return nil
	}
	behaviours := d.Behaviours()
	for _, c := range d.Comparisons {
		if slices.Contains(behaviours, c.Behaviour) {
			all = append(all, Binned{c, bins(d, c)})
		}
	}
	return all
}

// bins tests a comparison in each bin that has a start.
func bins(d findings.Design, c bench.Comparison) (all []Bin) {
	arm, against := d.Arm(c.Arm), d.Arm(c.Against)
	type rates struct {
		a, b   []float64
		starts int
	}
	var found []rates
	for trial := range d.Plan.Size.Trials {
		ra, ok := d.Record(arm, trial)
		rb, both := d.Record(against, trial)
		if !ok || !both || ra.Cell.Task != rb.Cell.Task || !known(ra) || !known(rb) {
			continue
		}
		turns, err := drawn(ra.Cell, c.Behaviour, ra.Cell.Rollouts)
		if err != nil {
			panic("yaw: " + err.Error()) // tasks and behaviours of a record are checked when it is read
		}
		starts, inA := counted(turns, successes(ra, c.Behaviour, d.Oracle))
		_, inB := counted(turns, successes(rb, c.Behaviour, d.Oracle))
		for i, n := range starts {
			if i == len(found) {
				found = append(found, rates{})
			}
			if n > 0 {
				found[i].a = append(found[i].a, 100*inA[i]/n)
				found[i].b = append(found[i].b, 100*inB[i]/n)
				found[i].starts += int(n)
			}
		}
	}
	for i, f := range found {
		if f.starts > 0 {
			t, _ := stats.PairedT(f.a, f.b, findings.Level)
			all = append(all, Bin{float64(Width * float64(i)), f.starts, effects.Tested(c.Arm, t, findings.Alpha)})
		}
	}
	return all
}

// known reports whether the record's starts can be drawn again: those of another version of the simulator were others.
// Made-up records have no version.
func known(r record.Record) bool { return r.Data.Version == "" || r.Data.Version == demos.Version }

// successes says of each rollout of a behaviour whether it succeeded by an oracle.
func successes(r record.Record, behaviour string, oracle scenes.Oracle) (ok []bool) {
	for _, o := range r.Rollouts {
		if o.Behaviour != behaviour {
			continue
		}
		for i := range o.Steps {
			v, _, _ := o.Verdict(i, oracle)
			ok = append(ok, v == scenes.Right)
		}
	}
	return ok
}

// counted returns the numbers of rollouts and of successes in each bin.
func counted(turns []float64, ok []bool) (starts, right []float64) {
	for i, turn := range turns[:min(len(turns), len(ok))] {
		bin := int(turn / Width)
		for len(starts) <= bin {
			starts, right = append(starts, 0), append(right, 0)
		}
		starts[bin]++
		if ok[i] {
			right[bin]++
		}
	}
	return starts, right
}

// drawn draws the turns of rollouts again.
func drawn(c record.Cell, behaviour string, n int) ([]float64, error) {
	task, err := scenes.ParseTask(c.Task)
	if err != nil {
		return nil, err
	}
	turner, ok := task.(scenes.StartTurner)
	b := slices.Index(task.Behaviours(), behaviour)
	if !ok || b < 0 {
		return nil, fmt.Errorf("task %s turns no block for behaviour %q", c.Task, behaviour)
	}
	key, out := c.StartKey().With(behaviour), make([]float64, n)
	for r := range out {
		out[r] = math.Abs(turner.StartTurn(b, key.With(r).Rand())) * 180 / math.Pi
	}
	return out, nil
}
