package robomimic

import (
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"counterpoise/internal/budget"
	"counterpoise/scenes/demos"
	"counterpoise/scenes/demos/hdf5"
)

// A file as robomimic makes it, with several operators, gzip, the observation "object" and other widths, is
// read.
func TestReadsRobomimic(t *testing.T) {
	const py = "/usr/bin/python3"
	if err := exec.Command(py, "-c", "import h5py").Run(); err != nil {
		t.Skip("h5py is not installed; ./counterpoise setup installs it")
	}
	path := filepath.Join(t.TempDir(), "image.hdf5")
	out, err := exec.Command(py, "-c", `
import sys, json, h5py, numpy as np
f = h5py.File(sys.argv[1], "w")
d = f.create_group("data")
d.attrs["total"] = 60
d.attrs["env_args"] = json.dumps({"env_name": "Lift", "env_type": 1, "env_kwargs": {}})
for i in range(12):
    n = 4 + i % 3
    g = d.create_group("demo_%d" % i)
    g.attrs["num_samples"] = n
    g.attrs["model_file"] = "<mujoco>" + "x" * 100000
    g.attrs["ep_meta"] = json.dumps({"lang": "lift the cube"})
    g.attrs["init_state"] = np.zeros(3)
    g.attrs["success"] = i % 2 == 0
    g.attrs["seed"], g.attrs["score"], g.attrs["operator"] = 20230000 + i, i / 10, "ann"
    g.attrs["notes"], g.attrs["none"], g.attrs["pair"] = "x" * 2000, h5py.Empty("f8"), 1 + 2j
    g["actions"] = np.full((n, 7), i, float)
    g["states"] = np.zeros((n, 32))
    g["rewards"] = np.zeros(n)
    g["dones"] = np.zeros(n, int)
    o = g.create_group("obs")
    o["robot0_eef_pos"] = np.full((n, 3), .25)
    o["robot0_gripper_qpos"] = np.full((n, 2), .5)
    o["object"] = np.full((n, 10), .75)
    o.create_dataset("agentview_image", data=np.full((n, 84, 84, 3), i, np.uint8), chunks=(1, 84, 84, 3),
        compression="gzip")
    g.create_group("next_obs")
m = f.create_group("mask")
names = np.array(["demo_%d" % i for i in range(12)], dtype="S")
m["better"], m["worse"], m["train"], m["better_train"] = names[:8], names[8:], names[::2], names[:8:2]
`, path).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	r, err := format{}.Open(path, budget.New(0))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	raw, err := r.Read(10, true)
	if err != nil {
		t.Fatal(err)
	}
	if raw.Labels["task"] != "Lift" || raw.Labels["mask"] != "worse" || raw.Frames() != 5 ||
		raw.Actions.Row(4)[6] != 10 {
		t.Errorf("demo_10 is %v, %v", raw.Labels, raw.Actions)
	}
	delete(raw.Labels, demos.Masks)
	want := map[string]string{"task": "Lift", "mask": "worse", "success": "true", demos.MaxReward: "0",
		"seed": "20230010", "score": "1",
		"operator": "ann", "annotation": "lift the cube"}
	if !reflect.DeepEqual(raw.Labels, want) {
		t.Errorf("labels are %v, want %v", raw.Labels, want)
	}
	if s := raw.State; s.Width != 5 || s.Row(1)[2] != 0.25 || s.Row(1)[3] != 0.5 || raw.Scene.Width != 10 ||
		raw.Scene.Row(4)[9] != 0.75 {
		t.Errorf("state %v, scene %v", raw.State, raw.Scene)
	}
	if c := raw.Cameras[0]; c.Name != "agentview" || c.Height != 84 || c.Frame(4)[0] != 10 {
		t.Errorf("camera %s shows %d", c.Name, c.Frame(4)[0])
	}
	s, err := demos.Summarize(r, nil)
	if err != nil || len(s.Groups) != 2 || s.Groups[0].Name() != "Lift better" || s.Groups[0].Episodes != 8 ||
		s.Frames != 60 {
		t.Errorf("survey is %+v, %v", s, err)
	}
	if _, err := raw.Episode(); err == nil ||
		!strings.Contains(err.Error(), "state have shape (5, 5), expected (5, 15)") {
		t.Errorf("as ours: %v", err)
	}
}

