package advise

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"counterpoise/cmd/counterpoise/clitest"
	"counterpoise/policies/weigh/forms"
	"counterpoise/scenes/demos"
)

// weigh --known says which demonstrations are least like those that are known to be good, and writes the weights of
// single demonstrations, by number and by label alike.
func TestWeighKnown(t *testing.T) {
	r := demos.Numbered{Reader: reader{episodes: 12, groups: 2, frames: 20, states: 3, actions: 2}}
	texts := map[string]string{}
	for _, known := range []string{"0-1,4", "task=task 0"} {
		o := quickly(t)
		o.known, o.by = known, []string{"task"}
		stdout, stderr, err := weighed(t.Context(), r, o)
		if err != nil {
			t.Fatal(err, stderr)
		}
		for _, want := range []string{"task 0", "least like the known ones", "kept in"} {
			if !strings.Contains(stdout, want) {
				t.Errorf("%s: %s lacks %q", known, stdout, want)
			}
		}
		sum := 0.0
		for _, w := range sampling(t, filepath.Join(o.out, "sampling-resemblance.json")) {
			sum += w
		}
		if math.Abs(sum-1) > 1e-12 {
			t.Errorf("%s: weights sum to %v", known, sum)
		}
		text, err := os.ReadFile(filepath.Join(o.out, forms.SummaryName))
		if err != nil {
			t.Fatal(err)
		}
		var s struct {
			Known          string
			Demonstrations []struct {
				Number int
				Known  bool
				Loss   *float64
				Value  float64
			}
		}
		if err := json.Unmarshal(text, &s); err != nil || len(s.Demonstrations) != 12 || s.Known != known {
			t.Fatalf("%s: %d demonstrations (%v)", known, len(s.Demonstrations), err)
		}
		for i, d := range s.Demonstrations {
			want := slices.Contains([]int{0, 1, 4}, i)
			if strings.Contains(known, "=") {
				want = i%2 == 0
			}
			if d.Known != want || d.Number != i || d.Known && d.Value != 1 || d.Loss == nil {
				t.Errorf("%s: demonstration %d: %+v", known, i, d)
			}
		}
		texts[known] = stdout
	}
	if !strings.Contains(texts["task=task 0"], "warning: none of task 1 is known to be good") {
		t.Error(texts["task=task 0"])
	}
	if strings.Contains(texts["0-1,4"], "warning") {
		t.Error(texts["0-1,4"])
	}
}

// Weights of methods and the figure that an earlier run left in the folder go, and the weights of frames say what they
// mean.
func TestWeighKnownReplaces(t *testing.T) {
	o := quickly(t, "natural")
	r := demos.Numbered{Reader: reader{episodes: 6, groups: 2, frames: 20, states: 3, actions: 2}}
	if _, stderr, err := weighed(t.Context(), r, o); err != nil {
		t.Fatal(err, stderr)
	}
	o.known = "0,1"
	if _, stderr, err := weighed(t.Context(), r, o); err != nil {
		t.Fatal(err, stderr)
	}
	names, err := filepath.Glob(filepath.Join(o.out, "sampling-*.json"))
	if err != nil || len(names) != 1 {
		t.Fatal(names, err)
	}
	if left, _ := filepath.Glob(filepath.Join(o.out, "alpha.*")); len(left) > 0 {
		t.Errorf("%q are of the earlier run", left)
	}
	text, err := os.ReadFile(names[0])
	if err != nil || !bytes.Contains(text, []byte("the more it is like those that are known to be good")) {
		t.Errorf("%s (%v)", text, err)
	}
}

// Numbers beyond the dataset, a label that no demonstration has and known ones alone are errors, and nothing is
// written.
func TestWeighKnownRefuses(t *testing.T) {
	for known, want := range map[string]string{
		"12": "--known names demonstration 12, and there are 12", "task=none": "none of the 12 demonstrations is one",
		"0-11": "all 12 demonstrations",
	} {
		o := quickly(t)
		o.known, o.out = known, filepath.Join(t.TempDir(), "new")
		r := demos.Numbered{Reader: reader{episodes: 12, groups: 2, frames: 9, states: 2, actions: 1}}
		_, _, err := weighed(t.Context(), r, o)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %q", known, err, want)
		}
		if _, err := os.Stat(o.out); err == nil {
			t.Errorf("%s: wrote %s", known, o.out)
		}
	}
}

