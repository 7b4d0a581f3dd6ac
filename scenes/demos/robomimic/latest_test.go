package robomimic

import (
	"fmt"
	"testing"

	"counterpoise/internal/budget"
)

// Files that h5py wrote with libver="latest" (testdata/make_latest.py) are read: with few links and with many, and with
// chunks.
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
	if err != nil {
		t.Fatal(err)
	}
	defer chunked.Close()
	raw, err = chunked.Read(0, false)
	if err != nil || fmt.Sprint(raw.Actions.Values) != "[0 1 2 3 4 5]" {
		t.Errorf("chunks give %+v, %v", raw, err)
	}
}

// What a logger wrote while others could read it (SWMR), frame by frame, is read: arrays that grew, their pictures, and
// more attributes than an object header holds.
func TestReadsLogger(t *testing.T) {
	r, err := format{}.Open("testdata/latest_logger.hdf5", budget.New(0))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	for i := range 2 {
		raw, err := r.Read(i, true)
		if err != nil {
			t.Fatal(err)
		}
		if raw.Frames() != 21+i || len(raw.Cameras) != 1 || len(raw.Cameras[0].Data) != (21+i)*6*5*3 {
			t.Fatalf("%d frames, cameras %+v", raw.Frames(), raw.Cameras)
		}
		for f := range raw.Frames() {
			if raw.Actions.Values[3*f+2] != float32(f) || raw.State.Values[2*f] != float32(f) ||
				raw.Cameras[0].Data[f*6*5*3+89] != byte(f) {
				t.Errorf("demonstration %d, frame %d is another", i, f)
			}
		}
		for _, key := range []string{"operator", "quality", "scene", "lamp", "table", "day", "room", "robot"} {
			if want := fmt.Sprint(key, "_", i); raw.Labels[key] != want {
				t.Errorf("label %s is %q, want %q", key, raw.Labels[key], want)
			}
		}
	}
}
