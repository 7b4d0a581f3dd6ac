package evals

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"counterpoise/internal/budget"
)

// A summary in eval_info.json that is not that of the episodes is told; the episodes are taken. One that is theirs, in
// percent or as a fraction, and one that is missing are not.
func TestLeRobotSummaries(t *testing.T) {
	const episodes = `"per_episode": [{"success": true}, {"success": false}, {"success": true}, {"success": true}]`
	const tasks = `"per_task": [{"task_group": "g", "task_id": 0, "metrics": {"successes": [true, false]}},
		{"task_group": "h", "task_id": 0, "metrics": {"successes": [true, true]}}]`
	for text, want := range map[string]string{
		episodes + `, "aggregated": {"pc_success": 50.0}`: "aggregated says pc_success 50, and its episodes " +
			"succeed in 3 of 4",
		episodes + `, "aggregated": {"pc_success": 75.0, "n_episodes": 10}`: "aggregated says n_episodes 10, and " +
			"there are " +
			"outcomes of 4",
		tasks + `, "per_group": {"g": {"pc_success": 80}}`:                           "per_group g says pc_success 80",
		tasks + `, "overall": {"pc_success": 90, "n_episodes": 4}`:                   "overall says pc_success 90",
		episodes + `, "aggregated": {"pc_success": 75.0}`:                            "",
		episodes + `, "aggregated": {"pc_success": 0.75, "n_episodes": 4}`:           "",
		episodes + `, "aggregated": {"pc_success": NaN}`:                             "",
		tasks + `, "per_group": {"g": {"pc_success": 50}, "h": {"pc_success": 100}}`: "",
		episodes: "",
	} {
		path := filepath.Join(t.TempDir(), "eval_info.json")
		if err := os.WriteFile(path, []byte("{"+text+"}"), 0o600); err != nil {
			t.Fatal(err)
		}
		r, err := readLeRobot(path, "", budget.New(0))
		said := fmt.Sprint(r.Warnings)
		if sum, n := sumOf(r.Outcomes); err != nil || sum != 3 || n != 4 || !strings.Contains(said, want) ||
			want == "" && len(r.Warnings) > 0 {
			t.Errorf("%s: %g of %d, %s, %v", text, sum, n, said, err)
		}
	}
}

// A file is taken for lerobot-eval's by its name, or by what it holds.
func TestLeRobotByContent(t *testing.T) {
	dir := t.TempDir()
	for name, c := range map[string]struct {
		text string
		want bool
	}{
		"eval_info.json": {`{}`, true},
		"mine.json":      {`{"policy": "p", "per_episode": [{"success": true}]}`, true},
		"task.json":      {`{"per_task": []}`, true},
		"other.json":     {`{"episodes": [1, 0]}`, false},
		"mine.csv":       {`"per_episode":`, false},
	} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		if got := isLeRobot(path); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
	if isLeRobot(filepath.Join(dir, "none.json")) || isLeRobot(dir) {
		t.Error("what is no file is recognised")
	}
}
