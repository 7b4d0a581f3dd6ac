package weigh

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"counterpoise/internal/seed"
	"counterpoise/policies/mixture"
	"counterpoise/scenes/demos"
)

// madeReader is a dataset of episodes 0, 1, ... that alternate between groups; the actions of group g have noise of
// g.
type madeReader struct{ episodes, groups int }

func (r madeReader) Card() demos.Card { return demos.Card{} }
func (r madeReader) Episodes() int    { return r.episodes }
func (r madeReader) Close() error     { return nil }

func (r madeReader) Read(i int, _ bool) (*demos.Raw, error) {
	g := i % r.groups
	draw := seed.Of("made", i).Rand()
	raw := &demos.Raw{
		Labels:  map[string]string{"task": fmt.Sprintf("task %d", g)},
		Actions: demos.Matrix{Width: 1}, State: demos.Matrix{Width: 2},
	}
	for range 20 + 10*g {
		x := float32(draw.NormFloat64())
		raw.State.Values = append(raw.State.Values, x, float32(draw.NormFloat64()))
		raw.Actions.Values = append(raw.Actions.Values, x+float32(g)*float32(draw.NormFloat64()))
	}
	return raw, nil
}

// ignore is a progress function that does nothing.
func ignore(int, int) {}

// groupsOf returns the groups of a dataset by its default label.
func groupsOf(t *testing.T, r demos.Reader) *Groups {
	t.Helper()
	g, err := ReadGroups(t.Context(), r, nil, ignore)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// ReadGroups names groups by the values of labels and counts demonstrations and frames. One group alone, too many
// groups and an unknown label are errors.
func TestReadGroups(t *testing.T) {
	g := groupsOf(t, madeReader{episodes: 5, groups: 2})
	if fmt.Sprint(g.By, g.Names, g.N, g.Frames, g.Of, g.Lengths) !=
		"[task] [task 0 task 1] [3 2] [60 60] [0 1 0 1 0] [20 30 20 30 20]" {
		t.Errorf("%+v", g)
	}
	for want, r := range map[string]madeReader{
		"there is nothing to weigh: all 3": {episodes: 3, groups: 1},
		"it is a single demonstration":     {episodes: 1, groups: 1},
		"more than 256 groups":             {episodes: 300, groups: 300},
	} {
		if _, err := ReadGroups(t.Context(), r, nil, ignore); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want an error with %q, got %v", want, err)
		}
	}
	if _, err := ReadGroups(t.Context(), madeReader{4, 2}, []string{"tsak"}, ignore); err == nil ||
		!strings.Contains(err.Error(), `did you mean "task"?`) {
		t.Errorf("an unknown label: %v", err)
	}
	labels := []map[string]string{{"task": "a:b", "style": "c"}, {"task": "a", "style": "b:c"}}
	r := demos.Relabelled{Reader: madeReader{2, 2}, Labels: func(i int) map[string]string { return labels[i] }}
	if g, err := ReadGroups(t.Context(), r, []string{"task", "style"}, ignore); err == nil ||
		!strings.Contains(err.Error(), "would both be called a:b:c") {
		t.Errorf("two groups of one name: %v, %+v", err, g)
	}
}

