package demos

import (
	"encoding/csv"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/cmd/counterpoise/clitest"
	"counterpoise/cmd/counterpoise/shared"
	"counterpoise/scenes/demos"
	"counterpoise/scenes/demos/filter"
)

// A part of a dataset is written in every format, from every format: it is whole by its own digest, has the
// demonstrations that stay, and the command line that did it is the one that demos list proposes.
func TestFilterWritesEveryFormat(t *testing.T) {
	data, dir := clitest.HalfBadDataset(t, "3"), t.TempDir()
	place := func(folder, format string) string {
		if format == "robomimic" {
			return filepath.Join(dir, folder+format+".hdf5")
		}
		return filepath.Join(dir, folder+format)
	}
	hash := ""
	for _, format := range demos.Formats.Names() {
		src, dst := place("src-", format), place("dst-", format)
		if code, _, stderr, _ := clitest.Invoke("demos", "convert", data, src, "--format", format); code != 0 {
			t.Fatal(stderr)
		}
		code, stdout, stderr, _ := clitest.Invoke("demos", "filter", src, dst, "--where", "success=true", "--drop",
			"behaviour=middle")
		if code != 0 || !strings.Contains(stdout, "4 of 12 demonstrations, 8 left out") ||
			!strings.Contains(stdout, "next      counterpoise train "+dst) ||
			!strings.Contains(stderr, "no demonstration of middle is left") {
			t.Fatalf("%s: %d: %s%s", format, code, stdout, stderr)
		}
		if strings.Contains(stdout, "lerobot-edit-dataset") != (format == "lerobot") {
			t.Errorf("%s: %s", format, stdout)
		}
		s, err := of(cli.Program{Err: &strings.Builder{}}).summarize(t.Context(), dst, nil, nil)
		if err != nil || s.Format != format || s.Episodes != 4 || len(s.Groups) != 2 || s.Card.Recipe != "" {
			t.Fatalf("%s: %+v, %v", format, s, err)
		}
		if hash == "" {
			hash = s.Card.Hash
		}
		if s.Card.Hash != hash {
			t.Errorf("%s holds other demonstrations: %s, %s", format, s.Card.Hash, hash)
		}
	}
}

// Weights choose demonstrations too, and what would be wrong is said in a sentence; then nothing is written.
func TestFilterMistakes(t *testing.T) {
	data, dir := clitest.HalfBadDataset(t, "3"), t.TempDir()
	weights, dst := filepath.Join(dir, "w"), filepath.Join(dir, "dst")
	if code, _, stderr, _ := clitest.Invoke("weigh", data, "--by", "both", "--method", "fixed:.3,.3,.3,.03,.03,.04",
		"--seeds", "1", "--out", weights); code != 0 {
		t.Fatal(stderr)
	}
	table := filepath.Join(weights, "weights.csv")
	for want, args := range map[string][]string{
		"needs --where, --drop":                     {data, dst},
		"--at-least is about weights":               {data, dst, "--drop", "style=erratic", "--at-least", ".5"},
		"from 0 to 1, not 2":                        {data, dst, "--weights", table, "--at-least", "2"},
		"lies in the dataset":                       {data, filepath.Join(data, "part"), "--where", "success=true"},
		"is the dataset that is read":               {data, data, "--where", "success=true"},
		"would be left of 12; demos list shows":     {data, dst, "--where", "success=true", "--drop", "style=optimal"},
		`did you mean "erratic"?`:                   {data, dst, "--drop", "style=eratic"},
		"there is no 12, the last is 11":            {data, dst, "--episodes", "0-12"},
		"has weights of other data":                 {clitest.HalfBadDataset(t, "4"), dst, "--weights", table},
		"there is no episode 12; they are":          {data, dst, "--where", "a=b", "--labels", labelsOf(t, "12,b")},
		"no demonstration has a label \"x\"; there": {data, dst, "--where", "x=b", "--labels", labelsOf(t, "11,b")},
	} {
		code, _, stderr, _ := clitest.Invoke(append([]string{"demos", "filter"}, args...)...)
		if code == 0 || !strings.Contains(stderr, want) {
			t.Errorf("want an error with %q, got %q", want, stderr)
		}
		if _, err := os.Stat(dst); err == nil {
			t.Fatalf("%q wrote something", args)
		}
	}
	code, stdout, stderr, _ := clitest.Invoke("demos", "filter", data, dst, "--weights", table, "--at-least", ".5")
	if code != 0 || !strings.Contains(stdout, "6 of 12 demonstrations") {
		t.Errorf("%s%s", stdout, stderr)
	}
	labelled := filepath.Join(dir, "labelled")
	if code, stdout, stderr, _ := clitest.Invoke("demos", "filter", data, labelled, "--labels", labelsOf(t, "3,good",
		"4,good"), "--where", "a=good"); code != 0 || !strings.Contains(stdout, "2 of 12 demonstrations") {
		t.Errorf("%s%s", stdout, stderr)
	}
	if code, _, stderr, _ := clitest.Invoke("demos", "filter", data, dst, "--drop", "behaviour=left"); code == 0 ||
		!strings.Contains(stderr, "holds another dataset") {
		t.Errorf("another dataset was replaced: %s", stderr)
	}
}

