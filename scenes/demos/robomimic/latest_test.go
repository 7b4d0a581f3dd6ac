package robomimic

import (
	"fmt"
	"strings"
	"testing"

	"counterpoise/internal/budget"
)

// Files that h5py wrote with libver="latest" (testdata/make_latest.py) are read, or their structure is named and what
// to do.
func TestReadsLatest(t *testing.T) {
	r, err := format{}.Open("testdata/latest_few.hdf5", budget.New(0))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	raw, err := r.Read(2, true)
	if err != nil || r.Episodes() != 3 {
		t.Fatalf("%d demonstrations, %v", r.Episodes(), err)
	}
	got := fmt.Sprint(raw.Actions.Values, raw.State.Values, raw.Labels)
	if got != "[2 3 4 5 6 7] [2 2 2 2] map[mask:even masks:even]" {
		t.Errorf("demonstration 2 is %s", got)
	}
	many, err := format{}.Open("testdata/latest_many.hdf5", budget.New(0))
	if err != nil {
		t.Fatal(err)
	}
	defer many.Close()
	if raw, err := many.Read(8, false); err != nil || many.Episodes() != 9 || raw.Actions.Values[0] != 8 {
		t.Errorf("%d demonstrations in a heap, the last %+v, %v", many.Episodes(), raw, err)
	}
	chunked, err := format{}.Open("testdata/latest_chunked.hdf5", budget.New(0))
	if err == nil {
		_, err = chunked.Read(0, false)
		chunked.Close()
	}
	for _, want := range []string{
		"actions has data layout version 5 class 2", "latest_chunked.hdf5", "h5repack -f GZIP=1 OLD NEW",
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("chunks give %v, want an error with %q", err, want)
		}
	}
}
