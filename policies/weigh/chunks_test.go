package weigh

import (
	"slices"
	"testing"

	"counterpoise/internal/seed"
	"counterpoise/policies/network"
	"counterpoise/policies/train"
	"counterpoise/policies/trainset"
	"counterpoise/scenes/demos"
)

// The targets of a network's corpus are the chunks of actions that a policy of the tabletop learns, with the same ends,
// in units of the corpus: those of a single action, in every place of a chunk.
func TestChunksAreThoseOfPolicies(t *testing.T) {
	r := newToyReader()
	g := groupsOf(t, r)
	c, err := ReadCorpus(t.Context(), r, g, CorpusOptions{Chunk: NetworkChunk}, ignore)
	if err != nil {
		t.Fatal(err)
	}
	cfg := train.DefaultConfig()
	if cfg.Chunk != NetworkChunk {
		t.Errorf("policies learn %d actions at once, the network of a corpus %d", cfg.Chunk, NetworkChunk)
	}
	m, err := cfg.Spec().Resolve()
	if err != nil {
		t.Fatal(err)
	}
	layout := trainset.Layout{Observer: m.Observer, Extractor: cfg.Extractor(), Chunk: cfg.Chunk, In: m.Sizes.In,
		Slots: m.Sizes.Actions, Stride: cfg.Execute}
	s, err := trainset.Collect(layout, r.data, g.Groups, seed.Of("chunks"))
	if err != nil {
		t.Fatal(err)
	}
	want := slices.Clone(s.Y)
	standardize(want, s.Slots, network.ActionSize)
	if c.set.Slots != s.Slots || !slices.Equal(c.set.Y, want) {
		t.Errorf("%d numbers of a target, want %d; equal: %v", c.set.Slots, s.Slots, slices.Equal(c.set.Y, want))
	}
	// The first action of a chunk is the target of a corpus of single actions, which the ridge learns.
	one, err := ReadCorpus(t.Context(), r, g, CorpusOptions{}, ignore)
	if err != nil {
		t.Fatal(err)
	}
	for row := range c.set.Group {
		first := c.set.Y[row*c.set.Slots:][:network.ActionSize]
		if !slices.Equal(first, one.set.Y[row*network.ActionSize:][:network.ActionSize]) {
			t.Fatalf("row %d: %v", row, first)
		}
	}
}

// A chunk has the actions of the frames after its own, whether the corpus takes these or not, and the last one again
// after the end, for actions of any width; an episode may be shorter than a chunk.
func TestChunksOfAnyRobot(t *testing.T) {
	g := demos.Groups{Names: []string{"a", "b"}, Of: []int32{0, 1}, N: []int{1, 1}, Frames: []int{6, 2}}
	c, err := NewCorpus(g, 4, CorpusOptions{Chunk: 3})
	if err != nil {
		t.Fatal(err)
	}
	for e, n := range g.Frames {
		raw := &demos.Raw{State: demos.Matrix{Width: 1}, Actions: demos.Matrix{Width: 2}}
		for i := range n {
			raw.State.Values = append(raw.State.Values, float32(i))
			raw.Actions.Values = append(raw.Actions.Values, float32(10*e+i), float32(-i))
		}
		if err := c.Add(0, raw); err != nil {
			t.Fatal(err)
		}
	}
	want := []float32{
		2, -2, 3, -3, 4, -4, // frames 2 and 5 of the first, see takesNext
		5, -5, 5, -5, 5, -5,
		10, 0, 11, -1, 11, -1,
		11, -1, 11, -1, 11, -1,
	}
	if !slices.Equal(c.set.Y, want) {
		t.Errorf("targets %v, want %v", c.set.Y, want)
	}
}
