package evals

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"counterpoise/internal/budget"
	"counterpoise/stats/table"
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

// Two policies of lerobot-eval are paired by the seeds of their episodes, whatever seed these began at; with other
// seeds they are not. Without seeds the numbers of the episodes pair them, and the sentence says when that holds.
func TestLeRobotPairs(t *testing.T) {
	info := func(seed int, successes ...bool) string {
		var all []string
		for i, s := range successes {
			all = append(all, fmt.Sprintf(`{"episode_ix": %d, "success": %v, "seed": %d}`, i, s, seed+i))
		}
		return `{"per_episode": [` + strings.Join(all, ", ") + `]}`
	}
	const task = `{"per_task": [{"task_group": "g", "task_id": 0, "metrics": {"successes": [true, false, true]}}]}`
	for _, c := range []struct {
		act, dp      string
		units, pairs int
		said         string
	}{
		{info(1000, true, false, true), info(1000, false, false, true), 3, 3, ""},
		{info(1000, true, false, true), info(1002, false, false, true), 5, 1, ""},
		{info(1000, true, false, true), info(2000, false, false, true), 6, 0, ""},
		{task, task, 3, 3, "Episodes of one number begin alike under one --seed, else --independent"},
	} {
		dir := t.TempDir()
		for name, text := range map[string]string{"act": c.act, "dp": c.dp} {
			os.Mkdir(filepath.Join(dir, name), 0o700)
			if err := os.WriteFile(filepath.Join(dir, name, "eval_info.json"), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		s, said, err := Read([]string{dir}, Options{Room: budget.New(0)})
		if err != nil {
			t.Fatal(err)
		}
		taken, err := s.Detect(table.Choice{})
		of := map[int32]int{}
		for _, e := range taken.Long.Entries {
			of[e.Trial]++
		}
		pairs := 0
		for _, n := range of {
			if n == 2 {
				pairs++
			}
		}
		if err != nil || !taken.Starts || len(taken.Long.Trials) != c.units || pairs != c.pairs ||
			!strings.Contains(strings.Join(said, " "), c.said) {
			t.Errorf("%d units, %d pairs, starts %v, %v: %s", len(taken.Long.Trials), pairs, taken.Starts, err, said)
		}
	}
}
