package advise

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/cmd/counterpoise/clitest"
	"counterpoise/policies/weigh/datasets"
	"counterpoise/scenes/demos"
	"counterpoise/scenes/demos/filter"
)

// madeOf makes a dataset of a recipe and returns its folder.
func madeOf(t *testing.T, recipe string, seed int) string {
	t.Helper()
	out := filepath.Join(t.TempDir(), "made")
	if code, _, stderr, _ := clitest.Invoke("demos", "generate", recipe, "--seed", fmt.Sprint(seed), "--out",
		out); code != 0 {
		t.Fatal(stderr)
	}
	return out
}

// labelsIn are the values of a label of the demonstrations of a dataset, with their numbers of demonstrations.
func labelsIn(t *testing.T, path, label string) map[string]int {
	t.Helper()
	r, err := demos.OpenAny(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	all, err := filter.Survey(t.Context(), r, nil)
	if err != nil {
		t.Fatal(err)
	}
	n := map[string]int{}
	for _, e := range all {
		n[e.Labels[label]]++
	}
	return n
}

// The answer counts labelled failures first and leaves them out, whatever --by says and whatever the seed. It never
// contradicts what was measured of a style: early fails and is not shown to cost anything, retry succeeds and costs 29
// points in opening. It has at most twelve lines, and its last one is a command that does what it says.
func TestAdviseOnFailures(t *testing.T) {
	const half = "picking left=20,middle=20,right=20,left:erratic=20,middle:erratic=20,right:erratic=20"
	const out = "60 of 120 demonstrations failed: leave them out."
	onlyGood := map[string]int{"optimal": 60}
	for _, c := range []struct {
		name, recipe string
		seed         int
		args         []string
		first        string         // line
		kept         map[string]int // style -> demonstrations after the next command; nil: it trains on all
	}{
		{"seed 1", half, 1, nil, out, onlyGood},
		{"seed 2", half, 2, nil, out, onlyGood},
		{"seed 3", half, 3, nil, out, onlyGood},
		{"by style", "opening slider=6+2 erratic,drawer=6", 1, []string{"--by", "behaviour,style"},
			"2 of 14 demonstrations failed: leave them out.", map[string]int{"optimal": 12}},
		{"by success", "opening slider=6+2 erratic,drawer=6", 1, []string{"--by", "behaviour,success"},
			"2 of 14 demonstrations failed: leave them out.", map[string]int{"optimal": 12}},
		{"early", "opening slider=6,drawer=6,slider:early=6,drawer:early=6", 1, nil,
			"12 of 24 demonstrations failed: whether to leave them out, the data cannot tell.", nil},
		{"retry", "opening slider=6,drawer=6,slider:retry=6,drawer:retry=6", 1, nil,
			"Leave out retry (12 demonstrations): its style cost +29 [+23, +35] points", map[string]int{"optimal": 12}},
		{"an unsteady hand", "picking left=6+6 noisy,middle=6,right=6", 1, nil,
			"Keep every demonstration, each frame counting the same", nil},
		{"none of one skill", "opening slider:miss=6,drawer=6", 1, nil,
			"6 of 12 demonstrations failed: whether to leave them out", nil},
		{"all of it", "opening slider:miss=6,drawer:erratic=6", 1, nil,
			"All 12 demonstrations failed: nothing shows how to succeed; record some that do.", nil},
		{"of one skill too few", "picking left=6+4 noisy,middle=2,middle:miss=5,right=6,right:biased=6", 1, nil,
			"11 of 29 demonstrations failed: leave out 6 of them.",
			map[string]int{"optimal": 14, "noisy": 4, "miss": 5}},
		{"all good", "picking left=9,middle=3,right=9", 1, nil, "Keep every demonstration", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			data := madeOf(t, c.recipe, c.seed)
			code, stdout, stderr, _ := clitest.Invoke(append([]string{"advise", data, "--seeds", "1"}, c.args...)...)
			if code != 0 {
				t.Fatal(stderr)
			}
			lines := strings.Split(strings.TrimSuffix(stdout, "\n"), "\n")
			if len(lines) > 12 || !strings.HasPrefix(lines[0], c.first) {
				t.Errorf("%d lines:\n%s", len(lines), stdout)
			}
			command, ok := strings.CutPrefix(lines[len(lines)-1], "next: counterpoise ")
			if !ok {
				t.Fatalf("no next command:\n%s", stdout)
			}
			if c.kept == nil {
				next := "train "
				if strings.Contains(stdout, "the data cannot tell") && c.name != "none of one skill" {
					next = "try " // without the failed ones of a skill that has no others nothing is left of it
				}
				if strings.Contains(stdout, " unlike the others") {
					next, data = "advise ", data+" --seeds 1 --page page.html"
				}
				if c.name == "all of it" {
					next = "demos list "
				}
				if command != next+data {
					t.Errorf("the next command is %q", command)
				}
				return
			}
			words := strings.Fields(command)
			if code, stdout, stderr, _ := clitest.Invoke(words...); code != 0 {
				t.Fatalf("%q: %s%s", words, stdout, stderr)
			}
			if got := labelsIn(t, words[3], "style"); fmt.Sprint(got) != fmt.Sprint(c.kept) {
				t.Errorf("%q keeps %v, want %v", words, got, c.kept)
			}
		})
	}
}

