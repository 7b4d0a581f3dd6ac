package rlds

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"counterpoise/internal/budget"
	"counterpoise/scenes/demos"
)

// fromTFDS is an episode as TFDS reads it: values of all steps by path, and properties of the episode.
type fromTFDS map[string]json.RawMessage

// readExpected returns what TFDS 4.9.10 reads from the datasets of testdata, which it wrote (make_tfds.py).
func readExpected(t *testing.T) map[string][]fromTFDS {
	t.Helper()
	raw, err := os.ReadFile("testdata/expected.json")
	if err != nil {
		t.Fatal(err)
	}
	var all map[string][]fromTFDS
	if err := json.Unmarshal(raw, &all); err != nil {
		t.Fatal(err)
	}
	return all
}

// get decodes a value.
func get[T any](t *testing.T, e fromTFDS, path string) (v T) {
	t.Helper()
	if err := json.Unmarshal(e[path], &v); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	return v
}

// same compares the columns of a matrix from a column on with the numbers of a feature, as float32.
func same(t *testing.T, what string, m demos.Matrix, from int, want [][]float64) {
	t.Helper()
	if m.Rows() != len(want) {
		t.Fatalf("%s: %d rows, want %d", what, m.Rows(), len(want))
	}
	for i, row := range want {
		for k, x := range row {
			if got := m.Row(i)[from+k]; got != float32(x) {
				t.Errorf("%s, step %d, number %d: %v, want %v", what, i, k, got, x)
			}
		}
	}
}

// Datasets that TFDS wrote are read as TFDS reads them: every number, text and lossless picture.
func TestReadsAsTFDS(t *testing.T) {
	vectors := map[string]map[string][]string{ // features of the actions and of the states, side by side
		"oxe/1.0.0": {"action": {"action"}, "state": {"observation/half", "observation/joints", "observation/packed",
			"observation/pose64", "observation/small"}},
		"rt1/0.1.0": {"action": {"action/gripper", "action/rotation_delta", "action/world_vector"},
			"state": {"observation/base_pose", "observation/gripper_closed"}},
		"control/1.0.0": {"action": {"action"}, "state": {"observation"}},
	}
	for name, episodes := range readExpected(t) {
		r, err := format{}.Open(filepath.Join("testdata", name), budget.New(0))
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		if r.Episodes() != len(episodes) || r.Card().Format != 0 {
			t.Fatalf("%s: %d episodes, want %d", name, r.Episodes(), len(episodes))
		}
		for i, want := range episodes {
			raw, err := r.Read(i, true)
			if err != nil {
				t.Fatal(err)
			}
			what := fmt.Sprintf("%s, episode %d", name, i)
			for list, m := range map[string]demos.Matrix{"action": raw.Actions, "state": raw.State} {
				at := 0
				for _, path := range vectors[name][list] {
					v := get[[][]float64](t, want, "steps/"+path)
					same(t, what+", "+path, m, at, v)
					at += len(v[0])
				}
				if at != m.Width {
					t.Errorf("%s: %s of width %d, want %d", what, list, m.Width, at)
				}
			}
			compareLabels(t, what, name, raw.Labels, want)
			comparePictures(t, what, raw, want)
		}
	}
}

// compareLabels compares the labels of an episode with TFDS's values.
func compareLabels(t *testing.T, what, name string, got map[string]string, e fromTFDS) {
	t.Helper()
	want := map[string]string{}
	sentence := func(path string) {
		want["annotation"] = get[[]string](t, e, path)[0]
		want["task"] = want["annotation"]
	}
	switch name {
	case "oxe/1.0.0":
		sentence("steps/language_instruction")
		want["split"] = get[string](t, e, "split")
		want["file_path"] = get[string](t, e, "episode_metadata/file_path")
		want["success"] = fmt.Sprint(get[bool](t, e, "episode_metadata/success"))
		want["operator"] = []string{"ann", "bob"}[get[int](t, e, "episode_metadata/operator")]
		want["trial"] = fmt.Sprint(get[int](t, e, "episode_metadata/trial"))
		if want["trial"] == "0" { // the only one with the optional feature
			want["note"] = "slow"
		}
	case "rt1/0.1.0":
		sentence("steps/observation/natural_language_instruction")
		want["max_reward"] = fmt.Sprint(slices.Max(slices.Concat(get[[][]float64](t, e, "steps/reward")...)))
	case "control/1.0.0":
		want["agent"] = get[string](t, e, "agent")
		want["episode_id"] = fmt.Sprint(get[int](t, e, "episode_id"))
		want["success"] = fmt.Sprint(get[bool](t, e, "success"))
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%s: labels %v, want %v", what, got, want)
	}
}

// comparePictures compares pictures: the pixels of PNG and of numbers, and the mean of JPEG, whose decoders may differ
// by a level.
func comparePictures(t *testing.T, what string, raw *demos.Raw, e fromTFDS) {
	t.Helper()
	n := 0
	for path := range e {
		if strings.HasSuffix(path, "image") {
			n++
		}
	}
	if len(raw.Cameras) != n {
		t.Errorf("%s: %d cameras, want %d", what, len(raw.Cameras), n)
	}
	for _, c := range raw.Cameras {
		want := get[struct {
			Shape  []int
			SHA256 string
			Mean   float64
		}](t, e, observation+c.Name)
		if want.Shape[0] != c.Height || want.Shape[1] != c.Width {
			t.Errorf("%s: %s of %dx%d, want %v", what, c.Name, c.Height, c.Width, want.Shape)
		}
		sum := 0.0
		for _, b := range c.Data {
			sum += float64(b)
		}
		if mean := sum / float64(len(c.Data)); math.Abs(mean-want.Mean) > 1 {
			t.Errorf("%s: %s has the mean %.2f, want %.2f", what, c.Name, mean, want.Mean)
		}
		hash := sha256.Sum256(c.Data)
		if c.Name != "wrist_image" && hex.EncodeToString(hash[:]) != want.SHA256 {
			t.Errorf("%s: %s has other pixels", what, c.Name)
		}
	}
}
