package analysis

import (
	"fmt"
	"math"
	"slices"

	"counterpoise/bench"
	"counterpoise/bench/record"
	"counterpoise/results/apa"
	"counterpoise/results/document"
	"counterpoise/results/frame"
	"counterpoise/scenes"
	"counterpoise/scenes/demos"
	"counterpoise/stats"
)

func init() {
	All.Add("yaw", Analysis{Place: 2, About: "differences by the turn of the block at the start of a rollout",
		Tables: func(d frame.Design) ([]document.Table, []string) {
			t, ok := yawTable(d)
			return one(t.AsDetail(), ok), []string{yawNote}
		}})
}

// The analysis compares the success of two arms by the turn of the block at the start of a rollout, for tasks that turn
// one (scenes.StartTurner): the knob Yaw is the main difficulty of "picking". Records hold no initial states: they
// follow from the cell, whose start key draws them again, without physics or a policy. Rollout r of a trial starts from
// the same state under every arm, so a bin compares the same starts.

// yawWidth is the width of a bin, degrees. The default knob, 75 degrees either way, has three bins.
const yawWidth = 25.0

// yawBins is a comparison of a design, bin by bin.
type yawBins struct {
	bench.Comparison
	Bins []yawBin
}

// yawBin is the rollouts whose block is turned by Low to Low + yawWidth degrees from lying along y, either way.
type yawBin struct {
	Low float64
	// Starts is the number of such rollouts of one arm, over the trials of Test.
	Starts int
	// Effect is the difference of the rates of success in the bin: percentage points, Arm minus Against, paired by
	// trial. Trials without a start in the bin, or without a record of either arm, are left out, and so are arms that
	// start otherwise, under other knobs. It is undefined with fewer than two trials. yawTable corrects it for the
	// number of bins.
	Effect
}

// yawsOf returns the comparisons of a design in one behaviour, bin by bin; none for tasks without a block to turn.
func yawsOf(d frame.Design) (all []yawBins) {
	task, err := scenes.ParseTask(d.Task)
	if _, ok := task.(scenes.StartTurner); err != nil || !ok {
		return nil
	}
	behaviours := d.Behaviours()
	for _, c := range d.Comparisons {
		if slices.Contains(behaviours, c.Behaviour) {
			all = append(all, yawBins{c, yawsIn(d, c)})
		}
	}
	return all
}

// yawsIn tests a comparison in each bin that has a start.
func yawsIn(d frame.Design, c bench.Comparison) (all []yawBin) {
	arm, against := d.Arm(c.Arm), d.Arm(c.Against)
	type rates struct {
		a, b   []float64
		starts int
	}
	var found []rates
	for trial := range d.Plan.Size.Trials {
		ra, rb := d.Row(arm, trial), d.Row(against, trial)
		if ra == nil || rb == nil || ra.Cell.Task != rb.Cell.Task || !startsAreKnown(ra) || !startsAreKnown(rb) {
			continue
		}
		turns, err := drawnYaws(ra.Cell, c.Behaviour, ra.Cell.Rollouts)
		if err != nil {
			panic("yaw: " + err.Error()) // tasks and behaviours of a record are checked when it is read
		}
		starts, inA := yawCounts(turns, succeeded(ra, c.Behaviour, d.Oracle))
		_, inB := yawCounts(turns, succeeded(rb, c.Behaviour, d.Oracle))
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
			t, _ := stats.PairedT(f.a, f.b, frame.Level)
			e := EffectTested(c.Arm, t, frame.Alpha)
			all = append(all, yawBin{float64(yawWidth * float64(i)), f.starts, e})
		}
	}
	return all
}

// startsAreKnown reports whether the record's starts can be drawn again: those of another version of the simulator
// were others. Made-up records have no version.
func startsAreKnown(r *frame.Row) bool {
	return r.Data.Version == "" || r.Data.Version == demos.Version
}

// succeeded says of each rollout of a behaviour whether it succeeded by an oracle.
func succeeded(r *frame.Row, behaviour string, oracle scenes.Oracle) (ok []bool) {
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

// yawCounts returns the numbers of rollouts and of successes in each bin.
func yawCounts(turns []float64, ok []bool) (starts, right []float64) {
	for i, turn := range turns[:min(len(turns), len(ok))] {
		bin := int(turn / yawWidth)
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

// drawnYaws draws the turns of rollouts again.
func drawnYaws(c record.Cell, behaviour string, n int) ([]float64, error) {
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

// yawTable has a row for each comparison of a design and each bin of the turn; false where there is nothing to compare,
// or where all starts are in one bin.
func yawTable(d frame.Design) (document.Table, bool) {
	t := document.Table{
		Name: "yaw",
		Title: fmt.Sprintf("Differences in points by the turn of the block at the start (success by %s)",
			frame.OracleText(d.Oracle)),
		Columns: []document.Head{
			document.WordColumn("behaviour", "behaviour"),
			{Title: "arms", Words: true, Fields: []string{"arm", "against"}},
			document.NumberColumn("turned by", "low", "high"), document.NumberColumn("starts", "starts"),
			document.NumberColumn("difference", "mean_difference"),
			document.NumberColumn(apa.Percent(frame.Level)+" interval", "ci_low", "ci_high"),
			document.NumberColumn("p", "p"), document.NumberColumn("p (Holm)", "p_holm"),
			document.NumberColumn("n", "n"), document.WordColumn("verdict", "verdict"),
		},
	}
	all, several := yawsOf(d), false
	correctYaws(all)
	for _, c := range all {
		several = several || len(c.Bins) > 1
		for _, b := range c.Bins {
			low, high := fmt.Sprintf("%g", b.Low), fmt.Sprintf("%g", b.Low+yawWidth)
			t.Rows = append(t.Rows, []document.Cell{
				document.Word(c.Behaviour), document.Entry(c.Arm+" - "+c.Against, c.Arm, c.Against),
				document.Entry(low+" to "+high+"\u00b0", low, high), document.Count(b.Starts),
				apa.NumberCell("%+.1f", b.Test.MeanDifference), apa.IntervalCell("%+.1f", b.Test.CI),
				apa.PCell(b.Test.P), apa.PCell(b.Holm), document.Count(b.Test.N.Total()),
				document.Word(string(b.Verdict())),
			})
		}
	}
	return t, several
}

// correctYaws adjusts the p values of all bins of all comparisons, the rows of the table, as one family.
func correctYaws(all []yawBins) {
	var family []*Effect
	for _, c := range all {
		for i := range c.Bins {
			family = append(family, &c.Bins[i].Effect)
		}
	}
	CorrectEffects(family)
}

// yawNote says what yawTable shows.
var yawNote = fmt.Sprintf("Turn of the block: rollouts are grouped by how far the block is turned from lying along y "+
	"when they start, either way; both arms start from the same states. The tests are paired by trial. The first arm "+
	"%s or %s where p, corrected by Holm over the rows of the table, is below .05; the arms are %s where they are "+
	"shown to be within %g points, and the question is %s where neither is shown.",
	Helps, Harms, Equal, bench.VerdictMargin, Open)