// unlabelled is a dataset that does not say whether its demonstrations succeeded, nor how they were made.
type unlabelled struct{ demos.Reader }

func (u unlabelled) Card() demos.Card { return demos.Card{} }
func (u unlabelled) Read(i int, pictures bool) (*demos.Raw, error) {
	raw, err := u.Reader.Read(i, pictures)
	if err != nil {
		return nil, err
	}
	bare := *raw
	bare.Labels = map[string]string{"task": raw.Labels["task"], "behaviour": raw.Labels["behaviour"]}
	return &bare, nil
}

// A dataset of our tasks that does not say what succeeded is replayed, and the answer says so; what it proposes are the
// numbers of the demonstrations that succeed. Of another robot's dataset nothing is known, and the answer says that.
func TestAdviseReplays(t *testing.T) {
	r, err := demos.OpenAny(t.Context(), madeOf(t, "opening slider=6,drawer=6,drawer:erratic=5", 1))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	o := adviseFlags{weighFlags: quickly(t), format: "text"}
	o.out = ""
	stdout, err := advised(t.Context(), unlabelled{r}, o)
	if err != nil || !strings.HasPrefix(stdout, "5 of 17 demonstrations failed: leave them out.\n"+
		"  known from a replay of their actions, of 17 of 17;") || !strings.HasSuffix(stdout, " --episodes 0-11\n") {
		t.Errorf("%v:\n%s", err, stdout)
	}
	others := reader{episodes: 12, groups: 2, frames: 8, states: 3, actions: 2}
	stdout, err = advised(t.Context(), others, adviseFlags{weighFlags: quickly(t), format: "text"})
	if err != nil || !strings.HasPrefix(stdout, "Keep every demonstration") ||
		!strings.Contains(stdout, "No success recorded") {
		t.Errorf("%v:\n%s", err, stdout)
	}
}

// Of another robot's dataset, too, a label that says what failed is no skill, in whatever words.
func TestAdviseOnOthersLabels(t *testing.T) {
	for _, spelling := range [][2]string{{"True", "False"}, {"1", "0"}, {"1.0", "0.0"}} {
		r := reader{episodes: 24, groups: 2, frames: 8, states: 3, actions: 2, spoil: func(i int, raw *demos.Raw) {
			raw.Labels["is_success"] = spelling[i/2%2]
			raw.Labels["operatorId"] = []string{"ann", "bob"}[i/4%2]
		}}
		stdout, err := advised(t.Context(), r, adviseFlags{weighFlags: quickly(t), format: "text"})
		if err != nil || !strings.HasPrefix(stdout, "12 of 24 demonstrations failed: leave them out.\n"+
			"  known from label is_success, of 24 of 24; failed: task 0 6 of 12 and task 1 6 of 12\n") ||
			!strings.Contains(stdout, "Skills are balanced: 6 usable demonstrations of each.") {
			t.Errorf("%q, %v:\n%s", spelling, err, stdout)
		}
		if !slices.ContainsFunc(strings.Split(stdout, "\n"), func(line string) bool {
			return strings.Contains(line, "bob") || strings.Contains(line, "ann")
		}) {
			t.Errorf("nothing is said of the operators:\n%s", stdout)
		}
	}
}

