package calvin

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"counterpoise/internal/budget"
	"counterpoise/scenes/demos"
	"counterpoise/scenes/demos/npy"
)

var windows = []window{{"open the drawer", "open_drawer", 3, 66}, {"naïve 左", "", 0, 1<<40 + 7}}

func TestAnnotationsRoundTrip(t *testing.T) {
	for _, want := range [][]window{windows, windows[:1], nil} {
		got, err := windowsOf(writeWindows(want))
		if err != nil || len(got) != len(want) || len(want) > 0 && !reflect.DeepEqual(got, want) {
			t.Errorf("got %v, %v", got, err)
		}
	}
}

// python runs a script with NumPy, or skips the test.
func python(t *testing.T, script string, args ...string) {
	t.Helper()
	const py = "/usr/bin/python3"
	if err := exec.Command(py, "-c", "import numpy").Run(); err != nil {
		t.Skip("numpy is not installed; ./counterpoise setup installs it")
	}
	if out, err := exec.Command(py, append([]string{"-c", script}, args...)...).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}

// A folder as CALVIN makes it: doubles, frames that do not start at 0, annotations pickled by NumPy in
// protocols 2 to 5, with integers of Python and of NumPy, and sentence embeddings.
func TestReadsCALVIN(t *testing.T) {
	for _, protocol := range []string{"2", "3", "4", "5"} {
		t.Run("protocol "+protocol, func(t *testing.T) {
			dir := t.TempDir()
			python(t, `
import sys, os, pickle, numpy as np
root, protocol = sys.argv[1], int(sys.argv[2])
os.mkdir(root + "/lang_annotations")
for i in range(100, 130):
    np.savez_compressed(root + "/episode_%07d.npz" % i, actions=np.zeros(7), rel_actions=np.full(7, i / 128),
        robot_obs=np.zeros(15), scene_obs=np.full(24, .5), rgb_static=np.full((200, 200, 3), i, np.uint8),
        rgb_gripper=np.zeros((84, 84, 3), np.uint8), depth_static=np.zeros((200, 200), np.float32))
np.save(root + "/ep_start_end_ids.npy", np.array([[100, 129]]))
d = {"language": {"ann": ["open the drawer", "push it"], "task": ["open_drawer", "push_red_block_right"],
         "emb": np.zeros((2, 1, 4), np.float32)},
     "info": {"episodes": [], "indx": [(100, 104), (np.int64(110), np.int32(119))]}}
a = np.array(d)
if protocol == 3:
    np.save(root + "/lang_annotations/auto_lang_ann.npy", d)
else:
    with open(root + "/lang_annotations/auto_lang_ann.npy", "wb") as f:
        np.lib.format.write_array_header_1_0(f, np.lib.format.header_data_from_array_1_0(a))
        pickle.dump(a, f, protocol)
`, dir, protocol)
			r, err := format{}.Open(dir, budget.New(0))
			if err != nil {
				t.Fatal(err)
			}
			raw, err := r.Read(1, true)
			if err != nil {
				t.Fatal(err)
			}
			if r.Episodes() != 2 || raw.Frames() != 10 || raw.Labels["task"] != "push_red_block_right" ||
				raw.Labels["annotation"] != "push it" ||
				raw.Actions.Row(3)[0] != 113./128 {
				t.Errorf("%d episodes, the second %v with %d frames", r.Episodes(), raw.Labels, raw.Frames())
			}
			if c := raw.Cameras[0]; c.Name != "static" || c.Frame(9)[0] != 119 {
				t.Errorf("camera %s shows %d", c.Name, c.Frame(9)[0])
			}
			s, err := demos.Summarize(r, nil)
			if err != nil || len(s.Groups) != 2 || s.Groups[1].Name() != "push_red_block_right" || s.Frames != 15 {
				t.Errorf("survey is %+v, %v", s, err)
			}
			if _, err := raw.Episode(); err != nil {
				t.Errorf("CALVIN's own widths are not ours: %v", err)
			}
		})
	}
}

// folder writes the folder of another robot with four frames, which spoil may change. ids are pairs of first
// and last frame.
func folder(t *testing.T, spoil func(frame int, arrays map[string]npy.Array), ids ...int64) string {
	t.Helper()
	dir := t.TempDir()
	for i := range 4 {
		arrays := map[string]npy.Array{
			"rel_actions": npy.Float32s(make([]float32, 2), 2), "robot_obs": npy.Float32s(make([]float32, 5), 5),
			"rgb_static": npy.Bytes(make([]byte, 3*4*3), 3, 4, 3),
		}
		spoil(i, arrays)
		var list []npy.NamedArray
		for _, name := range []string{"rel_actions", "robot_obs", "scene_obs", "rgb_static"} {
			if a, ok := arrays[name]; ok {
				list = append(list, npy.NamedArray{Name: name, Array: a})
			}
		}
		var b bytes.Buffer
		if err := npy.WriteArchive(&b, list); err != nil {
			t.Fatal(err)
		}
		os.WriteFile(filepath.Join(dir, usualNames.of(int64(i))), b.Bytes(), 0o644)
	}
	if ids == nil {
		ids = []int64{0, 1, 2, 3}
	}
	var b bytes.Buffer
	npy.Write(&b, npy.Int64s(ids, len(ids)/2, 2))
	os.WriteFile(filepath.Join(dir, spansName), b.Bytes(), 0o644)
	return dir
}

