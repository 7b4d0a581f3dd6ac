package study

import (
	"reflect"
	"slices"
	"testing"

	"counterpoise/bench"
	"counterpoise/bench/definition"
)

// Every experiment of this program, written as a file and read again, is the same experiment: the same arms and
// comparisons, and at the same size the same cells, in order, and so the same records and tables.
func TestFilesAreTheExperiments(t *testing.T) {
	longest := 0
	for _, name := range bench.Experiments.Names() {
		e, _ := bench.Experiments.Get(name)
		want := bench.Plan{Name: name, Experiments: []bench.Experiment{e}, Size: bench.DefaultSize}
		text := definition.Encode(e, want.Size)
		longest = max(longest, len(text))
		d, err := definition.Parse(text)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if !reflect.DeepEqual(d.Experiment, e) {
			t.Errorf("%s does not read back as it was:\n%.2000s", name, text)
		}
		got := bench.Plan{Name: name, Experiments: []bench.Experiment{d.Experiment}}
		d.Adjust(&got.Size)
		if !reflect.DeepEqual(got.Size, want.Size) {
			t.Errorf("%s: the size reads back as %+v, was %+v", name, got.Size, want.Size)
		}
		if !slices.Equal(got.Cells(), want.Cells()) {
			t.Errorf("%s: other cells", name)
		}
	}
	t.Logf("the longest file has %d bytes", longest)
	if longest*4 > definition.MaxBytes {
		t.Errorf("the longest file has %d bytes, and %d are read", longest, definition.MaxBytes)
	}
}
