package demos

import (
	"context"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
)

// labelled is a reader of episodes of one frame that have labels alone.
type labelled []map[string]string

func (l labelled) Card() Card    { return Card{Format: CardFormat} }
func (l labelled) Episodes() int { return len(l) }
func (l labelled) Close() error  { return nil }
func (l labelled) Read(i int, _ bool) (*Raw, error) {
	one := Matrix{Width: 1, Values: []float32{0}}
	return &Raw{Labels: l[i], Actions: one, State: one}, nil
}

func TestJoinSelections(t *testing.T) {
	for _, c := range []struct{ pieces, want []string }{
		{nil, nil},
		{[]string{"behaviour", "style"}, []string{"behaviour", "style"}},
		{[]string{"task", "mask=better", "okay", "worse"}, []string{"task", "mask=better,okay,worse"}},
		{[]string{"mask=a", "b", "style=c", "d"}, []string{"mask=a,b", "style=c,d"}},
	} {
		if got := JoinSelections(c.pieces); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%q gives %q, want %q", c.pieces, got, c.want)
		}
	}
}

// Lists of mask are looked for among all filter keys; who is in none is left out and counted, who is in two is an
// error. Other labels are compared as they are.
func TestSelect(t *testing.T) {
	r := labelled{
		{"masks": "20_percent+better+better_operator_1", "mask": "better_operator_1"},
		{"masks": "okay", "mask": "okay"},
		{"masks": "50_percent"},
		{"masks": "better", "mask": "better"},
	}
	kept, by, err := Select(context.Background(), r, []string{"task", "mask=better,okay"})
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(by, []string{"task", "mask"}) || kept.Episodes() != 3 || kept.Card().Format != 0 {
		t.Errorf("by %q, %+v", by, kept)
	}
	for i, want := range []string{"better", "okay", "better"} {
		raw, err := kept.Read(i, false)
		if err != nil || raw.Labels["mask"] != want {
			t.Errorf("episode %d is %v, %v", i, raw.Labels, err)
		}
	}
	index, lengths := Whole(kept)
	if !reflect.DeepEqual(index, []int{0, 1, 3}) || len(lengths) != 4 || r[0]["mask"] != "better_operator_1" {
		t.Errorf("episodes %v of %v", index, lengths)
	}
	const unknown = `no demonstration has mask "bettr"; did you mean "better"? there is 20_percent, 50_percent`
	for by, want := range map[string]string{
		"mask=better,better_operator_1": "is in better and in better_operator_1",
		"mask=okay,bettr":               unknown,
		"style=optimal":                 `no demonstration has style "optimal"; there is none`,
	} {
		if _, _, err := Select(context.Background(), r, []string{by}); err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("%s gives %v, want an error with %q", by, err, want)
		}
	}
	if same, _, err := Select(context.Background(), r, []string{"mask"}); err != nil || !reflect.DeepEqual(same, r) {
		t.Errorf("without values: %v, %v", same, err)
	}
}

// What a summary of selected episodes warns of has the numbers of the dataset, however often was selected.
func TestWarningsOfSelectionsNumberTheDataset(t *testing.T) {
	draw := rand.New(rand.NewPCG(5, 6))
	var all rawReader
	for i := range 12 {
		r := motion(draw, 5)
		r.Labels = map[string]string{"mask": []string{"better", "worse"}[i%2], "style": []string{"a", "b", "c"}[i%3]}
		all = append(all, r)
	}
	for _, i := range []int{3, 5} {
		all[i].Actions.Values, all[i].State.Values = all[i].Actions.Values[:all[i].Actions.Width],
			all[i].State.Values[:all[i].State.Width]
		all[i].Odd = []Oddity{{"gaps", "a gap"}}
	}
	checked := checkedReader{Reader: all, ctx: t.Context(), path: "a/set", seen: new(meaning)}
	for by, want := range map[string]string{"mask": "numbers 3, 5", "mask=worse": "numbers 3, 5",
		"style=b,c": "numbers 5", "mask=worse style=a,b": "numbers 3", "mask=worse style=c": "numbers 5"} {
		kept, labels, err := Select(t.Context(), checked, strings.Fields(by))
		if err != nil {
			t.Fatal(err)
		}
		s, err := Summarize(kept, labels)
		if err != nil || len(s.Warnings) != 2 || !strings.HasSuffix(s.Warnings[0], ": "+want) ||
			!strings.HasSuffix(s.Warnings[1], ": "+want+"; the first: a gap") {
			t.Errorf("%s: %+v, %v; want %s", by, s.Warnings, err, want)
		}
	}
}

