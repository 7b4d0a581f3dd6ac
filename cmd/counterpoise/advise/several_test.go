package advise

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"counterpoise/cmd/counterpoise/clitest"
	"counterpoise/cmd/counterpoise/shared"
	"counterpoise/scenes/demos"
)

// Several datasets are advised on as one: what their labels say is a skill, and what was measured of a style counts, as
// for each alone. A dataset is a skill where --by says so.
func TestAdviseOnSeveralDatasets(t *testing.T) {
	one, other := madeOf(t, "opening slider=5,drawer=5", 1), madeOf(t, "opening slider=5+3 retry,drawer=5", 2)
	for _, c := range []struct{ args, want string }{
		{other, "Leave out retry (3 demonstrations): its style cost +29 [+23, +35] points where that was measured."},
		{one + " " + other, "Leave out retry (3 demonstrations): its style cost +29 [+23, +35] points where that was " +
			"measured."},
		{other, "\nskills    by behaviour (--by)\n"}, {one + " " + other, "\nskills    by behaviour (--by)\n"},
		{other, "\nSkills are balanced: 5 demonstrations of each.\n"},
		{one + " " + other, "\nSkills are balanced: 10 demonstrations of each.\n"},
		{one + " " + other, " advised on as one that a policy is trained on (--by dataset: each is a skill)\n"},
		{one + " " + other + " --by dataset", "\nSkills are balanced: 10 demonstrations of each.\n"},
	} {
		code, stdout, stderr, _ := clitest.Invoke(append([]string{"advise", "--seeds", "1"},
			strings.Fields(c.args)...)...)
		if code != 0 || !strings.Contains(stdout, c.want) {
			t.Errorf("%s: exit code %d, want %q: %s%s", c.args, code, c.want, stdout, stderr)
		}
	}
}

// Demonstrations of our tasks of which no label says whether they succeeded are replayed, beside others of which it
// does.
func TestAdviseReplaysTheUnknown(t *testing.T) {
	r, err := demos.OpenAny(t.Context(), madeOf(t, "opening slider=6,drawer=6,drawer:erratic=5", 1))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	stdout, err := advised(t.Context(), partlyLabelled{unlabelled{r}}, adviseFlags{weighFlags: quickly(t),
		format: "text"})
	if err != nil || !strings.HasPrefix(stdout, "5 of 17 demonstrations failed: leave them out.\n"+
		"  known from label success and a replay of 11, of 17 of 17;") || strings.Contains(stdout, "unknown") {
		t.Errorf("%v:\n%s", err, stdout)
	}
}

// partlyLabelled says of the first six demonstrations that they succeeded, and nothing of the others.
type partlyLabelled struct{ unlabelled }

func (p partlyLabelled) Read(i int, pictures bool) (*demos.Raw, error) {
	raw, err := p.unlabelled.Read(i, pictures)
	if err == nil && i < 6 {
		raw.Labels["success"] = "true"
	}
	return raw, err
}

// Where nothing can be told the answer says why, and calls demonstrations few only where more would help.
func TestAdviseSaysWhyItCannotTell(t *testing.T) {
	made := func(spoil func(i int, raw *demos.Raw)) reader {
		return reader{episodes: 12, groups: 1, frames: 8, states: 3, actions: 2, spoil: spoil}
	}
	few := made(nil)
	few.episodes = 2
	for name, c := range map[string]struct {
		r               reader
		want, imbalance string
	}{
		"constant actions": {made(func(_ int, raw *demos.Raw) { clear(raw.Actions.Values) }),
			"the actions are the same in every frame, so that nothing can be learned from them.",
			"No label tells skills apart"},
		"a sentence each": {made(func(i int, raw *demos.Raw) { raw.Labels["task"] = fmt.Sprintf("take cup %d", i) }),
			"each of the 12 demonstrations shows another skill by its labels, so that none can be predicted ",
			"Each of 12 skills has 1 demonstration, as where every one has a sentence of its own"},
		"two": {few, "2 demonstrations are too few to tell anything else.", "Record more."},
		"two of a task": {reader{episodes: 6, groups: 3, frames: 8, states: 3, actions: 2},
			"6 demonstrations of 3 skills are too few", "Record more"},
	} {
		stdout, err := advised(t.Context(), c.r, adviseFlags{weighFlags: quickly(t), format: "text"})
		if err != nil || !strings.HasPrefix(stdout, "Keep every demonstration, each frame counting the same: ") ||
			!strings.Contains(stdout, c.want) || !strings.Contains(stdout, "\n"+c.imbalance) {
			t.Errorf("%s: %v, want %q and %q:\n%s", name, err, c.want, c.imbalance, stdout)
		}
	}
}

// The answer has at most twelve lines, whatever the labels are; the others are in --full.
func TestAdviseIsShort(t *testing.T) {
	names := []string{"stars", "grade", "score", "quality_score", "rating_a", "rating_b", "expertise"}
	r := reader{episodes: 40, groups: 2, frames: 8, states: 3, actions: 2, spoil: func(i int, raw *demos.Raw) {
		for _, name := range names {
			raw.Labels[name] = fmt.Sprint(i % 5)
		}
		for k, name := range []string{"operator", "style", "collector", "teleop"} {
			raw.Labels[name] = fmt.Sprintf("%s %d", name, (i>>k)%2)
		}
		raw.Labels["success"] = []string{"1", "0", "1", ""}[i%4]
		raw.Labels["outcome"] = []string{"1", "0", "0", ""}[i%4]
		raw.Labels["keep"] = []string{"yes", "no", "", "", ""}[i%5]
	}}
	for _, full := range []bool{false, true} {
		stdout, err := advised(t.Context(), r, adviseFlags{weighFlags: quickly(t), format: "text", full: full})
		lines := strings.Split(strings.TrimSuffix(stdout, "\n"), "\n")
		if err != nil || !full && (len(lines) > 12 || !strings.HasSuffix(lines[len(lines)-2], "more lines: --full")) {
			t.Errorf("%v, %d lines:\n%s", err, len(lines), stdout)
		}
		for _, name := range names {
			if full && !strings.Contains(stdout, "By "+name+" ") {
				t.Errorf("nothing is said of %s", name)
			}
		}
	}
}

