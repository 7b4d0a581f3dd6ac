package demos_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"

	"counterpoise/internal/bounded"
	"counterpoise/scenes"
	"counterpoise/scenes/demos"
	_ "counterpoise/scenes/demos/calvin"
	_ "counterpoise/scenes/demos/lerobot"
	_ "counterpoise/scenes/demos/rlds"
	_ "counterpoise/scenes/demos/robomimic"
)

// randomEpisode returns an episode of random numbers, pictures and labels. Formats must not depend on the
// content of demonstrations.
func randomEpisode(r *rand.Rand, frames int, static, ego bool) *demos.Episode {
	words := []string{"left", "optimal", "", "naïve 左", "a, b=\"c\"\n\\", strings.Repeat("long ", 30)}
	e := &demos.Episode{Task: "picking", Behaviour: words[r.IntN(len(words))], Style: words[r.IntN(len(words))],
		Index: r.IntN(1000), Success: r.IntN(2) == 0,
		Observations: make([]scenes.Observation, frames), Actions: make([]scenes.Action, frames)}
	for i := range frames {
		o := &e.Observations[i]
		for _, v := range [][]float32{o.Robot[:], o.Scene[:], e.Actions[i][:]} {
			for k := range v {
				v[k] = float32(2*r.Float64() - 1)
			}
		}
		o.Robot[scenes.RobotTCP], o.Scene[scenes.SceneSliders+scenes.Switch] = 0, 1e-42 // a denormal
		if static {
			o.Static = randomPicture(r, 200)
		}
		if ego {
			o.Gripper = randomPicture(r, 84)
		}
	}
	return e
}

// randomPicture returns a picture with flat areas and noise, or a black one.
func randomPicture(r *rand.Rand, size int) []byte {
	b := make([]byte, size*size*3)
	if r.IntN(3) > 0 {
		for i := range b {
			b[i] = byte(i/600) ^ byte(r.IntN(4))
		}
	}
	return b
}

