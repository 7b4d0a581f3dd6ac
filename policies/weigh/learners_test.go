package weigh

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"counterpoise/internal/seed"
	"counterpoise/internal/toydata"
	"counterpoise/policies/balance"
	"counterpoise/policies/train"
	"counterpoise/scenes"
	"counterpoise/scenes/demos"
)

// toyReader is a dataset of the tabletop without pictures, of two groups in turn.
type toyReader struct{ data *demos.Dataset }

func newToyReader() toyReader {
	d, g := toydata.Reaching(seed.Of("learners"), 2, 2)
	for i := range d.Episodes {
		d.Episodes[i].Task, d.Episodes[i].Behaviour = "picking", g.Names[g.Of[i]]
	}
	return toyReader{d}
}

func (r toyReader) Card() demos.Card { return r.data.Card }
func (r toyReader) Episodes() int    { return len(r.data.Episodes) }
func (r toyReader) Close() error     { return nil }

func (r toyReader) Read(i int, pictures bool) (*demos.Raw, error) {
	return r.data.Episodes[i].Raw(pictures), nil
}

// countingRenderer draws the pictures of toydata and counts the frames.
type countingRenderer struct{ frames int }

func (r *countingRenderer) Close() error { return nil }

func (r *countingRenderer) Render(_ *scenes.Snapshot, o *scenes.Observation) error {
	toydata.DrawPictures(o)
	r.frames++
	return nil
}

// A policy that acts on the state learns a dataset without pictures and needs no renderer; one that acts on pictures
// has those of every frame drawn. Both end with weights of all groups.
func TestPolicyLearner(t *testing.T) {
	r := newToyReader()
	g := groupsOf(t, r)
	frames := 0
	for _, n := range g.Lengths {
		frames += n
	}
	for observer, want := range map[string]int{"state": 0, "vision": frames} {
		cfg := train.DefaultConfig()
		cfg.Observer, cfg.Hidden, cfg.Steps, cfg.Batch = observer, 8, 2, 8
		o := PolicyOptions{Config: cfg, Progress: ignore,
			Key: func(i int) seed.Key { return seed.Of("pictures", i) }}
		var drawn countingRenderer
		if observer == "vision" {
			o.Renderer = &drawn
		}
		learn, err := NewPolicyLearner(t.Context(), r, g, o)
		if err != nil {
			t.Fatalf("%s: %v", observer, err)
		}
		if drawn.frames != want {
			t.Errorf("%s: %d frames drawn, want %d", observer, drawn.frames, want)
		}
		log, err := learn(t.Context(), &toydata.FixedMixture{Weights: []float64{.5, .5}}, seed.Of("learn"))
		if err != nil || len(log.Loss) != 2 || len(log.Last(1)) != 2 {
			t.Errorf("%s: %v, %+v", observer, err, log)
		}
	}
}

// A demonstration of another robot is an error that names it and says why, whether the policy acts on pictures or not.
func TestPolicyLearnerNamesTheDemonstration(t *testing.T) {
	r := newToyReader()
	g := groupsOf(t, r)
	narrow := shortened{r, 2}
	for _, observer := range []string{"state", "vision"} {
		cfg := train.DefaultConfig()
		cfg.Observer = observer
		_, err := NewPolicyLearner(t.Context(), narrow, g, PolicyOptions{Config: cfg, Progress: ignore,
			Renderer: &countingRenderer{}, Key: func(i int) seed.Key { return seed.Of("pictures", i) }})
		var bad *EpisodeError
		if !errors.As(err, &bad) || bad.Episode != "2" ||
			!strings.Contains(err.Error(), "demonstration 2 cannot be learned: state have shape") {
			t.Errorf("%s: %v", observer, err)
		}
	}
}

// The demonstration is named as its dataset numbers it, also among those that were selected.
func TestPolicyLearnerNamesTheSelected(t *testing.T) {
	kept, _, err := demos.Select(t.Context(), shortened{newToyReader(), 3}, []string{"behaviour=b"})
	if err != nil {
		t.Fatal(err)
	}
	o := PolicyOptions{Config: train.DefaultConfig(), Progress: ignore}
	_, err = NewPolicyLearner(t.Context(), kept, &Groups{}, o)
	if err == nil || !strings.Contains(err.Error(), "demonstration 3 cannot be learned: state have shape") {
		t.Errorf("%v", err)
	}
}

// shortened is a dataset in which the states of one episode lack their last component.
type shortened struct {
	toyReader
	episode int
}

func (r shortened) Read(i int, pictures bool) (*demos.Raw, error) {
	raw, err := r.toyReader.Read(i, pictures)
	if i == r.episode {
		width := raw.State.Width - 1
		raw.State = demos.Matrix{Width: width, Values: raw.State.Values[:width*raw.Frames()]}
	}
	return raw, err
}

