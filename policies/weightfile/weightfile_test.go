package weightfile

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"counterpoise/internal/hostile"
	"counterpoise/policies/balance"
	"counterpoise/policies/mixture"
	"counterpoise/scenes"
	"counterpoise/scenes/demos"
	"counterpoise/scenes/demos/lerobot"
)

// Digests of two datasets.
var (
	first  = strings.Repeat("a1", 32)
	second = strings.Repeat("b2", 32)
)

// write returns the path of a new file.
func write(t testing.TB, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// want is the weights that every form below has.
var want = Weights{Name: "mine", Datasets: map[string][]Frames{
	first: {{2}, {0.5}, {0}}, second: {{1e-3, 0, 0.25}, {7, 8}},
}}

// The same weights as CSV, with rows and columns in any order and under every name, and as JSON are the same, and have
// the same digest.
func TestFormsAgree(t *testing.T) {
	csv := "method,digest,demonstration,frame,weight\n"
	other := "\ufeffframe_weight,note,frame_index,episode_index,digest\n"
	for _, r := range []string{"1 1 8", "0 1 0", "0 2 .25", "1 0 7", "0 0 1e-3"} {
		f := strings.Fields(r)
		csv += fmt.Sprintf("mine,%s,%s,%s,%s\n", second, f[0], f[1], f[2])
		other += fmt.Sprintf("%s,\"a, b\",%s,%s,%s\n", f[2], f[1], f[0], second)
	}
	perDemo := "episode,weight,digest\n2,0," + first + "\n0,2.0," + first + "\n1,5e-1," + first + "\n"
	inOrder := "demonstration,weight,digest\n"
	for _, r := range []string{"0,0.001", "1,7", "0,0", "0,0.25", "1,8"} {
		inOrder += r + "," + second + "\n"
	}
	json := fmt.Sprintf(`{"datasets":{%q:[2,[0.5],0],%q:[[0.001,0,0.25],[7,8]]},"method":"mine"}`, first, second)
	demoFile := func() string { return write(t, "mine.csv", perDemo) }
	for name, paths := range map[string][]string{
		"CSV of frames":    {write(t, "x.csv", csv), demoFile()},
		"other columns":    {write(t, "mine.csv", other), demoFile()},
		"frames in order":  {write(t, "mine.txt", inOrder), demoFile()},
		"JSON":             {write(t, "x.json", json)},
		"JSON with a mark": {write(t, "x.json", "\ufeff"+json)},
		"its own form":     {write(t, "y.json", string(want.JSON()))},
		"with a meaning":   {write(t, "y.json", string(want.JSONSaying("u, \"of\" a frame")))},
	} {
		l, err := Read(paths...)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if len(l) != 1 || !reflect.DeepEqual(l[0].Datasets, want.Datasets) || l[0].Name != "mine" {
			t.Errorf("%s: %v, want %v", name, l, want)
		}
		if l[0].Method() != want.Method() || l[0].FileName() != want.FileName() {
			t.Errorf("%s: method %s, want %s", name, l[0].Method(), want.Method())
		}
	}
	if m, err := balance.Named(want.Method()); err != nil || m.(balance.Given).Name != "mine" {
		t.Errorf("%s is no method: %v", want.Method(), err)
	}
}

// One weight that differs gives another digest, and so another method.
func TestDigestTellsWeightsApart(t *testing.T) {
	changed := Weights{Name: "mine", Datasets: map[string][]Frames{
		first: {{2}, {0.5}, {5e-324}}, second: want.Datasets[second],
	}}
	renamed := Weights{Name: "yours", Datasets: want.Datasets}
	if changed.Method() == want.Method() || renamed.Method() == want.Method() {
		t.Errorf("%s, %s, %s", want.Method(), changed.Method(), renamed.Method())
	}
}

// Parquet of weigh, a row a frame with digest and method in its footer.
func TestParquetOfWeigh(t *testing.T) {
	path := filepath.Join(t.TempDir(), "weights.parquet")
	rows := []lerobot.EpisodeWeight{{Frames: 3, Weight: .25}, {Frames: 1, Weight: 0}}
	about := map[string]any{"digest": first, "method": "ours:EtaT=5", "meaning": "of one frame"}
	if err := lerobot.WriteFrameWeights(filepath.Dir(path), filepath.Base(path), rows, about); err != nil {
		t.Fatal(err)
	}
	l, err := Read(path)
	if err != nil {
		t.Fatal(err)
	}
	if l[0].Name != "ours-EtaT-5" || !reflect.DeepEqual(l[0].Datasets[first], []Frames{{.25, .25, .25}, {0}}) {
		t.Errorf("got %v", l)
	}
	if err := lerobot.WriteFrameWeights(filepath.Dir(path), filepath.Base(path), rows, nil); err != nil {
		t.Fatal(err)
	}
	if _, err := Read(path); err == nil || !strings.Contains(err.Error(), "none called digest") {
		t.Errorf("without a digest: %v", err)
	}
}

// What is wrong with a file is said in a sentence: where, and what to do.
func TestDamagedFiles(t *testing.T) {
	row := func(rest string) string { return "digest,demonstration,weight\n" + rest }
	ofFrames := func(frames ...int) string {
		text := "digest,episode,frame,weight\n"
		for _, f := range frames {
			text += fmt.Sprintf("%s,0,%d,1\n", first, f)
		}
		return text
	}
	named := func(names ...string) string {
		text := "method,digest,episode,weight\n"
		for i, name := range names {
			text += fmt.Sprintf("%s,%s,%d,1\n", name, first, i)
		}
		return text
	}
	for word, text := range map[string]string{
		"is empty; weights have the columns digest, demonstration and weight": "",
		"has the columns digest, weight, and none called demonstration":       "digest,weight\n",
		"line 2: the weight is -0.5; weights are finite and at least 0":       row(first + ",0,-0.5\n"),
		"line 2: the weight is NaN":                                           row(first + ",0,nan\n"),
		"line 2: the weight is +Inf":                                          row(first + ",0,inf\n"),
		`the weight is "much", expected a`:                                    row(first + ",1,much\n"),
		"line 2: the demonstration is \"-1\", expected a number":              row(first + ",-1,1\n"),
		`line 2: "abc" is no digest of a dataset`:                             row("abc,0,1\n"),
		"all weights are 0; give at least one":                                row(first + ",0,0\n" + first + ",1,0\n"),
		"none of demonstration 1; demonstrations":                             row(first + ",0,1\n" + first + ",2,1\n"),
		"wrong number of fields":                                              row(first + ",0\n"),
		"has no weights":                                                      row(""),
		"frame 1 has two weights":                                             ofFrames(0, 1, 1),
		"frame 1 has no weight; frames are counted from 0":                    ofFrames(0, 2),
		`the method is "b", and "a" before; make a file for each`:             named("a", "b"),
		`"a b" has not`: named("a b"),
		"is a list without the digest of a dataset":          "[1, 2]",
		`writes for other programs; take run-METHOD.json or`: `{"meaning": "of one demonstration", "weights": [1]}`,
		`for other programs; take run-METHOD.json or`:        `{"meaning": "of one group", "train": {}}`,
		`the member "meaning" stands there twice`:            `{"meaning":"a","meaning":"b","datasets":{}}`,
		"found about groups; take run-METHOD.json or": `{"dataset":"d","datasets":[],"format":"f","by":[],` +
			`"policy":"p","seed":1,"groups":[],"methods":[]}`,
		`has the member "a"; it has the members method`: `{"i":1,"h":1,"g":1,"f":1,"e":1,"d":1,"c":1,"b":1,"a":1}`,
		"is damaged":                                 `{"datasets": {`,
		"demonstration 0 has no weight":              `{"method":"a","datasets":{"` + first + `":[[]]}}`,
		"demonstration 1, frame 0: the weight is -1": `{"method":"a","datasets":{"` + first + `":[1,-1]}}`,
		"a weight is null; weights are finite":       `{"method":"a","datasets":{"` + first + `":[1,null]}}`,
		"is damaged: dataset":                        `{"method":"a","datasets":{"` + first + `":[1,[2,null]]}}`,
		`the member "method" stands there twice`:     `{"method":"a","method":"b","datasets":{}}`,
		`the member "datasets" stands there twice`:   `{"datasets":{"` + first + `":[1]},"datasets":{}}`,
		`is "\"x\"", expected a number or a list`:    `{"datasets":{"` + first + `":[1,"x"]}}`,
		"stands there twice":                         `{"datasets":{"` + first + `":[1],"` + first + `":[2]}}`,
		"datasets is no object of digests and lists": `{"method":"a","datasets":[1]}`,
	} {
		if _, err := Read(write(t, "mine.csv", text)); err == nil || !strings.Contains(err.Error(), word) ||
			!strings.Contains(err.Error(), "mine.csv") || strings.Contains(err.Error(), "\n") {
			t.Errorf("want an error with %q, got %v", word, err)
		}
	}
	twice := write(t, "mine.csv", row(first+",0,1\n"))
	if _, err := Read(twice, twice); err == nil || !strings.Contains(err.Error(), "leave one out") {
		t.Errorf("a file twice: %v", err)
	}
	if _, err := Read(filepath.Join(t.TempDir(), "none")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a file that is not there: %v", err)
	}
}

// Weights that lack a demonstration or a frame of a dataset, or have one too many, do not fit.
func TestCheck(t *testing.T) {
	if err := want.Check(second, []int{3, 2}); err != nil {
		t.Error(err)
	}
	for word, frames := range map[string][]int{
		"weights of 2 demonstrations for a dataset of 3": {3, 2, 1},
		"weights of 2 demonstrations for a dataset of 1": {3},
		"demonstration 1 has 2 weights and 3 frames":     {3, 3},
	} {
		if err := want.Check(second, frames); err == nil || !strings.Contains(err.Error(), word) {
			t.Errorf("want an error with %q, got %v", word, err)
		}
	}
	if err := want.Check(strings.Repeat("c", 64), nil); err == nil {
		t.Error("weights of another dataset fit")
	}
}

// A table that numbers frames and ends after frame 0 of a demonstration has no weight for the others, also where
// another file has the same weights of another dataset. Without the column the weight is that of all frames.
func TestWeightOfTheFirstFrameAlone(t *testing.T) {
	before := write(t, "before.csv", "method,digest,demonstration,weight\nmine,"+second+",0,1\n")
	rows := "method,digest,demonstration,frame,weight\nmine," + first + ",0,0,1\nmine," + first + ",1,0,2\n"
	l, err := Read(before, write(t, "frames.csv", rows))
	if err != nil {
		t.Fatal(err)
	}
	const want = "demonstration 1 has a weight of frame 0 alone, and 3 frames"
	if err := l[0].Check(first, []int{1, 3}); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("want an error with %q, got %v", want, err)
	}
	for digest, frames := range map[string][]int{first: {1, 1}, second: {3}} {
		if err := l[0].Check(digest, frames); err != nil {
			t.Error(err)
		}
	}
}

