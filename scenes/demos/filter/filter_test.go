package filter

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"counterpoise/scenes/demos"
)

// made are four episodes: two of one behaviour, and labels as other programs write them.
func made() []Episode {
	return []Episode{
		{Number: 0, Frames: 10, Labels: map[string]string{"behaviour": "left", "success": "True", "style": "optimal"}},
		{Number: 1, Frames: 20, Labels: map[string]string{"behaviour": "left", "success": "0.0", "style": "erratic"}},
		{Number: 2, Frames: 30, Labels: map[string]string{"behaviour": "right", "success": "1", "style": "noisy",
			"masks": "better+train"}},
		{Number: 3, Frames: 40, Labels: map[string]string{"behaviour": "right", "style": "erratic"}},
	}
}

// A rule keeps what fulfils every condition and is dropped by none. Truth has several spellings; a label that says
// nothing is neither true nor false.
func TestChoose(t *testing.T) {
	for _, c := range []struct {
		where, drop []string
		rule        Rule
		want        string
	}{
		{where: []string{"success=true"}, want: "[0 2]"},
		{where: []string{"success=false"}, want: "[1]"},
		{drop: []string{"success=false"}, want: "[0 2 3]"},
		{where: []string{"style=optimal,erratic"}, want: "[0 1 3]"},
		{where: []string{"style=optimal,erratic,behaviour=left"}, want: "[0 1]"},
		{where: []string{"behaviour=right"}, drop: []string{"style=erratic"}, want: "[2]"},
		{where: []string{"mask=better"}, want: "[2]"},
		{where: []string{"optimality=optimal"}, want: "[0]"},
		{rule: Rule{Episodes: []int{3, 0}}, want: "[0 3]"},
		{rule: Rule{Weights: []float64{0, .2, 1, .1}}, want: "[1 2 3]"},
		{rule: Rule{Weights: []float64{0, .2, 1, .1}, AtLeast: .2}, want: "[1 2]"},
		{where: []string{"behaviour=up"}, want: `no demonstration has behaviour "up"; there is left, right`},
		{where: []string{"sytle=a"}, want: `no demonstration has a label "sytle"; did you mean "style"?`},
		{drop: []string{"style=eratic"}, want: `did you mean "erratic"?`},
		{drop: []string{"behaviour=left,right"}, want: "no demonstration would be left of 4"},
		{where: []string{"success=true"}, rule: Rule{Episodes: []int{1}}, want: "no demonstration would be left of 4"},
		{where: []string{"success"}, want: "want LABEL=VALUE"},
		{where: []string{"=x"}, want: "want LABEL=VALUE"},
	} {
		var err1, err2, err error
		var kept []int
		c.rule.Where, err1 = Parse(c.where)
		c.rule.Drop, err2 = Parse(c.drop)
		if err = errors.Join(err1, err2); err == nil {
			kept, err = c.rule.Choose(made())
		}
		got := fmt.Sprint(kept)
		if err != nil {
			got = err.Error()
		}
		if !strings.Contains(got, c.want) {
			t.Errorf("where %q drop %q: %s, want %s", c.where, c.drop, got, c.want)
		}
		if strings.HasPrefix(c.want, "no demonstration would") != errors.Is(err, ErrNothing) {
			t.Errorf("where %q: %v", c.where, err)
		}
	}
}

func TestEmptiedAndLost(t *testing.T) {
	if got := Emptied(made(), []int{0, 1}); !slices.Equal(got, []string{"right"}) {
		t.Errorf("emptied %q", got)
	}
	if got := Emptied(made(), []int{0, 3}); got != nil {
		t.Errorf("emptied %q", got)
	}
	if got := Lost(made()); !slices.Equal(got, []string{"masks"}) {
		t.Errorf("lost %q", got)
	}
}

// kept is a writer in memory.
type kept struct {
	episodes []demos.Episode
	card     *demos.Card
}

