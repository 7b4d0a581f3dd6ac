package demos_test

import (
	"context"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
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
	// Another program writes the videos of a dataset. One that is complete has no hash by which the same one could take
	// its place: its user removes it.
	t.Run("videos", func(t *testing.T) {
		bin := t.TempDir()
		script := "#!/bin/sh\ncase \"$*\" in *-encoders*) echo libx264; exit;; esac\n" +
			"for path; do :; done\nexec cat >\"$path\"\n"
		if err := os.WriteFile(filepath.Join(bin, "ffmpeg"), []byte(script), 0o755); err != nil {
			t.Fatal(err)
		}
		t.Setenv("PATH", bin+string(os.PathListSeparator)+os.Getenv("PATH"))
		e := randomEpisode(seed.Of("faults of videos").Rand(), 2, false, true)
		faults.Check(t, faults.Writer{Whole: true, Write: func(dir string) error {
			f, err := demos.Formats.Get("lerobot")
			if err != nil {
				return err
			}
			path := filepath.Join(dir, "below", "set")
			if err := os.RemoveAll(path); err != nil {
				return err
			}
			w, err := f.(demos.PictureFormat).CreateWith(path, demos.PictureOptions{Size: 16, Video: "h264"})
			if err != nil {
				return err
			}
			defer w.Abort()
			if err := w.Add(e); err != nil {
				return err
			}
			return w.Close(demos.Card{Seed: 3})
		}})
	})
	// Each of the two datasets of a split is whole.
	t.Run("split", func(t *testing.T) {
		faults.Check(t, faults.Writer{State: byParts, Write: func(dir string) error {
			f, err := demos.Formats.Get("counterpoise")
			if err != nil {
				return err
			}
			w, err := demos.Split(filepath.Join(dir, "below"), f.Create)
			if err != nil {
				return err
			}
			defer w.Abort()
			if err := errors.Join(w.Add(e), w.Add(e)); err != nil {
				return err
			}
			return w.Close(demos.Card{Seed: 3})
		}})
	})
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

// byParts is faults.Files with one entry for each dataset of a split, whose files are named in it.
func byParts(dir string) (map[string]string, error) {
	files, err := faults.Files(dir)
	parts := map[string]string{}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		part := strings.Join(strings.SplitN(name, "/", 3)[:2], "/") // below/training
		parts[part] += name + "\n" + files[name] + "\n"
	}
	return parts, err
}