// The input of a frame is its state and then the state of its scene, or either alone; the state of the scene must be
// finite too, from its first component on.
func TestCorpusScenes(t *testing.T) {
	frames := func(r *demos.Raw, state, scene int) *demos.Raw {
		cut := func(first, width int) (m demos.Matrix) {
			for t := range r.Frames() {
				m.Values = append(m.Values, r.State.Row(t)[first:first+width]...)
			}
			m.Width = width
			return m
		}
		return &demos.Raw{Actions: r.Actions, State: cut(0, state), Scene: cut(state, scene)}
	}
	g := grouped(4, 2, 5)
	whole := gathered(t, g, 5, 100)
	for _, widths := range [][2]int{{9, 0}, {8, 1}, {5, 4}, {1, 8}, {0, 9}} {
		c, err := NewCorpus(g, 100, CorpusOptions{})
		if err != nil {
			t.Fatal(err)
		}
		for e, of := range g.Of {
			if err := c.Add(0, frames(recorded(e, of, 5), widths[0], widths[1])); err != nil {
				t.Fatal(err)
			}
		}
		if err := c.Close(); err != nil || c.Inputs() != 9 || !slices.Equal(c.set.X, whole.set.X) {
			t.Errorf("states of width %d, scenes of width %d: %v, inputs of width %d", widths[0], widths[1], err,
				c.Inputs())
		}
	}
	for want, spoil := range map[string]func(*demos.Raw){
		"component 0 of the action is NaN": func(r *demos.Raw) { r.Actions.Values[3] = float32(math.NaN()) },
		"component 0 of the state is NaN":  func(r *demos.Raw) { r.State.Values[8] = float32(math.NaN()) },
		"component 0 of the scene is -Inf": func(r *demos.Raw) { r.Scene.Values[1] = float32(math.Inf(-1)) },
	} {
		c, err := NewCorpus(g, 100, CorpusOptions{})
		if err != nil {
			t.Fatal(err)
		}
		raw := frames(recorded(0, 0, 5), 8, 1)
		spoil(raw)
		if err := c.Add(0, raw); err == nil || !strings.Contains(err.Error(), "episode 0, frame 1: "+want) {
			t.Errorf("want an error with %q, got %v", want, err)
		}
	}
}

// The state of a scene must be there for every frame, even if it is a single number.
func TestCorpusSceneOfEveryFrame(t *testing.T) {
	c, err := NewCorpus(grouped(1, 1, 5), 100, CorpusOptions{})
	if err != nil {
		t.Fatal(err)
	}
	raw := recorded(0, 0, 5)
	raw.Scene = demos.Matrix{Width: 1, Values: make([]float32, 4)}
	if err := c.Add(0, raw); err == nil || !strings.Contains(err.Error(), "has 4 states for 5 actions") {
		t.Errorf("got %v", err)
	}
}

// An episode more than the groups have is an error, and so are no groups.
func TestCorpusSizes(t *testing.T) {
	c := gathered(t, grouped(2, 2, 5), 5, 100)
	if err := c.Add(0, recorded(2, 0, 5)); err == nil || !strings.Contains(err.Error(), "episode 2 of a dataset of 2") {
		t.Errorf("a third of two episodes: %v", err)
	}
	if _, err := NewCorpus(demos.Groups{}, 100, CorpusOptions{}); err == nil {
		t.Error("a corpus without groups")
	}
}

// The network of a corpus is told which of two groups is good and finds that the other, whose actions point the other
// way, is worth nothing to it, with the default steps of the search whatever the number of an action's components; the
// same call gives the same weights. What is weighed needs no tabletop.
func TestNetworkLearner(t *testing.T) {
	m, err := balance.Named("autolambda:HeldOut=0.3,Primary=good")
	if err != nil {
		t.Fatal(err)
	}
	for copies, runs := range map[int]int{1: 2, 9: 1} {
		c := opposed(t, copies)
		var first []float64
		for range runs {
			mix := m.Start(c.groups)
			if _, err := c.NetworkLearner(120)(t.Context(), mix, seed.Of("network")); err != nil {
				t.Fatal(err)
			}
			if a := mix.Alpha(); a[0] < .9 || first != nil && !slices.Equal(a, first) {
				t.Errorf("%d components: weights %v, before %v", 2*copies, a, first)
			}
			first = slices.Clone(mix.Alpha())
		}
	}
}

// opposed returns a corpus of two groups whose actions point in opposite directions. They have two components, and
// copies of these.
func opposed(t *testing.T, copies int) *Corpus {
	t.Helper()
	c, err := NewCorpus(demos.Groups{
		Names: []string{"good", "bad"}, Of: []int32{0, 0, 0, 0, 1, 1, 1, 1}, N: []int{4, 4}, Frames: []int{160, 160},
	}, 320, CorpusOptions{Chunk: 2})
	if err != nil {
		t.Fatal(err)
	}
	for e := range 8 {
		r := seed.Of("network learner", e).Rand()
		raw := &demos.Raw{State: demos.Matrix{Width: 3}, Actions: demos.Matrix{Width: 2 * copies}}
		for range 40 {
			x := [3]float32{float32(r.NormFloat64()), float32(r.NormFloat64()), float32(r.NormFloat64())}
			sign := float32(1 - 2*(e/4))
			raw.State.Values = append(raw.State.Values, x[:]...)
			for range copies {
				raw.Actions.Values = append(raw.Actions.Values, sign*(x[0]+x[1]), sign*x[2])
			}
		}
		if err := c.Add(0, raw); err != nil {
			t.Fatal(err)
		}
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	return c
}
