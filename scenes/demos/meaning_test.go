package demos

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// motion is an episode of a robot with eight numbers of state and seven of action, of different sizes.
func motion(r *rand.Rand, frames int) *Raw {
	raw := &Raw{Actions: Matrix{Width: 7}, State: Matrix{Width: 8}}
	for range frames {
		for _, m := range []*Matrix{&raw.Actions, &raw.State} {
			for k := range m.Width {
				m.Values = append(m.Values, float32(0.1+0.2*float64(k)+0.1*r.Float64()))
			}
		}
	}
	return raw
}

// times multiplies columns of a matrix.
func times(m Matrix, factor float32, columns ...int) {
	for t := range m.Rows() {
		for _, k := range columns {
			m.Row(t)[k] *= factor
		}
	}
}

// Episodes in other units than most, those of a frame, and those that a reader finds odd are kept, with a warning that
// says which. Episodes of another robot are refused.
func TestMeaningOfADataset(t *testing.T) {
	const deg, milli = 57.29578, 1000
	for _, c := range []struct {
		name, want string
		spoil      func(all rawReader)
	}{
		{"as it should be", "", func(rawReader) {}},
		{"degrees", "1 demonstration has numbers 40 to 1400 times larger", func(all rawReader) {
			times(all[3].State, deg, 0, 1, 2, 3, 4, 5, 6)
		}},
		{"radians among degrees", "numbers 5, ", func(all rawReader) {
			for i, e := range all {
				if i != 5 {
					times(e.State, deg, 0, 1, 2)
				}
			}
		}},
		{"millimetres", "2 demonstrations have numbers 40 to 1400", func(all rawReader) {
			times(all[0].Actions, milli, 0, 1, 2)
			times(all[7].Actions, milli, 0, 1, 2)
		}},
		{"one column is large", "", func(all rawReader) { times(all[3].State, milli, 2) }},
		{"a robot that stands still", "", func(all rawReader) { times(all[3].Actions, 1e-5, 0, 1, 2, 3, 4, 5, 6) }},
		{"twice as far", "", func(all rawReader) { times(all[3].Actions, 3, 0, 1, 2) }},
		{"a single frame", "1 demonstration has a single frame, which shows no motion: numbers 4", func(all rawReader) {
			all[4] = motion(rand.New(rand.NewPCG(1, 1)), 1)
		}},
		{"odd", "2 demonstrations have gaps: numbers 1, 2; the first: a gap", func(all rawReader) {
			all[1].Odd, all[2].Odd = []Oddity{{"gaps", "a gap"}}, []Oddity{{"gaps", "another"}}
		}},
	} {
		draw := rand.New(rand.NewPCG(5, 6))
		var all rawReader
		for range 9 {
			all = append(all, motion(draw, 5+draw.IntN(20)))
		}
		c.spoil(all)
		r := checkedReader{Reader: all, ctx: t.Context(), path: "a/set", seen: new(meaning)}
		for range 2 { // reading again counts nothing twice
			for i := range all {
				if _, err := r.Read(i, false); err != nil {
					t.Fatalf("%s: %v", c.name, err)
				}
			}
		}
		got := strings.Join(Warnings(r), "; ")
		if c.want == "" && got != "" || !strings.Contains(got+", ", c.want) {
			t.Errorf("%s: warnings %q, want %q", c.name, got, c.want)
		}
		if s, err := Summarize(r, nil); err != nil || strings.Join(s.Warnings, "; ") != got {
			t.Errorf("%s: inspected with %+v, %v", c.name, s, err)
		}
	}
	for what, spoil := range map[string]func(r *Raw){
		"actions of width 6": func(r *Raw) { r.Actions = Matrix{6, make([]float32, 12)} },
		"state of width 9":   func(r *Raw) { r.State = Matrix{9, make([]float32, 9*r.Frames())} },
		"scene of width 1":   func(r *Raw) { r.Scene = Matrix{1, make([]float32, r.Frames())} },
	} {
		all := rawReader{motion(rand.New(rand.NewPCG(1, 1)), 2), motion(rand.New(rand.NewPCG(1, 2)), 2)}
		spoil(all[1])
		r := checkedReader{Reader: all, ctx: t.Context(), path: "a/set", seen: new(meaning)}
		if _, err := r.Read(0, false); err != nil {
			t.Fatal(err)
		}
		if _, err := r.Read(1, false); err == nil || !strings.Contains(err.Error(), what) ||
			!strings.Contains(err.Error(), "a/set: episode 1: ") {
			t.Errorf("%s: %v", what, err)
		}
	}
}

// Many episodes of one frame are counted, and ten are named.
func TestManyWarningsAreOneSentence(t *testing.T) {
	var m meaning
	for i := range 1000 {
		if err := m.add(i, i, motion(rand.New(rand.NewPCG(1, 1)), 1)); err != nil {
			t.Fatal(err)
		}
	}
	const want = "1000 demonstrations have a single frame, which shows no motion: " +
		"numbers 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, ..."
	if got := m.warnings(); len(got) != 1 || got[0] != want {
		t.Errorf("got %q", got)
	}
}