// writeDataset writes episodes in a format.
func writeDataset(t testing.TB, name, path string, card demos.Card, episodes []*demos.Episode) {
	t.Helper()
	f, err := demos.Formats.Get(name)
	if err != nil {
		t.Fatal(err)
	}
	w, err := f.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Abort()
	for _, e := range episodes {
		if err := w.Add(e); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(card); err != nil {
		t.Fatal(err)
	}
}

// readDataset reads a dataset of any format.
func readDataset(t testing.TB, path string) (demos.Card, []*demos.Episode) {
	t.Helper()
	r, err := demos.OpenAny(context.Background(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	var all []*demos.Episode
	err = demos.Strict(r).Each(func(_ int, e *demos.Episode) error { all = append(all, e); return nil })
	if err != nil {
		t.Fatal(err)
	}
	return r.Card(), all
}

// forEachFormat runs a subtest for each registered format.
func forEachFormat(t *testing.T, test func(t *testing.T, name string)) {
	for _, name := range demos.Formats.Names() {
		t.Run(name, func(t *testing.T) { test(t, name) })
	}
}

func TestRoundTripsLoseNothing(t *testing.T) {
	forEachFormat(t, func(t *testing.T, name string) {
		for seed := range uint64(8) {
			r := rand.New(rand.NewPCG(seed, 0))
			var episodes []*demos.Episode
			for range 1 + r.IntN(4) {
				episodes = append(episodes, randomEpisode(r, 1+r.IntN(9), seed&1 > 0, seed&2 > 0))
			}
			path := filepath.Join(t.TempDir(), "a", "set")
			writeDataset(t, name, path, demos.Card{}, episodes)
			if got, err := demos.Detect(path); got != name {
				t.Fatalf("detected as %q, %v", got, err)
			}
			card, back := readDataset(t, path)
			if !reflect.DeepEqual(back, episodes) {
				t.Fatalf("seed %d: other episodes come back", seed)
			}
			if card.Hash == "" || card.Task != "picking" || card.Format != demos.CardFormat {
				t.Errorf("the card says %+v", card)
			}
			if again, _ := readDataset(t, path); !reflect.DeepEqual(again, card) {
				t.Error("a second reading gives another card")
			}
		}
	})
}

// Converting a dataset through all formats and back to the first restores its files byte for byte.
func TestConversions(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 0))
	episodes := []*demos.Episode{randomEpisode(r, 3, true, true), randomEpisode(r, 5, true, true)}
	dir := t.TempDir()
	first := filepath.Join(dir, "first")
	writeDataset(t, "counterpoise", first, demos.Card{Recipe: "picking left=1,right=1", Seed: 1<<64 - 1, Version: "7"},
		episodes)
	at := first
	for i, name := range append(demos.Formats.Names(), "counterpoise") {
		to := filepath.Join(dir, fmt.Sprint(i))
		convert(t, at, name, to)
		at = to
	}
	for _, file := range []string{"card.json", "000000.npz", "000001.npz"} {
		a, _ := os.ReadFile(filepath.Join(first, file))
		b, err := os.ReadFile(filepath.Join(at, file))
		if err != nil || string(a) != string(b) {
			t.Errorf("%s is not what it was (%v)", file, err)
		}
	}
}

func convert(t testing.TB, from, name, to string) {
	t.Helper()
	src, err := demos.OpenAny(context.Background(), from)
	if err != nil {
		t.Fatal(err)
	}
	defer src.Close()
	f, _ := demos.Formats.Get(name)
	dst, err := f.Create(to)
	if err != nil {
		t.Fatal(err)
	}
	if err := demos.Convert(src, dst, nil); err != nil {
		t.Fatal(err)
	}
}

// Episodes can be read in any order, with and without pictures.
func TestReadsInAnyOrder(t *testing.T) {
	forEachFormat(t, func(t *testing.T, name string) {
		r := rand.New(rand.NewPCG(4, 0))
		var episodes []*demos.Episode
		for range 5 {
			episodes = append(episodes, randomEpisode(r, 1+r.IntN(4), false, true))
		}
		path := filepath.Join(t.TempDir(), "set")
		writeDataset(t, name, path, demos.Card{}, episodes)
		d, err := demos.OpenAny(context.Background(), path)
		if err != nil {
			t.Fatal(err)
		}
		defer d.Close()
		for _, i := range []int{4, 0, 3, 3, 1} {
			raw, err := d.Read(i, true)
			if err != nil {
				t.Fatal(err)
			}
			if e, err := raw.Episode(); err != nil || !reflect.DeepEqual(e, episodes[i]) {
				t.Errorf("episode %d is another (%v)", i, err)
			}
			if blind, err := d.Read(i, false); err != nil || len(blind.Cameras) > 0 ||
				!reflect.DeepEqual(blind.Actions, raw.Actions) {
				t.Errorf("episode %d without pictures: %v", i, err)
			}
		}
	})
}

// An aborted writer leaves no files, and a writer does not replace a different dataset or other files.
func TestWritersNeitherLeaveNorOverwrite(t *testing.T) {
	forEachFormat(t, func(t *testing.T, name string) {
		f, _ := demos.Formats.Get(name)
		r := rand.New(rand.NewPCG(5, 0))
		dir := t.TempDir()
		path := filepath.Join(dir, "set")
		a, b := randomEpisode(r, 3, false, false), randomEpisode(r, 3, false, false)

		w, err := f.Create(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := w.Add(a); err != nil {
			t.Fatal(err)
		}
		if _, err := demos.Detect(path); err == nil {
			t.Error("an unfinished dataset looks like one")
		}
		w.Abort()
		if left, _ := os.ReadDir(dir); len(left) > 0 {
			t.Errorf("abort leaves %v", left)
		}
		if w, err = f.Create(path); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(demos.Card{}); err == nil || !strings.Contains(err.Error(), "at least one episode") {
			t.Errorf("a dataset without episodes gives %v", err)
		}
		if w, err = f.Create(path); err != nil {
			t.Fatal(err)
		}
		w.Add(a)
		if err := w.Close(demos.Card{Hash: "feed"}); err == nil ||
			!strings.Contains(err.Error(), "not those of the card") {
			t.Errorf("a card of other episodes gives %v", err)
		}

		writeDataset(t, name, path, demos.Card{}, []*demos.Episode{a})
		writeDataset(t, name, path, demos.Card{}, []*demos.Episode{a})
		if w, err = f.Create(path); err != nil {
			t.Fatal(err)
		}
		w.Add(b)
		if err := w.Close(demos.Card{}); err == nil || !strings.Contains(err.Error(), "holds another dataset;") {
			t.Errorf("writing over another dataset gives %v", err)
		}
		if _, back := readDataset(t, path); !reflect.DeepEqual(back, []*demos.Episode{a}) {
			t.Error("the old dataset is gone")
		}
		if left, _ := os.ReadDir(dir); len(left) != 1 {
			t.Errorf("left behind: %v", left)
		}
		if info, err := os.Stat(path); err == nil && info.IsDir() {
			notes := filepath.Join(path, "notes.txt")
			os.WriteFile(notes, nil, 0o644)
			if w, err = f.Create(path); err != nil {
				t.Fatal(err)
			}
			w.Add(a)
			if err := w.Close(demos.Card{}); err == nil || !strings.Contains(err.Error(), "notes.txt besides") {
				t.Errorf("writing over a dataset with notes gives %v", err)
			}
			if _, err := os.Stat(notes); err != nil {
				t.Error("the notes are gone:", err)
			}
		}
		names := demos.Formats.Names()
		another := names[(slices.Index(names, name)+1)%len(names)]
		kept := filepath.Join(t.TempDir(), "kept")
		writeDataset(t, another, kept, demos.Card{}, []*demos.Episode{a})
		if w, err = f.Create(kept); err != nil {
			t.Fatal(err)
		}
		w.Add(a)
		if err := w.Close(demos.Card{}); err == nil || !strings.Contains(err.Error(), "as "+another+"; choose") {
			t.Errorf("writing over the dataset as %s gives %v", another, err)
		}
		if got, err := demos.Detect(kept); got != another {
			t.Errorf("the dataset as %s is %s now, %v", another, got, err)
		}
		for _, here := range []string{".", "..", "../.."} {
			if _, err := f.Create(here); err == nil || !strings.Contains(err.Error(), "no name for a dataset") {
				t.Errorf("a dataset called %s gives %v", here, err)
			}
		}

		other := filepath.Join(dir, "other")
		os.Mkdir(other, 0o755)
		os.WriteFile(filepath.Join(other, "thesis.tex"), nil, 0o644)
		if _, err := f.Create(other); err == nil || !strings.Contains(err.Error(), "no dataset") {
			t.Errorf("writing over a thesis gives %v", err)
		}
	})
}

// All formats reject invalid episodes with the same errors.
func TestRefusals(t *testing.T) {
	forEachFormat(t, func(t *testing.T, name string) {
		f, _ := demos.Formats.Get(name)
		for want, spoil := range map[string]func(*demos.Episode){
			"expected as many of both": func(e *demos.Episode) { e.Observations = e.Observations[1:] },
			"has 0 actions":            func(e *demos.Episode) { e.Observations, e.Actions = nil, nil },
			"frame 1: scene_obs[4] is NaN, not finite": func(e *demos.Episode) {
				z := float32(0)
				e.Observations[1].Scene[scenes.SceneBulb] = z / z
			},
			"frame 2: component 6 (gripper) of the relative action is -Inf": func(e *demos.Episode) {
				e.Actions[2][scenes.ActionGripper] = float32(math.Inf(-1))
			},
			"frame 1: component 5 (rotation about z) of the relative action is -3.1": func(e *demos.Episode) {
				e.Actions[1][5] = -3.1
			},
			"pictures of 5 and 0 bytes": func(e *demos.Episode) {
				e.Observations[0].Static = make([]byte, 5)
			},
			"has other pictures in frame 1 than in": func(e *demos.Episode) {
				e.Observations[0].Gripper = make([]byte, 84*84*3)
			},
		} {
			e := randomEpisode(rand.New(rand.NewPCG(6, 0)), 3, false, false)
			spoil(e)
			w, err := f.Create(filepath.Join(t.TempDir(), "set"))
			if err != nil {
				t.Fatal(err)
			}
			if err := w.Add(e); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("got %v, want an error with %q", err, want)
			}
			w.Abort()
		}
	})
}

// The heap of a writer after 15 episodes is about that after 5.
func TestMemoryDoesNotGrow(t *testing.T) {
	forEachFormat(t, func(t *testing.T, name string) {
		f, _ := demos.Formats.Get(name)
		e := randomEpisode(rand.New(rand.NewPCG(7, 0)), 8, true, true)
		w, err := f.Create(filepath.Join(t.TempDir(), "set"))
		if err != nil {
			t.Fatal(err)
		}
		defer w.Abort()
		var after []uint64
		for range 3 {
			for range 5 {
				if err := w.Add(e); err != nil {
					t.Fatal(err)
				}
			}
			var m runtime.MemStats
			runtime.GC() // twice, because pools keep what they hold through one
			runtime.GC()
			runtime.ReadMemStats(&m)
			after = append(after, m.HeapAlloc)
		}
		// 5 episodes have 5.6 MB of pictures; what may grow is a line for each episode.
		if after[2] > after[0]+1<<20 {
			t.Errorf("heap after 5, 10 and 15 episodes: %d bytes", after)
		}
	})
}

func BenchmarkWrite(b *testing.B) {
	for _, name := range demos.Formats.Names() {
		b.Run(name, func(b *testing.B) {
			e := randomEpisode(rand.New(rand.NewPCG(8, 0)), 60, true, true)
			f, _ := demos.Formats.Get(name)
			b.ReportAllocs()
			w, err := f.Create(filepath.Join(b.TempDir(), "set"))
			if err != nil {
				b.Fatal(err)
			}
			defer w.Abort()
			for b.Loop() {
				if err := w.Add(e); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(60*float64(b.N)/b.Elapsed().Seconds(), "frames/s")
		})
	}
}

func BenchmarkRead(b *testing.B) {
	for _, name := range demos.Formats.Names() {
		b.Run(name, func(b *testing.B) {
			path := filepath.Join(b.TempDir(), "set")
			e := randomEpisode(rand.New(rand.NewPCG(8, 0)), 60, true, true)
			writeDataset(b, name, path, demos.Card{}, []*demos.Episode{e})
			r, err := demos.OpenAny(context.Background(), path)
			if err != nil {
				b.Fatal(err)
			}
			defer r.Close()
			b.ReportAllocs()
			for b.Loop() {
				if _, err := r.Read(0, true); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(60*float64(b.N)/b.Elapsed().Seconds(), "frames/s")
		})
	}
}

// The folder around a dataset is none, and the error names the dataset in it.
func TestDatasetInside(t *testing.T) {
	forEachFormat(t, func(t *testing.T, format string) {
		dir := t.TempDir()
		if _, err := demos.Detect(dir); err == nil || strings.Contains(err.Error(), "does") {
			t.Errorf("an empty folder gives %v", err)
		}
		set := filepath.Join(dir, "set")
		writeDataset(t, format, set, demos.Card{}, []*demos.Episode{randomEpisode(newRand(5), 2, false, false)})
		if _, err := demos.Detect(dir); err == nil || !strings.HasSuffix(err.Error(), "; "+set+" does") {
			t.Errorf("the folder around a dataset gives %v", err)
		}
		if _, err := demos.Detect(filepath.Dir(dir)); err == nil || !strings.HasSuffix(err.Error(), "; "+set+" does") {
			t.Errorf("the folder around that gives %v", err)
		}
	})
}

// A name by which LeRobot knows a dataset, in place of its folder, is answered with the folder.
func TestDetectKnowsLeRobotsFolder(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HF_LEROBOT_HOME", home)
	const name = "somebody/cube"
	if _, err := demos.Detect(name); err == nil || !strings.Contains(err.Error(), name+" does not exist; give ") {
		t.Errorf("without the dataset: %v", err)
	}
	at := filepath.Join(home, "somebody", "cube")
	if err := os.MkdirAll(filepath.Join(at, "meta"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(at, "meta", "info.json"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := demos.Detect(name); err == nil || !strings.HasSuffix(err.Error(), "give "+at) {
		t.Errorf("with the dataset: %v", err)
	}
}

// A file that Git LFS has not fetched is no file of an unknown format.
func TestDetectNamesPointers(t *testing.T) {
	path := filepath.Join(t.TempDir(), "low_dim.hdf5")
	os.WriteFile(path, []byte("version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n"), 0o644)
	if _, err := demos.Detect(path); !errors.Is(err, bounded.ErrPointer) {
		t.Errorf("a pointer of Git LFS gives %v", err)
	}
}
