package demos

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
)

// rawReader is a reader of episodes in memory.
type rawReader []*Raw

func (r rawReader) Card() Card                       { return Card{} }
func (r rawReader) Episodes() int                    { return len(r) }
func (r rawReader) Read(i int, _ bool) (*Raw, error) { return r[i], nil }
func (r rawReader) Close() error                     { return nil }

// twoFrames returns an episode of two frames of another robot.
func twoFrames() *Raw {
	return &Raw{Actions: Matrix{2, []float32{1, 2, 3, 4}}, State: Matrix{1, []float32{1, 2}},
		Cameras: []Camera{{"wrist", 1, 2, make([]byte, 12)}}}
}

// What is wrong in an episode is an error that says where.
func TestEpisodesAreChecked(t *testing.T) {
	nan, inf := float32(math.NaN()), float32(math.Inf(-1))
	for _, c := range []struct {
		spoil func(r *Raw)
		want  string
	}{
		{func(*Raw) {}, ""},
		{func(r *Raw) { r.State = Matrix{} }, ""},
		{func(r *Raw) { r.Actions.Values = nil }, "0 frames, expected 1"},
		{func(r *Raw) { r.Actions.Values[3] = nan }, "frame 1: actions[1] is NaN, not finite"},
		{func(r *Raw) { r.State.Values[1] = inf }, "frame 1: state[0] is -Inf, not finite"},
		{func(r *Raw) { r.Scene = Matrix{1, []float32{nan, 0}} }, "frame 0: scene[0] is NaN"},
		{func(r *Raw) { r.State.Values = r.State.Values[:1] }, "1 numbers in state of width 1, expected 2 frames"},
		{func(r *Raw) { r.Absolute = Matrix{7, make([]float32, 7)} }, "absolute actions of width 7"},
		{func(r *Raw) { r.Cameras[0].Data = r.Cameras[0].Data[:6] }, "camera wrist, expected 2 pictures"},
	} {
		bad := twoFrames()
		c.spoil(bad)
		_, err := checkedReader{Reader: rawReader{twoFrames(), bad}, ctx: t.Context(), path: "a/set"}.Read(1, true)
		if c.want == "" && err != nil {
			t.Errorf("a whole episode is refused: %v", err)
		}
		if c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want) ||
			!strings.Contains(err.Error(), "a/set: episode 1: ")) {
			t.Errorf("got %v, want an error with %q", err, c.want)
		}
	}
}

