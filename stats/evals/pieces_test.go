package evals

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"counterpoise/stats/table"
)

// writeVLAEval writes a result of two tasks with the numbers of some episodes, of which the even ones succeed.
func writeVLAEval(t *testing.T, path string, seed int, episodes ...int) {
	t.Helper()
	var all []string
	for _, e := range episodes {
		all = append(all, fmt.Sprintf(`{"episode_id": %d, "metrics": {"success": %v}}`, e, e%2 == 0))
	}
	of := strings.Join(all, ", ")
	text := fmt.Sprintf(`{"benchmark": "libero", "harness_version": "0.8", "seed": %d, "tasks": [
{"task": "lift", "episodes": [%s]}, {"task": "can", "episodes": [%[2]s]}]}`, seed, of)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// The seed of an evaluation and the shards that it ran in are no trainings and no methods; a seed that the results do
// not tell is a training's.
func TestPiecesOfAnEvaluation(t *testing.T) {
	for _, c := range []struct {
		paths  []string
		seeds  []int
		starts int // 0 where units are trainings
	}{
		{[]string{"act/seed_7/x", "act/seed_8/x", "bc/seed_7/x", "bc/seed_8/x"}, []int{7, 8, 7, 8}, 8},
		{[]string{"act/seed_1/x", "act/seed_2/x", "bc/seed_1/x", "bc/seed_2/x"}, []int{7, 7, 7, 7}, 0},
		{[]string{"act/shard0/x", "act/shard1/x", "bc/shard0/x", "bc/shard1/x"}, []int{7, 7, 7, 7}, 8},
		{[]string{"act_shard-0-of-2/x", "act_shard-1-of-2/x", "bc_shard-0-of-2/x", "bc_shard-1-of-2/x"},
			[]int{7, 7, 7, 7}, 8},
	} {
		dir := t.TempDir()
		for i, path := range c.paths {
			first := 0
			if strings.Contains(path, "shard") {
				first = 2 * (i % 2)
			}
			writeVLAEval(t, filepath.Join(dir, path+"_aggregate.json"), c.seeds[i], first, first+1)
		}
		s, said, err := Read([]string{dir}, Options{})
		if err != nil {
			t.Fatal(err)
		}
		got, err := s.Detect(table.Choice{})
		if err != nil {
			t.Fatal(err)
		}
		want := c.starts
		if want == 0 {
			want = 2
		}
		methods := strings.Join(got.Long.Methods, " ")
		if got.Starts != (c.starts > 0) || len(got.Long.Trials) != want || methods != "act bc" {
			t.Errorf("%v: methods %q, units %q, starts %v: %s", c.paths, got.Long.Methods, got.Long.Trials, got.Starts,
				said)
		}
	}
}

// Methods that arguments name may be settings of the scenes.
func TestRoboTwinSettings(t *testing.T) {
	dir := t.TempDir()
	write := func(task, setting, rate string) {
		path := filepath.Join(dir, "eval_result", task, "ACT", setting, "demo_clean", "2025-08-01 10:00:00",
			"_result.txt")
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		text := "Timestamp: " + task + "\n\nInstruction Type: seen\n\n" + rate
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var args []string
	for _, task := range []string{"lift", "stack"} {
		write(task, "demo_clean", "0.8")
		write(task, "demo_randomized", "0.4")
		of := filepath.Join(dir, "eval_result", task, "ACT")
		args = append(args, "clean="+filepath.Join(of, "demo_clean"), "random="+filepath.Join(of, "demo_randomized"))
	}
	s, _, err := Read(args, Options{})
	if err != nil {
		t.Fatal(err)
	}
	got, err := s.Detect(table.Choice{})
	if err != nil || strings.Join(got.Long.Groups, " ") != "lift/seen stack/seen" || len(got.Long.Methods) != 2 {
		t.Errorf("%q of %q, %v", got.Long.Groups, got.Long.Methods, err)
	}
}
