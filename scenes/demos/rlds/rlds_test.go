package rlds

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"google.golang.org/protobuf/encoding/protowire"

	"counterpoise/internal/budget"
	"counterpoise/internal/tfrecord"
	"counterpoise/scenes"
	"counterpoise/scenes/demos"
)

// episode returns an episode of t frames whose numbers tell their place.
func episode(t, index int) *demos.Episode {
	e := &demos.Episode{Task: "picking", Behaviour: "left", Style: "optimal", Index: index, Success: index%2 == 0,
		Observations: make([]scenes.Observation, t), Actions: make([]scenes.Action, t)}
	for i := range t {
		e.Observations[i].Robot[0], e.Actions[i][1] = float32(i), float32(i)/10
		e.Observations[i].Gripper = bytes.Repeat([]byte{byte(i), 7, byte(index)}, 84*84)
	}
	return e
}

// write writes episodes into shards of a size.
func write(t testing.TB, size int64, o demos.PictureOptions, episodes ...*demos.Episode) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "set")
	w, err := format{}.CreateWith(path, o)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Abort()
	w.(*writer).shardSize = size
	for _, e := range episodes {
		if err := w.Add(e); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(demos.Card{}); err != nil {
		t.Fatal(err)
	}
	return path
}

// A full shard is followed by another, and the episodes come back from all of them, in any order.
func TestShards(t *testing.T) {
	episodes := []*demos.Episode{episode(3, 0), episode(1, 1), episode(5, 2), episode(2, 3)}
	path := write(t, 1, demos.PictureOptions{}, episodes...)
	for k := range 4 {
		name := fmt.Sprintf("counterpoise_picking-train.tfrecord-%05d-of-00004", k)
		if _, err := os.Stat(filepath.Join(path, name)); err != nil {
			t.Error(err)
		}
	}
	if entries, _ := os.ReadDir(path); len(entries) != 4+3 {
		t.Errorf("the folder has %v", entries)
	}
	r, err := demos.OpenAny(context.Background(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	for _, i := range []int{2, 0, 3, 3, 1} {
		raw, err := r.Read(i, true)
		if err != nil {
			t.Fatal(err)
		}
		if e, err := raw.Episode(); err != nil || !reflect.DeepEqual(e, episodes[i]) {
			t.Errorf("episode %d is another (%v)", i, err)
		}
	}
}

// What RLDS says about steps: the first, the last, and the terminal one and its reward only after a success.
func TestMarks(t *testing.T) {
	for _, e := range []*demos.Episode{episode(3, 0), episode(3, 1)} {
		raw, err := encode(e, nil, false)
		if err != nil {
			t.Fatal(err)
		}
		done := float64(bit(e.Success))
		want := map[string][]float64{
			"steps/is_first": {1, 0, 0}, "steps/is_last": {0, 0, 1}, "steps/is_terminal": {0, 0, done},
			"steps/reward": {0, 0, done}, "steps/discount": {1, 1, 1},
		}
		wanted := map[string]bool{sentencePath: true}
		for path := range want {
			wanted[path] = true
		}
		found, err := scan(raw, wanted)
		if err != nil {
			t.Fatal(err)
		}
		for path, v := range want {
			var got []float64
			err := found[path].eachNumber(func(x float64) error { got = append(got, x); return nil })
			if err != nil || !reflect.DeepEqual(got, v) {
				t.Errorf("%s is %v, %v; want %v", path, got, err, v)
			}
		}
		if n, err := found[sentencePath].count(); n != 3 || err != nil {
			t.Errorf("%d sentences, %v", n, err)
		}
	}
}

// Pictures of another size are marked as such, and the dataset has no card: it cannot be converted back.
func TestSmallPictures(t *testing.T) {
	path := write(t, 1<<20, demos.PictureOptions{Size: 32}, episode(2, 0))
	r, err := format{}.Open(path, budget.New(0))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	raw, err := r.Read(0, true)
	if err != nil || r.Card().Format != 0 || len(raw.Cameras) != 1 || raw.Cameras[0].Name != "wrist_image" ||
		raw.Cameras[0].Height != 32 {
		t.Errorf("read %+v, %v", raw, err)
	}
	if _, err := (format{}).CreateWith(path, demos.PictureOptions{Video: "av1"}); !errors.Is(err,
		demos.ErrNoVideos) || !strings.Contains(err.Error(), "no videos") {
		t.Errorf("videos give %v", err)
	}
}

// A dataset has the name that its index gives it, for mixtures of datasets; one that could lead out of a folder is not
// taken.
func TestName(t *testing.T) {
	for name, want := range map[string]string{"towel": "towel", "a/../b": "1.0.0", "": "1.0.0"} {
		if got := demos.NameOf(&reader{info: info{Name: name}}, "data/1.0.0"); got != want {
			t.Errorf("%q is called %q, want %q", name, got, want)
		}
	}
}

// foreign writes a dataset of one Example, with the features of actions of width 2, states of width 3 and one picture,
// which spoil may change.
func foreign(t testing.TB, spoil func(i *info, f map[string]*feature, list map[string][]byte)) string {
	t.Helper()
	dir := t.TempDir()
	steps := map[string]*feature{"action": vector(2, ""), "observation": dictionary(map[string]*feature{
		"state": vector(3, ""), "image": {Image: &imageForm{Shape: sizes(2, 2, 3), Type: "uint8"}},
	})}
	i := info{Name: "towel", FileFormat: fileFormat, Splits: []split{{Name: "train", Lengths: []json.Number{"1"}}}}
	list := map[string][]byte{
		"steps/action":            floatValues(make([]float32, 4)),
		"steps/observation/state": floatValues(make([]float32, 6)),
	}
	spoil(&i, steps, list)
	example := []byte{}
	for path, value := range list {
		entry := protowire.AppendString(protowire.AppendTag(nil, 1, protowire.BytesType), path)
		entry = protowire.AppendBytes(protowire.AppendTag(entry, 2, protowire.BytesType), value)
		example = protowire.AppendBytes(protowire.AppendTag(example, 1, protowire.BytesType), entry)
	}
	example = ofList(1, example)
	put := func(name string, v any) {
		text, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		os.WriteFile(filepath.Join(dir, name), text, 0o644)
	}
	put(infoName, i)
	put(featuresName, dictionary(map[string]*feature{
		"steps": {Class: classDataset, Sequence: &sequence{Feature: dictionary(steps), Length: "-1"}},
	}))
	header, footer := tfrecord.Header(example), tfrecord.Footer(example)
	shard := append(append(header[:], example...), footer[:]...)
	os.WriteFile(filepath.Join(dir, "towel-train.tfrecord-00000-of-00001"), shard, 0o644)
	return dir
}

// Datasets that cannot be read are refused with what is wrong and where.
func TestRefusals(t *testing.T) {
	type features = map[string]*feature
	type lists = map[string][]byte
	for want, spoil := range map[string]func(i *info, f features, l lists){
		"tfds convert_format": func(i *info, _ features, _ lists) { i.FileFormat = "array_record" },
		"has 1 records, expected the 2": func(i *info, _ features, _ lists) {
			i.Splits[0].Lengths[0] = "2"
		},
		"leads out of the folder": func(i *info, _ features, _ lists) {
			i.Splits[0].Template = "../{SPLIT}"
		},
		"other fields than DATASET": func(i *info, _ features, _ lists) {
			i.Splits[0].Template = "{HOST}-{SPLIT}"
		},
		"two shards are": func(i *info, _ features, _ lists) {
			i.Splits = append(i.Splits, i.Splits[0])
		},
		"dataset_info.json lists no episodes": func(i *info, _ features, _ lists) {
			i.Splits[0].Lengths = nil
		},
		"has no splits":                         func(i *info, _ features, _ lists) { i.Splits = nil },
		"is missing, shard 0 of the 1 of split": func(i *info, _ features, _ lists) { i.Name = "sheet" },
		"has no actions":                        func(_ *info, f features, _ lists) { delete(f, "action") },
		"feature \"steps/action\" is null":      func(_ *info, f features, _ lists) { f["action"] = nil },
		"absurd shape":                          func(_ *info, f features, _ lists) { f["action"] = vector(1<<30, "") },
		"has 4 numbers, which are no steps of 3": func(_ *info, f features, _ lists) {
			f["action"] = vector(3, "")
		},
		"state has 6 numbers in 4 steps, expected 3 in each": func(_ *info, f features, _ lists) {
			f["action"] = vector(1, "")
		},
		"state has more than 3 numbers in 1 steps": func(_ *info, f features, _ lists) {
			f["action"] = vector(4, "")
		},
		"steps/action has 0 steps": func(_ *info, _ features, l lists) { delete(l, "steps/action") },
		"is a list of bytes, expected numbers": func(_ *info, _ features, l lists) {
			l["steps/observation/state"] = text("warm")
		},
		"is a list of numbers, expected bytes": func(_ *info, f features, _ lists) {
			f["observation"].Dict.Features["state"].Tensor.Encoding = "zlib"
		},
		"encoding \"lzma\"": func(_ *info, f features, _ lists) {
			f["observation"].Dict.Features["state"].Tensor.Encoding = "lzma"
		},
		"is no PNG and no JPEG": func(_ *info, _ features, l lists) {
			l["steps/observation/image"] = bytesValues(2, func(int) []byte { return []byte("BM") })
		},
		"expected 2 pictures": func(_ *info, f features, l lists) {
			f["observation"].Dict.Features["image"] = &feature{Tensor: &tensor{sizes(2, 2, 3), "uint8", "bytes"}}
			l["steps/observation/image"] = bytesValues(1, func(int) []byte { return make([]byte, 12) })
		},
		"has more than 2 pictures": func(_ *info, f features, l lists) {
			f["observation"].Dict.Features["image"] = &feature{Tensor: &tensor{sizes(2, 2, 3), "uint8", "bytes"}}
			l["steps/observation/image"] = bytesValues(3, func(int) []byte { return make([]byte, 12) })
		},
		"a step unpacks to fewer than 12 bytes": func(_ *info, f features, l lists) {
			f["observation"].Dict.Features["state"].Tensor.Encoding = "zlib"
			l["steps/observation/state"] = bytesValues(2, func(int) []byte {
				return []byte("\x78\x9c\x63\x00\x00\x00\x01\x00\x01")
			})
		},
	} {
		dir := foreign(t, spoil)
		r, err := format{}.Open(dir, budget.New(0))
		if err == nil {
			_, err = r.Read(0, true)
			r.Close()
		}
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), dir) {
			t.Errorf("got %v, want an error of %s with %q", err, dir, want)
		}
	}
	r, err := format{}.Open(foreign(t, func(*info, map[string]*feature, map[string][]byte) {}), budget.New(0))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	raw, err := r.Read(0, true)
	if err != nil || raw.Frames() != 2 || raw.State.Width != 3 || len(raw.Cameras) != 0 || len(raw.Labels) != 0 {
		t.Errorf("unspoilt it is %+v, %v", raw, err)
	}
}

