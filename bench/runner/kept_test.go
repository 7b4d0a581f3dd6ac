package runner

import (
	"reflect"
	"strings"
	"testing"

	"counterpoise/bench"
	"counterpoise/bench/record"
)

// A cell whose score keeps all demonstrations gives the record of plain cloning, and one whose label leaves out a style
// that of the style's weight 0, to the byte: in a runner of its own, and after that cell in the same runner, which then
// trains nothing. What a selection says is what the demonstrations say.
func TestRecordsOfWhatAScoreKeeps(t *testing.T) {
	t.Parallel()
	cell := func(recipe, method string) record.Cell {
		return record.Cell{Task: "opening", Recipe: recipe, Groups: "style", Method: method,
			Policy: bench.StatePolicy, Rollouts: 2, Steps: 20, Seed: 9, Version: bench.Version}
	}
	run := func(r CellRunner, c record.Cell) record.Record {
		made, err := r.Run(t.Context(), c)
		if err != nil {
			t.Fatal(err)
		}
		return made
	}
	const good, mixed = "slider=2,drawer=2", "slider=2,drawer=2,slider:biased=1,drawer:biased=1"
	for _, c := range []struct {
		recipe, kept, plain string
		dropped, bad        int
	}{
		{good, "kept:length,split", "natural", 0, 0},
		{mixed, "kept:optimal", "fixed:1,0", 2, 2},
		{mixed, "kept:success", "fixed:1,0", 2, 2},
		{mixed, "kept:hold,keep:Share=0.66", "fixed:1,0", 2, 2},
		{mixed, "kept:length,keep:Share=0.01", "", 4, -1}, // of three of a behaviour one is kept
	} {
		r := NewCellRunner(1, nil, "")
		kept := run(r, cell(c.recipe, c.kept))
		s := kept.Training.Selection
		if s == nil || len(s.Dropped) != c.dropped || c.bad >= 0 && s.DroppedBad != c.bad {
			t.Errorf("%s: selection %+v", c.kept, s)
		}
		if strings.Contains(c.kept, "hold") && (s.AUROC == nil || *s.AUROC != 1) {
			t.Errorf("%s: AUROC %v of demonstrations that hold nothing", c.kept, s.AUROC)
		}
		again := run(r, cell(c.recipe, c.kept))
		if again.Duration.Training != 0 || !reflect.DeepEqual(again.Training, kept.Training) ||
			!again.SameResult(kept) {
			t.Errorf("%s is trained again, or gives another record", c.kept)
		}
		if c.plain == "" {
			continue
		}
		plain := run(NewCellRunner(1, nil, ""), cell(c.recipe, c.plain))
		kept.Training.Selection = nil
		if !reflect.DeepEqual(kept.Training, plain.Training) || !kept.SameResult(plain) {
			t.Errorf("%s and %s give other records:\n%+v\n%+v", c.kept, c.plain, kept.Training, plain.Training)
		}
		if c.plain == "natural" && run(r, cell(c.recipe, c.plain)).Duration.Training != 0 {
			t.Errorf("%s is trained although %s was", c.plain, c.kept)
		}
	}
	for method, want := range map[string]string{
		"kept:nothing,split": "nothing", "kept:hold,nothing": "nothing", "kept:cupid,split": "rollouts",
	} {
		_, err := NewCellRunner(1, nil, "").Run(t.Context(), cell(good, method))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", method, err)
		}
	}
}
