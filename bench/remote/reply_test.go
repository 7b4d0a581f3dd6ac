package remote

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"counterpoise/bench/remote/wire"
	"counterpoise/scenes"
)

// Whatever an answer holds, reading it takes at most as much memory again as the message, and a few megabytes.
func TestAnswersTakeLittleMemory(t *testing.T) {
	const size = 14 << 20
	bytes := func(dtype string, n int) wire.Array {
		return wire.Array{Type: dtype, Shape: []int{size / 7 / n, 7}, Data: make([]byte, size/7/n*7*n)}
	}
	action := wire.NewFloat32(make([]float32, 7), 7)
	lists := make([]any, 8000)
	for i := range lists {
		lists[i] = make([]any, 7)
		for j := range 7 {
			lists[i].([]any)[j] = 0.5
		}
	}
	flat := make([]any, 60000)
	for i := range flat {
		flat[i] = "" // a byte each
	}
	keys := map[string]any{}
	for i := range 30000 {
		keys[fmt.Sprint(i)] = i
	}
	for name, answer := range map[string]any{
		"values of 1 byte":  map[string]any{"actions": bytes("|u1", 1)},
		"truth values":      map[string]any{"actions": bytes("|b1", 1)},
		"values of 2 bytes": map[string]any{"actions": bytes("<f2", 2)},
		"values of 4 bytes": map[string]any{"actions": bytes("<f4", 4)},
		"values of 8 bytes": map[string]any{"actions": bytes("<f8", 8)},
		"lists of values":   map[string]any{"actions": lists},
		"a picture":         map[string]any{"actions": action, "video": bytes("|u1", 1)},
		"a text":            map[string]any{"actions": action, "log": strings.Repeat("x", size)},
		"a key":             map[string]any{"actions": action, strings.Repeat("x", size): 1},
		"text as actions":   map[string]any{"actions": strings.Repeat("x", size)},
		"texts":             map[string]any{"actions": action, "log": flat},
		"keys":              keys,
		"a wrong shape": map[string]any{"actions": wire.Array{
			Type: "|u1", Shape: []int{size}, Data: make([]byte, size)}},
	} {
		message, err := wire.Append(nil, answer)
		if err != nil {
			t.Fatal(err)
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		v, err := wire.Decode(message, wire.DefaultLimits())
		if err == nil {
			_, err = chunksOf(v, "actions", 1, false)
		}
		said := fmt.Sprint(err)
		runtime.ReadMemStats(&after)
		took := int64(after.TotalAlloc - before.TotalAlloc)
		if most := int64(len(message))*11/10 + 8<<20; took > most {
			t.Errorf("%s: %d bytes for a message of %d, at most %d are meant", name, took, len(message), most)
		}
		if strings.Contains(name, "values") != strings.Contains(said, "at most 4096 are read") {
			t.Errorf("%s: %s", name, said)
		}
	}
}

// Actions may be lists of arrays, as servers send that stack nothing; arrays of several shapes are an error.
func TestListsOfArrays(t *testing.T) {
	row := func(n int) wire.Array { return wire.NewFloat32([]float32{1, 2, 3, 4, 5, 6, 7, 8}[:n], n) }
	for name, c := range map[string]struct {
		actions any
		chunk   int
		word    string
	}{
		"rows":          {[]any{row(7), row(7)}, 2, ""},
		"several":       {[]any{row(7), row(8)}, 0, "no rectangle of numbers"},
		"array, number": {[]any{row(7), 1.0}, 0, "no rectangle of numbers"},
		"number, array": {[]any{1.0, row(7)}, 0, "no rectangle of numbers"},
		"text":          {[]any{wire.Array{Type: "|S1", Shape: []int{7}, Data: make([]byte, 7)}}, 0, "no rectangle of"},
	} {
		chunks, err := chunksOf(map[string]any{"actions": c.actions}, "actions", 1, false)
		if c.word != "" {
			if err == nil || !strings.Contains(err.Error(), c.word) {
				t.Errorf("%s: %v, %v", name, chunks, err)
			}
			continue
		}
		if err != nil || len(chunks[0]) != c.chunk || chunks[0][1] != (scenes.Action{1, 2, 3, 4, 5, 6, 7}) {
			t.Errorf("%s: %v, %v", name, chunks, err)
		}
	}
}
