package advise

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"counterpoise/cmd/counterpoise/clitest"
)

// A file of weights for robomimic names filter keys of the dataset alone, and each lists its group. A demonstration
// without a behaviour is in no list, nor has HDF5 a list of every name; "train" is a list of robomimic's own.
func TestWeighNamesFilterKeysOfTheFile(t *testing.T) {
	for _, c := range []struct {
		behaviours []string
		by         string
		keys       []string // none: there is no file
	}{
		{[]string{"left", "right"}, "behaviour", []string{"left", "right"}},
		{[]string{"left", "left_train"}, "behaviour", []string{"left", "left_train"}},
		{[]string{"left", "right", "up"}, "behaviour=left,up", []string{"left", "up"}},
		{[]string{"left", ""}, "behaviour", nil},
		{[]string{"left", "(none)"}, "behaviour", []string{"left", "(none)"}},
		{[]string{"left", "a/b"}, "behaviour", nil},
		{[]string{"left", "."}, "behaviour", nil},
		{[]string{"left", "train"}, "behaviour", nil},
	} {
		dir := t.TempDir()
		path, out := filepath.Join(dir, "demos.hdf5"), filepath.Join(dir, "out")
		clitest.SmallDatasetOf(t, "robomimic", path, c.behaviours...)
		if code, _, stderr, _ := clitest.Invoke("weigh", path, "--by", c.by, "--method", "equal", "--seeds", "1",
			"--steps", "2", "--out", out); code != 0 {
			t.Fatalf("%q: exit code %d: %s", c.behaviours, code, stderr)
		}
		var file struct {
			Train struct {
				Data []struct {
					Key string `json:"filter_key"`
				}
			}
		}
		text, err := os.ReadFile(filepath.Join(out, "robomimic-equal.json"))
		if err == nil {
			err = json.Unmarshal(text, &file)
		} else if os.IsNotExist(err) {
			err = nil
		}
		var keys []string
		for _, subset := range file.Train.Data {
			keys = append(keys, subset.Key)
		}
		if err != nil || !slices.Equal(keys, c.keys) {
			t.Errorf("%q: filter keys %q, want %q (%v)", c.behaviours, keys, c.keys, err)
		}
	}
}

