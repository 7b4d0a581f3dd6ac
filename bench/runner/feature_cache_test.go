package runner

import (
	"context"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"

	"counterpoise/bench"
	"counterpoise/bench/record"
	"counterpoise/internal/cachedir"
	"counterpoise/internal/durable"
	"counterpoise/policies/train"
	"counterpoise/scenes"
	"counterpoise/scenes/demos"
)

// squareRenderer draws a grey picture with a bright square at the red block and the bulb in a corner. It counts the
// frames.
type squareRenderer struct{ painted *atomic.Int32 }

func (b squareRenderer) Name() string { return "blob" }
func (b squareRenderer) Close() error { return nil }

func (b squareRenderer) Render(s *scenes.Snapshot, o *scenes.Observation) error {
	b.painted.Add(1)
	draw := func(n int) []uint8 {
		p := make([]uint8, 3*n*n)
		x, y := n/2+int(float64(n)*s.Blocks[0].P.X), n/2+int(float64(n)*s.Blocks[0].P.Y)
		for i := range p {
			row, column := i/3/n, i/3%n
			if p[i] = 90; row-y < 10 && y-row < 10 && column-x < 10 && x-column < 10 && i%3 == 0 {
				p[i] = 250
			}
			if s.Bulb && row < 10 && column < 10 {
				p[i] = 255
			}
		}
		return p
	}
	o.Static, o.Gripper = draw(200), draw(84)
	return nil
}

// drawn returns a CellRunner with a squareRenderer, and the number of frames that were drawn.
func drawn(workers int, cache string) (CellRunner, *atomic.Int32) {
	n := new(atomic.Int32)
	return NewCellRunner(workers, func() (Renderer, error) { return squareRenderer{n}, nil }, cache), n
}

// seeing returns two small cells of one trial whose policies observe pictures; the dataset of one is part of the
// other's.
func seeing() []record.Cell {
	c := record.Cell{
		Task: "opening", Recipe: "slider=2,drawer=2", Groups: "behaviour", Method: "natural",
		Policy:   bench.VisionPolicy,
		Rollouts: 1, Steps: 2, Seed: 3, Version: bench.Version,
	}
	d := c
	d.Recipe = "slider=1,drawer=2"
	return []record.Cell{c, d}
}

// Policies that observe pictures give the same records for any number of workers, with and without features on the
// disk, and with damaged files.
func TestPicturesAreDeterministic(t *testing.T) {
	dir := t.TempDir()
	var want map[string]record.Record
	for _, workers := range []int{1, 2, 1} {
		l, _ := drawn(workers, dir)
		store := &memoryStore{}
		if err := Run(context.Background(), seeing(), store, l, workers, &countingWatcher{}); err != nil {
			t.Fatal(err)
		}
		for h, r := range store.records {
			if r.Renderer != "blob" {
				t.Errorf("drawn by %q", r.Renderer)
			}
			r.Duration = record.Duration{}
			store.records[h] = r
		}
		if want == nil {
			want = store.records
			damage(t, dir)
		}
		if !reflect.DeepEqual(store.records, want) {
			t.Errorf("%d workers made other records than 1", workers)
		}
	}
}

// damage flips a bit of one of the files, truncates another, and gives one the name of another.
func damage(t *testing.T, dir string) {
	files, err := filepath.Glob(filepath.Join(dir, "*", "*"))
	if err != nil || len(files) != 4 {
		t.Fatalf("%d files kept for 4 episodes (%v)", len(files), err)
	}
	data, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	data[len(data)/2] ^= 1
	os.WriteFile(files[0], data, 0o644)
	os.WriteFile(files[1], data[:7], 0o644)
	if err := os.Rename(files[2], files[3]); err != nil {
		t.Fatal(err)
	}
}

// Features of blocks of other colours are never taken from the cache, although the numbers of the observations are the
// same: with another knob LookAlike every frame is drawn anew.
func TestFeaturesDependOnColours(t *testing.T) {
	cfg, err := train.ConfigOf(bench.VisionPolicy, 1)
	if err != nil {
		t.Fatal(err)
	}
	n := new(atomic.Int32)
	s := &featureCache{files: Features(t.TempDir())}
	s.capacity = 10
	digests := map[string]bool{}
	for i, task := range []string{"picking", "picking:LookAlike=0.5", "picking:LookAlike=1", "picking"} {
		recipe, err := demos.ParseRecipe(task + " left=1")
		if err != nil {
			t.Fatal(err)
		}
		data, err := demos.Generate(context.Background(), recipe, 1, 1, nil)
		if err != nil {
			t.Fatal(err)
		}
		n.Store(0)
		if _, err := s.encodeDataset(context.Background(), data, cfg, squareRenderer{n}); err != nil {
			t.Fatal(err)
		}
		want := int32(data.Episodes[0].Frames())
		if i == 3 {
			want = 0
		}
		if n.Load() != want {
			t.Errorf("%s: %d frames were drawn, want %d", task, n.Load(), want)
		}
		digests[featureDigest(&data.Episodes[0], "an encoder", "a renderer")] = true
	}
	if len(digests) != 3 {
		t.Errorf("%d digests of 3 looks", len(digests))
	}
}

