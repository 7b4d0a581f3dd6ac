package robomimic

import (
	"fmt"
	"testing"

	"counterpoise/internal/budget"
)

// A file that h5py wrote (testdata/make_isaac.py): observations that are one array are the state, states in groups are
// the scene of a demonstration without observations, and an observation without numbers adds nothing.
func TestReadsIsaacLab(t *testing.T) {
	r, err := format{}.Open("testdata/isaac.hdf5", budget.New(0))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	for i, want := range []struct{ state, scene string }{
		{"[1 2 3 4]", "[]"}, {"[]", "[1 2 5 3 4 6]"}, {"[1 2 3 4]", "[]"},
	} {
		raw, err := r.Read(i, true)
		if err != nil {
			t.Fatal(err)
		}
		if state, scene := fmt.Sprint(raw.State.Values), fmt.Sprint(raw.Scene.Values); state != want.state ||
			scene != want.scene {
			t.Errorf("demonstration %d has state %s and scene %s, want %+v", i, state, scene, want)
		}
	}
}
