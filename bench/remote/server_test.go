package remote

import (
	"errors"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"counterpoise/bench/remote/wire"
	"counterpoise/policies"
	"counterpoise/scenes"
)

// sums is a policy whose actions tell every number and pixel that it has observed.
type sums struct {
	history  int
	pictures bool
}

func (s sums) Act(dst [][]scenes.Action, obs []scenes.Observation) error {
	for i, chunk := range dst {
		for t := range chunk {
			for h := range s.history {
				o := &obs[i*s.history+h]
				for j, v := range o.Robot {
					chunk[t][j%7] += v * float32(j+h+t+1)
				}
				for j, v := range o.Scene {
					chunk[t][j%7] += v * float32(j+h+t+2)
				}
				for j, v := range slices.Concat(o.Static, o.Gripper) {
					chunk[t][j%7] += float32(v) * float32(j%97)
				}
			}
		}
	}
	return nil
}
func (s sums) Chunk() int        { return 5 }
func (s sums) Execute() int      { return 3 }
func (s sums) History() int      { return s.history }
func (s sums) Pictures() bool    { return s.pictures }
func (s sums) Save(string) error { return errors.New("not kept") }

var _ policies.Historian = sums{}

// A policy of this program answers through a server with the bits of its own answers, for every batch, with pictures or
// with the state, with a history or without.
func TestServedPolicyHasTheSameBits(t *testing.T) {
	for _, p := range []sums{{1, false}, {1, true}, {3, false}} {
		const rollouts = 4 // of a question
		full, err := Parse("counterpoise", nil)
		if err != nil {
			t.Fatal(err)
		}
		s := Server{Policy: p, Mapping: full, About: map[string]any{"name": "sums"}}
		if err := s.Check(); err != nil {
			t.Fatal(err)
		}
		address, _ := listening(t, "", s.Handle)
		c := config(t, address)
		c.MaxBatch = rollouts * p.history
		const n = 11
		obs := observed(n*p.history, p.pictures)
		client, err := Open(t.Context(), c, with(obs[0]))
		if err != nil {
			t.Fatal(err)
		}
		if client.Chunk() != 5 || client.Execute() != 3 || client.History() != p.history ||
			client.Batch() != rollouts || client.Pictures() != p.pictures {
			t.Errorf("the client of %+v: %+v", p, client.Metadata())
		}
		got, want := make([][]scenes.Action, n), make([][]scenes.Action, n)
		for i := range got {
			got[i], want[i] = make([]scenes.Action, 3), make([]scenes.Action, 3)
		}
		if err := client.Act(got, obs); err != nil {
			t.Fatal(err)
		}
		p.Act(want, obs)
		for i := range got {
			if !slices.Equal(got[i], want[i]) {
				t.Fatalf("%+v, observation %d: %v, want %v", p, i, got[i], want[i])
			}
		}
		if u := client.Usage(); u.Questions != 3 || u.Observations != n || u.Server <= 0 || u.Waited < u.Server/8 {
			t.Errorf("usage %+v", u)
		}
		if !strings.Contains(string(client.Metadata().Raw), `"name":"sums"`) {
			t.Errorf("metadata %s", client.Metadata().Raw)
		}
		client.Close()
	}
}

// A question has no more observations than the server takes, whatever the history: with 8 to an answer, 64 rollouts
// are asked about in more than one question.
func TestHistoryCountsInBatches(t *testing.T) {
	m, err := Parse("counterpoise", nil)
	if err != nil {
		t.Fatal(err)
	}
	p := sums{8, false}
	s := Server{Policy: p, Mapping: m}
	address, _ := listening(t, "", s.Handle)
	for _, most := range []int{64, 1000, 1} { // the default; more than the server takes; fewer than a history has
		c := config(t, address)
		c.MaxBatch = most
		obs := observed(64*p.history, false)
		client, err := Open(t.Context(), c, with(obs[0]))
		if err != nil {
			t.Fatal(err)
		}
		if got, want := client.Batch(), max(1, min(most, MaxBatch)/p.history); got != want {
			t.Errorf("at most %d observations: %d rollouts a question, want %d", most, got, want)
		}
		dst := make([][]scenes.Action, 64)
		for i := range dst {
			dst[i] = make([]scenes.Action, 1)
		}
		if err := client.Act(dst, obs); err != nil {
			t.Errorf("at most %d observations: %v", most, err)
		}
		client.Close()
	}
}

