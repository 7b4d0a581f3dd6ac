package remote

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"counterpoise/bench/remote/wire"
	"counterpoise/scenes"
)

// maxChunk is the most actions of an answer for one observation: more than a rollout has steps.
const maxChunk = 4096

// chunksOf returns the chunks of actions of a reply, one for each of n observations: the value under a key, an array or
// nested lists of [chunk, 7], for a batch [n, chunk, 7]. A single action [7] is a chunk of one. Components may be NaN;
// a rollout ends before such an action.
func chunksOf(reply any, key string, n int, batch bool) ([][]scenes.Action, error) {
	m, ok := reply.(map[string]any)
	if !ok {
		return nil, wire.Errorf(wire.ErrType, "the server answers with %s in place of a map", kindOf(reply))
	}
	v, ok := m[key]
	if !ok {
		return nil, wire.Errorf(wire.ErrType, "the answer has no %q; it has %s (--actions KEY names another)", key,
			keysOf(m))
	}
	a, err := arrayOf(v)
	if err != nil {
		return nil, fmt.Errorf("%q of the answer: %w", key, err)
	}
	shape := a.Shape
	if !batch {
		shape = append([]int{1}, shape...)
	}
	if len(shape) == 2 {
		shape = []int{shape[0], 1, shape[1]}
	}
	want := fmt.Sprintf("[chunk, %d]", scenes.ActionSize)
	if batch {
		want = fmt.Sprintf("[%d, chunk, %d]", n, scenes.ActionSize)
	}
	if len(shape) != 3 || shape[0] != n || shape[1] < 1 || shape[2] != scenes.ActionSize {
		hint := ""
		if len(shape) > 0 && shape[len(shape)-1] != scenes.ActionSize {
			hint = "; joint velocities (DROID) and joint positions (ALOHA) are not executed here: let the server " +
				"transform its actions to these"
		}
		return nil, wire.Errorf(wire.ErrShape, "%q of the answer has shape %v, expected %s (dx, dy, dz, droll, "+
			"dpitch, dyaw, gripper)%s", key, a.Shape, want, hint)
	}
	if shape[1] > maxChunk {
		return nil, wire.Errorf(wire.ErrShape, "%q of the answer has %d actions for an observation, and at most %d "+
			"are "+
			"read", key, shape[1], maxChunk)
	}
	x, err := a.Float64s()
	if err != nil {
		return nil, fmt.Errorf("%q of the answer: %w", key, err)
	}
	chunks := make([][]scenes.Action, n)
	for i := range chunks {
		chunks[i] = make([]scenes.Action, shape[1])
		for t := range chunks[i] {
			for c := range scenes.ActionSize {
				chunks[i][t][c] = float32(x[(i*shape[1]+t)*scenes.ActionSize+c])
			}
		}
	}
	return chunks, nil
}

// arrayOf returns a value as an array: one, or nested lists of numbers, as tolist of NumPy makes them, or of arrays of
// one shape.
func arrayOf(v any) (wire.Array, error) {
	if a, ok := v.(wire.Array); ok {
		return a, nil
	}
	var shape []int
	for inner := v; ; {
		if a, ok := inner.(wire.Array); ok {
			shape = append(shape, a.Shape...)
		}
		list, ok := inner.([]any)
		if !ok {
			break
		}
		shape = append(shape, len(list))
		if len(list) == 0 {
			break
		}
		inner = list[0]
	}
	x, err := flat(nil, v, shape)
	if err != nil || shape == nil {
		kind := kindOf(v)
		if shape != nil {
			kind = "nested lists that are no rectangle of numbers"
		}
		return wire.Array{}, wire.Errorf(wire.ErrType, "expected an array, got %s", kind)
	}
	return wire.NewFloat64(x, shape...), nil
}

// flat appends the numbers of nested lists, or of arrays in them, that have a shape.
func flat(x []float64, v any, shape []int) ([]float64, error) {
	if a, ok := v.(wire.Array); ok {
		if !slices.Equal(a.Shape, shape) {
			return nil, wire.ErrShape
		}
		more, err := a.Float64s()
		return append(x, more...), err
	}
	if len(shape) == 0 {
		switch v := v.(type) {
		case float64:
			return append(x, v), nil
		case int64:
			return append(x, float64(v)), nil
		case uint64:
			return append(x, float64(v)), nil
		}
		return nil, wire.ErrType
	}
	list, ok := v.([]any)
	if !ok || len(list) != shape[0] {
		return nil, wire.ErrShape
	}
	var err error
	for _, e := range list {
		if x, err = flat(x, e, shape[1:]); err != nil {
			return nil, err
		}
	}
	return x, nil
}

// kindOf names the type of a value in the words of the protocol.
func kindOf(v any) string {
	switch v := v.(type) {
	case nil:
		return "nil"
	case bool:
		return "a truth value"
	case int64, uint64, float64:
		return "a number"
	case string:
		return "text"
	case []byte:
		return "bytes"
	case []any:
		return "a list"
	case wire.Array:
		return fmt.Sprintf("an array of type %s and shape %v", v.Type, v.Shape)
	}
	return "a map"
}

// keysOf lists the keys of a map for an error.
func keysOf(m map[string]any) string {
	if len(m) == 0 {
		return "none"
	}
	const most = 12
	var all []string
	for _, k := range slices.Sorted(maps.Keys(m)) {
		if len(all) == most {
			all = append(all, "...")
			break
		}
		all = append(all, fmt.Sprintf("%.60q", k))
	}
	return strings.Join(all, ", ")
}
