package frames

import (
	"math"
	"strings"
	"testing"

	"counterpoise/internal/seed"
	"counterpoise/internal/toydata"
	"counterpoise/policies/encoder"
	"counterpoise/policies/network"
	"counterpoise/scenes"
	"counterpoise/scenes/demos"
)

// The chunk of a frame starts with the action of the frame, and repeats the last action beyond the end of the episode.
func TestChunksArePaddedWithTheLastAction(t *testing.T) {
	d, g := toydata.Reaching(seed.Of("toy"), 2)
	s, err := Collect(stateLayout(t), d, g, seed.Key{})
	if err != nil {
		t.Fatal(err)
	}
	row := 0
	for _, e := range d.Episodes {
		for f := range e.Actions {
			for c := range 8 {
				want := e.Actions[min(f+c, e.Frames()-1)]
				for i := range want {
					if got := s.Y[row*s.Slots+c*7+i]; got != want[i] {
						t.Fatalf("frame %d, action %d, component %d: %v, demonstrated %v", f, c, i, got, want[i])
					}
				}
			}
			row++
		}
	}
	if row != len(s.Group) || row != g.Frames[0] {
		t.Errorf("%d rows for %d frames", len(s.Group), row)
	}
}

// Collect refuses groups that do not fit the dataset and numbers that are not finite, and names episode and frame.
func TestCollectErrors(t *testing.T) {
	for _, c := range []struct {
		word   string
		change func(*demos.Dataset, *demos.Groups)
	}{
		{"groups of 2 episodes for a dataset of 3", func(d *demos.Dataset, g *demos.Groups) { g.Of = g.Of[:2] }},
		{"no groups", func(d *demos.Dataset, g *demos.Groups) { g.Names = nil }},
		{"episode 1 is in group 7 of 2", func(d *demos.Dataset, g *demos.Groups) { g.Of[1] = 7 }},
		{`group "b" has no frames`, func(d *demos.Dataset, g *demos.Groups) { g.Of[2] = 0 }},
		{"episode 1: frame 4: feature \"gripper width\" is NaN", func(d *demos.Dataset, g *demos.Groups) {
			d.Episodes[1].Observations[4].Robot[scenes.RobotWidth] = float32(math.NaN())
		}},
		{"episode 2: frame 0: action component 3 is +Inf", func(d *demos.Dataset, g *demos.Groups) {
			d.Episodes[2].Actions[0][3] = float32(math.Inf(1))
		}},
		{"observations but", func(d *demos.Dataset, g *demos.Groups) {
			d.Episodes[2].Actions = d.Episodes[2].Actions[:5]
		}},
	} {
		d, g := toydata.Reaching(seed.Of("toy"), 2, 1)
		c.change(d, &g)
		_, err := Collect(stateLayout(t), d, g, seed.Key{})
		if err == nil || !strings.Contains(err.Error(), c.word) {
			t.Errorf("want an error with %q, got %v", c.word, err)
		}
	}
}

// stateLayout returns the layout of observer "state" with chunks of 8 actions.
func stateLayout(t *testing.T) Layout {
	t.Helper()
	obs, err := network.Observers.Get("state")
	if err != nil {
		t.Fatal(err)
	}
	return Layout{Observer: obs, Extractor: encoder.Extractor{Variants: 1}, Chunk: 8, In: 64, Slots: 64}
}