func (k *kept) Add(e *demos.Episode) error { k.episodes = append(k.episodes, *e); return nil }
func (k *kept) Close(c demos.Card) error   { k.card = &c; return nil }
func (k *kept) Abort()                     {}

// memory is a dataset as a reader.
type memory struct{ *demos.Dataset }

func (m memory) Card() demos.Card { return m.Dataset.Card }
func (m memory) Episodes() int    { return len(m.Dataset.Episodes) }
func (m memory) Close() error     { return nil }
func (m memory) Read(i int, pictures bool) (*demos.Raw, error) {
	return m.Dataset.Episodes[i].Raw(pictures), nil
}

// A copy has the episodes that stay, unchanged, and no recipe that would make others. A dataset that is not that of its
// card is not copied.
func TestCopy(t *testing.T) {
	recipe, err := demos.ParseRecipe("picking left=2,left:erratic=1")
	if err != nil {
		t.Fatal(err)
	}
	d, err := demos.Generate(t.Context(), recipe, 1, 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	all, err := Survey(t.Context(), memory{d}, nil)
	if err != nil || len(all) != 3 || all[2].Success == nil || *all[2].Success || !*all[0].Success {
		t.Fatalf("%+v, %v", all, err)
	}
	var to kept
	if err := Copy(memory{d}, &to, all, []int{0, 2}, nil); err != nil {
		t.Fatal(err)
	}
	if len(to.episodes) != 2 || !reflect.DeepEqual(to.episodes[1].Actions, d.Episodes[2].Actions) ||
		to.card.Recipe != "" || to.card.Hash != "" || to.card.Version != d.Card.Version || to.card.Task != "picking" {
		t.Errorf("%d episodes, %+v", len(to.episodes), to.card)
	}
	d.Episodes[1].Actions[0][0] += .01
	to = kept{}
	if err := Copy(memory{d}, &to, all, []int{0, 2}, nil); err == nil || to.card != nil {
		t.Errorf("a damaged dataset was copied: %v", err)
	}
}

// Where no label is called success, it means the outcome that demos list shows.
func TestSuccessMeansTheOutcome(t *testing.T) {
	no, yes := false, true
	all := []Episode{{Number: 0, Labels: map[string]string{"failed": "1"}, Success: &no},
		{Number: 1, Labels: map[string]string{"failed": "0"}, Success: &yes}, {Number: 2}}
	for text, want := range map[string]string{"success=true": "[1]", "success=false": "[0]"} {
		where, err := Parse([]string{text})
		if err != nil {
			t.Fatal(err)
		}
		if kept, err := (Rule{Where: where}).Choose(all); err != nil || fmt.Sprint(kept) != want {
			t.Errorf("%s: %v, %v, want %s", text, kept, err, want)
		}
	}
}

// Numbers are compared as numbers, whatever stands behind them; a text is no number, and neither is none.
func TestConditionsCompareNumbers(t *testing.T) {
	var all []Episode
	for i, v := range []string{"2", "10", "9.5", "40%", "4/5", "unsure", "", "3/4/2024"} {
		all = append(all, Episode{Number: i, Labels: map[string]string{"stars": v, "task": "lift"}})
	}
	for text, want := range map[string][]int{"stars<9.5": {0, 4}, "stars > 9.5": {1, 3},
		"stars<100%": {0, 1, 2, 3, 4}} {
		c, err := Parse([]string{text})
		if err != nil {
			t.Fatal(err)
		}
		if kept, err := (Rule{Where: c}).Choose(all); err != nil || !slices.Equal(kept, want) {
			t.Errorf("%s keeps %v, %v, want %v", text, kept, err, want)
		}
	}
	for text, want := range map[string]string{"stars<many": "want LABEL<NUMBER", "<3": "is no condition",
		"task>1": "task>1 compares numbers, and task is lift", "star<1": `no demonstration has a label "star"`} {
		c, err := Parse([]string{text})
		if err == nil {
			_, err = Rule{Where: c}.Choose(all)
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}
