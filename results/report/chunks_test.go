package report

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"counterpoise/bench"
	"counterpoise/bench/record"
	"counterpoise/bench/study"
	"counterpoise/internal/golden"
	"counterpoise/internal/recordtest"
	"counterpoise/results/frame"
	"counterpoise/results/study/fixedtheta"
	"counterpoise/scenes"
	"counterpoise/scenes/demos"
)

// Why the weights of the seventh freeze lie nearer to 1/2 than predicted: its predictions took E|a|² by frame, and
// losses are over chunks, beyond whose end the last action repeats. In chunks the demonstrations of picking have nearly
// the gap of the references in the records, wherever the two forms differ.
func TestReferencesAreOfChunks(t *testing.T) {
	_, records := recordtest.Committed(t, "../fixed-theta")
	plan, err := bench.NewPlan(study.ConfirmFixedTheta.Name, func(s *record.Size) {
		s.Seed, s.SeedSource = frozenSeed(t, study.ConfirmFixedTheta.Freeze), record.SeedFreeze
	})
	if err != nil {
		t.Fatal(err)
	}
	f := frame.Of(plan, records)
	for _, r := range records {
		if n := r.Training.Config.Chunk; n != demos.MotionChunk {
			t.Fatalf("policies answer with %d actions, and demos.MotionChunk is %d", n, demos.MotionChunk)
		}
	}
	const trials = 2
	for _, row := range fixedtheta.TableOne(frame.Frame{}, f, frame.Frame{}) {
		at := slices.IndexFunc(f.Designs, func(d frame.Design) bool {
			return d.Task == row.Task && d.Arm(study.FixedThetaArm(row.Style, "fixed")).Name != ""
		})
		if row.Reading != "fixed theta" || row.Task != "picking" || at < 0 {
			continue
		}
		arm := f.Designs[at].Arm(study.FixedThetaArm(row.Style, "fixed"))
		recipe, err := demos.ParseRecipe(row.Task + " " + arm.Recipe)
		if err != nil {
			t.Fatal(err)
		}
		var gripper []float64
		var gaps [2]float64 // by frame and in chunks, mean over trials
		for trial := range trials {
			d, err := demos.Generate(t.Context(), recipe, record.PoolSeed(row.Task, trial, plan.Size.Seed), 1, nil)
			if err != nil {
				t.Fatal(err)
			}
			groups := d.Groups(demos.ByStyle)
			gripper = append(gripper, gripperSquare(d))
			optimal := slices.Index(groups.Names, "optimal")
			for i, n := range []int{1, demos.MotionChunk} {
				e := d.Energies(groups, n)
				gaps[i] += (e[1-optimal].Mean - e[optimal].Mean) / trials
			}
		}
		for _, e := range gripper {
			if math.Abs(e-1) > .005 {
				t.Errorf("%s %s: the gripper's command has a mean square of %v", row.Task, row.Style, e)
			}
		}
		found := row.References[1].Or(math.NaN()) - row.References[0].Or(math.NaN())
		t.Logf("%s: %.3f by frame, %.3f in chunks; the references %.3f", row.Style, gaps[0], gaps[1], found)
		if math.Abs(gaps[0]-gaps[1]) > .05 && math.Abs(gaps[1]-found) > math.Abs(gaps[0]-found)*.6 {
			t.Errorf("%s %s: the references are no nearer to chunks", row.Task, row.Style)
		}
		if row.Style == "hasty" {
			text := func(x float64) string { return strings.TrimPrefix(fmt.Sprintf("%.2f", x), "0") }
			golden.CheckWords(t, "../answer.md", text(gaps[0])+" by frame and "+text(gaps[1])+" in chunks",
				"of the records "+text(found))
		}
	}
}

// gripperSquare is the mean square of the gripper's command.
func gripperSquare(d *demos.Dataset) float64 {
	sum, n := 0.0, 0.0
	for _, e := range d.Episodes {
		for _, a := range e.Actions {
			g := float64(a[scenes.ActionGripper])
			sum, n = sum+g*g, n+1
		}
	}
	return sum / n
}