// An episode that is in two lists is named as its dataset numbers it.
func TestSelectNamesTheEpisode(t *testing.T) {
	r := labelled{{"masks": "x", "style": "b"}, {"masks": "y", "style": "a"}, {"masks": "x+y", "style": "b"}}
	_, _, err := Select(t.Context(), r, []string{"style=b", "mask=x,y"})
	if err == nil || !strings.Contains(err.Error(), "demonstration 2 is in x and in y") {
		t.Errorf("got %v", err)
	}
	joined, err := Join([]string{"one", "two"}, []Reader{r[:1], r})
	if err != nil {
		t.Fatal(err)
	}
	whole := Relabelled{joined, func(int) map[string]string { return nil }}
	_, _, err = Select(t.Context(), whole, []string{"style=b", "mask=x,y"})
	if err == nil || !strings.Contains(err.Error(), "demonstration 2 of two is in x and in y") {
		t.Errorf("of two datasets: %v", err)
	}
}

// A value that is named twice counts once.
func TestSelectTakesAValueOnce(t *testing.T) {
	r := labelled{{"masks": "x+z", "style": "b"}, {"masks": "y", "style": "a"}, {"masks": "x", "style": "b"}}
	for _, by := range []string{"mask=x,x", "style=b,b", "mask=x"} {
		kept, labels, err := Select(t.Context(), r, []string{by})
		if err != nil || kept.Episodes() != 2 || len(labels) != 1 {
			t.Errorf("%s: %v, %v", by, labels, err)
		}
	}
}

// A summary counts successes only where they are known, and refuses a label that no demonstration has.
func TestSummarizeLabels(t *testing.T) {
	r := labelled{{"task": "fold", "success": "true"}, {"task": "wipe"}, {"task": "fold", "success": "false"}}
	s, err := Summarize(r.withoutCard(), []string{"task"})
	if err != nil || *s.Groups[0].Success != 1 || s.Groups[1].Success != nil {
		t.Errorf("%+v, %v", s, err)
	}
	if _, err := Summarize(r.withoutCard(), []string{"tsak"}); err == nil ||
		!strings.Contains(err.Error(), `no demonstration has a label "tsak"; did you mean "task"?`) {
		t.Errorf("an unknown label gives %v", err)
	}
}

// What two labels leave out counts together.
func TestSummarizeLeftOut(t *testing.T) {
	r := labelled{
		{"task": "fold", "style": "slow"}, {"task": "fold", "style": "fast"}, {"task": "wipe", "style": "fast"},
	}
	for _, c := range []struct {
		by   []string
		want int
	}{{[]string{"task=fold,wipe"}, 0}, {[]string{"task=fold", "style"}, 1}, {[]string{"task=fold", "style=fast"}, 2}} {
		kept, by, err := Select(context.Background(), r, c.by)
		if err != nil {
			t.Fatal(err)
		}
		s, err := Summarize(kept, by)
		if err != nil || s.LeftOut != c.want {
			t.Errorf("%q leaves out %d, want %d, %v", c.by, s.LeftOut, c.want, err)
		}
	}
}

// withoutCard returns a selection of all episodes, which has no card.
func (l labelled) withoutCard() Reader {
	s := &Selection{Reader: l, label: "all"}
	for i := range l {
		s.Index, s.values, s.Lengths = append(s.Index, i), append(s.values, ""), append(s.Lengths, 1)
	}
	return s
}

// An episode has one value of a label, of "mask" all lists that it is in, and none of a label that it lacks.
func TestValues(t *testing.T) {
	r := &Raw{Labels: map[string]string{"task": "lift", "mask": "better", Masks: "better+train", "style": "noisy"}}
	for label, want := range map[string]string{
		"task": "[lift]", "mask": "[better train]", "optimality": "[suboptimal]", "fleet": "[]",
	} {
		if got := fmt.Sprint(r.Values(label)); got != want {
			t.Errorf("%s: %s, want %s", label, got, want)
		}
	}
}
