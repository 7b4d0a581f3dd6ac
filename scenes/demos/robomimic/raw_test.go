package robomimic

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"counterpoise/scenes/demos"
)

// Where recording fails, the file has what was complete, and without any demonstration there is none.
func TestRawKeepsWhatIsComplete(t *testing.T) {
	failure := errors.New("the environment hangs")
	for _, complete := range []int{0, 2} {
		path := filepath.Join(t.TempDir(), "demos.hdf5")
		err := WriteRaw(path, func(add func(*demos.Raw) error) (string, error) {
			for i := range complete {
				r := &demos.Raw{Labels: map[string]string{"task": "reach"},
					State:   demos.Matrix{Width: 1, Values: []float32{1, 2, float32(i)}},
					Actions: demos.Matrix{Width: 1, Values: []float32{3, 4, 5}},
					Cameras: []demos.Camera{{Name: "eye", Height: 2, Width: 4, Data: make([]byte, 3*2*4*3)}}}
				r.Cameras[0].Data[5] = byte(i + 1)
				if err := add(r); err != nil {
					return "", err
				}
			}
			return "toy", failure
		})
		if !errors.Is(err, failure) {
			t.Errorf("%d: %v", complete, err)
		}
		if _, err := os.Stat(path); complete == 0 {
			if err == nil {
				t.Error("a file without demonstrations")
			}
			continue
		}
		r, err := demos.OpenAny(t.Context(), path)
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		raw, err := r.Read(1, true)
		if err != nil || r.Episodes() != 2 || raw.State.Values[2] != 1 || raw.Labels["task"] != "reach" {
			t.Fatalf("%v, %d demonstrations: %+v", err, r.Episodes(), raw)
		}
		if c := raw.Cameras; len(c) != 1 || c[0].Name != "eye" || c[0].Height != 2 || c[0].Width != 4 ||
			c[0].Data[5] != 2 {
			t.Errorf("%+v", c)
		}
	}
}

// Demonstrations with the same numbers are copies only if they are of one task and have the same pictures.
func TestCopiesInPictures(t *testing.T) {
	path := filepath.Join(t.TempDir(), "demos.hdf5")
	err := WriteRaw(path, func(add func(*demos.Raw) error) (string, error) {
		for _, c := range []struct {
			task   string
			colour byte
		}{{"reach", 1}, {"reach", 2}, {"push", 1}, {"reach", 1}} {
			r := &demos.Raw{Labels: map[string]string{"task": c.task},
				State:   demos.Matrix{Width: 1, Values: []float32{1, 2}},
				Actions: demos.Matrix{Width: 1, Values: []float32{3, 4}},
				Cameras: []demos.Camera{{Name: "eye", Height: 2, Width: 2, Data: make([]byte, 2*2*2*3)}}}
			r.Cameras[0].Data[7] = c.colour
			if err := add(r); err != nil {
				return "", err
			}
		}
		return "toy", nil
	})
	if err != nil {
		t.Fatal(err)
	}
	r, err := demos.OpenAny(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	s, err := demos.Summarize(r, nil)
	const want = "1 demonstration is a copy of an earlier one, the same in every number: 3 of 0"
	if err != nil || !slices.Contains(s.Warnings, want) {
		t.Errorf("%v, %q", err, s.Warnings)
	}
}
