package trainset

import (
	"math"
	"slices"
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

// A row of a history has the features of its own frame, then those of the frames Stride before, and never of another
// episode: the first frame stands for those before it. So has every view.
func TestHistory(t *testing.T) {
	d, g := toydata.Reaching(seed.Of("toy"), 2)
	plain, err := Collect(stateLayout(t), d, g, seed.Key{})
	if err != nil {
		t.Fatal(err)
	}
	l := stateLayout(t)
	n := len(l.Observer.Features())
	l.History, l.Stride, l.In = 3, 4, 3*n+1
	s, err := Collect(l, d, g, seed.Key{})
	if err != nil {
		t.Fatal(err)
	}
	for e, first := range s.First {
		for frame := range int32(d.Episodes[e].Frames()) {
			for age := range int32(3) {
				got := s.X[int(first+frame)*s.In+int(age)*n:][:n]
				before := first + max(0, frame-4*age)
				want := plain.X[int(before)*plain.In:][:n]
				if !slices.Equal(got, want) || s.Before(first+frame, int(age)) != before {
					t.Fatalf("episode %d, frame %d, age %d: %v, want %v", e, frame, age, got, want)
				}
			}
		}
	}
}

// The pictures of a view of a row are shifted by what the key of the episode draws, the same for a network that reads
// pictures and for the features of an encoder; view 0 is as drawn.
func TestShiftedPictures(t *testing.T) {
	d, g := toydata.Reaching(seed.Of("toy"), 2)
	toydata.WithPictures(d)
	l := stateLayout(t)
	l.Extractor = encoder.Extractor{Raw: true, Variants: 3}
	s, err := Collect(l, d, g, seed.Of("pictures"))
	if err != nil {
		t.Fatal(err)
	}
	n := int32(len(s.Group))
	differ := 0
	for row := range n {
		e := 0
		if row >= s.First[1] {
			e = 1
		}
		o := &d.Episodes[e].Observations[row-s.First[e]]
		if p, _ := s.Picture(row, 0, 0, nil); &p[0] != &o.Static[0] {
			t.Fatalf("row %d: another picture", row)
		}
		for v := int32(1); v < 3; v++ {
			for camera, drawn := range [][]uint8{o.Static, o.Gripper} {
				want := s.Shifts[(v-1)*n+row].Apply(camera, nil, drawn)
				got, _ := s.Picture(v*n+row, camera, 0, nil)
				if !slices.Equal(got, want) {
					t.Fatalf("row %d, view %d, camera %d: not shifted by %v", row, v, camera, s.Shifts[(v-1)*n+row])
				}
				if !slices.Equal(got, drawn) {
					differ++
				}
			}
		}
	}
	// A shift is (0, 0) with probability 1/81 and 1/25.
	if float64(differ) < .9*float64(4*n) {
		t.Errorf("%d of %d pictures are shifted", differ, 4*n)
	}
	// Features of an encoder are those of pictures shifted alike.
	frozen := encoder.Extractor{Encoder: encoder.Frozen(), Variants: 3}
	f, err := frozen.Features(&d.Episodes[0], seed.Of("pictures").With(0))
	if err != nil {
		t.Fatal(err)
	}
	moved := d.Episodes[0].Observations[2]
	moved.Static, _ = s.Picture(2*n+2, 0, 0, nil)
	moved.Gripper, _ = s.Picture(2*n+2, 1, 0, nil)
	want := make([]float32, encoder.Width)
	if err := encoder.Frozen().Encode(want, &moved); err != nil || !slices.Equal(f.Row(2, 2), want) {
		t.Errorf("the encoder sees other shifts (%v)", err)
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
