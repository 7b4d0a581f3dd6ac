package demos_test

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"counterpoise/scenes/demos"
)

// A dataset of any format with a damaged file yields the episodes that were written or an error that names the
// dataset or the episode. It never panics and never allocates much more than reading the intact dataset.
func TestDamageIsNoticed(t *testing.T) {
	forEachFormat(t, func(t *testing.T, name string) {
		r := rand.New(rand.NewPCG(11, 0))
		episodes := []*demos.Episode{randomEpisode(r, 2, false, true), randomEpisode(r, 3, false, true)}
		path := filepath.Join(t.TempDir(), "set")
		writeDataset(t, name, path, demos.Card{}, episodes)
		allowed := 8*allocatedBytes(func() { readAll(path) }) + 64<<20
		noticed := 0
		for _, file := range datasetFiles(t, path) {
			whole, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for what, broken := range damagedCopies(r, whole) {
				os.WriteFile(file, broken, 0o644)
				var back []*demos.Episode
				var err error
				if n := allocatedBytes(func() { back, err = readAll(path) }); n > allowed {
					t.Errorf("%s, %s: reading takes %d bytes", file, what, n)
				}
				if err != nil {
					noticed++
					if root := filepath.Base(path); !strings.Contains(err.Error(), root) &&
						!strings.Contains(err.Error(), "episode") {
						t.Errorf("%s, %s: the error does not say where: %v", file, what, err)
					}
				} else if !reflect.DeepEqual(back, episodes) {
					t.Errorf("%s, %s: other episodes, and no error", file, what)
				}
			}
			os.Remove(file)
			if back, err := readAll(path); err == nil && !reflect.DeepEqual(back, episodes) {
				t.Errorf("%s missing: other episodes, and no error", file)
			}
			os.WriteFile(file, whole, 0o644)
		}
		if noticed < 10 {
			t.Errorf("only %d damages were noticed", noticed)
		}
	})
}

// readAll reads a whole dataset. A dataset without a card is an error.
func readAll(path string) (all []*demos.Episode, err error) {
	r, err := demos.OpenAny(context.Background(), path)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	if r.Card().Hash == "" {
		return nil, fmt.Errorf("%s: the card is gone", path)
	}
	return all, demos.Strict(r).Each(func(_ int, e *demos.Episode) error { all = append(all, e); return nil })
}

// allocatedBytes returns the number of bytes that f allocates.
func allocatedBytes(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// datasetFiles returns all files of a dataset.
func datasetFiles(t *testing.T, path string) (all []string) {
	t.Helper()
	err := filepath.WalkDir(path, func(p string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			all = append(all, p)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// damagedCopies returns truncated copies of a file and copies with one changed byte, near its beginning, near
// its end and anywhere.
func damagedCopies(r *rand.Rand, whole []byte) map[string][]byte {
	all := map[string][]byte{"empty": nil}
	for range 4 {
		n := r.IntN(len(whole))
		all[fmt.Sprintf("cut at %d", n)] = whole[:n]
	}
	places := []int{0, 4, 8, 9, len(whole) - 1, len(whole) - 6}
	for range 12 {
		places = append(places, r.IntN(len(whole)), r.IntN(min(len(whole), 200)),
			len(whole)-1-r.IntN(min(len(whole), 600)))
	}
	for _, at := range places {
		if at < 0 || at >= len(whole) {
			continue
		}
		b := bytes.Clone(whole)
		b[at] ^= []byte{0xff, 0x80, 1, 0x7f}[r.IntN(4)]
		all[fmt.Sprintf("byte %d", at)] = b
	}
	return all
}
