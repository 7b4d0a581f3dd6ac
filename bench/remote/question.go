package remote

import (
	"strings"

	"counterpoise/bench/remote/wire"
	"counterpoise/policies"
	"counterpoise/scenes"
)

// question returns what a server is asked: a map of the mapping's keys. For a batch every array has the observations as
// its first axis, and so have the numbers of episode and step; the prompt is one for all. Without a batch there is one
// observation and no such axis.
func (m Mapping) question(obs []scenes.Observation, at []policies.Moment, words string, batch bool) (
	map[string]any, error) {
	root := map[string]any{}
	var lead []int // the first axis
	if batch {
		lead = []int{len(obs)}
	}
	shape := func(dims ...int) []int { return append(append([]int{}, lead...), dims...) }
	for _, o := range m {
		var value any
		switch {
		case o.Numbers != nil:
			var x []float32
			for i := range obs {
				x = o.numbers(x, &obs[i])
			}
			value = wire.NewFloat32(x, shape(o.size())...)
		case o.Source == prompt:
			value = words
		case o.Source == episode || o.Source == step:
			value = counters(o.Source, at, batch)
		default:
			var pixels []byte
			for i := range obs {
				var err error
				if pixels, err = o.picture(pixels, &obs[i]); err != nil {
					return nil, err
				}
			}
			dims := []int{o.Height, o.Width, 3}
			if o.ChannelsFirst {
				dims = []int{3, o.Height, o.Width}
			}
			value = wire.NewUint8(pixels, shape(dims...)...)
		}
		put(root, o.Key, value)
	}
	return root, nil
}

// counters returns the number of each rollout or step: a list for a batch, else the one number.
func counters(name string, at []policies.Moment, batch bool) any {
	all := make([]any, len(at))
	for i, m := range at {
		all[i] = m.Episode
		if name == step {
			all[i] = m.Step
		}
	}
	if batch {
		return all
	}
	return all[0]
}

// put sets a value under a key of nested maps.
func put(root map[string]any, key string, value any) {
	path := strings.Split(key, ">")
	for _, k := range path[:len(path)-1] {
		inner, ok := root[k].(map[string]any)
		if !ok {
			inner = map[string]any{}
			root[k] = inner
		}
		root = inner
	}
	root[path[len(path)-1]] = value
}

// get returns the value under a key of nested maps, or nil.
func get(root map[string]any, key string) any {
	path := strings.Split(key, ">")
	for _, k := range path[:len(path)-1] {
		root, _ = root[k].(map[string]any)
	}
	return root[path[len(path)-1]]
}
