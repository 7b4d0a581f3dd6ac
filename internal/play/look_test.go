package play

import (
	"bytes"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"counterpoise/scenes"
	"counterpoise/scenes/demos"
	"counterpoise/scenes/demos/robomimic"
)

// looked is a dataset of an imbalanced recipe, with pictures or without.
func looked(t *testing.T, pictures bool) *demos.Dataset {
	t.Helper()
	r, err := demos.ParseRecipe("picking left=1,right=3,right:hasty=2")
	if err != nil {
		t.Fatal(err)
	}
	data, err := demos.Generate(t.Context(), r, 5, 2, nil)
	if err != nil {
		t.Fatal(err)
	}
	if pictures { // one colour a frame, as the frame is numbered
		data.Card = demos.Card{} // which has the hash of others
		for e := range data.Episodes {
			for f := range data.Episodes[e].Observations {
				o := &data.Episodes[e].Observations[f]
				o.Static = bytes.Repeat([]byte{byte(f), byte(e), 7}, scenes.StaticSize*scenes.StaticSize)
				o.Gripper = make([]byte, 3*scenes.GripperSize*scenes.GripperSize)
			}
		}
	}
	return data
}

// ask asks and reads the answer.
func ask(t *testing.T, c *Calls, name string, args, into any) []byte {
	t.Helper()
	text, err := json.Marshal(args)
	if err != nil {
		t.Fatal(err)
	}
	r, err := c.Call(name, text, nil, nil)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	if text, err = json.Marshal(r.Value); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, into); err != nil {
		t.Fatal(err)
	}
	return r.Bytes
}

// Every format that a page reads shows the groups of the recipe, the lengths of the demonstrations and their numbers.
func TestLooksAtADataset(t *testing.T) {
	data := looked(t, false)
	dir := t.TempDir()
	folder, file := filepath.Join(dir, "ours"), filepath.Join(dir, "theirs.hdf5")
	if err := demos.Save(folder, data); err != nil {
		t.Fatal(err)
	}
	encoded, err := robomimic.Encode(data)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, encoded, 0o600); err != nil {
		t.Fatal(err)
	}
	for path, format := range map[string]string{folder: "counterpoise", file: "robomimic"} {
		var c Calls
		var l Looked
		ask(t, &c, "look", path, &l)
		if !slices.Equal(l.Names, []string{"left optimal", "right optimal", "right hasty"}) ||
			!slices.Equal(l.Of, []int{0, 1, 1, 1, 2, 2}) || l.Summary.Format != format || l.Unscored != "" {
			t.Errorf("%s: groups %v %v, format %s, %s", format, l.Names, l.Of, l.Summary.Format, l.Unscored)
		}
		for i, d := range l.Demos {
			e := &data.Episodes[i]
			if d.Number != i || d.Frames != e.Frames() || (d.Success == "yes") != e.Success || d.Success == "" {
				t.Errorf("%s: demonstration %d is %+v, want %d frames, success %v", format, i, d, e.Frames(), e.Success)
			}
		}
		if !slices.Contains(l.Labels, "behaviour") || !slices.Contains(l.Labels, "style") {
			t.Errorf("%s: groups can be made by %v", format, l.Labels)
		}
		var g Grouped
		if ask(t, &c, "look groups", []string{"style"}, &g); !slices.Equal(g.Names, []string{"optimal", "hasty"}) ||
			g.Summary.Groups[1].Episodes != 2 || !slices.Equal(g.Of, []int{0, 0, 0, 0, 1, 1}) {
			t.Errorf("%s: by style %v %v", format, g.Names, g.Of)
		}
	}
}

// Scores are in the order of the list: the score length falls with the length. One that needs good demonstrations
// finds those like them.
func TestScoresOfALook(t *testing.T) {
	data := looked(t, false)
	path := filepath.Join(t.TempDir(), "ours")
	if err := demos.Save(path, data); err != nil {
		t.Fatal(err)
	}
	var c Calls
	var l Looked
	ask(t, &c, "look", path, &l)
	if i := slices.IndexFunc(l.Scores, func(s ScoreAbout) bool { return s.Name == "demoscore" }); i >= 0 {
		t.Error("a score of rollouts is offered")
	}
	var values []float64
	ask(t, &c, "look score", map[string]any{"score": "length"}, &values)
	for i := range values {
		for j := range values {
			if a, b := l.Demos[i].Frames, l.Demos[j].Frames; (a < b) != (values[i] > values[j]) {
				t.Errorf("%d and %d frames have the scores %v and %v", a, b, values[i], values[j])
			}
		}
	}
	if _, err := c.Call("look score", []byte(`{"score": "resemblance"}`), nil, nil); err == nil ||
		!strings.Contains(err.Error(), "known to be good") {
		t.Errorf("none is good: %v", err)
	}
	ask(t, &c, "look score", map[string]any{"score": "resemblance", "good": []int{1, 2}}, &values)
	if values[3] < max(values[4], values[5]) {
		t.Errorf("resemblance to good ones on the right: %v, of hasty ones %v", values[3], values[4:])
	}
	if _, err := c.Call("look score", []byte(`{"score": "length", "good": [6]}`), nil, nil); err == nil {
		t.Error("a seventh of six is good")
	}
}

