package cli

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"counterpoise/internal/durable"
	"counterpoise/internal/faults"
)

// A folder that was not there before has all files or none, whatever fails and whenever; one that is in the way stays.
func TestFillFolder(t *testing.T) {
	faults.Check(t, faults.Writer{Whole: true, Write: func(dir string) error {
		return FillFolder(filepath.Join(dir, "a", "b"), func(dir string) error {
			err := durable.WriteFile(filepath.Join(dir, "1"), []byte("one"))
			return errors.Join(err, durable.WriteFile(filepath.Join(dir, "2"), []byte("two")))
		})
	}})
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, []byte("text"), 0o644); err != nil {
		t.Fatal(err)
	}
	none := func(string) error { return nil }
	for _, path := range []string{file, filepath.Join(file, "below")} {
		if CheckFolder(path) == nil || FillFolder(path, none) == nil {
			t.Errorf("%s: no error for a file in the place of a folder", path)
		}
	}
	if text, err := os.ReadFile(file); err != nil || string(text) != "text" {
		t.Errorf("%q, %v", text, err)
	}
}
