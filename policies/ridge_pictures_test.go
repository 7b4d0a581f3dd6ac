package policies

import (
	"path/filepath"
	"slices"
	"testing"

	"counterpoise/internal/seed"
	"counterpoise/internal/toydata"
	"counterpoise/policies/ridge"
	"counterpoise/scenes"
)

// A ridge sees pictures as a neural policy does, and loads from its file.
func TestRidgeSeesPictures(t *testing.T) {
	d, g := toydata.Reaching(seed.Of("toy"), 2, 3)
	toydata.WithPictures(d)
	c := ridge.DefaultConfig()
	c.Observer = "vision"
	r, err := ridge.New(d, g, c, 0, seed.Of("ridge"))
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "v.ridge")
	if err := r.Save(path); err != nil {
		t.Fatal(err)
	}
	q, err := Load(path)
	if err != nil {
		t.Fatal(err)
	}
	obs := d.Episodes[0].Observations[:3]
	var answers [2][][]scenes.Action
	for i, p := range []Policy{r, q} {
		answers[i] = [][]scenes.Action{make([]scenes.Action, 2), make([]scenes.Action, 2), make([]scenes.Action, 2)}
		if err := p.Act(answers[i], obs); err != nil {
			t.Fatal(err)
		}
	}
	for i := range obs {
		if !slices.Equal(answers[0][i], answers[1][i]) {
			t.Errorf("observation %d is answered differently after loading", i)
		}
	}
}