// A strip goes from the first frame to the last. Its pictures are the dataset's, scaled, or what the renderer draws of
// the states.
func TestStrips(t *testing.T) {
	for _, pictures := range []bool{true, false} {
		data := looked(t, pictures)
		path := filepath.Join(t.TempDir(), "ours")
		if err := demos.Save(path, data); err != nil {
			t.Fatal(err)
		}
		var c Calls
		var l Looked
		var s Strip
		ask(t, &c, "look", path, &l)
		rgba := ask(t, &c, "look strip", map[string]any{"demo": 4, "pictures": 5}, &s)
		e := &data.Episodes[4]
		last := e.Frames() - 1
		want := []int{0, int(math.Round(float64(last) / 4)), int(math.Round(float64(last) / 2)),
			int(math.Round(float64(3*last) / 4)), last}
		if !slices.Equal(s.Frames, want) || s.Height != 96 || s.Width != 96 || len(rgba) != 4*5*96*96 ||
			(s.Camera == "static") != pictures {
			t.Fatalf("strip %+v of %d bytes, want frames %v", s, len(rgba), want)
		}
		for k, frame := range s.Frames {
			now := scenes.SnapshotOf(&e.Observations[frame])
			drawn, err := new(Painter).Paint(nil, &now, View{Camera: "static", Width: 96, Height: 96, Smooth: true})
			if err != nil {
				t.Fatal(err)
			}
			for y := range 96 {
				got := rgba[4*96*(5*y+k):][:4*96]
				if pictures {
					drawn = bytes.Repeat([]byte{byte(frame), 4, 7, 255}, 96*96)
				}
				if !bytes.Equal(got, drawn[4*96*y:][:4*96]) {
					t.Fatalf("pictures %v: row %d of frame %d differs", pictures, y, frame)
				}
			}
		}
		if _, err := c.Call("look strip", []byte(`{"demo": 6, "pictures": 5}`), nil, nil); err == nil {
			t.Error("a strip of a seventh of six")
		}
	}
}

// The file of labels is one that --labels reads, under a name that the dataset does not have.
func TestLabelsOfALook(t *testing.T) {
	l := &Look{Demos: []Demo{{Number: 3}, {Number: 10}, {Number: 11}}, labels: []map[string]string{{"quality": "?"}}}
	file, label, err := l.LabelFile([]Said{{10, "bad"}, {3, "good"}})
	if err != nil || label != "my_quality" {
		t.Fatalf("%q, %v", label, err)
	}
	path := filepath.Join(t.TempDir(), "labels.csv")
	if err := os.WriteFile(path, file, 0o600); err != nil {
		t.Fatal(err)
	}
	table, err := demos.ReadLabelTable(path)
	if err != nil {
		t.Fatal(err)
	}
	if table.Of("any", 3)[label] != "good" || table.Of("any", 10)[label] != "bad" || len(table.Of("any", 11)) != 0 {
		t.Errorf("%s", file)
	}
	if err := table.Check([]string{"any"}, [][]int{{3, 10, 11}}); err != nil {
		t.Error(err)
	}
	for _, all := range [][]Said{nil, {{3, "good"}, {3, "bad"}}, {{4, "good"}}, {{3, "so-so"}}} {
		if _, _, err := l.LabelFile(all); err == nil {
			t.Errorf("%v makes a file", all)
		}
	}
}

// What is no dataset, or a damaged one, gets a sentence; the one that was open stays.
func TestLookRefuses(t *testing.T) {
	dir := t.TempDir()
	write := func(name string, data []byte) {
		at := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(at), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(at, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	data := looked(t, false)
	if err := demos.Save(filepath.Join(dir, "ours"), data); err != nil {
		t.Fatal(err)
	}
	encoded, err := robomimic.Encode(data)
	if err != nil {
		t.Fatal(err)
	}
	write("cut.hdf5", encoded[:len(encoded)/2])
	write("notes.txt", []byte("hello"))
	write("lerobot/meta/info.json", []byte("{}"))
	write("photos/one.png", []byte("png"))
	var c Calls
	if _, err := c.Call("look strip", []byte(`{}`), nil, nil); err == nil || err.Error() != "no dataset is open" {
		t.Errorf("a strip of nothing: %v", err)
	}
	var l Looked
	ask(t, &c, "look", filepath.Join(dir, "ours"), &l)
	for name, want := range map[string]string{
		"cut.hdf5": "cut.hdf5", "notes.txt": "it reads a file of robomimic",
		"lerobot": "whose Parquet files this page does not read",
		"photos":  "holds no dataset of a format", "missing": "missing is no dataset",
	} {
		path, err := json.Marshal(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := c.Call("look", path, nil, nil); err == nil || !strings.Contains(err.Error(), want) ||
			strings.HasPrefix(err.Error(), "demos: ") {
			t.Errorf("%s: %v, want %q", name, err, want)
		}
	}
	var s Strip
	ask(t, &c, "look strip", map[string]any{"demo": 0, "pictures": 1}, &s)
}
