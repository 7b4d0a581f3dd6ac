package demos

import (
	"context"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

func generate(t testing.TB, recipe string, seed uint64, workers int) *Dataset {
	t.Helper()
	r, err := ParseRecipe(recipe)
	if err != nil {
		t.Fatal(err)
	}
	d, err := Generate(context.Background(), r, seed, workers, nil)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestRecipes(t *testing.T) {
	for text, want := range map[string]string{
		"picking left=27,middle=9,right=27":    "picking left=27,middle=9,right=27",
		" picking right=1, left=2 ":            "picking left=2,right=1",
		"picking middle=3,left=0":              "picking middle=3",
		"picking":                              "error: should read TASK BEHAVIOUR=N",
		"juggling left=1":                      `error: unknown task "juggling"; known: picking`,
		"picking left=1,left=2":                `error: names "left" twice`,
		"picking centre=4":                     `error: no behaviour "centre"; it has left, middle, right`,
		"picking left=-1":                      "error: should read BEHAVIOUR=N",
		"picking left=9999999":                 "error: should read BEHAVIOUR=N",
		"picking left=0":                       "error: no demonstration at all",
		"picking left=9223372036854775808,a=1": "error: should read BEHAVIOUR=N",
	} {
		r, err := ParseRecipe(text)
		switch message, isError := strings.CutPrefix(want, "error: "); {
		case isError && (err == nil || !strings.Contains(err.Error(), message)):
			t.Errorf("ParseRecipe(%q) gives error %v, want one with %q", text, err, message)
		case !isError && (err != nil || r.String() != want):
			t.Errorf("ParseRecipe(%q) = %q, %v, want %q", text, r, err, want)
		}
	}
}

func TestGenerationDependsOnRecipeAndSeedAlone(t *testing.T) {
	one := generate(t, "picking left=2,middle=3,right=2", 7, 1)
	if many := generate(t, "picking left=2,middle=3,right=2", 7, 5); !reflect.DeepEqual(one, many) {
		t.Error("five workers make another dataset than one")
	}
	if other := generate(t, "picking left=2,middle=3,right=2", 8, 1); other.Card.Hash == one.Card.Hash {
		t.Error("another seed makes the same dataset")
	}
	fewer := generate(t, "picking left=1,middle=2,right=2", 7, 2)
	for i, from := range []int{0, 2, 3, 5, 6} {
		if !reflect.DeepEqual(fewer.Episodes[i], one.Episodes[from]) {
			t.Errorf("demonstration %d of the smaller recipe is not demonstration %d of the larger", i, from)
		}
	}
}

func TestCardCounts(t *testing.T) {
	d := generate(t, "picking left=2,right=3", 1, 2)
	g := d.Groups()
	if !reflect.DeepEqual(g.Names, []string{"left", "right"}) || !reflect.DeepEqual(g.N, []int{2, 3}) ||
		!reflect.DeepEqual(g.Of, []int32{0, 0, 1, 1, 1}) {
		t.Errorf("groups are %+v", g)
	}
	frames := 0
	for i := range d.Episodes {
		frames += d.Episodes[i].Frames()
		if !d.Episodes[i].Success {
			t.Errorf("demonstration %d failed", i)
		}
	}
	if g.Frames[0]+g.Frames[1] != frames || d.Card.Groups[1] != (Row{"right", 3, g.Frames[1]}) {
		t.Errorf("card says %+v, groups %+v, all episodes have %d frames", d.Card.Groups, g, frames)
	}
}

func TestSaveAndLoadLoseNothing(t *testing.T) {
	d := generate(t, "picking left=1,middle=2", 3, 2)
	dir := filepath.Join(t.TempDir(), "new", "folder")
	if err := Save(dir, d); err != nil {
		t.Fatal(err)
	}
	back, err := Load(dir)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(d, back) {
		t.Error("the loaded dataset is not the saved one")
	}
	if err := Save(dir, generate(t, "picking left=1", 3, 1)); err == nil || !strings.Contains(err.Error(), "holds another dataset") {
		t.Errorf("saving over another dataset gives %v", err)
	}
}

func TestDamageIsNamed(t *testing.T) {
	d := generate(t, "picking left=2", 3, 2)
	for name, c := range map[string]struct {
		damage func(dir string) error
		want   string
	}{
		"no card":      {func(dir string) error { return os.Remove(filepath.Join(dir, "card.json")) }, "holds no dataset"},
		"torn card":    {func(dir string) error { return os.Truncate(filepath.Join(dir, "card.json"), 40) }, "card.json is damaged"},
		"no episode":   {func(dir string) error { return os.Remove(filepath.Join(dir, "000001.npz")) }, "000001.npz"},
		"torn episode": {func(dir string) error { return os.Truncate(filepath.Join(dir, "000001.npz"), 400) }, "000001.npz is damaged"},
		"other format": {edit(`"format": 1`, `"format": 9`), "format 9; this program reads format 1"},
		"way out":      {edit(`"file": "000001.npz"`, `"file": "../000001.npz"`), "leads out of the folder"},
		"swapped":      {edit(`"index": 1`, `"index": 7`), "not those of the card"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			if err := Save(dir, d); err != nil {
				t.Fatal(err)
			}
			if err := c.damage(dir); err != nil {
				t.Fatal(err)
			}
			if _, err := Load(dir); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("Load gives %v, want an error with %q", err, c.want)
			}
		})
	}
}

// edit replaces text in the card.
func edit(old, new string) func(string) error {
	return func(dir string) error {
		path := filepath.Join(dir, "card.json")
		raw, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(path, []byte(strings.Replace(string(raw), old, new, 1)), 0o644)
	}
}

// FuzzEpisode feeds the reader of episode files with damaged archives: it must return, not panic, and what it accepts must survive a
// round trip.
func FuzzEpisode(f *testing.F) {
	d := generate(f, "picking left=1", 3, 1)
	dir := f.TempDir()
	d.Episodes[0].Observations, d.Episodes[0].Actions = d.Episodes[0].Observations[:2], d.Episodes[0].Actions[:2]
	if err := Save(dir, d); err != nil {
		f.Fatal(err)
	}
	raw, err := os.ReadFile(filepath.Join(dir, "000000.npz"))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(raw)
	f.Add(raw[:len(raw)/2])
	f.Fuzz(func(t *testing.T, raw []byte) {
		e, err := decodeEpisode(raw)
		if err != nil {
			return
		}
		if e.Frames() == 0 || len(e.Observations) != e.Frames() {
			t.Errorf("accepted an episode with %d actions and %d observations", e.Frames(), len(e.Observations))
		}
	})
}

func BenchmarkGenerate(b *testing.B) {
	b.ReportAllocs()
	frames := 0
	for i := range b.N {
		d := generate(b, "picking left=1,middle=1,right=1", uint64(i), 1)
		for k := range d.Episodes {
			frames += d.Episodes[k].Frames()
		}
	}
	b.ReportMetric(float64(frames)/b.Elapsed().Seconds(), "frames/s")
}