// Several datasets are weighed as groups, with the weights of each in files of its own. A file of labels makes other
// groups, and a label with values keeps some demonstrations, whose others weigh 0.
func TestWeighSeveralDatasets(t *testing.T) {
	dir := t.TempDir()
	a, b := filepath.Join(dir, "a"), filepath.Join(dir, "b.hdf5")
	clitest.SmallDataset(t, "lerobot", a)
	clitest.SmallDataset(t, "robomimic", b)
	spaced, dashed := filepath.Join(dir, "c d"), filepath.Join(dir, "c-d")
	clitest.SmallDataset(t, "lerobot", spaced)
	clitest.SmallDataset(t, "lerobot", dashed)
	labels := filepath.Join(dir, "labels.csv")
	rows := "dataset,episode,operator\n"
	for i := range 6 {
		rows += fmt.Sprintf("a,%d,anna\nb.hdf5,%[1]d,%s\n", i, []string{"anna", "bert"}[i%2])
	}
	os.WriteFile(labels, []byte(rows), 0o644)
	for _, c := range []struct {
		arguments []string
		group     string // of the first line
		files     []string
		lerobot   int // datasets
	}{
		{[]string{a, b}, "a ", []string{"weights-equal-a.parquet", "remix-equal.json"}, 1},
		{[]string{spaced, dashed}, "c d ", []string{"weights-equal-c-d.parquet", "weights-equal-c-d-2.parquet"}, 2},
		{[]string{a, b, "--labels", labels, "--by", "operator"}, "anna ",
			[]string{"weights-equal-a.parquet", "sampling-equal.csv"}, 1},
		{[]string{b, "--by", "behaviour"}, "left ", []string{"run-equal.json", "robomimic-equal.json"}, 0},
		{[]string{a, "--by", "episode"}, "0 ", []string{"weights-equal.parquet"}, 1},
		{[]string{a, "--by", "behaviour,style=optimal"}, "left:optimal ", []string{"weights.json"}, 1},
	} {
		out := filepath.Join(t.TempDir(), "out")
		code, stdout, stderr, _ := clitest.Invoke(append([]string{"weigh", "--method", "equal", "--seeds", "1",
			"--steps", "2", "--out", out}, c.arguments...)...)
		if code != 0 || !strings.Contains(stdout, "\n"+c.group) {
			t.Fatalf("%v: exit code %d: %s%s", c.arguments, code, stderr, stdout)
		}
		for _, name := range c.files {
			text, err := os.ReadFile(filepath.Join(out, name))
			if err != nil || name != "weights.json" && !strings.Contains(string(text), "meaning") {
				t.Errorf("%v: %s does not say what a weight means, or: %v", c.arguments, name, err)
			}
		}
		list := sampling(t, filepath.Join(out, "sampling-equal.json"))
		if len(list)%6 != 0 {
			t.Errorf("%v: %d weights", c.arguments, len(list))
		}
		if parquet, _ := filepath.Glob(filepath.Join(out, "*.parquet")); len(parquet) != c.lerobot {
			t.Errorf("%v: %q, want a file for each of LeRobot's datasets, %d", c.arguments, parquet, c.lerobot)
		}
		if _, err := os.Stat(filepath.Join(out, "lerobot_weights.py")); (err == nil) != (c.lerobot > 0) {
			t.Errorf("%v: the plug-in for LeRobot: %v", c.arguments, err)
		}
		if strings.Contains(c.group, "optimal") && (list[0] == 0 || list[1] != 0) {
			t.Errorf("what is left out weighs %v", list)
		}
	}
	// Labels of a file are no filter keys of robomimic's, whatever they are called.
	for _, name := range []string{"mask", "behaviour"} {
		rows := "episode," + name + "\n"
		for i := range 6 {
			rows += fmt.Sprintf("%d,mine%d\n", i, i%2)
		}
		own, out := filepath.Join(dir, name+".csv"), filepath.Join(t.TempDir(), "out")
		os.WriteFile(own, []byte(rows), 0o644)
		if code, stdout, stderr, _ := clitest.Invoke("weigh", b, "--labels", own, "--method", "equal", "--seeds", "1",
			"--steps", "2", "--out", out); code != 0 || !strings.Contains(stdout, "\nmine0 ") {
			t.Fatalf("%s: exit code %d: %s%s", name, code, stderr, stdout)
		}
		if text, err := os.ReadFile(filepath.Join(out, "robomimic-equal.json")); err == nil {
			t.Errorf("the label %s became filter keys: %s", name, text)
		}
	}
	for want, rows := range map[string]string{
		"none called episode":             "number,label\n0,x\n",
		"there is no episode 6":           "episode,label\n6,x\n",
		`there is no dataset "c"`:         "dataset,episode,label\nc,0,x\n",
		"line 3: episode 0 has labels":    "episode,label\n0,x\n0,y\n",
		`line 2: episode is "first"`:      "episode,label\nfirst,x\n",
		"has no column with labels":       "episode\n0\n",
		`two columns that are called "l"`: "episode,l,l\n0,x,y\n",
		`two columns that are called "ep`: "episode,episode\n0,x\n",
		"column 2 has no name":            "episode,\n0,x\n",
		"line 2: there is no episode 8;":  "episode,label\n8,x\n7,x\n9,x\n",
		"is empty":                        "",
		"has no row for demonstration 1":  "episode,label\n0,x\n",
	} {
		os.WriteFile(labels, []byte(rows), 0o644)
		code, stdout, stderr, _ := clitest.Invoke("weigh", a, "--labels", labels, "--out", filepath.Join(dir, "none"))
		if code == 0 || stdout != "" || strings.Count(stderr, "\n") != 1 || !strings.Contains(stderr, want) ||
			!strings.Contains(stderr, labels) {
			t.Errorf("%q: exit code %d: %s%s", rows, code, stdout, stderr)
		}
	}
}

// Without --by, columns of a file that name skills or groups make the groups; operators, dates and notes do not, which
// is said.
func TestWeighGroupsByColumnsOfSkills(t *testing.T) {
	dir := t.TempDir()
	a, labels := filepath.Join(dir, "a"), filepath.Join(dir, "labels.csv")
	clitest.SmallDataset(t, "lerobot", a)
	rows := "episode,operator,note,SKILL\n"
	for i := range 6 {
		rows += fmt.Sprintf("%d,o%d,ran %d,s%d\n", i, i%3, i, i%2)
	}
	for _, c := range []struct{ rows, groups, unused string }{
		{rows, "SKILL", "operator, note"},
		{strings.Replace(rows, "SKILL", "when", 1), "behaviour", "operator, note, when"},
	} {
		os.WriteFile(labels, []byte(c.rows), 0o644)
		_, stdout, stderr, _ := clitest.Invoke("weigh", a, "--labels", labels, "--method", "equal", "--seeds", "1",
			"--steps", "2", "--out", filepath.Join(dir, c.groups))
		want := fmt.Sprintf("groups    by %s (--by)\nnot used  %s of %s (--by)\n", c.groups, c.unused, labels)
		if !strings.HasPrefix(stdout, want) {
			t.Errorf("%q is not in\n%s%s", want, stdout, stderr)
		}
	}
}

// A file of labels that is not there is one line that says what to give.
func TestMissingLabels(t *testing.T) {
	dir := t.TempDir()
	a, none := filepath.Join(dir, "a"), filepath.Join(dir, "none.csv")
	clitest.SmallDataset(t, "lerobot", a)
	code, stdout, stderr, _ := clitest.Invoke("weigh", a, "--labels", none, "--out", filepath.Join(dir, "out"))
	want := "counterpoise: " + none + " does not exist; give a CSV file with the columns episode, from 0, " +
		"and one for each label\n"
	if code != 1 || stdout != "" || stderr != want {
		t.Errorf("exit code %d: %s%s", code, stdout, stderr)
	}
}

