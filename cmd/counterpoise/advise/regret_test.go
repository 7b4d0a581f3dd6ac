package advise

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/cmd/counterpoise/clitest"
	"counterpoise/policies/weigh/datasets"
	"counterpoise/results/decide"
	"counterpoise/scenes"
	"counterpoise/scenes/demos"
)

// The regret is measured of recipes that are complete, and a second run makes nothing again. Another seed is refused in
// the same folder.
func TestRegret(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "worth")
	args := []string{"dev", "regret", dir, "--recipes", "2", "--draws", "2", "--rollouts", "2", "--seed", "3",
		"--device", "go"}
	code, stdout, stderr, made := clitest.Invoke(append(args, "--decide")...)
	if code != 0 || made != 0 {
		t.Fatalf("%d, %d cells\n%s%s", code, made, stdout, stderr)
	}
	if code, stdout, stderr, made = clitest.Invoke(args...); code != 0 || made < 8 {
		t.Fatalf("%d, %d cells\n%s%s", code, made, stdout, stderr)
	}
	if !strings.Contains(stdout, "2 of 2 recipes have all their records: 2 datasets each") {
		t.Error(stdout)
	}
	first, err := os.ReadFile(filepath.Join(dir, "regret.md"))
	if err != nil {
		t.Fatal(err)
	}
	if code, _, stderr, made = clitest.Invoke(args...); code != 0 || made != 0 {
		t.Errorf("again: %d, %d cells\n%s", code, made, stderr)
	}
	if again, err := os.ReadFile(filepath.Join(dir, "regret.md")); err != nil || string(again) != string(first) {
		t.Errorf("again the page is another: %v", err)
	}
	other := strings.Split(strings.Replace(strings.Join(args, " "), "--rollouts 2", "--rollouts 3", 1), " ")
	if code, _, stderr, _ = clitest.Invoke(other...); code != 1 ||
		!strings.Contains(stderr, "of another seed or size") {
		t.Errorf("another size: %d, %s", code, stderr)
	}
}

// generated are the demonstrations of a recipe.
func generated(t *testing.T, text string) (demos.Recipe, *demos.Dataset) {
	t.Helper()
	recipe, err := demos.ParseRecipe(text)
	if err != nil {
		t.Fatal(err)
	}
	made, err := demos.Generate(t.Context(), recipe, 5, 2, nil)
	if err != nil {
		t.Fatal(err)
	}
	return recipe, made
}

// Where nothing tells what failed, and nothing can be replayed, those whose gripper closes on nothing are left out,
// while more of their skill hold something; the answer says how that is known, and still asks for success.
func TestAdviseOnEmptyHands(t *testing.T) {
	for _, c := range []struct {
		recipe string
		out    int
		first  string
	}{
		{"picking left=8,middle=8,left:biased=4,middle:miss=2", 6,
			"6 of 22 demonstrations close the gripper on nothing wider than 2 % of its stroke: leave them out, " +
				"unless the task can be done so."},
		{"picking left=4,middle=4,left:biased=5,middle:miss=4", 0, "Keep every demonstration"},
		{"picking left=6,middle=6", 0, "Keep every demonstration, each frame counting the same"},
		{"opening slider=4,drawer=4,slider:retry=3,drawer:noisy=3", 0, "Keep every demonstration"},
	} {
		recipe, made := generated(t, c.recipe)
		drawn := decide.Drawing{Recipe: recipe, Told: decide.NothingElse}.Dataset(made, 0)
		p := of(cli.Program{Name: "counterpoise", Out: io.Discard, Err: io.Discard})
		a, err := p.adviceOn(t.Context(), datasets.Of("drawn", "lerobot", drawn), []string{"drawn"}, adviseDefaults())
		if err != nil {
			t.Fatal(err)
		}
		lines := a.report.Short()
		text := strings.Join(lines, "\n")
		if !strings.HasPrefix(lines[0], c.first) || len(a.episodes)-len(a.kept()) != c.out {
			t.Errorf("%s: %d left out\n%s", c.recipe, len(a.episodes)-len(a.kept()), text)
		}
		most := strings.Contains(c.recipe, "left:biased=5")
		if most != strings.Contains(text, "\ngripper   9 of 17 close ") {
			t.Errorf("%s: what most do is said: %v\n%s", c.recipe, !most, text)
		}
		if !strings.Contains(text, "No success recorded") || c.out > 0 && !strings.Contains(text, "gripper's opening") {
			t.Errorf("%s:\n%s", c.recipe, text)
		}
		t.Logf("\n%s", text)
	}
}