// Known ones that failed are refused unless they are asked for, and the next command trains under the weights.
func TestWeighKnownFailed(t *testing.T) {
	mixed := madeOf(t, "picking left=16,left:erratic=8", 1)
	code, _, stderr, _ := clitest.Invoke("weigh", mixed, "--known", "0,16,17", "--out", filepath.Join(t.TempDir(), "w"))
	if code != 2 || !strings.Contains(stderr, "2 demonstrations labelled as failed (16, 17)") {
		t.Errorf("exit code %d: %s", code, stderr)
	}
	for _, known := range []string{"0-5", "success=false"} {
		out := filepath.Join(t.TempDir(), "w")
		code, stdout, stderr, _ := clitest.Invoke("weigh", mixed, "--known", known, "--out", out)
		next := "next      counterpoise train " + mixed + " --weights " + filepath.Join(out, "weights.csv") + "\n"
		if code != 0 || !strings.HasSuffix(stdout, next) {
			t.Errorf("--known %s: exit code %d: %s%s\nwant %s", known, code, stdout, stderr, next)
		}
	}
}

// Known ones that failed are refused whatever label says it and in whatever words.
func TestWeighKnownFailedInWords(t *testing.T) {
	for label, values := range map[string][2]string{"success": {"success", "failure"}, "failed": {"no", "yes"},
		"outcome": {"ok", "fail"}} {
		r := reader{episodes: 12, groups: 2, frames: 9, states: 2, actions: 1, spoil: func(i int, raw *demos.Raw) {
			raw.Labels[label] = values[i/2%2]
		}}
		o := quickly(t)
		o.known, o.out = "0,1,2", filepath.Join(t.TempDir(), "new")
		_, _, err := weighed(t.Context(), demos.Numbered{Reader: r}, o)
		if err == nil || !strings.Contains(err.Error(), "labelled as failed (2), by label "+label) {
			t.Errorf("%s: %v", label, err)
		}
	}
}

// Known demonstrations whose labels contradict each other are refused, and success means what the dataset says of the
// outcome where no label has that name.
func TestWeighKnownOutcomes(t *testing.T) {
	for _, c := range []struct{ success, known, want string }{
		{"1", "success=1", "names 6 demonstrations of which labels contradict each other (0, 2, 4, 6, 8, 10)"},
		{"1", "0", "names 1 demonstration of which labels contradict each other (0)"},
		{"1", "1", ""}, {"", "success=true", ""},
	} {
		r := demos.Numbered{Reader: reader{episodes: 12, groups: 2, frames: 9, states: 2, actions: 1,
			spoil: func(i int, raw *demos.Raw) {
				raw.Labels["failed"] = []string{"1", "0"}[i%2]
				if c.success != "" && (i%2 == 0 || !strings.Contains(c.known, "=")) {
					raw.Labels["success"] = c.success
				}
			}}}
		o := quickly(t)
		o.known = c.known
		_, _, err := weighed(t.Context(), r, o)
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v", c, err)
		}
	}
}

