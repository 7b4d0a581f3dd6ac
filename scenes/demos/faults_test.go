package demos_test

import (
	"context"
	"path/filepath"
	"testing"

	"counterpoise/internal/faults"
	"counterpoise/internal/seed"
	"counterpoise/scenes/demos"
)

// A writer of a dataset leaves the old dataset or the new one, whatever fails while it writes: in a new folder, and in
// place of a dataset whose files are damaged.
func TestWritersUnderFaults(t *testing.T) {
	e := randomEpisode(seed.Of("faults").Rand(), 2, false, false)
	write := func(name string, seed uint64) func(string) error {
		return func(dir string) error {
			f, err := demos.Formats.Get(name)
			if err != nil {
				return err
			}
			w, err := f.Create(filepath.Join(dir, "below", "set"))
			if err != nil {
				return err
			}
			defer w.Abort()
			if err := w.Add(e); err != nil {
				return err
			}
			return w.Close(demos.Card{Seed: seed})
		}
	}
	for _, name := range demos.Formats.Names() {
		t.Run(name, func(t *testing.T) {
			faults.Check(t, faults.Writer{Whole: true, Write: write(name, 3)})
		})
	}
	// A dataset of the same content, with another card, is replaced.
	t.Run("in place of the same dataset", func(t *testing.T) {
		faults.Check(t, faults.Writer{Old: write("counterpoise", 4), Write: write("counterpoise", 3), Whole: true,
			State: func(dir string) (map[string]string, error) {
				files, err := faults.Files(dir)
				if _, err := demos.OpenAny(context.Background(), filepath.Join(dir, "below", "set")); err != nil {
					return nil, err
				}
				return files, err
			}})
	})
}
