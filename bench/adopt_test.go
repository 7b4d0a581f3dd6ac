package bench

import (
	"slices"
	"testing"
)

// An experiment can be adopted twice if it is the same, is found while it is, and takes no name that is in use.
func TestAdopt(t *testing.T) {
	e := Experiment{Name: "adopted", Question: "?"}
	before := Experiments.Names()
	release, err := Adopt(e)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Adopt(e); err != nil {
		t.Error(err)
	}
	other := e
	other.Question = "!"
	for _, bad := range []Experiment{other, {Name: "rare"}, {Name: "quick"}, {Name: "Adopted"}, {Name: "Rare"},
		{Name: "Quick"}} {
		if _, err := Adopt(bad); err == nil {
			t.Errorf("%s is adopted", bad.Name)
		}
	}
	if _, err := Experiments.Get("adopted"); err != nil {
		t.Error(err)
	}
	release()
	if !slices.Equal(Experiments.Names(), before) {
		t.Error("it stays")
	}
	rare, _ := Experiments.Get("rare")
	if release, err = Adopt(rare); err != nil {
		t.Fatal(err)
	}
	release()
	if _, err := Experiments.Get("rare"); err != nil {
		t.Error("an experiment of the program is taken out")
	}
}