// Files that are small and would be large in memory.
func TestHostileFiles(t *testing.T) {
	rows := func(n int, text string) func() []byte {
		return func() []byte { return []byte("digest,demonstration,weight\n" + strings.Repeat(text, n)) }
	}
	hostile.Check(t, func(path string) error { _, err := Read(path); return err },
		hostile.Input{Name: "many rows", Data: rows(200_000, first+",0,1\n")},
		hostile.Input{Name: "a long line", Data: func() []byte { return []byte(strings.Repeat("a", 50<<20)) }},
		hostile.Input{Name: "a wide header", Data: func() []byte { return []byte(strings.Repeat(",", 16<<20)) }},
		hostile.Input{Name: "a wide row", Data: rows(16<<20, ",")},
		hostile.Input{Name: "a quote that never ends", Data: rows(1, "\""+strings.Repeat("\n,", 8<<20))},
		hostile.Input{Name: "a number of a demonstration", Data: rows(1, first+",2000000000,1\n")},
		hostile.Input{Name: "JSON of lists", Data: func() []byte {
			return []byte(`{"datasets":{"` + first + `":[` + strings.Repeat("[],", 3<<20) + `[]]}}`)
		}},
		hostile.Input{Name: "one list", Fits: true, Data: func() []byte {
			return []byte(`{"datasets":{"` + first + `":[[` + strings.Repeat("1,", 100_000) + `1]]}}`)
		}})
}