// With --rule gap erratic demonstrations, far from the known ones, keep nearly nothing; by rank they keep a quarter.
// Where all are good nearly all count whole, and a spread from one or two known ones is said to be weak.
func TestWeighKnownFollowsTheGap(t *testing.T) {
	weigh := func(path, known string, flags ...string) (share float64, said string) { // of the last eight of 24
		t.Helper()
		out := filepath.Join(t.TempDir(), "w")
		code, stdout, stderr, _ := clitest.Invoke(append([]string{"weigh", path, "--known", known, "--out", out},
			flags...)...)
		if code != 0 {
			t.Fatal(stdout, stderr)
		}
		for e, w := range sampling(t, filepath.Join(out, "sampling-resemblance.json")) {
			if e >= 16 {
				share += w
			}
		}
		return share, stdout
	}
	mixed, good := madeOf(t, "picking left=16,left:erratic=8", 1), madeOf(t, "picking left=24", 1)
	wrong := filepath.Join(t.TempDir(), "labels.csv") // calls all of them successes
	text := "episode,success\n"
	for e := range 24 {
		text += fmt.Sprintf("%d,true\n", e)
	}
	if err := os.WriteFile(wrong, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	share, said := weigh(mixed, "0-5", "--rule", "gap", "--labels", wrong)
	if share > .02 || strings.Contains(said, "weak") {
		t.Errorf("erratic demonstrations keep %.3f of the weight: %s", share, said)
	}
	if share, said := weigh(mixed, "0-5", "--labels", wrong); share < .15 || strings.Contains(said, "gap") {
		t.Errorf("by rank erratic demonstrations keep %.3f of the weight: %s", share, said)
	}
	if share, _ := weigh(good, "0-5", "--rule", "gap"); math.Abs(share-1./3) > .05 {
		t.Errorf("a third of good demonstrations keeps %.3f of the weight", share)
	}
	if _, said := weigh(mixed, "3", "--rule", "gap"); !strings.Contains(said, "weak: of left fewer than three") {
		t.Error(said)
	}
	two := madeOf(t, "picking left=8,middle=8,left:erratic=8,middle:erratic=8", 1)
	code, stdout, stderr, _ := clitest.Invoke("weigh", two, "--known", "0-5", "--rule", "gap", "--out",
		filepath.Join(t.TempDir(), "w"))
	row := regexp.MustCompile(`(?m)^middle +16 +0 +8 +0 +8 `)
	if code != 0 || !row.MatchString(stdout) || !strings.Contains(stdout, "warning: none of middle is known to be "+
		"good: these all count whole, but for what is left out; name four of each\n") ||
		!strings.Contains(stdout, "\nleft out: 16 demonstrations labelled as failed, by label success\n") ||
		!strings.Contains(stdout, "\nshares: each group") {
		t.Errorf("exit code %d, of a group without a known one: %s%s", code, stdout, stderr)
	}
	if code, _, stderr, _ := clitest.Invoke("weigh", good, "--known", "3", "--rule", "keep"); code != 2 ||
		!strings.Contains(stderr, "other rules go with --score") {
		t.Errorf("exit code %d: %s", code, stderr)
	}
}

// What labels say to have failed, or somebody judged bad, has no weight by either rule, whatever a policy of the known
// ones makes of it, and the answer says so; that it is known good is refused; and who asks for it gets it.
func TestWeighKnownLeavesBadOut(t *testing.T) {
	data, labels := madeOf(t, "picking left=10,left:early=2", 1), filepath.Join(t.TempDir(), "labels.csv")
	text := "episode,quality\n"
	for e := range 12 {
		text += fmt.Sprintf("%d,%s\n", e, map[bool]string{true: "bad", false: "good"}[e == 4 || e == 11])
	}
	if err := os.WriteFile(labels, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		flags string
		out   []int // without weight
		said  string
	}{
		{"--known 0-3", []int{10, 11}, "left out: 2 demonstrations labelled as failed, by label success\n"},
		{"--known 0-3 --rule gap", []int{10, 11}, "left out: 2 demonstrations labelled as failed, by label success\n"},
		{"--known 0-3 --labels " + labels, []int{4, 10, 11},
			"left out: 3 demonstrations labelled as failed or bad, by label success and label quality\n"},
		{"--known success=false", nil, ""},
		{"--known 0-3 --rule rank", nil, ""},
		{"--known quality=bad --labels " + labels, nil, ""},
	} {
		out := filepath.Join(t.TempDir(), "w")
		code, stdout, stderr, _ := clitest.Invoke(append([]string{"weigh", data, "--out", out},
			strings.Fields(c.flags)...)...)
		if code != 0 || !strings.Contains(stdout, c.said) || strings.Contains(stdout, "left out: ") != (c.said != "") ||
			strings.Contains(stdout, "not used") {
			t.Fatalf("%s: exit code %d: %s%s", c.flags, code, stdout, stderr)
		}
		for e, w := range sampling(t, filepath.Join(out, "sampling-resemblance.json")) {
			if (w == 0) != slices.Contains(c.out, e) {
				t.Errorf("%s: demonstration %d has %v", c.flags, e, w)
			}
		}
	}
	code, _, stderr, _ := clitest.Invoke("weigh", data, "--known", "0,4", "--labels", labels, "--out",
		filepath.Join(t.TempDir(), "w"))
	if code != 2 || !strings.Contains(stderr, "1 demonstration labelled as failed or bad (4)") {
		t.Errorf("exit code %d: %s", code, stderr)
	}
}

// A column of the file of labels that --known names is used.
func TestWeighKnownUsesItsColumn(t *testing.T) {
	data, labels := madeOf(t, "picking left=6", 1), filepath.Join(t.TempDir(), "pl.csv")
	text := "episode,quality,other\n0,good,a\n1,good,a\n2,bad,a\n3,bad,a\n4,,a\n5,,a\n"
	if err := os.WriteFile(labels, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	code, stdout, stderr, _ := clitest.Invoke("weigh", data, "--known", "quality=good", "--labels", labels, "--out",
		filepath.Join(t.TempDir(), "w"))
	if said := stdout + stderr; code != 0 || strings.Contains(said, "quality of "+labels) ||
		!strings.Contains(said, "other of "+labels) {
		t.Errorf("exit code %d: %s", code, said)
	}
}

// A label that judges did not fail anybody, and labels that oppose each other decide nothing, as for advise.
func TestBadOnesAreThoseOfAdvise(t *testing.T) {
	for _, c := range []struct {
		labels []map[string]string
		bad    []bool
		source string
	}{
		{[]map[string]string{{"is_good": "yes"}, {"is_good": "no"}}, []bool{false, true}, "label is_good"},
		{[]map[string]string{{"success": "true"}, {"success": "false"}}, []bool{false, true}, "label success"},
		{[]map[string]string{{"success": "true", "quality": "bad"}, {"success": "false", "quality": "good"},
			{"success": "true", "quality": "bad"}}, []bool{false, false, false}, ""},
	} {
		var b badOnes
		if got := b.read(c.labels); !slices.Equal(got, c.bad) || b.source() != c.source {
			t.Errorf("%v: %v by %q, want %v by %q", c.labels, got, b.source(), c.bad, c.source)
		}
	}
}
