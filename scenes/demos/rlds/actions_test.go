package rlds

import (
	"slices"
	"strings"
	"testing"

	"google.golang.org/protobuf/encoding/protowire"

	"counterpoise/internal/budget"
	"counterpoise/scenes/demos"
)

// Marks of frames are no components of actions, of whatever type and shape; of several versions one is taken, and what
// is left out is told.
func TestMarksOfActions(t *testing.T) {
	of := func(kind string, shape ...int) leaf { return leaf{kind: kind, shape: shape} }
	vector := of("float32", 3)
	for _, c := range []struct {
		leaves map[string]leaf
		taken  string
		told   string
	}{
		{map[string]leaf{"world_vector": vector, "terminate_episode": of("float32")}, "world_vector",
			"actions: action/world_vector; left out: action/terminate_episode (--actions)"},
		{map[string]leaf{"world_vector": vector, "done": of("int8", 1), "is_terminal": of("bool"),
			"is_last": of("float64", 1), "episode_end": of("int64")}, "world_vector",
			"left out: action/done, action/episode_end, action/is_last, action/is_terminal (--actions)"},
		{map[string]leaf{"world_vector": vector, "done_gripper": of("float32"), "is_gripper_open": of("bool"),
			"index_finger": of("int8")}, "done_gripper index_finger is_gripper_open world_vector",
			"actions: action/done_gripper + action/index_finger + action/is_gripper_open + action/world_vector " +
				"(--actions)"},
		{map[string]leaf{"joint_position": of("float32", 7), "ee_pose": of("float32", 6), "gripper": of("float32", 1)},
			"ee_pose gripper", "left out: action/joint_position (--actions)"},
		{map[string]leaf{"x": vector}, "x", ""},
	} {
		leaves := map[string]leaf{}
		for name, l := range c.leaves {
			leaves[actionPath+"/"+name] = l
		}
		r := rolesOf(leaves)
		var names []string
		for _, path := range r.actions {
			names = append(names, strings.TrimPrefix(path, actionPath+"/"))
		}
		told := strings.Join(r.choice.Decided(), "\n")
		if got := strings.Join(names, " "); got != c.taken || !strings.Contains(told, c.told) ||
			(c.told == "") != (told == "") {
			t.Errorf("%v: took %s and told %q, want %s and %q", c.leaves, got, told, c.taken, c.told)
		}
	}
	// Beside steps/action, and by the beginning of a name.
	for _, c := range []struct {
		leaves map[string]leaf
		want   []string
	}{
		{map[string]leaf{actionPath: vector, actionPath + "_dict/joint_position": of("float32", 7)},
			[]string{actionPath}},
		{map[string]leaf{actionPath + "_joint": of("float32", 7), actionPath + "_eef": of("float32", 7),
			actionPath + "_terminate": of("float32")}, []string{actionPath + "_eef"}},
		{map[string]leaf{"steps/actions": vector, "steps/actions_done": of("float32")}, []string{"steps/actions"}},
	} {
		if r := rolesOf(c.leaves); !slices.Equal(r.actions, c.want) || len(r.choice.Left) != len(c.leaves)-1 {
			t.Errorf("%v: took %v, left out %v; want %v", c.leaves, r.actions, r.choice.Left, c.want)
		}
	}
}

// The user may name other features, in any order; without a name for what a dataset calls otherwise there are no
// actions.
func TestTakeActions(t *testing.T) {
	open := func() *reader {
		dir := foreign(t, func(_ *info, f map[string]*feature, list map[string][]byte) {
			f["motion"] = vector(2, "")
			list["steps/motion"] = floatsOf(4, func(i int) float32 { return float32(i) })
			f["mode"] = vector(1, "")
			list["steps/mode"] = floatsOf(2, func(i int) float32 { return 9 })
			delete(f, "action")
		})
		r, err := format{}.Open(dir, budget.New(0))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { r.Close() })
		return r.(*reader)
	}
	r := open()
	if _, err := r.Read(0, false); err == nil || !strings.Contains(err.Error(), "--actions: there is mode, motion") {
		t.Errorf("without actions: %v", err)
	}
	if err := r.TakeActions([]string{"action"}); err == nil || !strings.Contains(err.Error(), "there is mode, motion") {
		t.Errorf("an unknown name: %v", err)
	}
	for _, names := range [][]string{{"mode", "motion"}, {"steps/mode", "motion"}} {
		if err := r.TakeActions(names); err != nil {
			t.Fatal(err)
		}
		raw, err := r.Read(0, false)
		if err != nil || !slices.Equal(raw.Actions.Values, []float32{9, 0, 1, 9, 2, 3}) {
			t.Errorf("%v: %+v, %v", names, raw, err)
		}
		if d := demos.Describe(r); !slices.Equal(d.Actions, []string{"mode", "motion"}) || d.Decided != nil {
			t.Errorf("%v: %+v", names, d)
		}
	}
}

// The instruction of most steps counts where it changes within an episode, early or late; steps without one count for
// none. It is told.
func TestInstructionChanges(t *testing.T) {
	for _, c := range []struct{ steps, want, told string }{
		{"aaaa", "a", ""}, {"abbb", "b",
			`it has 2 in language_instruction and counts for the one of most steps, "b" (3 of 4)`},
		{"aaab", "a", `"a" (3 of 4)`}, {"aabb", "a", `"a" (2 of 4)`}, {"abca", "a", "it has 3 in"}, {"-aab", "a",
			"(2 of 3)"},
		{"--b-", "b", ""}, {"----", "", ""}, {"a---", "a", ""},
	} {
		dir := foreign(t, func(_ *info, f map[string]*feature, list map[string][]byte) {
			f["language_instruction"] = &feature{Text: &struct{}{}}
			var all []byte
			for _, step := range c.steps {
				all = protowire.AppendTag(all, 1, protowire.BytesType)
				all = protowire.AppendString(all, strings.Trim(string(step), "-"))
			}
			list[sentencePath] = ofList(bytesList, all)
			f["action"] = vector(1, "")
			list[actionPath] = floatsOf(len(c.steps), func(i int) float32 { return 1 })
			f["observation"] = dictionary(map[string]*feature{"state": vector(1, "")})
			list[statePath] = floatsOf(len(c.steps), func(i int) float32 { return 1 })
		})
		r, err := format{}.Open(dir, budget.New(0))
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		raw, err := r.Read(0, false)
		if err != nil {
			t.Fatal(err)
		}
		told := ""
		for _, o := range raw.Odd {
			told += o.Kind + ": " + o.Text
		}
		if raw.Labels["task"] != c.want || !strings.Contains(told, c.told) || (c.told == "") != (told == "") {
			t.Errorf("%s: task %q, told %q; want %q, %q", c.steps, raw.Labels["task"], told, c.want, c.told)
		}
	}
}
