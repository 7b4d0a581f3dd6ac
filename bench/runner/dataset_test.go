package runner

import (
	"reflect"
	"strings"
	"testing"

	"counterpoise/bench"
	"counterpoise/bench/record"
	"counterpoise/scenes/demos"
)

// The demonstrations of a recipe, given as a dataset, make the record of the recipe's cell: training and rollouts. A
// dataset that is not there makes none, and its cell has another name.
func TestRecordsOfADataset(t *testing.T) {
	t.Parallel()
	c := record.Cell{Task: "opening", Recipe: "slider=1,drawer=2", Groups: "behaviour", Method: "natural",
		Policy: bench.StatePolicy, Rollouts: 2, Steps: 20, Seed: 9, Version: bench.Version}
	r := NewCellRunner(1, nil, "").(*cellRunner)
	want, err := r.Run(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	recipe, err := demos.ParseRecipe(c.Task + " " + c.Recipe)
	if err != nil {
		t.Fatal(err)
	}
	d, err := demos.Generate(t.Context(), recipe, record.PoolSeed(c.Task, c.Trial, c.Seed), 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	if d.Digest() != d.Card.Hash || !reflect.DeepEqual(d.Count(), d.Card.Groups) {
		t.Errorf("digest %s, card %s", d.Digest(), d.Card.Hash)
	}
	of := c
	of.Recipe = record.DataRecipe(d.Digest())
	if c.OfDataset() || !of.OfDataset() || of.Hash() == c.Hash() {
		t.Errorf("cells %v and %v", c, of)
	}
	if _, err := r.Run(t.Context(), of); err == nil || !strings.Contains(err.Error(), "counterpoise try DATASET") {
		t.Errorf("without the dataset: %v", err)
	}
	d.Card = demos.Card{Hash: d.Card.Hash, Groups: d.Card.Groups}
	r.UseDatasets(Datasets{of.Recipe: d})
	got, err := r.Run(t.Context(), of)
	if err != nil {
		t.Fatal(err)
	}
	if !got.SameResult(want) || !reflect.DeepEqual(got.Training, want.Training) {
		t.Error("other training or rollouts than those of the recipe's cell")
	}
	if err := bench.CheckRecord(got); err != nil {
		t.Error(err)
	}
}