// A demonstration without a label is named as its dataset numbers it, also among those that were selected.
func TestReadGroupsNamesTheDemonstration(t *testing.T) {
	operator := func(i int) map[string]string {
		if i == 5 {
			return nil
		}
		return map[string]string{"operator": "anna"}
	}
	r := demos.Relabelled{Reader: madeReader{8, 2}, Labels: operator}
	kept, _, err := demos.Select(t.Context(), r, []string{"task=task 1"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := ReadGroups(t.Context(), kept, []string{"operator"}, ignore); err == nil ||
		!strings.Contains(err.Error(), `demonstration 5 has no label "operator"`) {
		t.Errorf("among some of a dataset: %v", err)
	}
	joined, err := demos.Join([]string{"a", "b"}, []demos.Reader{madeReader{4, 2}, r})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := ReadGroups(t.Context(), joined, []string{"style"}, ignore); err == nil ||
		!strings.Contains(err.Error(), `demonstration 0 of a has no label "style"`) {
		t.Errorf("among two datasets: %v", err)
	}
}

// Weights of demonstrations sum to 1, and over a group to its weight; frames of a group weigh the same.
func TestSampling(t *testing.T) {
	g := groupsOf(t, madeReader{episodes: 5, groups: 2})
	samples := g.Sampling([]float64{.2, .8})
	var sums [2]float64
	for e, s := range samples {
		sums[e%2] += s.Weight
		if math.Abs(s.FrameWeight*float64(s.Frames)-s.Weight) > 1e-15 {
			t.Errorf("demonstration %d: %+v", e, s)
		}
	}
	if math.Abs(sums[0]-.2) > 1e-12 || math.Abs(sums[1]-.8) > 1e-12 {
		t.Errorf("the weights of the groups sum to %v", sums)
	}
}

// Mean, standard deviation and curve equal those by hand.
func TestResult(t *testing.T) {
	r := Result{
		Weights: [][]float64{{.2, .8}, {.4, .6}}, Steps: []int{0, 5},
		Alpha: [][][]float64{{{.5, .5}, {.2, .8}}, {{.5, .5}, {.4, .6}}},
	}
	got := fmt.Sprintf("%.3f %.3f %.3f %v", r.Mean(), r.SD(), r.Curve(), r.Moved())
	if want := "[0.300 0.700] [0.141 0.141] [[0.500 0.500] [0.300 0.700]] true"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	one := Result{Weights: r.Weights[:1], Steps: []int{0}, Alpha: [][][]float64{{{.2, .8}}}}
	if one.SD() != nil || one.Moved() {
		t.Errorf("a single seed has standard deviation %v, moved %v", one.SD(), one.Moved())
	}
}

// The weights are the same for any number of workers, and a method that follows losses gives the noisier group more.
func TestRun(t *testing.T) {
	r := madeReader{episodes: 12, groups: 2}
	g := groupsOf(t, r)
	corpus, err := ReadCorpus(t.Context(), r, g, CorpusOptions{}, ignore)
	if err != nil {
		t.Fatal(err)
	}
	var first string
	for _, workers := range []int{1, 3} {
		o := Options{Methods: []string{"natural", "groupdro:Eta=.5"}, Seeds: 2, Seed: 1, Workers: workers,
			Progress: ignore}
		all, err := Run(t.Context(), g, corpus.Learner(20), o)
		if err != nil {
			t.Fatal(err)
		}
		text, err := json.Marshal(SummaryOf(g, all))
		if err != nil {
			t.Fatal(err)
		}
		if first == "" {
			first = string(text)
		}
		if string(text) != first {
			t.Errorf("%d workers give other weights", workers)
		}
		if w := all[1].Mean(); !(w[1] > w[0]) {
			t.Errorf("the noisier group weighs %v", w)
		}
	}
	// One seed has steps too: 20, and the weights after the last.
	o := Options{Methods: []string{"natural"}, Seeds: 1, Workers: 1, Progress: ignore}
	one, err := Run(t.Context(), g, corpus.Learner(20), o)
	if err != nil || len(one[0].Steps) != 21 || one[0].Steps[20] != 20 || len(one[0].Alpha[0]) != 21 {
		t.Errorf("%v, steps %v", err, one[0].Steps)
	}
}

// The first error of a training stops the others and names its method.
func TestRunStops(t *testing.T) {
	g := groupsOf(t, madeReader{episodes: 4, groups: 2})
	broken := func(context.Context, mixture.Mixture, seed.Key) (*mixture.Log, error) {
		return nil, errors.New("broken")
	}
	_, err := Run(t.Context(), g, broken, Options{Methods: []string{"equal"}, Seeds: 9, Workers: 2, Progress: ignore})
	if err == nil || err.Error() != "equal: broken" {
		t.Errorf("got %v", err)
	}
}

// No more trainings than Workers run at a time, and Progress counts those that have ended.
func TestRunWorkers(t *testing.T) {
	g := groupsOf(t, madeReader{episodes: 4, groups: 2})
	for _, workers := range []int{1, 2, 100} {
		var now, most atomic.Int64
		learn := func(_ context.Context, m mixture.Mixture, _ seed.Key) (*mixture.Log, error) {
			n := now.Add(1)
			defer now.Add(-1)
			for old := most.Load(); n > old && !most.CompareAndSwap(old, n); old = most.Load() {
			}
			time.Sleep(time.Millisecond) // so that another training may begin meanwhile
			return &mixture.Log{}, nil
		}
		var counts []int
		o := Options{Methods: []string{"equal", "natural"}, Seeds: 10, Workers: workers,
			Progress: func(done, total int) { counts = append(counts, done, total) }}
		if _, err := Run(t.Context(), g, learn, o); err != nil {
			t.Fatal(err)
		}
		if most.Load() > int64(workers) {
			t.Errorf("%d trainings at a time, want %d at most", most.Load(), workers)
		}
		var want []int
		for n := range 20 {
			want = append(want, n+1, 20)
		}
		if !slices.Equal(counts, want) {
			t.Errorf("%d workers: progress %v", workers, counts)
		}
	}
}