// A folder of another robot is read with its own widths. Its conversion to an episode of the tabletop is an
// error.
func TestOtherWidths(t *testing.T) {
	r, err := format{}.Open(folder(t, func(int, map[string]npy.Array) {}), budget.New(0))
	if err != nil {
		t.Fatal(err)
	}
	raw, err := r.Read(1, true)
	if err != nil || raw.Actions.Width != 2 || raw.State.Width != 5 || raw.Scene.Width != 0 || raw.Frames() != 2 ||
		raw.Cameras[0].Width != 4 {
		t.Fatalf("read %+v, %v", raw, err)
	}
	if _, err := raw.Episode(); err == nil ||
		!strings.Contains(err.Error(), "actions have shape (2, 2), expected (2, 7)") {
		t.Errorf("as ours: %v", err)
	}
}

func TestRejectsMalformedDatasets(t *testing.T) {
	for _, c := range []struct {
		want  string
		spoil func(frame int, a map[string]npy.Array)
		ids   []int64
	}{
		{"episode_0000001.npz has no array rel_actions", func(i int, a map[string]npy.Array) {
			remove(i == 1, a, "rel_actions")
		}, nil},
		{"episode_0000001.npz array rel_actions has shape (3,), expected (2,)", func(i int, a map[string]npy.Array) {
			a["rel_actions"] = npy.Float32s(make([]float32, 2+i), 2+i)
		}, nil},
		{"episode_0000000.npz array robot_obs has shape (5, 1), expected (N,)", func(_ int, a map[string]npy.Array) {
			a["robot_obs"] = npy.Float32s(make([]float32, 5), 5, 1)
		}, nil},
		{"episode_0000000.npz array robot_obs is empty", func(_ int, a map[string]npy.Array) {
			a["robot_obs"] = npy.Float32s(nil, 0)
		}, nil},
		{"array rgb_static has shape (3, 4), expected (N, N, 3)", func(_ int, a map[string]npy.Array) {
			a["rgb_static"] = npy.Bytes(make([]byte, 12), 3, 4)
		}, nil},
		{"array rgb_static has element type <f4, expected bytes", func(_ int, a map[string]npy.Array) {
			a["rgb_static"] = npy.Float32s(make([]float32, 36), 3, 4, 3)
		}, nil},
		{"episode_0000004.npz is missing", func(int, map[string]npy.Array) {}, []int64{0, 4}},
		{"goes from frame 3 to 1", func(int, map[string]npy.Array) {}, []int64{3, 1}},
		{"goes from frame 0 to 4611686018427387904", func(int, map[string]npy.Array) {}, []int64{0, 1 << 62}},
	} {
		r, err := format{}.Open(folder(t, c.spoil, c.ids...), budget.New(0))
		if err == nil {
			_, err = r.Read(0, true)
		}
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("got %v, want an error with %q", err, c.want)
		}
	}
}

func remove(now bool, a map[string]npy.Array, name string) {
	if now {
		delete(a, name)
	}
}

// Calls in a pickle are not executed, and a pickle that is not a dictionary of lists is rejected.
func TestPickleExecutesNothing(t *testing.T) {
	var head bytes.Buffer
	npy.Write(&head, npy.Array{Type: "|O"})
	for code, want := range map[string]string{
		"cos\nsystem\n(X\x07\x00\x00\x00echo hitR.": "expected one dictionary",
		"cos\nsystem\nX\x02\x00\x00\x00hi\x85R.":    "expected one dictionary",
		"h\x05.":                                    "nothing is remembered as 5",
		"B\xff\xff\xff\xff":                         "4294967295 bytes are missing",
		"\x8e\xff\xff\xff\xff\xff\xff\xff\xff":      "bytes are missing",
		"}.":                                        "has no dictionary language",
		"N.":                                        "expected one dictionary",
		"":                                          "ends early",
		"Q.":                                        "instruction 0x51",
		"ae":                                        "nothing to add to",
	} {
		if _, err := windowsOf(append(bytes.Clone(head.Bytes()), code...)); err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("%q gives %v, want an error with %q", code, err, want)
		}
	}
}

func FuzzAnnotations(f *testing.F) {
	f.Add(writeWindows(windows))
	f.Add(writeWindows(nil))
	f.Fuzz(func(t *testing.T, raw []byte) {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		got, err := windowsOf(raw)
		runtime.ReadMemStats(&after)
		if n := after.TotalAlloc - before.TotalAlloc; n > 1<<20+1000*uint64(len(raw)) {
			t.Errorf("%d bytes take %d", len(raw), n)
		}
		if err != nil {
			return
		}
		if again, err := windowsOf(writeWindows(got)); err != nil || fmt.Sprint(again) != fmt.Sprint(got) {
			t.Errorf("%v comes back as %v, %v", got, again, err)
		}
	})
}

// windowsOf parses the content of an annotation file.
func windowsOf(raw []byte) ([]window, error) {
	return readWindows(bytes.NewReader(raw), int64(len(raw)), budget.New(int64(len(raw))))
}
