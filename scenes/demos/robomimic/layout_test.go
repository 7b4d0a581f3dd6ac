package robomimic

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"counterpoise/internal/budget"
	"counterpoise/scenes"
	"counterpoise/scenes/demos"
	"counterpoise/scenes/demos/hdf5"
)

// writeEpisodes writes episodes of 3 frames with the given behaviours; every second one is a success.
func writeEpisodes(t *testing.T, behaviours ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "set.hdf5")
	w, err := format{}.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Abort()
	for i, b := range behaviours {
		e := &demos.Episode{Task: "picking", Behaviour: b, Style: "optimal", Index: i, Success: i%2 == 0,
			Observations: make([]scenes.Observation, 3), Actions: make([]scenes.Action, 3)}
		if err := w.Add(e); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(demos.Card{}); err != nil {
		t.Fatal(err)
	}
	return path
}

// root returns the root group of a file.
func root(t *testing.T, path string) *hdf5.Object {
	t.Helper()
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	f, err := hdf5.Open(bytes.NewReader(raw), int64(len(raw)), budget.New(int64(len(raw))))
	if err != nil {
		t.Fatal(err)
	}
	o, err := f.Root()
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// The structure that robomimic's documentation requires: counts as attributes, dones in the last frame, rewards
// in the last frame of successes, and a filter key for each behaviour whose name HDF5 permits.
func TestLayout(t *testing.T) {
	o := root(t, writeEpisodes(t, "left", "a/b", "left"))
	child := func(path string) *hdf5.Object {
		t.Helper()
		c, err := o.Child(path)
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	for path, want := range map[string]int64{"data total": 9, "data/demo_1 num_samples": 3} {
		group, attr, _ := strings.Cut(path, " ")
		if v, err := child(group).Attr(attr); v != want || err != nil {
			t.Errorf("attribute %s is %v, %v; want %d", path, v, err, want)
		}
	}
	for path, want := range map[string][]float32{
		"data/demo_0/rewards": {0, 0, 1}, "data/demo_1/rewards": {0, 0, 0},
		"data/demo_0/dones": {0, 0, 1}, "data/demo_1/dones": {0, 0, 1},
	} {
		d, err := child(path).Dataset()
		if err != nil {
			t.Fatal(err)
		}
		if v, err := d.Float32s(); err != nil || !reflect.DeepEqual(v, want) {
			t.Errorf("%s is %v, %v; want %v", path, v, err, want)
		}
	}
	keys, err := child("mask").Names()
	slices.Sort(keys)
	if want := []string{"left", "left_train", "left_valid", "train", "valid"}; err != nil ||
		!reflect.DeepEqual(keys, want) {
		t.Errorf("filter keys are %v, %v; want %v", keys, err, want)
	}
	text, _ := child("data").Attr("env_args")
	var env struct {
		Name string         `json:"env_name"`
		Type int            `json:"type"`
		Old  int            `json:"env_type"`
		Args map[string]any `json:"env_kwargs"`
	}
	if err := json.Unmarshal([]byte(fmt.Sprint(text)), &env); err != nil || env.Name != "counterpoise/picking" ||
		env.Type != 2 || env.Old != 2 || env.Args == nil {
		t.Errorf("env_args is %v, %v", text, err)
	}
	for key, want := range map[string]string{
		"left": "demo_0 demo_2", "left_train": "demo_0", "left_valid": "demo_2", "train": "demo_0 demo_1",
		"valid": "demo_2",
	} {
		d, err := child("mask/" + key).Dataset()
		if err != nil {
			t.Fatal(err)
		}
		if v, err := stringsOf(d); err != nil || strings.Join(v, " ") != want {
			t.Errorf("mask/%s has %v, %v; want %s", key, v, err, want)
		}
	}
}

// next_obs has the keys of obs, one frame later, and the last frame twice.
func TestNextObservations(t *testing.T) {
	e := &demos.Episode{Task: "picking", Behaviour: "left", Style: "optimal",
		Observations: make([]scenes.Observation, 3), Actions: make([]scenes.Action, 3)}
	for i := range e.Observations {
		e.Observations[i].Robot[2], e.Observations[i].Scene[5] = float32(i), float32(10*i)
		e.Observations[i].Gripper = bytes.Repeat([]byte{byte(i)}, 84*84*3)
	}
	path := filepath.Join(t.TempDir(), "set.hdf5")
	w, err := format{}.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Abort()
	if err := w.Add(e); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(demos.Card{}); err != nil {
		t.Fatal(err)
	}
	o, err := root(t, path).Child("data/demo_0/next_obs")
	if err != nil {
		t.Fatal(err)
	}
	for name, at := range map[string][2]int{"robot_obs": {15, 2}, "scene_obs": {24, 5}} {
		c, err := o.Child(name)
		if err != nil {
			t.Fatal(err)
		}
		d, _ := c.Dataset()
		v, err := d.Float32s()
		if err != nil {
			t.Fatal(err)
		}
		scale := float32(at[0]/24*9 + 1)
		for i, want := range []float32{1, 2, 2} {
			if got := v[i*at[0]+at[1]]; got != want*scale {
				t.Errorf("%s of frame %d is %v, want %v", name, i, got, want*scale)
			}
		}
	}
	c, err := o.Child("ego_image")
	if err != nil {
		t.Fatal(err)
	}
	d, _ := c.Dataset()
	if b, err := d.Bytes(); err != nil || b[0] != 1 || b[84*84*3] != 2 || b[2*84*84*3] != 2 {
		t.Errorf("the pictures are %v", err)
	}
}

func TestNumber(t *testing.T) {
	for name, want := range map[string]int{
		"demo_0": 0, "demo_12": 12, "demo_": -1, "demo_-1": -1, "demo_1x": -1, "episode_1": -1, "": -1,
	} {
		if got := number(name); got != want {
			t.Errorf("number(%q) = %d, want %d", name, got, want)
		}
	}
}

// otherFile writes a file without attributes of this program: demonstrations 10 and 9, an environment and filter keys.
func otherFile(t *testing.T, env string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "other.hdf5")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	w := hdf5.NewWriter(f)
	array := func(columns int) hdf5.Ref {
		ref, _ := w.Dataset(hdf5.Float32, make([]byte, 4*2*columns), 2, columns)
		return ref
	}
	var demonstrations []hdf5.Link
	for _, name := range []string{"demo_10", "demo_9", "notes"} {
		obs, _ := w.Group([]hdf5.Link{
			{Name: "b", To: array(2)}, {Name: "a", To: array(3)}, {Name: "object", To: array(4)},
		})
		g, _ := w.Group([]hdf5.Link{{Name: "actions", To: array(5)}, {Name: "obs", To: obs}},
			hdf5.Attr{Name: "num_samples", Value: int64(2)}, hdf5.Attr{Name: "success", Value: int64(1)},
			hdf5.Attr{Name: "operator", Value: "ann"}, hdf5.Attr{Name: "notes", Value: strings.Repeat("x", 2000)},
			hdf5.Attr{Name: "ep_meta", Value: `{"lang": "pick the cup", "layout_id": 3}`})
		demonstrations = append(demonstrations, hdf5.Link{Name: name, To: g})
	}
	data, _ := w.Group(demonstrations, hdf5.Attr{Name: "env_args", Value: env})
	list, _ := w.Dataset(hdf5.Strings(7), []byte("demo_9\x00demo_10"), 2)
	one, _ := w.Dataset(hdf5.Strings(6), []byte("demo_9"), 1)
	gone, _ := w.Dataset(hdf5.Strings(7), []byte("demo_9\x00demo_9 "), 2)
	mask, _ := w.Group([]hdf5.Link{
		{Name: "okay", To: list}, {Name: "slow", To: one}, {Name: "train", To: list}, {Name: "okay_valid", To: gone},
		{Name: "numbers", To: array(1)},
	})
	top, _ := w.Group([]hdf5.Link{{Name: "data", To: data}, {Name: "mask", To: mask}})
	if err := w.Close(top); err != nil {
		t.Fatal(err)
	}
	return path
}

// The greatest reward is a label, where a number a frame is there and no attribute says whether it succeeded.
func TestMaxReward(t *testing.T) {
	path := filepath.Join(t.TempDir(), "rewards.hdf5")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	w := hdf5.NewWriter(f)
	var list []hdf5.Link
	for i, rewards := range [][]float64{{0, 1}, {1, 0}, {0, 0}, {0, 1, 0}, {1, 1}} {
		values := make([]byte, 8*len(rewards))
		for k, v := range rewards {
			binary.LittleEndian.PutUint64(values[8*k:], math.Float64bits(v))
		}
		actions, _ := w.Dataset(hdf5.Float32, make([]byte, 4*2*2), 2, 2)
		reward, _ := w.Dataset(hdf5.Float64, values, len(rewards))
		obs, _ := w.Group(nil)
		var attributes []hdf5.Attr
		if i == 4 {
			attributes = []hdf5.Attr{{Name: "success", Value: int64(0)}}
		}
		g, _ := w.Group([]hdf5.Link{{Name: "actions", To: actions}, {Name: "obs", To: obs},
			{Name: "rewards", To: reward}}, attributes...)
		list = append(list, hdf5.Link{Name: fmt.Sprint("demo_", i), To: g})
	}
	data, _ := w.Group(list)
	top, _ := w.Group([]hdf5.Link{{Name: "data", To: data}})
	if err := w.Close(top); err != nil {
		t.Fatal(err)
	}
	r, err := format{}.Open(path, budget.New(0))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	for i, want := range []string{"1", "1", "0", "", "1"} { // of the fourth, frames of rewards are too many
		raw, err := r.Read(i, false)
		if err != nil || raw.Labels[demos.MaxReward] != want {
			t.Errorf("demonstration %d: %v, %v; want %q", i, raw, err, want)
		}
	}
}

// A name in a list that no demonstration has is passed over, which the description says.
func TestTellsStrangers(t *testing.T) {
	r, err := format{}.Open(otherFile(t, `{"env_name": "Lift"}`), budget.New(0))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	want := []string{`names that no demonstration has are passed over, in 1 list: mask/okay_valid has "demo_9 "`}
	if got := r.(demos.Describer).Describe().LeftOut; !slices.Equal(got, want) {
		t.Errorf("left out %q, want %q", got, want)
	}
}

// Pictures that are not read are told, and poses are none (testdata/make_depth.py).
func TestTellsOtherPictures(t *testing.T) {
	r, err := format{}.Open("testdata/depth.hdf5", budget.New(0))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	want := []string{"pictures obs/front_depth are left out, and others: three channels of bytes are read"}
	if d := demos.Describe(r); !slices.Equal(d.LeftOut, want) || len(d.Cameras) != 1 {
		t.Errorf("%+v, want left out %q", d, want)
	}
}

// Demonstrations are ordered by number. Their labels are the environment, the filter keys without those of splits, the
// instruction of RoboCasa's ep_meta, and attributes that are numbers or short texts; their state is the concatenation
// of the vectors other than "object".
func TestLabelsOfOtherFiles(t *testing.T) {
	r, err := format{}.Open(otherFile(t, `{"env_name": "Lift"}`), budget.New(0))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if r.Episodes() != 2 || r.Card().Format != 0 {
		t.Fatalf("%d demonstrations, card %+v", r.Episodes(), r.Card())
	}
	for i, want := range []map[string]string{
		{"task": "Lift", "mask": "okay+slow", "masks": "okay+okay_valid+slow+train", "success": "1", "operator": "ann",
			"annotation": "pick the cup"},
		{"task": "Lift", "mask": "okay", "masks": "okay+train", "success": "1", "operator": "ann",
			"annotation": "pick the cup"},
	} {
		raw, err := r.Read(i, true)
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(raw.Labels, want) {
			t.Errorf("labels of demonstration %d are %v, want %v", i, raw.Labels, want)
		}
		if raw.Actions.Width != 5 || raw.State.Width != 5 || raw.Scene.Width != 4 {
			t.Errorf("widths are %d, %d, %d", raw.Actions.Width, raw.State.Width, raw.Scene.Width)
		}
	}
	r2, err := format{}.Open(otherFile(t, "not JSON"), budget.New(0))
	if err != nil {
		t.Fatal(err)
	}
	defer r2.Close()
	if raw, err := r2.Read(0, false); err != nil || raw.Labels["task"] != "" {
		t.Errorf("an environment that is not JSON gives %v, %v", raw, err)
	}
}

// A truncated file is an error wherever it ends: the superblock has the length of the whole file.
func TestTruncatedFile(t *testing.T) {
	path := writeEpisodes(t, "left", "right")
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for n := 0; n < len(whole); n += 61 {
		if err := os.WriteFile(path, whole[:n], 0o644); err != nil {
			t.Fatal(err)
		}
		r, err := format{}.Open(path, budget.New(0))
		if err == nil {
			r.Close()
			t.Errorf("the first %d of %d bytes are opened", n, len(whole))
		}
	}
}

// stringsOf returns all strings of an array.
func stringsOf(d *hdf5.Dataset) (v []string, err error) {
	err = d.EachString(func(s []byte) error { v = append(v, string(s)); return nil })
	return v, err
}

// The keys of the multi-human sets: samples and unions do not group, and what remains are the operators. A key with the
// same demonstrations as another stays, and so does one that is only partly covered by others.
func TestGroupingKeys(t *testing.T) {
	sets := map[string]string{
		"better_operator_1": "01", "better_operator_2": "23", "better": "0123", "okay": "45", "okay_better": "012345",
		"20_percent": "04", "3_demos": "024", "also_okay": "45", "most": "01456",
	}
	r := &reader{names: make([]string, 7), masks: make([][]int32, 7), room: budget.New(0)}
	for k, key := range slices.Sorted(maps.Keys(sets)) {
		r.keys = append(r.keys, key)
		for _, d := range sets[key] {
			r.masks[d-'0'] = append(r.masks[d-'0'], int32(k))
		}
	}
	groups, err := r.groupingKeys()
	if err != nil {
		t.Fatal(err)
	}
	var kept []string
	for k, key := range r.keys {
		if groups[k] {
			kept = append(kept, key)
		}
	}
	want := []string{"also_okay", "better_operator_1", "better_operator_2", "most", "okay"}
	if !reflect.DeepEqual(kept, want) {
		t.Errorf("%v group, want %v", kept, want)
	}
}

// A file in LIBERO's layout has its instruction as task, and its cameras without suffix.
func TestReadsLIBERO(t *testing.T) {
	path := filepath.Join(t.TempDir(), "demo.hdf5")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	w := hdf5.NewWriter(f)
	vector, _ := w.Dataset(hdf5.Float64, make([]byte, 8*2*3), 2, 3)
	picture, _ := w.Images(2, 4, 4, func(int) []byte { return make([]byte, 48) })
	obs, _ := w.Group([]hdf5.Link{{Name: "agentview_rgb", To: picture}, {Name: "ee_pos", To: vector}})
	demo, _ := w.Group([]hdf5.Link{
		{Name: "actions", To: vector}, {Name: "obs", To: obs}, {Name: "robot_states", To: vector},
	}, hdf5.Attr{Name: "num_samples", Value: int64(2)})
	data, _ := w.Group([]hdf5.Link{{Name: "demo_0", To: demo}},
		hdf5.Attr{Name: "env_args", Value: `{"type": 1, "env_name": "Libero_Kitchen_Tabletop_Manipulation"}`},
		hdf5.Attr{Name: "problem_info", Value: `{"language_instruction": "\"open the middle drawer\""}`})
	top, _ := w.Group([]hdf5.Link{{Name: "data", To: data}})
	if err := w.Close(top); err != nil {
		t.Fatal(err)
	}
	r, err := format{}.Open(path, budget.New(0))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	raw, err := r.Read(0, true)
	if err != nil || raw.Labels["task"] != "open the middle drawer" || raw.Cameras[0].Name != "agentview" ||
		raw.State.Width != 3 {
		t.Errorf("read %+v, %v", raw, err)
	}
}