// Any bytes in place of an Example give an episode or an error.
func FuzzExample(f *testing.F) {
	whole, err := encode(episode(2, 0), episode(2, 0).Cameras(), false)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(whole)
	f.Add([]byte("\x0a\x14\x0a\x12\x0a\x0csteps/action\x12\x02\x12\x00"))
	leaves := map[string]leaf{}
	if err := describe(episode(2, 0).Cameras(), false).flatten("", leaves, budget.New(0)); err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, example []byte) {
		r := &reader{leaves: leaves, roles: rolesOf(leaves), wanted: map[string]bool{}, room: budget.New(1 << 20)}
		for path := range leaves {
			r.wanted[path] = true
		}
		found, err := scan(example, r.wanted)
		if err != nil {
			return
		}
		a := assembler{reader: r, found: found}
		if a.count() != nil {
			return
		}
		if m, err := a.vectors(r.roles.actions); err == nil && m.Rows() != a.frames {
			t.Errorf("%d rows of %d frames", m.Rows(), a.frames)
		}
		a.vectors(r.roles.state)
		for _, path := range r.roles.cameras {
			a.camera(path)
		}
		a.labels(&demos.Raw{Labels: map[string]string{}}, "")
	})
}

// Any text in place of features.json gives leaves or an error.
func FuzzFeatures(f *testing.F) {
	text, err := json.Marshal(describe(episode(1, 0).Cameras(), false))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(text)
	f.Add([]byte(`{"featuresDict":{"features":{"steps":{"sequence":{"feature":null}}}}}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		room := budget.New(0)
		var root feature
		if room.JSON(featuresName, text, &root) != nil {
			return
		}
		leaves := map[string]leaf{}
		if root.flatten("", leaves, room) == nil {
			rolesOf(leaves)
		}
	})
}

// Any bytes in place of a file of records give records that lie in the file, and episodes or errors.
func FuzzShard(f *testing.F) {
	record := func(data []byte) []byte {
		header, footer := tfrecord.Header(data), tfrecord.Footer(data)
		return append(append(header[:], data...), footer[:]...)
	}
	whole, err := encode(episode(2, 0), episode(2, 0).Cameras(), false)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(record(whole))
	f.Add(append(record(nil), record([]byte("x"))...))
	f.Add(record(whole)[:40])
	f.Fuzz(func(t *testing.T, shard []byte) {
		path := filepath.Join(t.TempDir(), "shard")
		if err := os.WriteFile(path, shard, 0o644); err != nil {
			t.Fatal(err)
		}
		r := &reader{dir: path, room: budget.New(0), opened: -1}
		defer r.Close()
		if r.readShard(path, "train") != nil {
			return
		}
		for _, at := range r.records {
			if at.at < tfrecord.HeaderSize || at.at+at.n+tfrecord.FooterSize > int64(len(shard)) {
				t.Fatalf("%d bytes have the record %+v", len(shard), at)
			}
			if data, err := r.example(at); err == nil && int64(len(data)) != at.n {
				t.Errorf("%d bytes of a record of %d", len(data), at.n)
			}
		}
	})
}