// farNumbered is a dataset whose files number its demonstrations by numbers of 18 digits, too long to list.
type farNumbered struct{ unlabelled }

func (farNumbered) Number(i int) int { return (i + 1) * 100_000_000_000_000_000 }

// The next command can be pasted: it ends in no prose, has no placeholder, and has the flags that change the advice.
// About a dataset of another robot, and where too many numbers are kept to list them, it keeps the files first.
func TestAdviseNextCanBePasted(t *testing.T) {
	others := reader{episodes: 24, groups: 2, frames: 8, states: 3, actions: 2, spoil: func(i int, raw *demos.Raw) {
		raw.Labels["success"] = []string{"1", "0"}[i/2%2]
	}}
	ours, err := demos.OpenAny(t.Context(), madeOf(t, "opening slider=6,drawer=6,drawer:erratic=5", 1))
	if err != nil {
		t.Fatal(err)
	}
	defer ours.Close()
	const keep = "counterpoise advise made --actions 'the arm' --seeds 2 --seed 3 --out advised"
	for _, c := range []struct {
		name       string
		r          demos.Reader
		none, kept string // next without --out, and with it; FOLDER stands for it
	}{
		{"of another robot", others, keep, "ls FOLDER"},
		{"of many numbers", farNumbered{unlabelled{ours}}, keep,
			"counterpoise demos filter made made-kept --weights FOLDER/weights.csv"},
	} {
		o := adviseFlags{weighFlags: quickly(t), format: "text"}
		o.seed, o.actions = 3, []string{"the arm"}
		folder := o.out
		for _, out := range []string{"", folder} {
			o.out = out
			stdout, err := advised(t.Context(), c.r, o)
			want := c.none
			if out != "" {
				want = strings.ReplaceAll(c.kept, "FOLDER", folder)
			}
			if err != nil || !strings.HasSuffix(stdout, "\nnext: "+want+"\n") {
				t.Errorf("%s, --out %q: %v, want %s:\n%s", c.name, out, err, want, stdout)
			}
		}
	}
	if got := adviseDefaults().again(); got != "" {
		t.Errorf("nothing is changed, and the flags are %q", got)
	}
	o := adviseDefaults()
	o.by, o.pictures = []string{"task"}, true
	if got := o.again(); got != " --by task --pictures" {
		t.Errorf("the flags are %q", got)
	}
}

// What cannot be compared is not searched for unusual demonstrations; what cannot be read is an error.
func TestUnusualOnes(t *testing.T) {
	made := func(spoil func(i int, raw *demos.Raw)) reader {
		return reader{episodes: 12, groups: 1, frames: 8, states: 3, actions: 2, spoil: spoil}
	}
	one := made(nil)
	one.episodes = 1
	for name, r := range map[string]demos.Reader{
		"one": one, "of two robots": made(func(i int, raw *demos.Raw) {
			if i%2 == 1 {
				raw.State = demos.Matrix{}
			}
		}),
	} {
		names, err := of(cli.Program{Err: io.Discard}).unusual(t.Context(), datasets.Of("made", "made", r), nil)
		if names != nil || err != nil {
			t.Errorf("%s: %q, %v", name, names, err)
		}
	}
	names, err := of(cli.Program{Err: io.Discard}).unusual(t.Context(), datasets.Of("made", "made", unread{made(nil)}),
		nil)
	if names != nil || !errors.Is(err, errUnread) {
		t.Errorf("unread: %q, %v", names, err)
	}
}

// errUnread is what an unread dataset says.
var errUnread = errors.New("the disk is gone")

// unread is a dataset whose last demonstration cannot be read.
type unread struct{ demos.Reader }

func (u unread) Read(i int, pictures bool) (*demos.Raw, error) {
	if i == u.Episodes()-1 {
		return nil, errUnread
	}
	return u.Reader.Read(i, pictures)
}

