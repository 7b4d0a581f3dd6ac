package robomimic

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"counterpoise/scenes/demos"
)

// The file in memory has the bytes of the one on the disk.
func TestEncodeIsCreate(t *testing.T) {
	recipe, err := demos.ParseRecipe("opening slider=1,drawer=1")
	if err != nil {
		t.Fatal(err)
	}
	d, err := demos.Generate(t.Context(), recipe, 5, 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	got, err := Encode(d)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "a.hdf5")
	w, err := format{}.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	for i := range d.Episodes {
		if err := w.Add(&d.Episodes[i]); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(d.Card); err != nil {
		t.Fatal(err)
	}
	if want, err := os.ReadFile(path); err != nil || !bytes.Equal(got, want) {
		t.Errorf("%d bytes, on the disk %d, %v", len(got), len(want), err)
	}
	if _, err := Encode(&demos.Dataset{}); err == nil {
		t.Error("a dataset without episodes is encoded")
	}
}
