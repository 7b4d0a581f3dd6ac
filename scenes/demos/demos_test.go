package demos

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"counterpoise/scenes"
	"counterpoise/scenes/expert"
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

func init() { Recipes.Add("toy/opening/slider", "opening slider=10,drawer=20") }

func TestRecipes(t *testing.T) {
	for _, c := range [][2]string{
		{"picking left=27,middle=9,right=27", "picking left=27,middle=9,right=27"},
		{" picking right=1, left=2 ", "picking left=2,right=1"},
		{
			"picking optimal=100,biased=50",
			"picking left=34,middle=33,right=33,left:biased=17,middle:biased=17,right:biased=16",
		},
		{"toy/opening/slider", "opening slider=10,drawer=20"},
		{"opening drawer=20,slider:retry=1", "opening drawer=20,slider:retry=1"},
		{
			"picking left=60 optimal + 20 noisy + 10 erratic,middle=3",
			"picking left=60,middle=3,left:erratic=10,left:noisy=20",
		},
		{"picking left=60+20 noisy, right:noisy=5+", "error: should read BEHAVIOUR=N or BEHAVIOUR=N+N STYLE"},
		{"picking left = 1 + 2  retry , retry=3", "picking left=1,left:retry=3,middle:retry=1,right:retry=1"},
		{"picking left=1 noisy,left:noisy=2,noisy=3", "picking left:noisy=4,middle:noisy=1,right:noisy=1"},
		{"picking left=0 noisy+2", "picking left=2"},
		{"picking left=3+4", "error: has the style optimal twice"},
		{"picking left=3 noisy+4 noisy", "error: has the style noisy twice"},
		{"picking left=3 nosy", `error: unknown style "nosy"; did you mean "noisy"?`},
		{"picking left=3 noisy hand", `error: unknown style "noisy hand"`},
		{"picking noisy=3 retry", `error: "noisy" has a style already`},
		{"picking left:noisy=3 retry", `error: "left:noisy" has a style already`},
		{"picking left:=3", `error: unknown style ""`},
		{"picking lft=3", `error: no behaviour "lft"; did you mean "left"? it has left`},
		{"pickin left=3", `error: unknown task "pickin"; did you mean "picking"?`},
		{"picking left=1,left:sloppy=1", `error: unknown style "sloppy"`},
		{"picking middle=3,left=0", "picking middle=3"},
		{"picking", "error: should read TASK BEHAVIOUR=N"},
		{"toy/opening/slidr", `error: no dataset "toy/opening/slidr"; did you mean "toy/opening/slider"? count`},
		{"toy/lifting", `error: no dataset "toy/lifting"; counterpoise list datasets shows`},
		{"juggling left=1", `error: unknown task "juggling"; known: opening, picking`},
		{"picking left=1,left=2", `error: names "left" twice`},
		{"picking left=1+2 optimal", `error: "left=1+2 optimal" has the style optimal twice`},
		{"picking biased=1+2", `error: "biased=1+2" has the style biased twice`},
		{"picking left:noisy=1+2", `error: "left:noisy=1+2" has the style noisy twice`},
		{"picking centre=4", `error: no behaviour "centre"; it has left, middle, right`},
		{"picking left=-1", "error: should read BEHAVIOUR=N"},
		{"picking left=9999999", "error: should read BEHAVIOUR=N"},
		{"picking left=0", "error: no demonstration at all"},
		{"picking left=9223372036854775808,a=1", "error: should read BEHAVIOUR=N"},
	} {
		text, want := c[0], c[1]
		r, err := ParseRecipe(text)
		switch message, isError := strings.CutPrefix(want, "error: "); {
		case isError && (err == nil || !strings.Contains(err.Error(), message)):
			t.Errorf("ParseRecipe(%q) gives error %v, want one with %q", text, err, message)
		case !isError && (err != nil || r.String() != want):
			t.Errorf("ParseRecipe(%q) = %q, %v, want %q", text, r, err, want)
		}
	}
}

// FuzzRecipe reads any text: no panic, and what is read reads again, from its canonical form, as the same recipe.
func FuzzRecipe(f *testing.F) {
	for _, text := range []string{
		"picking left=60 optimal + 20 noisy + 10 erratic,middle=3", "opening slider=1,drawer:retry=2,biased=3",
		"toy/opening/slider", "picking left=+1", "picking left=1++2", "picking =1", "picking left=1 noisy,left=2",
		" opening  drawer = 0 + 1 early",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		r, err := ParseRecipe(text)
		if err != nil {
			return
		}
		again, err := ParseRecipe(r.String())
		if err != nil || !reflect.DeepEqual(r, again) || r.Demos() < 1 {
			t.Errorf("%q reads as %q, and that as %q, %v", text, r, again, err)
		}
		for _, c := range r.Counts {
			if c.N < 1 {
				t.Errorf("%q has %+v", text, c)
			}
		}
	})
}

