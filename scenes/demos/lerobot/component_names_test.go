package lerobot

import (
	"path/filepath"
	"slices"
	"testing"

	"counterpoise/internal/budget"
	"counterpoise/scenes/demos"
)

// Names of states and actions are those of info.json; where one feature has none, there are none.
func TestComponentNames(t *testing.T) {
	r, err := format{}.Open(filepath.Join("testdata", "mixed"), budget.New(0))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	state, action := demos.ComponentNames(r)
	if want := []string{"a", "b", "c", "d"}; !slices.Equal(action, want) {
		t.Errorf("actions %q, want %q", action, want)
	}
	if state != nil {
		t.Errorf("states %q, and observation.open has no names", state)
	}
	r.(*reader).roles.state = []string{"observation.joints"}
	if state, _ = demos.ComponentNames(r); !slices.Equal(state, []string{"knee", "hip"}) {
		t.Errorf("states %q", state)
	}
}