func TestReadingStopsWithItsContext(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	stop()
	r := checkedReader{Reader: rawReader{twoFrames()}, ctx: ctx, path: "set"}
	if _, err := r.Read(0, false); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

// Episodes of one frame are kept, with a warning that says which.
func TestShortEpisodesAreWarnedOf(t *testing.T) {
	one := &Raw{Actions: Matrix{2, []float32{1, 2}}, State: Matrix{1, []float32{1}}}
	other, two := &Raw{Actions: Matrix{2, []float32{1, 3}}, State: Matrix{1, []float32{1}}}, twoFrames()
	two.State.Values[1]++ // none is a copy of another one
	s, err := Summarize(rawReader{twoFrames(), one, two, other}, nil)
	if err != nil || len(s.Warnings) != 1 ||
		s.Warnings[0] != "2 demonstrations have a single frame, which shows no motion: numbers 1, 3" {
		t.Errorf("got %+v, %v", s, err)
	}
	if s, err := Summarize(rawReader{twoFrames()}, nil); err != nil || s.Warnings != nil {
		t.Errorf("got %+v, %v", s, err)
	}
}

// claimed is a reader of a format whose actions are CALVIN's.
type claimed struct{ rawReader }

func (claimed) CALVINActions() bool { return true }

// carded is a reader of a dataset with a card of ours.
type carded struct{ rawReader }

func (carded) Card() Card { return Card{Format: CardFormat} }

// Relative actions that cannot be meant are refused where the dataset says that they are the tabletop's or CALVIN's:
// it has a card, or the format is CALVIN's and the robot too. Another robot's actions may be in any unit.
func TestMeantActions(t *testing.T) {
	episode := func(actions, state int) *Raw {
		r := &Raw{Actions: Matrix{actions, make([]float32, 2*actions)}, State: Matrix{state, make([]float32, 2*state)}}
		r.Actions.Values[actions+4] = 57.3
		return r
	}
	for _, c := range []struct {
		what    string
		r       Reader
		refused bool
	}{
		{"with a card", carded{rawReader{episode(7, 15)}}, true},
		{"of CALVIN's format", claimed{rawReader{episode(7, 15)}}, true},
		{"of CALVIN's format and another robot", claimed{rawReader{episode(7, 8)}}, false},
		{"of six actions in CALVIN's format", claimed{rawReader{episode(6, 15)}}, false},
		{"of another format", rawReader{episode(7, 15)}, false},
	} {
		r := checkedReader{Reader: c.r, ctx: t.Context(), path: "a/set"}
		const want = "demos: a/set: episode 0: frame 1: component 4 (rotation about y) of the relative action is " +
			"57.3, outside [-2, 2]: its unit is 0.05 rad in 1/30 s; convert the actions, or leave the episode out"
		for kind, of := range map[string]Reader{
			"whole": r, "selected": &Selection{Reader: r, label: "task", values: []string{"a"}, Index: []int{0}},
			"relabelled": Relabelled{r, func(int) map[string]string { return nil }},
			"numbered":   Numbered{r},
			"joined":     &Joined{names: []string{"one"}, parts: []Reader{r}, first: Offsets{0, 1}},
		} {
			if _, err := of.Read(0, false); err != nil {
				t.Errorf("%s, %s, read by those who need no relative actions: %v", c.what, kind, err)
			}
			_, err := MeantActions(of).Read(0, false)
			if c.refused && (err == nil || !strings.HasSuffix(err.Error(), want)) || !c.refused && err != nil {
				t.Errorf("a dataset %s, %s: %v, refused %v", c.what, kind, err, c.refused)
			}
		}
	}
}

// An error says once what to do about an episode.
func TestAdviceIsGivenOnce(t *testing.T) {
	nan := float32(math.NaN())
	tabletop := &Raw{Actions: Matrix{7, make([]float32, 14)}, State: Matrix{15, make([]float32, 30)},
		Scene: Matrix{24, make([]float32, 48)}}
	tabletop.State.Values[24] = nan
	other, short := twoFrames(), twoFrames()
	other.State.Values[1], short.State.Values = nan, short.State.Values[:1]
	wide := &Raw{Actions: Matrix{3, make([]float32, 3)}}
	for _, bad := range []*Raw{tabletop, other, short, wide} {
		r := checkedReader{Reader: rawReader{twoFrames(), bad}, ctx: t.Context(), path: "a/set", seen: new(meaning)}
		if _, err := r.Read(0, false); err != nil {
			t.Fatal(err)
		}
		_, err := r.Read(1, false)
		if n := strings.Count(fmt.Sprint(err), "leave "); n != 1 {
			t.Errorf("%d pieces of advice in %v", n, err)
		}
	}
}

// The digest of the actions is that of their bytes, and there is none before all episodes have been read in order.
func TestActionsDigest(t *testing.T) {
	one := func(v ...float32) *Raw {
		m := Matrix{Width: 2, Values: v}
		return &Raw{Actions: m, State: m}
	}
	r := checkedReader{Reader: rawReader{one(1, 2), one(3, 4, 5, 6)}, ctx: t.Context(), path: "set", seen: new(meaning)}
	for _, i := range []int{0, 0, 1, 0} {
		if _, err := r.Read(i, false); err != nil {
			t.Fatal(err)
		}
		want := ""
		if r.seen.hashed == 2 { // import hashlib, numpy; hashlib.sha256(numpy.arange(1, 7, dtype="<f4")).hexdigest()
			want = "24ae2dfe8df57c1b80e54cef3d90ac3b417fd98973345a5f616bbc9a75dcc202"
		}
		if got := ActionsDigest(r); got != want {
			t.Errorf("after episode %d: %q, want %q", i, got, want)
		}
	}
	backwards := checkedReader{Reader: r.Reader, ctx: t.Context(), path: "set", seen: new(meaning)}
	backwards.Read(1, false)
	backwards.Read(0, false)
	if got := ActionsDigest(backwards); got != "" || ActionsDigest(r.Reader) != "" {
		t.Errorf("read in another order: %q", got)
	}
}
