package runner

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"counterpoise/bench"
	"counterpoise/bench/record"
	"counterpoise/policies/weightfile"
)

// Under equal weights from a file a cell gives the record of natural, and under weights α_g/n_g of the frames of group
// g that of a method with constant weights α: data, course of the training and every rollout. Weights of another
// dataset make no record.
func TestRecordsUnderGivenWeights(t *testing.T) {
	t.Parallel()
	cell := func(method string) record.Cell {
		return record.Cell{Task: "opening", Recipe: "slider=1,drawer=2", Groups: "behaviour", Method: method,
			Policy: bench.StatePolicy, Rollouts: 2, Steps: 20, Seed: 9, Version: bench.Version}
	}
	r := NewCellRunner(1, nil, "").(*cellRunner)
	for _, method := range []string{"natural", "equal"} {
		want, err := r.Run(t.Context(), cell(method))
		if err != nil {
			t.Fatal(err)
		}
		var u []weightfile.Frames
		for _, g := range want.Data.Groups {
			for range g.Demos {
				if method == "natural" {
					u = append(u, weightfile.Frames{.7})
				} else {
					u = append(u, weightfile.Frames{1 / float64(g.Frames)})
				}
			}
		}
		w := weightfile.Weights{Name: "mine", Datasets: map[string][]weightfile.Frames{want.Data.Hash: u}}
		r.UseWeights(weightfile.Library{w})
		got, err := r.Run(t.Context(), cell(w.Method()))
		if err != nil {
			t.Fatal(err)
		}
		if got.Cell.Hash() == want.Cell.Hash() {
			t.Error("the cell has the name of another method's")
		}
		for step, p := range got.Training.Alpha { // α to rounding; the rest to the byte
			for g, a := range p.Group {
				if d := a - want.Training.Alpha[step].Group[g]; d > 1e-15 || d < -1e-15 {
					t.Fatalf("%s, step %d: α %v, want %v", method, step, p.Group, want.Training.Alpha[step].Group)
				}
			}
		}
		got.Training.Alpha = want.Training.Alpha
		if !reflect.DeepEqual(got.Training, want.Training) || !got.SameResult(want) {
			t.Errorf("%s: the record under the same weights from a file differs", method)
		}
		u = append(u, weightfile.Frames{1})
		w.Datasets = map[string][]weightfile.Frames{want.Data.Hash: u}
		r.UseWeights(weightfile.Library{w})
		_, err = r.Run(t.Context(), cell(w.Method()))
		if err == nil || !strings.Contains(err.Error(), "weights of 4 demonstrations for a dataset of 3") {
			t.Errorf("one too many: %v", err)
		}
	}
	_, err := r.Run(t.Context(), cell(fmt.Sprintf("weights:mine@%016x", 5)))
	if err == nil || !strings.Contains(err.Error(), "are not here; give their file with --weights") {
		t.Errorf("weights that are not here: %v", err)
	}
}
