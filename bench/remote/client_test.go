package remote

import (
	"context"
	"errors"
	"fmt"
	"math"
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
		"a batch of nothing":       {map[string]any{"batch": -1}, ok, wire.ErrType, `"batch" is -1`},
		"an endless history":       {map[string]any{"history": 1 << 40}, ok, wire.ErrType, `"history"`},
		"keys of another language": {map[string]any{"observes": []any{"a=smell"}}, ok, nil, "unknown source"},
		"long metadata": {map[string]any{"x": strings.Repeat("x", 1<<17)}, ok, bounded.ErrTooLong,
			"at most 65536"},
		"actions of DROID": {meta, zeros(1, 10, 8), wire.ErrShape, "droll, dpitch, dyaw, gripper); joint velocities " +
			"(DROID) and joint positions (ALOHA) are not executed here: let the server transform its actions to these"},
		"a list":              {meta, []any{}, wire.ErrType, "in place of a map"},
		"a batch of a half":   {map[string]any{"batch": 2.5}, ok, wire.ErrType, `"batch" is 2.5, expected a whole`},
		"an execute of text":  {map[string]any{"execute": "4"}, ok, wire.ErrType, `"execute" is "4", expected`},
		"observes a text":     {map[string]any{"observes": "robot"}, ok, wire.ErrType, "expected a list of texts"},
		"observes numbers":    {map[string]any{"observes": []any{1}}, ok, wire.ErrType, "expected a list of texts"},
		"no actions":          {meta, map[string]any{"action": 1}, wire.ErrType, `no "actions"; it has "action"`},
		"actions as text":     {meta, map[string]any{"actions": "up"}, wire.ErrType, "got text"},
		"ragged lists":        {meta, map[string]any{"actions": []any{[]any{1}, []any{}}}, wire.ErrType, "rectangle"},
		"eight components":    {meta, zeros(1, 2, 8), wire.ErrShape, "[1 2 8], expected [1, chunk, 7]"},
		"an action of ALOHA":  {map[string]any{}, zeros(14), wire.ErrShape, "let the server transform its actions"},
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

// Usage counts the questions after the first, their observations, and the time that the server says they took, where it
// says one that can be.
func TestUsage(t *testing.T) {
	for name, c := range map[string]struct {
		timing any
		want   time.Duration
	}{
		"a fraction": {map[string]any{"infer_ms": 1.5}, 3 * time.Millisecond},
		"whole":      {map[string]any{"infer_ms": 2}, 4 * time.Millisecond},
		"nothing":    {nil, 0}, "text": {map[string]any{"infer_ms": "2"}, 0},
		"NaN":      {map[string]any{"infer_ms": math.NaN()}, 0},
		"negative": {map[string]any{"infer_ms": -2.0}, 0}, "an age": {map[string]any{"infer_ms": 1e300}, 0},
	} {
		address, _ := listening(t, "", answering(map[string]any{"batch": 8}, func(q map[string]any) (any, error) {
			a := zeros(q["observation.state"].(wire.Array).Shape[0], 2, 7)
			a["server_timing"] = c.timing
			return a, nil
		}))
		obs := observed(12, true)
		client, err := Open(t.Context(), config(t, address), with(obs[0]))
		if err != nil {
			t.Fatal(err)
		}
		dst := make([][]scenes.Action, len(obs))
		for i := range dst {
			dst[i] = make([]scenes.Action, 2)
		}
		if err := client.Act(dst, obs); err != nil {
			t.Fatal(err)
		}
		client.Close()
		u := client.Usage()
		if u.Questions != 2 || u.Observations != 12 || u.Server != c.want || u.Waited <= 0 || u.Lost != 0 {
			t.Errorf("%s: %+v, want 2 questions about 12 observations, %v", name, u, c.want)
		}
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

// Whole numbers of metadata may be floating-point ones, as those of languages that have no others.
func TestWholeFloatsInMetadata(t *testing.T) {
	m, err := parseMetadata(map[string]any{"batch": 64.0, "history": int64(2), "execute": 3.0})
	if err != nil || m.Batch != 64 || m.History != 2 || m.Execute != 3 {
		t.Errorf("%+v, %v", m, err)
	}
	for _, v := range []any{2.5, 0.5, 5000.0, math.Inf(1), math.NaN(), -1.0, "2"} {
		if _, err := parseMetadata(map[string]any{"batch": v}); err == nil || !strings.Contains(err.Error(), "whole") {
			t.Errorf("%v: %v", v, err)
		}
	}
}

// A server whose metadata ask for more observations than a question can hold is refused before it is asked.
func TestHistoryBeyondAQuestion(t *testing.T) {
	reply := func(map[string]any) (any, error) { return zeros(1, 1, 7), nil }
	address, _ := listening(t, "", answering(map[string]any{"history": 4096}, reply))
	o := observed(1, true)[0]
	if _, err := Open(t.Context(), config(t, address), with(o)); !errors.Is(err, bounded.ErrTooLong) ||
		!strings.Contains(err.Error(), `"history" is 4096`) {
		t.Errorf("4096 observations with pictures: %v", err)
	}
	c := config(t, address)
	mapping, err := Parse("counterpoise", []string{"observation.images.static=", "observation.images.ego="})
	if err != nil {
		t.Fatal(err)
	}
	c.Mapping = mapping
	client, err := Open(t.Context(), c, with(o))
	if err != nil {
		t.Fatal(err)
	}
	client.Close()
}
