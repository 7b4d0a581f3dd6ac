//go:build unix

package demos_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"testing"
	"time"

	"counterpoise/scenes/demos"
)

// notRead are the files of datasets that readers do not need.
var notRead = []string{
	"stats.json", "tasks.parquet", "statistics.yaml", "ep_lens.npy", "auto_lang_ann.npy", "embeddings.npy",
}

// datasetFolders lists the folders in a dataset.
func datasetFolders(t *testing.T, path string) (folders []string) {
	err := filepath.WalkDir(path, func(at string, e fs.DirEntry, err error) error {
		if err == nil && e.IsDir() && at != path {
			folders = append(folders, at)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return folders
}

// A named pipe in the place of any file of a dataset is an error, not a wait for a writer.
func TestNamedPipesAreRefused(t *testing.T) {
	forEachFormat(t, func(t *testing.T, format string) {
		path := filepath.Join(t.TempDir(), "set")
		writeDataset(t, format, path, demos.Card{}, []*demos.Episode{randomEpisode(newRand(5), 2, false, false)})
		for _, file := range datasetFiles(t, path) {
			whole, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			os.Remove(file)
			if err := syscall.Mkfifo(file, 0o644); err != nil {
				t.Skip(err)
			}
			end := make(chan error, 1)
			go func() { end <- readEverything(path) }()
			select {
			case err := <-end:
				// Some files are for other programs alone, and a folder without its annotations has spans.
				name := filepath.Base(file)
				if err == nil && !slices.Contains(notRead, name) {
					t.Errorf("%s as a named pipe is read", file)
				}
			case <-time.After(time.Minute):
				t.Fatalf("%s as a named pipe is waited for", file)
			}
			os.Remove(file)
			os.WriteFile(file, whole, 0o644)
		}
		if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
			t.Fatal("the dataset is gone")
		}
		// Nor is one in the place of a folder waited for.
		for _, folder := range datasetFolders(t, path) {
			aside := path + ".aside"
			if err := errors.Join(os.Rename(folder, aside), syscall.Mkfifo(folder, 0o644)); err != nil {
				t.Fatal(err)
			}
			end := make(chan error, 1)
			go func() { end <- readEverything(path) }()
			select {
			case <-end:
			case <-time.After(time.Minute):
				t.Fatalf("%s as a named pipe is waited for", folder)
			}
			if err := errors.Join(os.Remove(folder), os.Rename(aside, folder)); err != nil {
				t.Fatal(err)
			}
		}
		if err := readEverything(path); err != nil {
			t.Errorf("the dataset is not as it was: %v", err)
		}
	})
}
