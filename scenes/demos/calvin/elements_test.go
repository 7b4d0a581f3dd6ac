package calvin

import (
	"os"
	"slices"
	"strings"
	"testing"

	"counterpoise/internal/budget"
	"counterpoise/internal/pickle"
)

// Arrays and tuples in place of lists, which CALVIN's loader takes too, have the windows that NumPy wrote
// (testdata/make_language.py).
func TestLanguageInArrays(t *testing.T) {
	want := []window{{"öffne", "open", 40, 44}, {"lift it", "lift", 45, 1 << 40}}
	for _, name := range []string{"arrays", "objects"} {
		f, err := os.Open("testdata/language_" + name + ".npy")
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		if got, err := readWindows(f, 1<<20, budget.New(0)); err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %+v, %v; want %+v", name, got, err, want)
		}
	}
}

// What stands in place of a text is named in Python's words.
func TestKindsOfTexts(t *testing.T) {
	list := &pickle.List{Items: []any{nil, &pickle.List{}, []byte("b"), &pickle.Call{Of: pickle.Global("m f")}}}
	for i, want := range []string{"None", "a list", "bytes", `what "m f" makes`} {
		d := &pickle.Dict{}
		d.Keys, d.Values = []any{"language"}, []any{&pickle.Dict{Keys: []any{"ann"},
			Values: []any{&pickle.List{Items: list.Items[i : i+1]}}}}
		_, err := textsOf(d, budget.New(0), "language", "ann")
		if want = "language.ann[0] is " + want + ", expected a text"; err == nil || err.Error() != want {
			t.Errorf("error %v, want %s", err, want)
		}
	}
}

// An array in which many windows share one long text is no pair of frames, and costs nothing.
func TestLongArrays(t *testing.T) {
	long := &pickle.Call{Of: pickle.Global("_codecs encode"), Args: pickle.Tuple{strings.Repeat("x", 1<<20), "latin1"}}
	array := &pickle.Call{Of: pickle.Global("numpy.core.multiarray _reconstruct"), State: pickle.Tuple{
		int64(1), pickle.Tuple{int64(1 << 17)}, &pickle.Call{Of: pickle.Global("numpy dtype"), Args: pickle.Tuple{"i8"},
			State: pickle.Tuple{int64(3), "<"}}, false, long}}
	got := testing.AllocsPerRun(10, func() {
		if _, _, err := frameRange(array, budget.New(0)); err == nil {
			t.Error("an array of a megabyte is a pair of frames")
		}
	})
	if got > 20 {
		t.Errorf("%v allocations", got)
	}
}
