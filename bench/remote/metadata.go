package remote

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"slices"

	"counterpoise/bench/remote/wire"
	"counterpoise/internal/bounded"
	"counterpoise/scenes"
)

// Metadata is the first message of a server, which describes it.
type Metadata struct {
	Raw json.RawMessage // the whole message as compact JSON with sorted keys, for records
	// The members that this program understands. Servers of openpi have none of them.
	Batch   int // the most observations of a question; 0 and 1: a question has one observation and no axis for more
	History int // observations that an answer depends on, at least 1
	Execute int // actions of a chunk to execute before the next question; 0: not said
	// Task is what the policy was trained on, if it is a task of this program, with its knobs, or the server is one of
	// this program's. What others call a task, such as a sentence, is left to them.
	Task string
	// Observes are assignments as Parse takes them: what the policy observes.
	Observes []string
}

// Silent reports whether the server says nothing of itself: its metadata are an empty map, as openpi's servers send
// where a policy's configuration has none. Another policy at its address then cannot be told from it.
func (m Metadata) Silent() bool { return string(m.Raw) == "{}" }

// ServerName is "server" in the metadata of a server of this program.
const ServerName = "counterpoise"

// maxMetadata bounds the bytes of metadata in a record. Those of openpi's servers have less than 1 kB.
const maxMetadata = 64 << 10

// parseMetadata reads the first message of a server.
func parseMetadata(v any) (Metadata, error) {
	m, ok := v.(map[string]any)
	if !ok {
		return Metadata{}, wire.Errorf(wire.ErrType, "the server begins with %s in place of its metadata, a map",
			kindOf(v))
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(plain(m)); err != nil {
		return Metadata{}, err
	}
	if b.Len() > maxMetadata {
		return Metadata{}, wire.Errorf(bounded.ErrTooLong, "metadata of %d bytes; records keep at most %d", b.Len(),
			maxMetadata)
	}
	out := Metadata{Raw: bytes.TrimSpace(b.Bytes()), History: 1}
	for _, count := range []struct {
		key string
		to  *int
	}{{"batch", &out.Batch}, {"history", &out.History}, {"execute", &out.Execute}} {
		const most = 1 << 12
		if m[count.key] == nil {
			continue
		}
		n, ok := m[count.key].(int64)
		if f, isFloat := m[count.key].(float64); isFloat && f >= 1 && f <= most { // languages with one kind of numbers
			n, ok = int64(f), f == math.Trunc(f)
		}
		if !ok || n < 1 || n > most {
			return Metadata{}, wire.Errorf(wire.ErrType, "metadata: %q is %s, expected a whole number from 1 to %d",
				count.key, valueText(m[count.key]), most)
		}
		*count.to = int(n)
	}
	if task, ok := m["task"].(string); ok {
		if slices.Contains(scenes.Tasks.Names(), scenes.TaskName(task)) || m["server"] == ServerName {
			out.Task = task
		}
	}
	if v := m["observes"]; v != nil {
		list, ok := v.([]any)
		for _, v := range list {
			s, isText := v.(string)
			out.Observes, ok = append(out.Observes, s), ok && isText
		}
		if !ok {
			return Metadata{}, wire.Errorf(wire.ErrType, "metadata: \"observes\" is %s, expected a list of texts "+
				"such as \"observation/state=robot\"", valueText(v))
		}
	}
	return out, nil
}

// valueText shows a value of the metadata in an error, as JSON, cut short.
func valueText(v any) string {
	b, err := json.Marshal(plain(v))
	if err != nil {
		return kindOf(v)
	}
	return abridged(b)
}

// plain returns a value in types that JSON has: bytes become their number, arrays their elements, numbers that are not
// finite text.
func plain(v any) any {
	switch v := v.(type) {
	case float64:
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return fmt.Sprint(v)
		}
	case []byte:
		return fmt.Sprintf("%d bytes", len(v))
	case []any:
		all := make([]any, len(v))
		for i := range v {
			all[i] = plain(v[i])
		}
		return all
	case map[string]any:
		all := make(map[string]any, len(v))
		for k := range v {
			all[k] = plain(v[k])
		}
		return all
	case wire.Array:
		var x []float64
		err := error(wire.ErrShape)
		if v.Size() <= maxMetadata {
			x, err = v.Float64s()
		}
		if err != nil {
			return fmt.Sprintf("%s array of shape %v", v.Type, v.Shape)
		}
		all := make([]any, len(x))
		for i := range x {
			all[i] = plain(x[i])
		}
		return map[string]any{"shape": v.Shape, "data": all}
	}
	return v
}