// labelsOf writes a file of the label a and returns its path.
func labelsOf(t *testing.T, rows ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "labels.csv")
	text := "episode,a\n" + strings.Join(rows, "\n") + "\n"
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// A dataset of another robot is not written: where it is LeRobot's, the command of its tools is given.
func TestFilterOfAnotherRobot(t *testing.T) {
	path := filepath.Join("..", "..", "..", "scenes", "demos", "lerobot", "testdata", "mixed")
	dst := filepath.Join(t.TempDir(), "dst")
	code, _, stderr, _ := clitest.Invoke("demos", "filter", path, dst, "--episodes", "0")
	if code == 0 || !strings.Contains(stderr, "lerobot-edit-dataset --repo_id") {
		t.Errorf("exit code %d: %s", code, stderr)
	}
}

// robomimic's list has the demonstrations that stay, by their names in the file.
func TestFilterOfARobomimicFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "their.hdf5")
	var all []*demos.Raw
	for range 4 {
		all = append(all, &demos.Raw{State: demos.Matrix{Width: 2, Values: make([]float32, 6)},
			Actions: demos.Matrix{Width: 1, Values: make([]float32, 3)}})
	}
	clitest.WriteRaw(t, path, "Lift", all)
	code, _, stderr, _ := clitest.Invoke("demos", "filter", path, filepath.Join(t.TempDir(), "dst.hdf5"), "--episodes",
		"1-2")
	if code == 0 || !strings.Contains(stderr, "m['kept'] = [b'demo_1', b'demo_2']") {
		t.Errorf("exit code %d: %s", code, stderr)
	}
}

// LeRobot's tools edit v3.0 alone: a dataset of v2.1 is converted first.
func TestFilterConvertsForLeRobot(t *testing.T) {
	for version, want := range map[string]bool{"v2.1": true, "v3.0": false} {
		dir := t.TempDir()
		if err := os.Mkdir(filepath.Join(dir, "meta"), 0o755); err != nil {
			t.Fatal(err)
		}
		info := `{"codebase_version": "` + version + `", "features": {}}`
		if err := os.WriteFile(filepath.Join(dir, "meta", "info.json"), []byte(info), 0o644); err != nil {
			t.Fatal(err)
		}
		got := shared.LerobotCommand(dir, "dst", nil, make([]filter.Episode, 2), []int{1})
		if strings.HasPrefix(got, "python -m lerobot.scripts.convert_dataset_v21_to_v30 --repo-id=") != want ||
			!strings.Contains(got, `delete_episodes --operation.episode_indices "[0]"`) {
			t.Errorf("%s: %s", version, got)
		}
	}
}

// The list has a row for each demonstration that is chosen, sorted as asked, in every form.
func TestListDemonstrations(t *testing.T) {
	data := clitest.HalfBadDataset(t, "3")
	list := func(args ...string) string {
		t.Helper()
		code, stdout, stderr, _ := clitest.Invoke(append([]string{"demos", "list", data}, args...)...)
		if code != 0 {
			t.Fatalf("%q: %s", args, stderr)
		}
		return stdout
	}
	rows, err := csv.NewReader(strings.NewReader(list("--format", "csv", "--sort", "-frames"))).ReadAll()
	const header = "episode behaviour style task frames success from"
	if err != nil || len(rows) != 13 || strings.Join(rows[0], " ") != header {
		t.Fatalf("%q, %v", rows, err)
	}
	if longest := rows[1]; longest[2] != "erratic" || longest[5] != "false" ||
		!strings.HasSuffix(longest[6], "of seed 3") {
		t.Errorf("the longest is %q", longest)
	}
	var all []struct {
		Episode int
		Success *bool
	}
	if err := json.Unmarshal([]byte(list("--format", "json", "--drop", "success=false")), &all); err != nil ||
		len(all) != 6 || all[5].Episode != 5 || !*all[5].Success {
		t.Errorf("%+v, %v", all, err)
	}
	text := list("--where", "style=erratic,behaviour=left")
	if !strings.Contains(text, "2 of 12 demonstrations.") || !strings.Contains(text, "demos filter") {
		t.Error(text)
	}
	code, _, stderr, _ := clitest.Invoke("demos", "list", data, "--sort", "frame")
	if code == 0 || !strings.Contains(stderr, `did you mean "frames"?`) {
		t.Error(stderr)
	}
}