// No file makes the reader panic, and what it reads it writes in a form that reads back the same.
func FuzzRead(f *testing.F) {
	f.Add("digest,demonstration,weight\n" + first + ",0,1\n")
	f.Add(string(want.JSON()))
	f.Add("PAR1xxxxxxxxPAR1")
	f.Fuzz(func(t *testing.T, text string) {
		l, err := Read(write(t, "w", text))
		if err != nil {
			return
		}
		again, err := Read(write(t, "again", string(l[0].JSON())))
		if err != nil || again[0].Method() != l[0].Method() {
			t.Errorf("%q reads back as %v, %v", l[0].JSON(), again, err)
		}
	})
}

// Of several datasets that two files have, the error names the first, each time.
func TestSameDatasetsInTwoFiles(t *testing.T) {
	rows := "demonstration,weight,digest\n"
	for k := range 16 {
		rows += fmt.Sprintf("0,1,%016x%048x\n", k, 0)
	}
	a, b := write(t, "mine.csv", rows), write(t, "mine.csv", rows)
	for range 8 {
		_, err := Read(a, b)
		if want := "weights mine of dataset " + strings.Repeat("0", 16); err == nil ||
			!strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), b) {
			t.Fatalf("error %v, want %q", err, want)
		}
	}
}

// The file of one dataset's weights may be any that weigh and advise write: weights of demonstrations are divided by
// their frames, and a dataset without a card is known by its actions. Weights of other data are refused.
func TestFor(t *testing.T) {
	d := &demos.Dataset{Card: demos.Card{Hash: first}, Episodes: []demos.Episode{
		{Actions: make([]scenes.Action, 4)}, {Actions: make([]scenes.Action, 2)},
	}}
	actions := Digests(d)[1]
	sampling := func(digests string) string {
		return `{"meaning":"of one","method":"mine","datasets":[{"name":"o","demonstrations":1,"digest":"` + second +
			`"},{"name":"d","demonstrations":2,` + digests + `}],"weights":[0.2,0.4,0.4]}`
	}
	parquet := filepath.Join(t.TempDir(), "w.parquet")
	rows := []lerobot.EpisodeWeight{{Frames: 4, Weight: .1}, {Frames: 2, Weight: .2}}
	about := map[string]any{"method": "mine", "actions_sha256": actions}
	if err := lerobot.WriteFrameWeights(filepath.Dir(parquet), filepath.Base(parquet), rows, about); err != nil {
		t.Fatal(err)
	}
	for name, path := range map[string]string{
		"sampling":               write(t, "s.json", sampling(`"digest":"`+first+`","actions_sha256":"`+actions+`"`)),
		"sampling of actions":    write(t, "s.json", sampling(`"actions_sha256":"`+actions+`"`)),
		"a table":                write(t, "w.csv", "episode,weight,digest\n0,.5,"+first+"\n1,1,"+first+"\n"),
		"a table of actions":     write(t, "w.csv", "episode,weight,digest\n0,.5,"+actions+"\n1,1,"+actions+"\n"),
		"Parquet of actions":     parquet,
		"what run --weights has": write(t, "r.json", `{"method":"mine","datasets":{"`+first+`":[1,[2,2]]}}`),
	} {
		m, err := For(path, d)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		u, err := m.Start(d.Groups(demos.ByBehaviour)).(mixture.FrameWeigher).FrameWeights()
		if err != nil || len(u) != 2 || math.Abs(u[1][0]-2*u[0][0]) > 1e-12 {
			t.Errorf("%s: weights %v, %v", name, u, err)
		}
	}
	for want, text := range map[string]string{
		"has weights of other data": "episode,weight,digest\n0,1," + second + "\n1,1," + second + "\n",
		"weights of 3 demonstrations for a dataset of 2": "episode,weight,digest\n0,1," + first + "\n1,1," + first +
			"\n2,1," + first + "\n",
		"has 3 demonstrations, and has weights of 1": `{"method":"m","datasets":[{"name":"d","demonstrations":3,` +
			`"digest":"` + first + `"}],"weights":[1]}`,
		"has 1 weights more": `{"method":"m","datasets":[{"name":"d","demonstrations":2,"digest":"` + first +
			`"}],"weights":[1,1,1]}`,
		"take run-METHOD.json or weights.csv": `{"method":"m","datasets":[],"weights":[["d",1]]}`,
	} {
		if _, err := For(write(t, "w", text), d); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want an error with %q, got %v", want, err)
		}
	}
}