// write writes a file with one demonstration, whose actions have the given number of rows; obs adds its
// observations.
func write(t testing.TB, rows int, obs func(w *hdf5.Writer) []hdf5.Link, actions bool) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "a.hdf5")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	w := hdf5.NewWriter(f)
	var links []hdf5.Link
	if actions {
		ref, _ := w.Dataset(hdf5.Float32, make([]byte, 4*3*rows), rows, 3)
		links = append(links, hdf5.Link{Name: "actions", To: ref})
	}
	o, _ := w.Group(obs(w))
	links = append(links, hdf5.Link{Name: "obs", To: o})
	demo, _ := w.Group(links)
	data, _ := w.Group([]hdf5.Link{{Name: "demo_0", To: demo}})
	root, _ := w.Group([]hdf5.Link{{Name: "data", To: data}})
	if err := w.Close(root); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestRejectsMalformedDatasets(t *testing.T) {
	state := func(rows int) func(w *hdf5.Writer) []hdf5.Link {
		return func(w *hdf5.Writer) []hdf5.Link {
			ref, _ := w.Dataset(hdf5.Float64, make([]byte, 8*2*rows), rows, 2)
			return []hdf5.Link{{Name: "eef", To: ref}}
		}
	}
	for _, c := range []struct {
		path, want string
	}{
		{write(t, 4, state(4), true), ""},
		{write(t, 4, state(5), true), "data/demo_0 obs/eef has 5 frames, expected the 4 of actions"},
		{write(t, 4, state(4), false), "data/demo_0 has no actions"},
		{write(t, 0, state(0), true), "actions has shape [0 3], expected 1 to 1000000 frames"},
		{write(t, 4, func(w *hdf5.Writer) []hdf5.Link { // one array under ten thousand names
			links := state(4)(w)
			ref, _ := w.Dataset(hdf5.Float32, make([]byte, 4*4*100_000), 4, 100_000)
			for i := range 10_000 {
				links = append(links, hdf5.Link{Name: strings.Repeat("x", 1+i%100) + string(rune('a'+i/100)), To: ref})
			}
			return links
		}, true), "read it with --memory"},
	} {
		r, err := format{}.Open(c.path, budget.New(0))
		if err == nil {
			_, err = r.Read(0, true)
			r.Close()
		}
		if c.want == "" && err != nil ||
			c.want != "" &&
				(err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), c.path)) {
			t.Errorf("got %v, want an error with %q", err, c.want)
		}
	}
}

func FuzzFile(f *testing.F) {
	raw, err := os.ReadFile(write(f, 4, func(w *hdf5.Writer) []hdf5.Link {
		ref, _ := w.Dataset(hdf5.Float64, make([]byte, 64), 4, 2)
		images, _ := w.Images(4, 2, 2, func(int) []byte { return make([]byte, 12) })
		return []hdf5.Link{{Name: "eef", To: ref}, {Name: "static_image", To: images}}
	}, true))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(raw)
	if raw, err = os.ReadFile("testdata/mixed.hdf5"); err != nil {
		f.Fatal(err)
	}
	f.Add(raw)
	path := filepath.Join(f.TempDir(), "a.hdf5")
	f.Fuzz(func(t *testing.T, raw []byte) {
		os.WriteFile(path, raw, 0o644)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		if r, err := (format{}).Open(path, budget.New(0)); err == nil {
			for i := range min(3, r.Episodes()) {
				r.Read(i, true)
			}
			r.Close()
		}
		runtime.ReadMemStats(&after)
		if n := after.TotalAlloc - before.TotalAlloc; n > 200<<20 {
			t.Errorf("%d bytes take %d", len(raw), n)
		}
	})
}

// A demonstration whose number of samples is another than that of its actions has lost frames.
func TestMissingFramesAreRefused(t *testing.T) {
	for n, want := range map[int64]string{3: "", 4: "data/demo_0 has num_samples 4 and 3 frames of actions"} {
		path := filepath.Join(t.TempDir(), "a.hdf5")
		f, err := os.Create(path)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		w := hdf5.NewWriter(f)
		actions, _ := w.Dataset(hdf5.Float32, make([]byte, 4*3), 3, 1)
		obs, _ := w.Group(nil)
		demo, _ := w.Group([]hdf5.Link{{Name: "actions", To: actions}, {Name: "obs", To: obs}},
			hdf5.Attr{Name: "num_samples", Value: n})
		data, _ := w.Group([]hdf5.Link{{Name: "demo_0", To: demo}})
		root, _ := w.Group([]hdf5.Link{{Name: "data", To: data}})
		if err := w.Close(root); err != nil {
			t.Fatal(err)
		}
		r, err := format{}.Open(path, budget.New(0))
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		_, err = r.Read(0, false)
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("num_samples %d: got %v, want %q", n, err, want)
		}
	}
}

// A filter key that leads nowhere is named.
func TestNamesFilterKeys(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.hdf5")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	w := hdf5.NewWriter(f)
	demo, _ := w.Group(nil)
	data, _ := w.Group([]hdf5.Link{{Name: "demo_0", To: demo}})
	mask, _ := w.Group([]hdf5.Link{{Name: "better", To: 1 << 40}})
	root, _ := w.Group([]hdf5.Link{{Name: "data", To: data}, {Name: "mask", To: mask}})
	if err := w.Close(root); err != nil {
		t.Fatal(err)
	}
	if _, err := (format{}).Open(path, budget.New(0)); err == nil || !strings.Contains(err.Error(), "mask/better: ") {
		t.Errorf("got %v, want an error of mask/better", err)
	}
}
