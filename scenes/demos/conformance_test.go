package demos_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"counterpoise/scenes"
	"counterpoise/scenes/demos"
	_ "counterpoise/scenes/demos/calvin"
	_ "counterpoise/scenes/demos/lerobot"
	_ "counterpoise/scenes/demos/robomimic"
)

// random makes an episode of arbitrary numbers and pictures: formats must not care what demonstrations look like.
func random(r *rand.Rand, frames int, static, ego bool) *demos.Episode {
	words := []string{"left", "optimal", "", "naïve 左", "a, b=\"c\"\n\\", strings.Repeat("long ", 30)}
	e := &demos.Episode{Task: "picking", Behaviour: words[r.IntN(len(words))], Style: words[r.IntN(len(words))],
		Index: r.IntN(1000), Success: r.IntN(2) == 0,
		Observations: make([]scenes.Observation, frames), Actions: make([]scenes.Action, frames)}
	for i := range frames {
		o := &e.Observations[i]
		for _, v := range [][]float32{o.Robot[:], o.Scene[:], e.Actions[i][:]} {
			for k := range v {
				v[k] = float32(r.NormFloat64())
			}
		}
		o.Robot[scenes.RobotTCP], o.Scene[scenes.SceneSliders+scenes.Switch] = 0, 1e-42 // a denormal
		if static {
			o.Static = film(r, 200)
		}
		if ego {
			o.Ego = film(r, 84)
		}
	}
	return e
}

// film is a picture with flat parts and noise, or all black.
func film(r *rand.Rand, size int) []byte {
	b := make([]byte, size*size*3)
	if r.IntN(3) > 0 {
		for i := range b {
			b[i] = byte(i/600) ^ byte(r.IntN(4))
		}
	}
	return b
}

// store writes episodes in a format.
func store(t testing.TB, name, path string, card demos.Card, episodes []*demos.Episode) {
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

// fetch reads a dataset of any format.
func fetch(t testing.TB, path string) (demos.Card, []*demos.Episode) {
	t.Helper()
	r, err := demos.OpenAny(path)
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

// every runs a test for each format.
func every(t *testing.T, test func(t *testing.T, name string)) {
	for _, name := range demos.Formats.Names() {
		t.Run(name, func(t *testing.T) { test(t, name) })
	}
}

func TestRoundTripsLoseNothing(t *testing.T) {
	every(t, func(t *testing.T, name string) {
		for seed := range uint64(8) {
			r := rand.New(rand.NewPCG(seed, 0))
			var episodes []*demos.Episode
			for range 1 + r.IntN(4) {
				episodes = append(episodes, random(r, 1+r.IntN(9), seed&1 > 0, seed&2 > 0))
			}
			path := filepath.Join(t.TempDir(), "a", "set")
			store(t, name, path, demos.Card{}, episodes)
			if got, err := demos.Detect(path); got != name {
				t.Fatalf("detected as %q, %v", got, err)
			}
			card, back := fetch(t, path)
			if !reflect.DeepEqual(back, episodes) {
				t.Fatalf("seed %d: other episodes come back", seed)
			}
			if card.Hash == "" || card.Task != "picking" || card.Format != demos.CardFormat {
				t.Errorf("the card says %+v", card)
			}
			if again, _ := fetch(t, path); !reflect.DeepEqual(again, card) {
				t.Error("a second reading gives another card")
			}
		}
	})
}

// Any format can be made from any other, and the way back ends where it began, to the byte.
func TestConversions(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 0))
	episodes := []*demos.Episode{random(r, 3, true, true), random(r, 5, true, true)}
	dir := t.TempDir()
	first := filepath.Join(dir, "first")
	store(t, "counterpoise", first, demos.Card{Recipe: "picking left=1,right=1", Seed: 1<<64 - 1, Version: "7"},
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
	src, err := demos.OpenAny(from)
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

// Episodes can be read in any order, and without their pictures.
func TestReadsInAnyOrder(t *testing.T) {
	every(t, func(t *testing.T, name string) {
		r := rand.New(rand.NewPCG(4, 0))
		var episodes []*demos.Episode
		for range 5 {
			episodes = append(episodes, random(r, 1+r.IntN(4), false, true))
		}
		path := filepath.Join(t.TempDir(), "set")
		store(t, name, path, demos.Card{}, episodes)
		d, err := demos.OpenAny(path)
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

// What is interrupted leaves nothing, and what is there is not overwritten by something else.
func TestWritersAreCareful(t *testing.T) {
	every(t, func(t *testing.T, name string) {
		f, _ := demos.Formats.Get(name)
		r := rand.New(rand.NewPCG(5, 0))
		dir := t.TempDir()
		path := filepath.Join(dir, "set")
		a, b := random(r, 3, false, false), random(r, 3, false, false)

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

		store(t, name, path, demos.Card{}, []*demos.Episode{a})
		store(t, name, path, demos.Card{}, []*demos.Episode{a})
		if w, err = f.Create(path); err != nil {
			t.Fatal(err)
		}
		w.Add(b)
		if err := w.Close(demos.Card{}); err == nil || !strings.Contains(err.Error(), "holds another dataset") {
			t.Errorf("writing over another dataset gives %v", err)
		}
		if _, back := fetch(t, path); !reflect.DeepEqual(back, []*demos.Episode{a}) {
			t.Error("the old dataset is gone")
		}
		if left, _ := os.ReadDir(dir); len(left) != 1 {
			t.Errorf("left behind: %v", left)
		}

		other := filepath.Join(dir, "other")
		os.Mkdir(other, 0o755)
		os.WriteFile(filepath.Join(other, "thesis.tex"), nil, 0o644)
		if _, err := f.Create(other); err == nil || !strings.Contains(err.Error(), "no dataset") {
			t.Errorf("writing over a thesis gives %v", err)
		}
	})
}

// Episodes that can't be kept are refused by all formats alike.
func TestRefusals(t *testing.T) {
	every(t, func(t *testing.T, name string) {
		f, _ := demos.Formats.Get(name)
		for want, spoil := range map[string]func(*demos.Episode){
			"expected as many of both": func(e *demos.Episode) { e.Observations = e.Observations[1:] },
			"has 0 actions":            func(e *demos.Episode) { e.Observations, e.Actions = nil, nil },
			"scene_obs is not finite in frame 1": func(e *demos.Episode) {
				z := float32(0)
				e.Observations[1].Scene[scenes.SceneBulb] = z / z
			},
			"pictures of 5 and 0 bytes": func(e *demos.Episode) {
				e.Observations[0].Static = make([]byte, 5)
			},
			"has other pictures in frame 1 than in": func(e *demos.Episode) {
				e.Observations[0].Ego = make([]byte, 84*84*3)
			},
		} {
			e := random(rand.New(rand.NewPCG(6, 0)), 3, false, false)
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

// Memory does not grow with the dataset: ten times the episodes hold no more of it at the end than one.
func TestMemoryDoesNotGrow(t *testing.T) {
	every(t, func(t *testing.T, name string) {
		f, _ := demos.Formats.Get(name)
		e := random(rand.New(rand.NewPCG(7, 0)), 8, true, true)
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
			e := random(rand.New(rand.NewPCG(8, 0)), 60, true, true)
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
			store(b, name, path, demos.Card{}, []*demos.Episode{random(rand.New(rand.NewPCG(8, 0)), 60, true, true)})
			r, err := demos.OpenAny(path)
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