// Generated demonstrations of every style end as the style says, in every behaviour of every task.
func TestDemonstrationsEndAsTheirStyleSays(t *testing.T) {
	for _, task := range scenes.Tasks.Names() {
		var parts []string
		for _, style := range expert.Styles.Names() {
			parts = append(parts, style+"=12")
		}
		d := generate(t, task+" "+strings.Join(parts, ","), 2, 2)
		for i := range d.Episodes {
			e := &d.Episodes[i]
			if style, err := expert.Styles.Get(e.Style); err != nil || e.Success != style.Succeeds() {
				t.Errorf("%s %s %s: success %v, %v", task, e.Behaviour, e.Style, e.Success, err)
			}
		}
	}
}

// The demonstrations of a dataset in each grouping, with the demonstrations of each group.
func TestGroupings(t *testing.T) {
	d := &Dataset{Episodes: []Episode{
		{Behaviour: "left", Style: "optimal"}, {Behaviour: "right", Style: "optimal"},
		{Behaviour: "left", Style: "noisy"}, {Behaviour: "left", Style: "erratic"},
	}}
	for by, want := range map[Grouping]map[string]int{
		ByBehaviour:  {"left": 3, "right": 1},
		ByStyle:      {"optimal": 2, "noisy": 1, "erratic": 1},
		ByBoth:       {"left:optimal": 1, "right:optimal": 1, "left:noisy": 1, "left:erratic": 1},
		ByOptimality: {"optimal": 2, "suboptimal": 2},
	} {
		g, got := d.Groups(by), map[string]int{}
		for k, name := range g.Names {
			got[name] = g.N[k]
		}
		if !reflect.DeepEqual(got, want) || by.Check() != nil {
			t.Errorf("by %s: %v, want %v", by, got, want)
		}
	}
	want := `no way to group "stile"; did you mean "style"? there is behaviour, style, both, optimality`
	if err := Grouping("stile").Check(); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("got %v, want %s", err, want)
	}
}

// A grouping stands for labels of any dataset; the label optimality follows from the style, unless the file has it.
func TestLabels(t *testing.T) {
	if got := Labels([]string{"both", "operator", "optimality"}); !reflect.DeepEqual(got,
		[]string{"behaviour", "style", "operator", "optimality"}) {
		t.Errorf("labels %q", got)
	}
	for _, c := range []struct {
		labels map[string]string
		want   string
		ok     bool
	}{
		{map[string]string{"style": "optimal"}, "optimal", true},
		{map[string]string{"style": "miss"}, "suboptimal", true},
		{map[string]string{"style": "miss", "optimality": "good"}, "good", true}, {nil, "", false},
	} {
		r := Raw{Labels: c.labels}
		if got, ok := r.Label("optimality"); got != c.want || ok != c.ok {
			t.Errorf("%v: %q, %v", c.labels, got, ok)
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

// pinned are the contents of demonstrations in all styles of all behaviours, with noise and difficulties: of those
// styles that were first, and of those added since, together as they came. Every processor gives them, with vectors and
// without. They may change only with Version.
var pinned = []struct {
	added []string // none: all others
	want  string
}{
	{nil, "8488e96e6522fdf12af74036b0c7e866"},
	{[]string{"hasty", "slow"}, "122a02cd52eddddcd502f6aa31c6958e"},
	{[]string{"fumble", "mistake", "release"}, "a693b8e8e7d599e1335b8ca72a4de227"},
}

func TestDemonstrationsArePinned(t *testing.T) {
	first := styles()
	for _, p := range pinned {
		first = slices.DeleteFunc(first, func(s string) bool { return slices.Contains(p.added, s) })
	}
	for _, p := range pinned {
		all, of := "", p.added
		if of == nil {
			of = first
		}
		for _, task := range []string{"picking:Yaw=90,Noise=3", "opening:Noise=3"} {
			recipe := task + " " + strings.Join(of, "=3,") + "=3"
			all += generate(t, recipe, 7, 2).Card.Hash[:16]
		}
		if all != p.want {
			t.Errorf("styles %v: hashes %s, want %s", of, all, p.want)
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
	if g.Frames[0]+g.Frames[1] != frames || d.Card.Groups[1] != (GroupCount{
		Behaviour: "right", Style: "optimal", Demos: 3, Frames: g.Frames[1],
	}) {
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

// full is a sink that has room for no demonstration. It takes its time, so that later demonstrations are ready.
type full struct{ asked int }

func (f *full) Add(*Episode) error {
	f.asked++
	time.Sleep(200 * time.Millisecond)
	return errors.New("no room")
}

// A sink that has failed is given nothing more.
func TestStreamStopsAtTheFirstError(t *testing.T) {
	r, err := ParseRecipe("picking left=20")
	if err != nil {
		t.Fatal(err)
	}
	var sink full
	_, err = Stream(context.Background(), r, Options{Seed: 1, Workers: 8}, &sink)
	if err == nil || err.Error() != "no room" || sink.asked != 1 {
		t.Errorf("%v; asked %d times", err, sink.asked)
	}
}

// More workers than demonstrations take no more memory.
func TestMoreWorkersThanDemonstrations(t *testing.T) {
	r, err := ParseRecipe("picking left=1")
	if err != nil {
		t.Fatal(err)
	}
	if d, err := Generate(t.Context(), r, 1, 1<<40, nil); err != nil || len(d.Episodes) != 1 {
		t.Errorf("%+v, %v", d, err)
	}
}
