package forms

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"counterpoise/policies/weigh"
	"counterpoise/policies/weigh/datasets"
	"counterpoise/scenes/demos"
)

// The files of others have the keys that their code reads, and say what a weight means.
func TestExports(t *testing.T) {
	var r struct {
		Meaning  string
		Datasets []weigh.Source
		Train    struct {
			Data []struct {
				Path   string
				Key    *string `json:"filter_key"`
				Weight float64
			}
			Normalize bool `json:"normalize_weights_by_ds_size"`
		}
	}
	sources := []weigh.Source{{Name: "bridge", Demonstrations: 3, Digest: "abc"}}
	text := robomimicJSON("mine", sources, []subset{{"a.hdf5", "better", 0.75}, {"b.hdf5", "", 0.25}})
	if err := json.Unmarshal(text, &r); err != nil || r.Meaning == "" || len(r.Datasets) != 1 || !r.Train.Normalize ||
		*r.Train.Data[0].Key != "better" || r.Train.Data[1].Key != nil || r.Train.Data[1].Weight != 0.25 {
		t.Errorf("%v\n%s", err, text)
	}
	var m struct {
		Meaning  string
		Datasets []weigh.Source
		Weights  [][2]any
	}
	text = remixJSON("mine", sources, []string{"bridge", "droid"}, []float64{0.125, 0.875})
	if err := json.Unmarshal(text, &m); err != nil || m.Meaning == "" || m.Datasets[0].Digest != "abc" ||
		m.Weights[1][0] != "droid" || m.Weights[1][1] != 0.875 {
		t.Errorf("%v\n%s", err, text)
	}
}

// Weights of demonstrations are in the order of the datasets, and the files say what they mean and of which datasets.
func TestSamplingFiles(t *testing.T) {
	sources := []weigh.Source{{Name: "set", Demonstrations: 2, Actions: "abc"}}
	samples := []weigh.Sample{
		{Dataset: "set", Group: "task 0", Frames: 10, Weight: 0.25, FrameWeight: 0.025},
		{Dataset: "set", Episode: 1, Group: "task \"1\"", Frames: 30, Weight: 0.75, FrameWeight: 0.025},
	}
	var file struct {
		Meaning, Method string
		Datasets        []weigh.Source
		Weights         []float64
	}
	err := json.Unmarshal(samplingJSON(groupSample, "mine", sources, samples), &file)
	if err != nil || file.Meaning != groupSample || file.Method != "mine" || !slices.Equal(file.Datasets, sources) ||
		!slices.Equal(file.Weights, []float64{0.25, 0.75}) {
		t.Errorf("%+v, %v", file, err)
	}
	want := "demonstration,group,frames,demonstration_weight,frame_weight,dataset,digest,meaning\n" +
		"0,task 0,10,0.25,0.025,set,abc,what it is\n1,\"task \"\"1\"\"\",30,0.75,0.025,set,abc,what it is\n"
	if text := string(samplingCSV("what it is", sources, samples)); text != want {
		t.Errorf("the table is\n%s\nwant\n%s", text, want)
	}
}

// A label called dataset may be one that a format gives: it names no file.
func TestNoFilterKey(t *testing.T) {
	d := datasets.Of("b.hdf5", "robomimic", empty{})
	foreign := &weigh.Groups{LabelledGroups: demos.LabelledGroups{By: []string{"dataset"},
		Values: [][]string{{"x"}, {"y"}}}}
	if subsets, err := filterKeys(d, foreign, []float64{.5, .5}); subsets != nil || err != nil {
		t.Errorf("a file that is none: %v, %v", subsets, err)
	}
}

// A group is a filter key where a list of the file has exactly its demonstrations, by whatever label the group has the
// list's name.
func TestFilterKeysByDemonstrations(t *testing.T) {
	d := datasets.Of("b.hdf5", "robomimic", listing{"better": {0, 2}, "worse": {1, 3}, "lift": {0, 1}})
	for _, c := range []struct {
		values [2][]string
		want   []subset
	}{
		{[2][]string{{"lift", "better"}, {"lift", "worse"}}, []subset{{d.Paths[0], "better", .75},
			{d.Paths[0], "worse", .25}}},
		{[2][]string{{"lift", "better"}, {"lift", "bad"}}, nil},
		{[2][]string{{"lift", "worse"}, {"lift", "better"}}, nil},
	} {
		g := &weigh.Groups{LabelledGroups: demos.LabelledGroups{By: []string{"task", "mask"}, Values: c.values[:]}}
		g.Of = []int32{0, 1, 0, 1}
		got, err := filterKeys(d, g, []float64{.75, .25})
		if err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%q: %v, %v; want %v", c.values, got, err, c.want)
		}
	}
}

// listing is a dataset of four demonstrations with lists of some of them.
type listing map[string][]int

func (listing) Card() demos.Card                   { return demos.Card{} }
func (listing) Episodes() int                      { return 4 }
func (listing) Read(int, bool) (*demos.Raw, error) { return nil, nil }
func (listing) Close() error                       { return nil }
func (l listing) List(key string) ([]int, bool, error) {
	of, ok := l[key]
	return of, ok, nil
}

// empty is a dataset without demonstrations.
type empty struct{ demos.Reader }

func (empty) Episodes() int { return 0 }

// Names of methods and datasets become parts of names of files, no two alike.
func TestFileNames(t *testing.T) {
	got := inFileNames([]string{"c d", "c-d", "a/b:c,d", "c d"})
	if want := []string{"c-d", "c-d-2", "a-b-c-d", "c-d-3"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if strings.ContainsAny(inFileName("ours:EtaT=5,Stages=2"), ":,/ ") {
		t.Error(inFileName("ours:EtaT=5,Stages=2"))
	}
}
