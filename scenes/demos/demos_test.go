package demos

import (
	"context"
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
		"picking left=27,middle=9,right=27": "picking left=27,middle=9,right=27",
		" picking right=1, left=2 ":         "picking left=2,right=1",
		"picking optimal=100,biased=50": "picking left=34,middle=33,right=33," +
			"left:biased=17,middle:biased=17,right:biased=16",
		"E3/opening/imbalanced":                "opening slider=10,drawer=20",
		"opening drawer=20,slider:retry=1":     "opening drawer=20,slider:retry=1",
		"picking left=1,left:sloppy=1":         `error: unknown style "sloppy"`,
		"picking middle=3,left=0":              "picking middle=3",
		"picking":                              "error: should read TASK BEHAVIOUR=N",
		"juggling left=1":                      `error: unknown task "juggling"; known: opening, picking`,
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
	g := d.Groups(ByBehaviour)
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
	if g.Frames[0]+g.Frames[1] != frames || d.Card.Groups[1] != (GroupCount{"right", "optimal", 3, g.Frames[1]}) {
		t.Errorf("card says %+v, groups %+v, all episodes have %d frames", d.Card.Groups, g, frames)
	}
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

func TestStudyRecipesParse(t *testing.T) {
	for _, name := range StudyRecipes.Names() {
		text, _ := StudyRecipes.Get(name)
		direct, err := ParseRecipe(text)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if byName, err := ParseRecipe(name); err != nil || byName.String() != direct.String() {
			t.Errorf("%s: %v, %v; want %v", name, byName, err, direct)
		}
	}
}