// The number of a demonstration is its label "episode" in every command that groups.
func TestEpisodeIsALabelEverywhere(t *testing.T) {
	a := filepath.Join(t.TempDir(), "a")
	clitest.SmallDataset(t, "lerobot", a)
	for _, command := range [][]string{
		{"demos", "inspect", a, "--by", "episode=4,1"},
		{"weigh", a, "--by", "episode=4,1", "--method", "equal", "--seeds", "1", "--steps", "2",
			"--out", filepath.Join(t.TempDir(), "out")},
	} {
		code, stdout, stderr, _ := clitest.Invoke(command...)
		if code != 0 || !strings.Contains(stdout, "\n1 ") || !strings.Contains(stdout, "\n4 ") {
			t.Errorf("%v: exit code %d: %s%s", command, code, stderr, stdout)
		}
	}
}

// A run into the folder of another one leaves none of its weights beside its own, and nothing else is removed.
func TestWeighReplacesAnEarlierRun(t *testing.T) {
	dir := t.TempDir()
	a, b, c := filepath.Join(dir, "a"), filepath.Join(dir, "b.hdf5"), filepath.Join(dir, "c")
	clitest.SmallDataset(t, "lerobot", a)
	clitest.SmallDataset(t, "robomimic", b)
	clitest.SmallDataset(t, "lerobot", c)
	out := filepath.Join(dir, "out")
	for _, arguments := range [][]string{
		{"weigh", a, c, "--by", "dataset", "--method", "equal,temperature:T=2"}, {"weigh", b, "--method", "natural"},
		{"advise", a}, {"advise", b},
	} {
		if arguments[0] == "weigh" {
			arguments = append(arguments, "--seeds", "1", "--steps", "2")
		}
		if code, _, stderr, _ := clitest.Invoke(append(arguments, "--out", out)...); code != 0 {
			t.Fatalf("%v: exit code %d: %s", arguments, code, stderr)
		}
		if err := os.WriteFile(filepath.Join(out, "sampling-mine.csv"), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	entries, err := os.ReadDir(out)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	want := []string{
		"advice.json", "alpha.png", "alpha.svg", "lerobot_weights.py", "robomimic-natural.json",
		"run-advice.json", "run-natural.json", "sampling-advice.csv", "sampling-advice.json", "sampling-mine.csv",
		"sampling-natural.csv", "sampling-natural.json", "weights.csv", "weights.json",
	}
	if !slices.Equal(names, want) {
		t.Errorf("the folder has %q, want %q", names, want)
	}
}

// The advice on a robomimic file is a part of robomimic's configuration where groups are lists of the file.
func TestAdviseForRobomimic(t *testing.T) {
	dir := t.TempDir()
	data, out := filepath.Join(dir, "a.hdf5"), filepath.Join(dir, "out")
	if code, _, stderr, _ := clitest.Invoke("demos", "generate", "picking left=3,middle=3,right=3", "--format",
		"robomimic", "--out", data); code != 0 {
		t.Fatal(stderr)
	}
	if code, _, stderr, _ := clitest.Invoke("advise", data, "--out", out, "--seeds", "1"); code != 0 {
		t.Fatal(stderr)
	}
	text, err := os.ReadFile(filepath.Join(out, "robomimic-advice.json"))
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Train struct {
			Data []struct {
				Path   string
				Key    string `json:"filter_key"`
				Weight float64
			}
		}
	}
	if err := json.Unmarshal(text, &file); err != nil {
		t.Fatal(err)
	}
	sum, keys := 0., ""
	for _, part := range file.Train.Data {
		sum += part.Weight
		keys += part.Key + " "
		if part.Path != data || part.Weight <= 0 {
			t.Errorf("%+v", part)
		}
	}
	if keys != "left middle right " || math.Abs(sum-1) > 1e-9 {
		t.Errorf("filter keys %q with weights of sum %v", keys, sum)
	}
}

// Datasets of other rates are weighed with a warning.
func TestWeighWarnsOfRates(t *testing.T) {
	dir := t.TempDir()
	a, b := filepath.Join(dir, "a"), filepath.Join(dir, "b")
	clitest.SmallDataset(t, "lerobot", a)
	clitest.SmallDataset(t, "lerobot", b)
	for _, c := range []struct {
		rate, warning string
	}{{"30", ""}, {"10", "warning: a has 30 frames a second, b has 10 frames a second: a frame counts the same"}} {
		path := filepath.Join(b, "meta", "info.json")
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		os.WriteFile(path, []byte(strings.Replace(string(text), `"fps": 30`, `"fps": `+c.rate, 1)), 0o644)
		code, _, stderr, _ := clitest.Invoke("weigh", a, b, "--method", "equal", "--seeds", "1",
			"--steps", "2", "--out", filepath.Join(dir, "out"))
		warned := strings.Contains(stderr, "warning")
		if code != 0 || warned == (c.warning == "") || !strings.Contains(stderr, c.warning) {
			t.Errorf("%s frames a second: exit code %d: %s", c.rate, code, stderr)
		}
	}
}
