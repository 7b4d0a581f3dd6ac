package remote

import (
	"context"
	"errors"
	"fmt"
	"math"
	"net"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"counterpoise/bench/remote/wire"
	"counterpoise/internal/bounded"
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

// observed returns n observations, each of other numbers and pixels.
func observed(n int, pictures bool) []scenes.Observation {
	obs := make([]scenes.Observation, n)
	for i := range obs {
		for j := range obs[i].Robot {
			obs[i].Robot[j] = float32(math.Sin(float64(31*i + j)))
		}
		if !pictures {
			for j := range obs[i].Scene {
				obs[i].Scene[j] = float32(math.Cos(float64(37*i + j)))
			}
			continue
		}
		obs[i].Static, obs[i].Gripper = pattern(200, 200), pattern(84, 84)
		for j := range obs[i].Static {
			obs[i].Static[j] += byte(i)
		}
	}
	return obs
}

// patient are options under which a slow machine makes nobody late.
func patient() wire.Options {
	return wire.Options{Limits: wire.DefaultLimits(), Idle: time.Minute, Timeout: time.Minute}
}

// listening starts a server until stop is called; the address "" is a free port.
func listening(t *testing.T, address string, handle func(context.Context, *wire.Conn) error) (at string, stop func()) {
	t.Helper()
	if address == "" {
		address = "127.0.0.1:0"
	}
	l, err := wire.Listen(address, false)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	s := wire.Server{Options: patient(), Connections: 8, Handle: handle}
	go func() { ended <- s.Serve(ctx, l) }()
	var once sync.Once
	stop = func() {
		once.Do(func() {
			cancel()
			if err := <-ended; err != nil {
				t.Error(err)
			}
		})
	}
	t.Cleanup(stop)
	return l.Addr().String(), stop
}

// config returns the settings of a client of a test.
func config(t *testing.T, address string) Config {
	t.Helper()
	c := DefaultConfig(address)
	if c.Options, c.Patience = patient(), time.Minute; address == "" {
		t.Fatal("no address")
	}
	return c
}

// with returns an observation to Open.
func with(o scenes.Observation) func(bool) (scenes.Observation, error) {
	return func(bool) (scenes.Observation, error) { return o, nil }
}

// A policy of this program answers through a server with the bits of its own answers, for every batch, with pictures or
// with the state, with a history or without.
func TestServedPolicyHasTheSameBits(t *testing.T) {
	for _, p := range []sums{{1, false}, {1, true}, {3, false}} {
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
		c.MaxBatch = 4
		const n = 11
		obs := observed(n*p.history, p.pictures)
		client, err := Open(t.Context(), c, with(obs[0]))
		if err != nil {
			t.Fatal(err)
		}
		if client.Chunk() != 5 || client.Execute() != 3 || client.History() != p.history || client.Batch() != 4 ||
			client.Pictures() != p.pictures {
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

// answering is a server of openpi's kind: metadata, then an answer to each question, one observation at a time.
func answering(meta any, answer func(question map[string]any) (any, error)) func(context.Context, *wire.Conn) error {
	return func(ctx context.Context, c *wire.Conn) error {
		if err := c.Send(ctx, meta); err != nil {
			return err
		}
		for {
			q, err := c.Receive(ctx)
			if err != nil {
				return err
			}
			a, err := answer(q.(map[string]any))
			if err != nil {
				return err
			}
			if err := c.Send(ctx, a); err != nil {
				return err
			}
		}
	}
}

// zeros is an answer with actions of a shape.
func zeros(shape ...int) map[string]any {
	n := 1
	for _, d := range shape {
		n *= d
	}
	return map[string]any{"actions": wire.NewFloat64(make([]float64, n), shape...)}
}

// A server without batches gets one observation a question, in as many connections as it may have, under the keys and
// in the shapes of the preset. The answers reach the observations that they are for.
func TestOneObservationAQuestion(t *testing.T) {
	var mu sync.Mutex
	var keys []string
	address, _ := listening(t, "", answering(map[string]any{"reset_pose": []any{1.5}},
		func(q map[string]any) (any, error) {
			mu.Lock()
			defer mu.Unlock()
			keys = keys[:0]
			for k, v := range q {
				if a, ok := v.(wire.Array); ok {
					k += fmt.Sprint(" ", a.Type, a.Shape)
				} else {
					k += fmt.Sprintf(" %v", v)
				}
				keys = append(keys, k)
			}
			x, err := q["observation/state"].(wire.Array).Float64s()
			return map[string]any{"actions": wire.NewFloat64(slices.Repeat([]float64{x[0]}, 14), 2, 7)}, err
		}))
	c := config(t, address)
	var err error
	if c.Mapping, err = Parse("openpi-libero", []string{"episode=episode", "step=step"}); err != nil {
		t.Fatal(err)
	}
	c.Prompt, c.Connections, c.InvertGripper = "do it", 3, true
	obs := observed(9, true)
	client, err := Open(t.Context(), c, with(obs[0]))
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	dst := make([][]scenes.Action, 9)
	at := make([]policies.Moment, 9)
	for i := range dst {
		dst[i], at[i] = make([]scenes.Action, 2), policies.Moment{Episode: 12, Step: 34}
	}
	if err := client.ActAt(dst, obs, at); err != nil {
		t.Fatal(err)
	}
	for i, chunk := range dst {
		if v := obs[i].Robot[0]; chunk[1] != (scenes.Action{v, v, v, v, v, v, -v}) {
			t.Errorf("observation %d has the actions %v, its number is %v", i, chunk, v)
		}
	}
	slices.Sort(keys)
	want := []string{"episode 12", "observation/image |u1[224 224 3]", "observation/state <f4[8]",
		"observation/wrist_image |u1[224 224 3]", "prompt do it", "step 34"}
	if !slices.Equal(keys, want) || client.Execute() != 2 || client.Batch() != 1 {
		t.Errorf("the server gets %v, want %v; %d actions are executed", keys, want, client.Execute())
	}
}

// A client waits for a server that is gone, and asks again: what answers is the same policy, so nothing is lost.
func TestServerComesBack(t *testing.T) {
	count := 0
	handle := answering(map[string]any{"name": "a"}, func(map[string]any) (any, error) {
		count++
		return zeros(1, 7), nil
	})
	address, stop := listening(t, "", handle)
	c := config(t, address)
	c.Connections = 1
	var notices []string
	c.Notice = func(s string) { notices = append(notices, s) }
	client, err := Open(t.Context(), c, with(observed(1, true)[0]))
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	stop()
	time.AfterFunc(300*time.Millisecond, func() { listening(t, address, handle) })
	dst := [][]scenes.Action{make([]scenes.Action, 1)}
	if err := client.Act(dst, observed(1, true)); err != nil || count != 2 {
		t.Fatal(count, err)
	}
	if len(notices) != 2 || !strings.Contains(notices[0], "waiting up to 1m0s") ||
		!strings.Contains(notices[1], "is back after") {
		t.Errorf("%q", notices)
	}
}

// A server that comes back as another policy, or not in time, ends the run with an error; so does Ctrl-C in between.
func TestServerStaysAway(t *testing.T) {
	obs := observed(1, true)
	dst := [][]scenes.Action{make([]scenes.Action, 1)}
	reply := func(map[string]any) (any, error) { return zeros(1, 7), nil }
	gone := func(patience time.Duration) (*Client, string, context.CancelCauseFunc) {
		address, stop := listening(t, "", answering(map[string]any{"name": "a"}, reply))
		c := config(t, address)
		c.Patience = patience
		ctx, cancel := context.WithCancelCause(t.Context())
		client, err := Open(ctx, c, with(obs[0]))
		if err != nil {
			t.Fatal(err)
		}
		stop()
		return client, address, cancel
	}
	client, address, _ := gone(time.Minute)
	listening(t, address, answering(map[string]any{"name": "b"}, reply))
	if err := client.Act(dst, obs); err == nil ||
		!strings.Contains(err.Error(), `{"name":"a"} before, {"name":"b"} now`) {
		t.Errorf("another policy: %v", err)
	}
	client, _, _ = gone(300 * time.Millisecond)
	if err := client.Act(dst, obs); !errors.Is(err, wire.ErrRefused) {
		t.Errorf("a server that stays away: %v", err)
	}
	client, _, cancel := gone(time.Hour)
	cause := errors.New("Ctrl-C")
	time.AfterFunc(200*time.Millisecond, func() { cancel(cause) })
	if err := client.Act(dst, obs); !errors.Is(err, cause) {
		t.Errorf("stopped: %v", err)
	}
}

// Whatever a server answers, the client has actions or an error by name.
func TestServersThatLie(t *testing.T) {
	meta := map[string]any{"batch": 8}
	ok := zeros(1, 2, 7)
	for name, c := range map[string]struct {
		meta, answer any
		want         error
		word         string
	}{
		"no metadata":              {[]any{}, ok, wire.ErrType, "in place of its metadata"},
		"a batch of nothing":       {map[string]any{"batch": -1}, ok, wire.ErrShape, `"batch" is -1`},
		"an endless history":       {map[string]any{"history": 1 << 40}, ok, wire.ErrShape, `"history"`},
		"keys of another language": {map[string]any{"observes": []any{"a=smell"}}, ok, nil, "unknown source"},
		"long metadata": {map[string]any{"x": strings.Repeat("x", 1<<17)}, ok, bounded.ErrTooLong,
			"at most 65536"},
		"a list":              {meta, []any{}, wire.ErrType, "in place of a map"},
		"no actions":          {meta, map[string]any{"action": 1}, wire.ErrType, `no "actions"; it has "action"`},
		"actions as text":     {meta, map[string]any{"actions": "up"}, wire.ErrType, "got text"},
		"ragged lists":        {meta, map[string]any{"actions": []any{[]any{1}, []any{}}}, wire.ErrType, "rectangle"},
		"eight components":    {meta, zeros(1, 2, 8), wire.ErrShape, "[1 2 8], expected [1, chunk, 7]"},
		"another batch":       {meta, zeros(2, 2, 7), wire.ErrShape, "expected [1, chunk, 7]"},
		"no batch":            {meta, zeros(2, 7), wire.ErrShape, "expected [1, chunk, 7]"},
		"an axis too many":    {meta, zeros(1, 1, 2, 7), wire.ErrShape, "shape [1 1 2 7]"},
		"no action":           {meta, zeros(1, 0, 7), wire.ErrShape, "shape [1 0 7]"},
		"fewer than executed": {map[string]any{"execute": 9}, zeros(2, 7), nil, "fewer than the 9"},
		"text in an array": {meta, map[string]any{"actions": wire.Array{Type: "|S1", Shape: []int{1, 1, 7},
			Data: []byte("abcdefg")}}, wire.ErrType, "holds no numbers"},
	} {
		address, _ := listening(t, "", answering(c.meta, func(map[string]any) (any, error) { return c.answer, nil }))
		_, err := Open(t.Context(), config(t, address), with(observed(1, true)[0]))
		if c.want == nil && err == nil || c.want != nil && !errors.Is(err, c.want) ||
			!strings.Contains(err.Error(), c.word) {
			t.Errorf("%s: %v", name, err)
		}
	}
	var peer *wire.PeerError
	address, _ := listening(t, "", answering(meta, func(map[string]any) (any, error) {
		return nil, errors.New("KeyError: 'image'")
	}))
	_, err := Open(t.Context(), config(t, address), with(observed(1, true)[0]))
	if !errors.As(err, &peer) || !strings.Contains(err.Error(), "KeyError: 'image'") {
		t.Errorf("an exception of the server: %v", err)
	}
}

// Lists, single actions and components that are not finite are actions; the runner decides about the latter.
func TestActionsOfOtherForms(t *testing.T) {
	nan := math.NaN()
	list := []any{nan, int64(1), 0.5, 0.0, 0.0, 0.0, math.Inf(1)}
	for name, v := range map[string]any{
		"lists": []any{list, list}, "one": list,
		"an array": wire.NewFloat64([]float64{nan, 1, .5, 0, 0, 0, math.Inf(1)}, 7),
	} {
		chunks, err := chunksOf(map[string]any{"a": v}, "a", 1, false)
		if err != nil || chunks[0][0][0] == chunks[0][0][0] || chunks[0][0][1] != 1 || chunks[0][0][6] <= 1e30 {
			t.Errorf("%s: %v, %v", name, chunks, err)
		}
	}
}

// A server that stalls is asked a second time, in a new connection, and no third time.
func TestServerStalls(t *testing.T) {
	var mu sync.Mutex
	asked := 0
	address, _ := listening(t, "", func(ctx context.Context, c *wire.Conn) error {
		if err := c.Send(ctx, map[string]any{}); err != nil {
			return err
		}
		for {
			if _, err := c.Receive(ctx); err != nil {
				return err
			}
			mu.Lock()
			asked++
			mu.Unlock()
		}
	})
	c := config(t, address)
	c.Options.Idle = 200 * time.Millisecond
	_, err := Open(t.Context(), c, with(observed(1, true)[0]))
	mu.Lock()
	defer mu.Unlock()
	if !errors.Is(err, wire.ErrStalled) || asked != 2 {
		t.Errorf("asked %d times: %v", asked, err)
	}
}

// A server that is not there when the run starts is an error at once.
func TestNoServer(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l.Close()
	start := time.Now()
	_, err = Open(t.Context(), config(t, l.Addr().String()), with(observed(1, true)[0]))
	if !errors.Is(err, wire.ErrRefused) || time.Since(start) > 20*time.Second {
		t.Errorf("%v", err)
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
		"no state":        {"observation.state", nil, wire.ErrType, `no array "observation.state"; it has`},
		"state as a list": {"observation.state", []any{1}, wire.ErrType, "no array"},
		"another width":   {"observation.state", numbers(56, 4, 14), wire.ErrShape, "expected [15], or [n]"},
		"too many axes":   {"observation.state", numbers(60, 4, 1, 15), wire.ErrShape, "shape [4 1 15]"},
		"another number": {"observation.state", numbers(45, 3, 15), wire.ErrShape,
			"4 observations, a key before has 3"},
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

func TestParse(t *testing.T) {
	for _, name := range PresetNames() {
		m, err := Parse(name, nil)
		if err != nil || !slices.Equal(m.Strings(), Presets[name]) {
			t.Errorf("preset %s: %v, %v", name, m.Strings(), err)
		}
	}
	m, err := Parse("openpi-libero", []string{"observation/state=robot", "prompt=", "a=b=static:64x48:chw"})
	want := []string{"observation/image=static:224x224", "observation/wrist_image=gripper:224x224",
		"observation/state=robot", "a=b=static:64x48:chw"}
	if err != nil || !slices.Equal(m.Strings(), want) {
		t.Errorf("%v, %v", m.Strings(), err)
	}
	for text, word := range map[string]string{
		"a": "is no assignment", "=robot": "is no assignment", "a=robott": `did you mean "robot"?`,
		"a=static:0x4": "from 1 to 1024", "a=static:axb": "neither the size", "a=robot:2x2": "only pictures",
		"a=static:2000x2": "from 1 to 1024", "a=position+static": "unknown source",
		"prompt>x=robot": "a value and the map",
		"x>>y=robot":     "empty part",
	} {
		if _, err := Parse("counterpoise", []string{text}); err == nil || !strings.Contains(err.Error(), word) {
			t.Errorf("%s: %v", text, err)
		}
	}
	if _, err := Parse("openpi", nil); err == nil || !strings.Contains(err.Error(), "known: counterpoise, lerobot") {
		t.Errorf("%v", err)
	}
	nothing := []string{"observation.state=", "observation.images.static=", "observation.images.ego=", "task="}
	if _, err := Parse("lerobot", nothing); err == nil {
		t.Error("a mapping that shows nothing")
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

// The sources of numbers have the units that they name.
func TestSources(t *testing.T) {
	var o scenes.Observation
	o.Robot[scenes.RobotEuler+2], o.Robot[scenes.RobotWidth], o.Robot[scenes.RobotGrip] = math.Pi/2, 0.06, -1
	for name, want := range map[string][]float32{
		"axisangle": {0, 0, math.Pi / 2}, "fingers": {0.03, -0.03}, "closed": {0.25}, "command": {-1}, "width": {0.06},
	} {
		got := Observed{Numbers: []string{name}}.numbers(nil, &o)
		if len(got) != len(want) {
			t.Fatalf("%s: %v", name, got)
		}
		for i := range got {
			if math.Abs(float64(got[i]-want[i])) > 1e-6 {
				t.Errorf("%s: %v, want %v", name, got, want)
			}
		}
	}
	for name, s := range sources {
		if got := (Observed{Numbers: []string{name}}).numbers(nil, &o); len(got) != s.size || s.about == "" {
			t.Errorf("%s has %d numbers", name, len(got))
		}
	}
}