// Ratings say which demonstrations are worse and not which are too bad: the answer asks, or tests, and by the user's
// word the next command leaves out what is below.
func TestAdviseOnRatings(t *testing.T) {
	data, file := madeOf(t, "picking left=14,middle=6", 1), filepath.Join(t.TempDir(), "stars.csv")
	text := "episode,stars,grade\n"
	for e := range 20 {
		text += fmt.Sprintf("%d,%d,\n", e, 1+e%5)
	}
	german := filepath.Join(t.TempDir(), "grades.csv")
	grades := strings.Replace(text, "stars,grade", "grade,other", 1)
	for name, text := range map[string]string{file: text, german: grades} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	code, stdout, stderr, _ := clitest.Invoke("advise", data, "--seeds", "1", "--labels", german)
	if code != 0 || !strings.Contains(stdout, "; whether greater is better its name does not say. ") ||
		!strings.HasSuffix(stdout, "\nnext: counterpoise demos list "+data+" --labels "+german+" --sort grade\n") {
		t.Errorf("exit code %d: %s%s", code, stdout, stderr)
	}
	for flag, want := range map[string][2]string{
		"--seed=1": {"By stars 4 demonstrations have 1, 4 have 2, 4 have 3, 4 have 4 and 4 have 5; greater is better",
			"try " + data + " --drop 'stars<2' --drop 'stars<3' --labels " + file},
		"--suboptimal=stars<3": {"8 of 20 demonstrations are marked bad: leave them out.\n  known from stars<3 " +
			"(--suboptimal), of 20 of 20;",
			"demos filter " + data + " " + data + "-kept --drop 'stars<3' --labels " + file},
	} {
		code, stdout, stderr, _ := clitest.Invoke("advise", data, "--seeds", "1", "--labels", file, flag)
		if code != 0 || !strings.HasPrefix(stdout, want[0]) ||
			!strings.HasSuffix(stdout, "\nnext: counterpoise "+want[1]+"\n") {
			t.Errorf("%s: exit code %d, want %q: %s%s", flag, code, want, stdout, stderr)
		}
	}
}

// Demonstrations that are the same bit by bit are told once by advise, inspect and list, with what leaves them out;
// others that differ in one number, or have no state to compare, are no copies.
func TestCopiesAreTold(t *testing.T) {
	plain := reader{episodes: 14, groups: 2, frames: 8, states: 3, actions: 2}
	copied := plain
	copied.spoil = func(i int, raw *demos.Raw) {
		if i == 7 || i == 9 || i == 11 {
			first, _ := plain.Read(3, false)
			raw.Actions, raw.State = first.Actions, first.State
		}
		if i == 11 {
			raw.State.Values[5]++
		}
	}
	blind := copied
	blind.spoil = func(i int, raw *demos.Raw) { copied.spoil(i, raw); raw.State = demos.Matrix{} }
	const said = "2 demonstrations are copies of earlier ones, the same in every number: 7 of 3 and 9 of 3"
	for name, c := range map[string]struct {
		r    demos.Reader
		said string
	}{"none": {plain, ""}, "some": {copied, said}, "no state": {blind, ""}} {
		s, err := demos.Summarize(c.r, nil)
		if err != nil || strings.Join(s.Warnings, "") != c.said {
			t.Errorf("%s: inspect says %q, %v", name, s.Warnings, err)
		}
		all, err := filter.Survey(t.Context(), c.r, nil)
		if got := filter.Copied(all, strconv.Itoa); err != nil || got != c.said {
			t.Errorf("%s: list says %q, %v", name, got, err)
		}
	}
	stdout, err := advised(t.Context(), copied, adviseFlags{weighFlags: quickly(t), format: "text"})
	want := "\ncopies    " + said + "; each counts (demos filter --episodes 0-6,8,10-13 keeps one of each)\n"
	if err != nil || strings.Count(stdout, want) != 1 || strings.Count(stdout, "copies") != 2 {
		t.Errorf("%v, want %q:\n%s", err, want, stdout)
	}
}
