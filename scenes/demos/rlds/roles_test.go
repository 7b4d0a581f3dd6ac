package rlds

import (
	"slices"
	"testing"
)

// States are what is called so, whatever numbers they are; without that, vectors of floats, and then of integers and
// truth values; never what is made of sentences.
func TestStates(t *testing.T) {
	of := func(kind string, shape ...int) leaf { return leaf{kind: kind, shape: shape} }
	for _, c := range []struct {
		leaves map[string]leaf
		want   []string
	}{
		{map[string]leaf{statePath: of("float32", 2, 4), observation + "eef": of("float32", 3)}, []string{statePath}},
		{map[string]leaf{statePath: of("int32", 8)}, []string{statePath}},
		{map[string]leaf{observation + "open": of("bool", 2), observation + "tokens": of("int64", 20),
			observation + "timestep": of("int64")}, []string{observation + "open"}},
		{map[string]leaf{observation + "open": of("bool", 2), observation + "eef": of("float64", 3),
			observation + "language_embedding": of("float32", 512)}, []string{observation + "eef"}},
		{map[string]leaf{observation + "image": of("uint8", 8, 8, 3), observation + "depth": of("float32", 8)}, nil},
	} {
		if got := rolesOf(c.leaves).state; !slices.Equal(got, c.want) {
			t.Errorf("%v: states %q, want %q", c.leaves, got, c.want)
		}
	}
}

// Actions are what is called so, or floats of the dictionary of that name, with the switches beside them: TOTO's
// gripper is one. The end of an episode, as RT-1 has it, is no component.
func TestActions(t *testing.T) {
	of := func(kind string, shape ...int) leaf { return leaf{kind: kind, shape: shape} }
	for _, c := range []struct {
		leaves map[string]leaf
		want   []string
	}{
		{map[string]leaf{actionPath: of("float32", 7), actionPath + "_open": of("bool")}, []string{actionPath}},
		{map[string]leaf{actionPath + "/open_gripper": of("bool"), actionPath + "/rotation_delta": of("float32", 3),
			actionPath + "/world_vector": of("float32", 3)},
			[]string{actionPath + "/open_gripper", actionPath + "/rotation_delta", actionPath + "/world_vector"}},
		{map[string]leaf{actionPath + "/world_vector": of("float32", 3),
			actionPath + "/terminate_episode": of("int32", 3)}, []string{actionPath + "/world_vector"}},
		{map[string]leaf{actionPath: of("int64"), actionPath + "_mask": of("bool")}, []string{actionPath}},
		{map[string]leaf{actionPath + "/move": of("int64"), actionPath + "/open": of("bool")},
			[]string{actionPath + "/move", actionPath + "/open"}},
	} {
		if got := rolesOf(c.leaves).actions; !slices.Equal(got, c.want) {
			t.Errorf("%v: actions %q, want %q", c.leaves, got, c.want)
		}
	}
}