// Questions that the server cannot understand are errors by name, and the client hears them.
func TestQuestionsThatLie(t *testing.T) {
	m, err := Parse("counterpoise", nil)
	if err != nil {
		t.Fatal(err)
	}
	s := Server{Policy: sums{2, true}, Mapping: m}
	good := func() map[string]any {
		q, err := m.question(observed(4, true), make([]policies.Moment, 2), "", true)
		if err != nil {
			t.Fatal(err)
		}
		return q
	}
	if _, err := s.answer(good()); err != nil {
		t.Fatal(err)
	}
	numbers := func(n int, shape ...int) wire.Array { return wire.NewFloat64(make([]float64, n), shape...) }
	for name, c := range map[string]struct {
		key   string
		value any
		want  error
		word  string
	}{
		"no state":         {"observation.state", nil, wire.ErrType, `no "observation.state"; it has`},
		"a ragged list":    {"observation.state", []any{int64(1), []any{}}, wire.ErrType, "no rectangle"},
		"a list of pixels": {"observation.images.ego", []any{int64(1)}, wire.ErrShape, "expected |u1"},
		"another width":    {"observation.state", numbers(56, 4, 14), wire.ErrShape, "expected [15], or [n]"},
		"too many axes":    {"observation.state", numbers(60, 4, 1, 15), wire.ErrShape, "shape [4 1 15]"},
		"another number": {"observation.state", numbers(45, 3, 15), wire.ErrShape,
			"4 observations, a key before has 3 observations"},
		"no axis":  {"observation.state", numbers(15, 15), wire.ErrShape, "a key before has one observation without"},
		"nobody":   {"observation.state", numbers(0, 0, 15), wire.ErrShape, "0 observations"},
		"too many": {"observation.state", numbers(15*257, 257, 15), wire.ErrShape, "1 to 256"},
		"a small picture": {"observation.images.static", wire.NewUint8(make([]byte, 12), 4, 1, 1, 3), wire.ErrShape,
			"200"},
		"floats":           {"observation.images.ego", numbers(84*84*3, 84, 84, 3), wire.ErrShape, "|u1"},
		"one of a history": {"", nil, wire.ErrShape, "acts on 2"},
		"NaN": {"observation.state", wire.NewFloat64(slices.Repeat([]float64{math.NaN()}, 60), 4, 15), wire.ErrType,
			"number 0"},
	} {
		q := good()
		if q[c.key] = c.value; c.key == "" {
			if q, err = m.question(observed(1, true), make([]policies.Moment, 1), "", false); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := s.answer(q); !errors.Is(err, c.want) || !strings.Contains(err.Error(), c.word) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := s.answer("hello"); !errors.Is(err, wire.ErrType) {
		t.Errorf("text: %v", err)
	}
}

// Numbers may be nested lists, as clients without NumPy send them; keys that the policy does not observe are not read.
func TestQuestionsOfLists(t *testing.T) {
	m, err := Parse("counterpoise", []string{"observation.images.static=", "observation.images.ego="})
	if err != nil {
		t.Fatal(err)
	}
	s := Server{Policy: sums{1, false}, Mapping: m}
	obs := observed(MaxBatch, false)
	q, err := m.question(obs, make([]policies.Moment, len(obs)), "", true)
	if err != nil {
		t.Fatal(err)
	}
	want, err := s.answer(q)
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range s.needs() {
		o, _ := s.find(n.name)
		x, err := q[o.Key].(wire.Array).Float64s()
		if err != nil {
			t.Fatal(err)
		}
		rows := make([]any, len(obs))
		for i := range rows {
			row := make([]any, o.size())
			for j := range row {
				row[j] = x[i*len(row)+j]
			}
			rows[i] = row
		}
		q[o.Key] = rows
	}
	q["prompt"], q["episode"], q["step"] = nil, "seven", []any{int64(1)}
	message, err := wire.Append(nil, q)
	if err != nil {
		t.Fatal(err)
	}
	decoded, err := wire.Decode(message, s.Limits())
	if err != nil {
		t.Fatal(err)
	}
	if got, err := s.answer(decoded); err != nil || !slices.Equal(got.Data, want.Data) {
		t.Error(err)
	}
}

// The server says which key is missing.
func TestServerCheck(t *testing.T) {
	for preset, word := range map[string]string{
		"lerobot": "--observe KEY=scene", "openpi-libero": "--observe KEY=robot",
	} {
		m, err := Parse(preset, nil)
		if err != nil {
			t.Fatal(err)
		}
		s := Server{Policy: sums{1, false}, Mapping: m}
		if err := s.Check(); err == nil || !strings.Contains(err.Error(), word) {
			t.Errorf("%s: %v", preset, err)
		}
	}
	m, err := Parse("counterpoise", []string{"observation.images.ego=gripper:96x96"})
	if err != nil {
		t.Fatal(err)
	}
	s := Server{Policy: sums{1, true}, Mapping: m}
	if err := s.Check(); err == nil || !strings.Contains(err.Error(), "84 x 84") {
		t.Errorf("%v", err)
	}
}

// An assignment names the key that the server reads in place of the preset's.
func TestServerReadsTheAssignedKey(t *testing.T) {
	m, err := Parse("counterpoise", []string{"state=robot", "top=static:chw"})
	if err != nil {
		t.Fatal(err)
	}
	s := Server{Policy: sums{1, true}, Mapping: m}
	if err := s.Check(); err != nil {
		t.Fatal(err)
	}
	want := []string{"state=robot", "top=static:chw", "observation.images.ego=gripper"}
	if got := s.Metadata()["observes"]; !reflect.DeepEqual(got, want) {
		t.Errorf("the server reads %q, want %q", got, want)
	}
}
