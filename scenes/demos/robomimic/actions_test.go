package robomimic

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"counterpoise/internal/budget"
	"counterpoise/scenes/demos"
	"counterpoise/scenes/demos/hdf5"
)

// A demonstration may have other arrays of actions beside the usual one, which is read and told; the user may name
// others.
func TestTakeActions(t *testing.T) {
	path := filepath.Join(t.TempDir(), "set.hdf5")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	w := hdf5.NewWriter(f)
	array := func(rows, columns int) hdf5.Ref {
		ref, _ := w.Dataset(hdf5.Float32, make([]byte, 4*rows*columns), rows, columns)
		return ref
	}
	parts, _ := w.Group([]hdf5.Link{{Name: "abs_pos", To: array(2, 3)}, {Name: "gripper", To: array(2, 1)}})
	obs, _ := w.Group([]hdf5.Link{{Name: "a", To: array(2, 2)}})
	demo, _ := w.Group([]hdf5.Link{{Name: "actions", To: array(2, 7)}, {Name: "actions_abs", To: array(2, 8)},
		{Name: "actions_short", To: array(1, 8)}, {Name: "action_dict", To: parts}, {Name: "obs", To: obs}})
	data, _ := w.Group([]hdf5.Link{{Name: "demo_0", To: demo}})
	top, _ := w.Group([]hdf5.Link{{Name: "data", To: data}})
	if err := w.Close(top); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		names string
		width int
		err   string
	}{
		{"", 7, ""}, {"actions_abs", 8, ""}, {"action_dict/abs_pos action_dict/gripper", 4, ""},
		{"actions actions_short", 0, "actions_short has 1 frames, expected the 2 of actions"},
		{"states", 0, "there is action_dict/abs_pos, action_dict/gripper, actions, actions_abs, actions_short"},
	} {
		r, err := format{}.Open(path, budget.New(0))
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		names := strings.Fields(c.names)
		var raw *demos.Raw
		if err = demos.TakeActions(r, names); err == nil {
			raw, err = r.Read(0, false)
		}
		if c.err != "" {
			if err == nil || !strings.Contains(err.Error(), c.err) {
				t.Errorf("%v: %v, want %q", names, err, c.err)
			}
			continue
		}
		if err != nil || raw.Actions.Width != c.width {
			t.Errorf("%v: %+v, %v", names, raw, err)
		}
		const told = "actions: actions; left out: action_dict/abs_pos, action_dict/gripper, actions_abs, " +
			"actions_short " +
			"(--actions)"
		if d := demos.Describe(r); slices.Equal(d.Decided, []string{told}) != (len(names) == 0) {
			t.Errorf("%v: told %q", names, d.Decided)
		}
	}
}