// An episode is drawn and encoded once: arms share its features, and so do later runs.
func TestEpisodesAreEncodedOnce(t *testing.T) {
	dir := t.TempDir()
	cfg, err := train.ConfigOf(bench.VisionPolicy, 1)
	if err != nil {
		t.Fatal(err)
	}
	recipe, err := demos.ParseRecipe("opening slider=1,drawer=1")
	if err != nil {
		t.Fatal(err)
	}
	data, err := demos.Generate(context.Background(), recipe, 1, 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	frames := int32(data.Episodes[0].Frames() + data.Episodes[1].Frames())
	for _, cfg.Looks = range []int{0, 2} {
		for i, want := range []int32{frames, 0} {
			n := new(atomic.Int32)
			s := &featureCache{files: Features(dir)}
			s.capacity = 10
			for range 2 {
				d, err := s.encodeDataset(context.Background(), data, cfg, squareRenderer{n})
				if err != nil || data.Episodes[1].Features.Rows != nil {
					t.Fatal(err)
				}
				if f := d.Episodes[1].Features; len(f.Rows) == 0 || f.Variants != 1+cfg.Looks || f.Looks != cfg.Looks {
					t.Fatalf("%d numbers of %d variants, of which %d looks", len(f.Rows), f.Variants, f.Looks)
				}
			}
			if n.Load() != want {
				t.Errorf("%d looks: cache %d drew %d frames, want %d", cfg.Looks, i, n.Load(), want)
			}
		}
	}
}

// A folder that cannot be written, because a file is in its place or the disk is full, ends no run: it is told once,
// with
// what to do, and the record is the same. A limit that is no number is a mistake of the user's.
func TestRunsWithoutFeatureCache(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	os.WriteFile(file, nil, 0o644)
	made := func(folder string) (record.Record, []string, error) {
		var told []string
		l, _ := drawn(1, folder)
		l.(Noticer).UseNotices(func(text string) { told = append(told, text) })
		r, err := l.Run(context.Background(), seeing()[0])
		r.Duration = record.Duration{}
		return r, told, err
	}
	want, told, err := made(t.TempDir())
	if err != nil || len(told) > 0 {
		t.Fatal(told, err)
	}
	full := t.TempDir()
	defer durable.Inject(func(c durable.Call) (int, error) {
		if c.Name == "write" && strings.HasPrefix(c.Path, full) {
			return 3, syscall.ENOSPC
		}
		return 0, nil
	})()
	for folder, why := range map[string]string{file: "not a directory", full: "no space left on device"} {
		r, told, err := made(folder)
		if err != nil || !reflect.DeepEqual(r, want) {
			t.Errorf("%s: another record, or error %v", why, err)
		}
		if len(told) != 1 || !strings.Contains(told[0], why) || !strings.Contains(told[0], "COUNTERPOISE_CACHE") {
			t.Errorf("%s: told %q", why, told)
		}
	}
	if left, _ := filepath.Glob(filepath.Join(full, "*", "*")); len(left) > 0 {
		t.Errorf("left: %v", left)
	}
	t.Setenv("COUNTERPOISE_CACHE_LIMIT", "much")
	if _, _, err := made(t.TempDir()); err == nil || !strings.Contains(err.Error(), `does not take "much"`) {
		t.Errorf("a limit that is no number: %v", err)
	}
}

// Without a renderer the error says so.
func TestFeatureCacheErrors(t *testing.T) {
	if _, err := NewCellRunner(1, nil, "").Run(context.Background(), seeing()[0]); err == nil ||
		!strings.Contains(err.Error(), "nothing to draw them with") {
		t.Errorf("error %v", err)
	}
}

// Files of features outlive the program that wrote them: their content is decoded by these names.
func TestFeatureFileFields(t *testing.T) {
	var fields []string
	for i := range reflect.TypeFor[featureFile]().NumField() {
		fields = append(fields, reflect.TypeFor[featureFile]().Field(i).Name)
	}
	if got := strings.Join(fields, " "); got != "By Variants Width Rows" {
		t.Errorf("a file has the fields %s", got)
	}
}

// Features of another encoder no longer fit, those of this program's do.
func TestFeaturesNameTheirEncoder(t *testing.T) {
	dir := t.TempDir()
	now, key := Features(dir), strings.Repeat("0", 64)
	cfg, err := train.ConfigOf(bench.VisionPolicy, 1)
	id := cfg.Extractor().ID()
	if err != nil || id == "" || !strings.HasSuffix(now.Version, "encoder "+id) {
		t.Fatalf("%q names no encoder %q, %v", now.Version, id, err)
	}
	former := Features(dir)
	former.Version = strings.Replace(now.Version, id, strings.Repeat("f", len(id)), 1)
	for _, c := range []struct {
		by   *cachedir.Cache
		want cachedir.State
	}{{former, cachedir.OtherVersion}, {now, cachedir.Fits}} {
		if err := c.by.Put(key, []byte("features")); err != nil {
			t.Fatal(err)
		}
		files, err := now.Survey(t.Context(), nil)
		if err != nil || len(files) != 1 || files[0].State != c.want || files[0].Version != c.by.Version {
			t.Errorf("%+v, %v, want state %s", files, err, c.want)
		}
	}
}
