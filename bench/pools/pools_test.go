package pools

import (
	"context"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"counterpoise/bench"
	"counterpoise/bench/record"
	"counterpoise/internal/hostile"
	"counterpoise/scenes/demos"
)

// plan is a plan of two recipes of opening, in two trials.
func plan(t *testing.T) bench.Plan {
	t.Helper()
	d := bench.Design{Task: "opening", Arms: []bench.Arm{
		{Name: "a", Recipe: "slider=2,drawer=1", Groups: demos.ByBehaviour, Method: "natural"},
		{Name: "b", Recipe: "slider=2,drawer=1", Groups: demos.ByBehaviour, Method: "equal"},
		{Name: "c", Recipe: "slider=1,drawer=1,slider:biased=1", Groups: demos.ByStyle, Method: "natural"},
	}}
	size := record.Size{Trials: 2, Rollouts: 1, Seed: 3, Policy: bench.StatePolicy}
	return bench.Plan{Name: "p", Experiments: []bench.Experiment{{Name: "p", Designs: []bench.Design{d}}}, Size: size}
}

// The list has the datasets that the cells train on, each once, with the digest that records have and the
// demonstrations in order; untrained policies have none. It reads back as it was written, whatever the workers.
func TestList(t *testing.T) {
	keys := Keys(plan(t).Cells())
	made := 0
	all, err := List(t.Context(), keys, nil, 3, func(done, total int) { made, _ = done, total })
	if err != nil {
		t.Fatal(err)
	}
	if len(all) != 4 || made != 4 {
		t.Fatalf("%d datasets, %d made, want 4", len(all), made)
	}
	for _, p := range all {
		recipe, err := demos.ParseRecipe(p.Task + " " + p.Recipe)
		if err != nil {
			t.Fatal(err)
		}
		d, err := demos.Generate(t.Context(), recipe, record.PoolSeed("opening", p.Trial, 3), 1, nil)
		if err != nil {
			t.Fatal(err)
		}
		if p.Digest != d.Card.Hash || len(p.Demos) != len(d.Episodes) {
			t.Errorf("%v: digest %s of %d demonstrations, want %s of %d", p.Key, p.Digest, len(p.Demos), d.Card.Hash,
				len(d.Episodes))
			continue
		}
		for i := range d.Episodes {
			e := &d.Episodes[i]
			if p.Demos[i] != (Demo{e.Behaviour, e.Style, e.Frames()}) || p.Frames()[i] != e.Frames() {
				t.Errorf("%v: demonstration %d is %v", p.Key, i, p.Demos[i])
			}
		}
	}
	path := filepath.Join(t.TempDir(), FileName)
	if err := os.WriteFile(path, CSV(all, func(i int) string { return "folder" }), 0o644); err != nil {
		t.Fatal(err)
	}
	read, err := Read(path)
	if err != nil || !reflect.DeepEqual(read, all) {
		t.Fatalf("reads back as %v (%v)\nwas %v", read, err, all)
	}
	// Those that are known are not generated again.
	again, err := List(t.Context(), keys, read[1:], 1, func(_, total int) {
		if total != 1 {
			t.Errorf("%d datasets are made again", total)
		}
	})
	if err != nil || !reflect.DeepEqual(again, all) {
		t.Errorf("got %v, %v", again, err)
	}
}

func TestListStops(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if _, err := List(ctx, Keys(plan(t).Cells()), nil, 2, func(int, int) {}); err != context.Canceled {
		t.Errorf("got %v", err)
	}
}

// An error of one dataset ends the list.
func TestListFails(t *testing.T) {
	keys := append(Keys(plan(t).Cells()), Key{Task: "opening", Recipe: "lid=3", Seed: 3})
	_, err := List(t.Context(), keys, nil, 2, func(int, int) {})
	if err == nil || !strings.Contains(err.Error(), "lid") {
		t.Errorf("a recipe that does not exist gives %v", err)
	}
}

func TestDamagedLists(t *testing.T) {
	head := strings.Join(header, ",") + "\n"
	for name, text := range map[string]string{
		"empty": "", "another header": "a,b\n",
		"a gap":    head + "d,1,5,left,optimal,0,picking,left=2,1," + demos.Version + ",\n",
		"a number": head + "d,0,x,left,optimal,0,picking,left=2,1," + demos.Version + ",\n", "a field": head + "d,0\n",
		"no frame": head + "d,0,0,left,optimal,0,picking,left=2,1," + demos.Version + ",\n",
		"two digests": head + "d,0,5,left,optimal,0,picking,left=2,1," + demos.Version + ",\n" +
			"e,1,5,left,optimal,0,picking,left=2,1," + demos.Version + ",\n",
	} {
		path := filepath.Join(t.TempDir(), FileName)
		os.WriteFile(path, []byte(text), 0o644)
		if _, err := Read(path); err == nil || !strings.Contains(err.Error(), "made again") {
			t.Errorf("%s: %v", name, err)
		}
	}
	path := filepath.Join(t.TempDir(), FileName)
	os.WriteFile(path, []byte(head+"d,0,5,left,optimal,0,picking,left=2,1,0,\n"), 0o644)
	if all, err := Read(path); err != nil || all != nil {
		t.Errorf("a list of another version: %v, %v", all, err)
	}
}

func TestHostileLists(t *testing.T) {
	row := "d,0,5,left,optimal,0,picking,left=2,1," + demos.Version + ",\n"
	hostile.Check(t, func(path string) error { _, err := Read(path); return err },
		hostile.Input{Name: "many datasets", Data: func() []byte {
			return []byte(strings.Join(header, ",") + "\n" + strings.Repeat(row, 500_000))
		}},
		hostile.Input{Name: "a long name", Data: func() []byte {
			long := strings.Replace(row, "left", strings.Repeat("a", 16<<20), 1)
			return []byte(strings.Join(header, ",") + "\n" + long)
		}},
		hostile.Input{Name: "a quote that never ends", Data: func() []byte {
			return []byte(strings.Join(header, ",") + "\n\"" + strings.Repeat("\n,", 8<<20))
		}},
		hostile.Input{Name: "a wide header", Data: func() []byte { return []byte(strings.Repeat(",", 16<<20)) }},
	)
}

// Any text in place of a list gives datasets, which are listed as they were read, or an error of one line.
func FuzzRead(f *testing.F) {
	head, end := strings.Join(header, ",")+"\n", ","+demos.Version+",\n"
	f.Add(head + "d,0,5,left,optimal,0,picking,left=2,1" + end + "d,1,6,left,miss,0,picking,left=2,1" + end)
	f.Add(head + "d,0,5,left,optimal,0,picking,left=2,1,0,\n")
	f.Add(head + "\"d\"\"\",0,1,,,-1,,,18446744073709551615" + end)
	f.Fuzz(func(t *testing.T, text string) {
		path := filepath.Join(t.TempDir(), FileName)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		all, err := Read(path)
		if err != nil {
			if strings.Contains(strings.ReplaceAll(err.Error(), path, ""), "\n") {
				t.Errorf("%q: several lines: %v", text, err)
			}
			return
		}
		for _, p := range all {
			for i, d := range p.Demos {
				if d.Frames < 1 {
					t.Errorf("%q: demonstration %d of %v has %d frames", text, i, p.Key, d.Frames)
				}
			}
		}
	})
}
