package weigh

import (
	"encoding/json"
	"testing"
)

// Demonstrations that are in no group weigh 0, at their place among all.
func TestWhole(t *testing.T) {
	samples := []Sample{{Group: "a", Frames: 5, Weight: 1}, {Group: "b", Frames: 7, Weight: 2}}
	all := Whole(samples, []int{1, 3}, []int{4, 5, 6, 7})
	for i, want := range []Sample{
		{Episode: 0, Frames: 4}, {Episode: 1, Group: "a", Frames: 5, Weight: 1}, {Episode: 2, Frames: 6},
		{Episode: 3, Group: "b", Frames: 7, Weight: 2},
	} {
		if all[i] != want {
			t.Errorf("demonstration %d is %+v, want %+v", i, all[i], want)
		}
	}
	if same := Whole(samples, nil, nil); len(same) != 2 {
		t.Errorf("nothing selected: %d samples", len(same))
	}
}

// The files of others have the keys that their code reads, and say what a weight means.
func TestExports(t *testing.T) {
	var r struct {
		Meaning  string
		Datasets []Source
		Train    struct {
			Data []struct {
				Path   string
				Key    *string `json:"filter_key"`
				Weight float64
			}
			Normalize bool `json:"normalize_weights_by_ds_size"`
		}
	}
	sources := []Source{{Name: "bridge", Demonstrations: 3, Digest: "abc"}}
	text := RobomimicJSON("mine", sources, []Subset{{"a.hdf5", "better", 0.75}, {"b.hdf5", "", 0.25}})
	if err := json.Unmarshal(text, &r); err != nil || r.Meaning == "" || len(r.Datasets) != 1 || !r.Train.Normalize ||
		*r.Train.Data[0].Key != "better" || r.Train.Data[1].Key != nil || r.Train.Data[1].Weight != 0.25 {
		t.Errorf("%v\n%s", err, text)
	}
	var m struct {
		Meaning  string
		Datasets []Source
		Weights  [][2]any
	}
	text = RemixJSON("mine", sources, []string{"bridge", "droid"}, []float64{0.125, 0.875})
	if err := json.Unmarshal(text, &m); err != nil || m.Meaning == "" || m.Datasets[0].Digest != "abc" ||
		m.Weights[1][0] != "droid" || m.Weights[1][1] != 0.875 {
		t.Errorf("%v\n%s", err, text)
	}
}