// A dataset whose card was edited is refused before it is answered, as the command that carries the answer out would.
func TestEditedCardsAreRefused(t *testing.T) {
	data := madeOf(t, "picking left=3,right=3", 1)
	card := filepath.Join(data, "card.json")
	text, err := os.ReadFile(card)
	if err != nil {
		t.Fatal(err)
	}
	for edit, want := range map[string]string{
		`"success": true|"success": false`: "the episodes are not those of the card",
		`"version": "4"|"version": "3"`:    "version 3 of the simulator made this dataset",
	} {
		from, to, _ := strings.Cut(edit, "|")
		edited := strings.Replace(string(text), from, to, 1)
		if err := os.WriteFile(card, []byte(edited), 0o666); err != nil || edited == string(text) {
			t.Fatalf("%s: %v", edit, err)
		}
		out := t.TempDir()
		for _, args := range [][]string{{"advise", data}, {"weigh", data, "--out", filepath.Join(out, "weights")},
			{"try", data, "--known", "0", "--out", filepath.Join(out, "try")}} {
			code, stdout, stderr, _ := clitest.Invoke(args...)
			if code != 1 || stdout != "" || !strings.Contains(stderr, want) {
				t.Errorf("%s after %s: exit code %d: %s%s", args[0], edit, code, stdout, stderr)
			}
		}
	}
}

// Each next command runs as it is printed; trainings are shortened by flags behind it.
func TestAdviseNextRuns(t *testing.T) {
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Skip(err)
	}
	t.Chdir(t.TempDir())
	made := func(name, recipe string) {
		t.Helper()
		if code, _, stderr, _ := clitest.Invoke("demos", "generate", recipe, "--out", name); code != 0 {
			t.Fatal(stderr)
		}
	}
	made("good ones", "opening slider=5,drawer=5")
	made("failed", "opening slider=5+2 miss,drawer=5")
	made("early", "opening slider=4+3 early,drawer=4+3 early")
	stars := "Episode,stars,Operator\n"
	for e := range 10 {
		stars += fmt.Sprintf("%d,%d,%s\n", e, 1+e%5, []string{"ann", "bob b."}[e%2])
	}
	people := strings.ReplaceAll(stars, "stars", "n")
	for name, text := range map[string]string{"the stars.csv": stars, "people.csv": people} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		args []string
		next string // its first word
		more []string
	}{
		{[]string{"good ones"}, "train", []string{"--steps", "2", "--device", "go", "--out", "a.policy"}},
		{[]string{"failed"}, "demos", nil},
		{[]string{"failed-kept"}, "train", []string{"--steps", "2", "--device", "go", "--out", "b.policy"}},
		{[]string{"early"}, "try", []string{"--seeds", "2", "--rollouts", "1", "--steps", "2", "--device", "go"}},
		{[]string{"good ones", "failed"}, "advise", nil},
		{[]string{"good ones", "failed", "--out", "advised"}, "ls", nil},
		{[]string{"good ones", "--labels", "the stars.csv", "--suboptimal", "stars<3"}, "demos", nil},
		{[]string{"good ones", "--labels", "people.csv"}, "try",
			[]string{"--seeds", "2", "--rollouts", "1", "--steps", "2", "--device", "go"}},
	} {
		code, stdout, stderr, _ := clitest.Invoke(append([]string{"advise", "--seeds", "1"}, c.args...)...)
		_, next, ok := strings.Cut(stdout, "\nnext: ")
		next = strings.TrimSuffix(next, "\n")
		if code != 0 || !ok {
			t.Fatalf("%q: exit code %d: %s%s", c.args, code, stdout, stderr)
		}
		if strings.Contains(stdout, " unlike the others") { // then the page comes first
			c.next, c.more = "advise", nil
		}
		words, err := exec.Command(shell, "-c", "printf '%s\\n' "+next).Output()
		if err != nil {
			t.Fatalf("%q: %v", next, err)
		}
		args := strings.Split(strings.TrimSuffix(string(words), "\n"), "\n")
		if args[0] == "counterpoise" {
			args = args[1:]
		}
		if args[0] != c.next {
			t.Errorf("%q: the next command is %q, want %s", c.args, next, c.next)
			continue
		}
		if c.next == "ls" {
			if out, err := exec.Command(shell, "-c", next).CombinedOutput(); err != nil {
				t.Errorf("%q: %s", next, out)
			}
		} else if code, stdout, stderr, _ := clitest.Invoke(append(args, c.more...)...); code != 0 {
			t.Errorf("%q: exit code %d: %s%s", next, code, stdout, stderr)
		}
	}
}

// A training on demonstrations of several tasks says so, with the number of each.
func TestTrainSaysSeveralTasks(t *testing.T) {
	d := &demos.Dataset{Episodes: []demos.Episode{{Task: "picking"}, {Task: "opening"}, {Task: "picking:Range=.1"}}}
	want := `demonstrations of several tasks, 2 of "picking" and 1 of "opening": the policy is not told which`
	if got := shared.SeveralTasks(d, "data"); !strings.HasPrefix(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	d.Episodes[1].Task = "picking"
	if got := shared.SeveralTasks(d, "data"); got != "" {
		t.Errorf("of one task: %q", got)
	}
}
