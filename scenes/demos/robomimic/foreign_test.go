package robomimic

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"counterpoise/internal/budget"
	"counterpoise/scenes/demos/hdf5"
)

// Files that h5py wrote (testdata/make_foreign.py) with a user block, big-endian numbers and soft links, in the
// structures of both old and new groups, are read.
func TestReadsForeign(t *testing.T) {
	for _, version := range []string{"earliest", "v108"} {
		path := "testdata/foreign_" + version + ".hdf5"
		if !(format{}).Recognises(path) {
			t.Fatalf("%s is not recognised", path)
		}
		r, err := format{}.Open(path, budget.New(0))
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		for i := range 2 {
			raw, err := r.Read(i, true)
			if err != nil {
				t.Fatalf("%s: %v", version, err)
			}
			got := fmt.Sprint(raw.Actions.Values, raw.State.Values, raw.Labels)
			const want = "[1 2 3 4.5] [-1 0.5 70000 -1 -1 1 2 0.25 3 2 2 0] " +
				"map[mask:all+same masks:all+same score:0.1]"
			if got != want || r.Episodes() != 2 {
				t.Errorf("%s: demonstration %d of %d is %s, want %s", version, i, r.Episodes(), got, want)
			}
		}
		if err := checkLinks(path); err != nil {
			t.Errorf("%s: %v", version, err)
		}
	}
}

// checkLinks returns an error unless the links of a file lead where they should, and those that lead nowhere are errors
// that say so.
func checkLinks(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	h, err := hdf5.Open(f, info.Size(), budget.New(info.Size()))
	if err != nil {
		return err
	}
	root, err := h.Root()
	if err != nil {
		return err
	}
	for name, want := range map[string]string{
		"root/root/data/demo_1/obs/a": "", "nowhere": `soft link to "/nothing", and its file has no nothing`,
		"ring": "more than 16 soft links", "other": "external link",
	} {
		if _, err := root.Child(name); fmt.Sprint(err) != "<nil>" && want == "" ||
			want != "" && !strings.Contains(fmt.Sprint(err), want) {
			return fmt.Errorf("%s gives %v, want %q", name, err, want)
		}
	}
	return nil
}
