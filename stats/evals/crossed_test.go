package evals

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"counterpoise/internal/budget"
)

// Folders of methods with the same folders of tasks, or of tasks with the same ones of methods, tell tasks; those that
// are not crossed are methods.
func TestCrossedFolders(t *testing.T) {
	for _, c := range []struct{ paths, want, said string }{
		{"r/{act,dp}/{can,lift}/seed_{1,2}/eval_info.json", "act on can", "{method}/{task}/seed_{seed}"},
		{"r/{can,lift}/{act,dp}/seed_{1,2}/eval_info.json", "act on can", "{task}/{method}/seed_{seed}"},
		{"r/{a,b}/{x,y}/seed_{1,2}/eval_info.json", "a on x", "{method}/{task}/seed_{seed}"},
		{"r/{act/can,act/lift,dp/can}/seed_{1,2}/eval_info.json", "act/can on ", "{method}/{method}/seed_{seed}"},
	} {
		var found []source
		for _, p := range expand(c.paths) {
			found = append(found, source{path: p, root: "r", format: "lerobot"})
		}
		labels, err := Options{}.labels(found)
		if err != nil {
			t.Fatal(err)
		}
		got, said := labels[0].method+" on "+labels[0].task, forms(labels)
		if got != c.want || !strings.Contains(said, c.said) {
			t.Errorf("%s: %s, %s", c.paths, got, said)
		}
	}
}

// The seed that an episode was reset from is its start; without one in every episode its number is.
func TestLeRobotSeedsAreStarts(t *testing.T) {
	for text, want := range map[string]string{
		`{"per_episode":[{"success":true,"seed":5000},{"success":false,"seed":5001}]}`:   "5000 5001",
		`{"per_episode":[{"success":true,"seed":null},{"success":false,"seed":null}]}`:   "0 1",
		`{"per_episode":[{"success":true,"seed":7},{"success":false,"seed":7}]}`:         "0 1",
		`{"per_episode":[{"success":true},{"success":false}]}`:                           "0 1",
		`{"per_episode":[{"success":null,"seed":5000},{"success":false,"seed":"none"}]}`: "1",
	} {
		path := filepath.Join(t.TempDir(), "eval_info.json")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		r, err := readLeRobot(path, "", budget.New(0))
		if err != nil {
			t.Fatal(err)
		}
		var starts []string
		for _, o := range r.Outcomes {
			starts = append(starts, o.Start)
		}
		if got := strings.Join(starts, " "); got != want {
			t.Errorf("%s: starts %s, want %s", text, got, want)
		}
	}
}