// What naming is worth is measured of pools that are complete, and a second run makes nothing again.
func TestKnown(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "known")
	args := []string{"dev", "known", dir, "--pools", "2", "--draws", "2", "--rollouts", "2", "--seed", "3",
		"--device", "go"}
	code, stdout, stderr, made := clitest.Invoke(args...)
	if code != 0 || made != 2*2*8 {
		t.Fatalf("%d, %d cells\n%s%s", code, made, stdout, stderr)
	}
	if !strings.Contains(stdout, "2 of 26 pools have all their records: 2 datasets each") {
		t.Error(stdout)
	}
	if code, _, stderr, made = clitest.Invoke(args...); code != 0 || made != 0 {
		t.Errorf("again: %d, %d cells\n%s", code, made, stderr)
	}
}

// Where labels say that those whose gripper closes on nothing are the better ones, or where they are all that one
// operator shows, they are kept, and that is said.
func TestAdviseWhereLabelsOpposeGrippers(t *testing.T) {
	_, made := generated(t, "picking left=10,left:biased=5")
	for _, c := range []struct{ label, empty, others, said string }{
		{"level", "expert", "novice", "opposed   5 close the gripper on nothing"},
		{"level", "novice", "expert", "5 of 15 demonstrations close the gripper on nothing"},
		{"operator", "bob", "ann", "label operator has these and no others as bob"},
	} {
		r := saying{inMemory{made}, func(i int) map[string]string {
			value := c.others
			if made.Episodes[i].Style != "optimal" {
				value = c.empty
			}
			return map[string]string{"task": "lift the cup", c.label: value}
		}}
		p := of(cli.Program{Name: "counterpoise", Out: io.Discard, Err: io.Discard})
		a, err := p.adviceOn(t.Context(), datasets.Of("drawn", "lerobot", r), []string{"drawn"}, adviseDefaults())
		if err != nil {
			t.Fatal(err)
		}
		text := strings.Join(a.report.Lines(), "\n")
		out := len(a.episodes) - len(a.kept())
		if !strings.Contains(text, c.said) || (out > 0) != (c.empty == "novice") {
			t.Errorf("%s %s: %d left out\n%s", c.label, c.empty, out, text)
		}
	}
}

// Where success is recorded of some, the gripper speaks of the others alone, and not where those that succeeded close
// on nothing too; where it is not known when a gripper is empty, that is said.
func TestAdviseOnGrippersBesideLabels(t *testing.T) {
	_, made := generated(t, "picking left=10,left:biased=5")
	for _, c := range []struct {
		success string // of the first demonstrations: yes, no, or nothing
		empty   string // of the last five, what they have
		offset  float32
		out     int
		said    string
	}{
		{"1110", "", 0, 6, "known from label success and the gripper's opening, of 9 of 15"},
		{"1110", "1", 0, 1, "5 close the gripper on nothing, and are kept: some of these succeeded, by label success"},
		{"", "", .05, 0, "gripper   when it is empty is not known from this dataset"},
	} {
		r := saying{inMemory{made}, func(i int) map[string]string {
			labels := map[string]string{"task": "lift the cup"}
			switch {
			case i < len(c.success):
				labels["success"] = c.success[i : i+1]
			case made.Episodes[i].Style != "optimal" && c.empty != "":
				labels["success"] = c.empty
			}
			return labels
		}}
		set := datasets.Of("drawn", "lerobot", wider{r, c.offset})
		p := of(cli.Program{Name: "counterpoise", Out: io.Discard, Err: io.Discard})
		a, err := p.adviceOn(t.Context(), set, []string{"drawn"}, adviseDefaults())
		if err != nil {
			t.Fatal(err)
		}
		text := strings.Join(a.report.Lines(), "\n")
		if out := len(a.episodes) - len(a.kept()); out != c.out || !strings.Contains(text, c.said) {
			t.Errorf("%+v: %d left out\n%s", c, out, text)
		}
	}
}

// wider is a dataset of a robot with one number more, whose fingers touch at an opening of some metres.
type wider struct {
	demos.Reader
	offset float32
}

func (w wider) Read(i int, pictures bool) (*demos.Raw, error) {
	raw, err := w.Reader.Read(i, pictures)
	if err != nil {
		return nil, err
	}
	state := demos.Matrix{Width: raw.State.Width + 1}
	for t := range raw.Frames() {
		row := raw.State.Row(t)
		state.Values = append(append(state.Values, row...), float32(t))
		state.Row(t)[scenes.RobotWidth] += w.offset
	}
	raw.State = state
	return raw, nil
}

// saying is a dataset that says other things than it knows.
type saying struct {
	inMemory
	labels func(i int) map[string]string
}

func (s saying) Read(i int, pictures bool) (*demos.Raw, error) {
	raw, err := s.inMemory.Read(i, pictures)
	if err == nil {
		raw.Labels = s.labels(i)
	}
	return raw, err
}
