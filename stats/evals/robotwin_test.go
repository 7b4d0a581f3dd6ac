package evals

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"counterpoise/stats/table"
)

// Results lie where eval_policy.py of RoboTwin writes them, by task, policy, configuration, setting and time; of two
// times of one training the later counts.
func TestRoboTwin(t *testing.T) {
	dir := t.TempDir()
	for i, run := range []string{
		"lift_pot/ACT/demo_clean/demo_clean/2025-08-01 10:00:00",
		"lift_pot/ACT/demo_clean/demo_clean/2025-08-02 10:00:00",
		"lift_pot/DP/demo_clean/demo_clean/2025-08-01 11:00:00",
		"open_laptop/ACT/demo_clean/demo_clean/2025-08-01 12:00:00",
		"open_laptop/DP/demo_clean/demo_clean/2025-08-03 09:00:00",
	} {
		path := filepath.Join(dir, "eval_result", filepath.FromSlash(run), "_result.txt")
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		text := fmt.Sprintf("Timestamp: %s\n\nInstruction Type: unseen\n\n%g", filepath.Base(run), .1*float64(i+1))
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	s, said, err := Read([]string{filepath.Join(dir, "eval_result")}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	d, err := s.Detect(table.Choice{})
	if err != nil {
		t.Fatal(err)
	}
	got := ""
	for _, e := range d.Long.Entries {
		got += fmt.Sprintf("%s, %s: %g of %d\n", d.Long.Methods[e.Method], d.Long.Groups[e.Group], e.Sum, e.Rollouts)
	}
	const want = "ACT demo_clean, lift_pot/demo_clean/unseen: 20 of 100\n" +
		"DP demo_clean, lift_pot/demo_clean/unseen: 30 of 100\n" +
		"ACT demo_clean, open_laptop/demo_clean/unseen: 40 of 100\n" +
		"DP demo_clean, open_laptop/demo_clean/unseen: 50 of 100\n"
	if got != want || !d.Policies ||
		!strings.Contains(strings.Join(said, " "), "the newest counts") {
		t.Errorf("%s%s; one policy each: %v", got, said, d.Policies)
	}
}

// A file of this name that is another program's, or a rate of another number of episodes, is an error.
func TestRoboTwinRefusesOthers(t *testing.T) {
	path := filepath.Join(t.TempDir(), "_result.txt")
	const head = "Timestamp: now\n\n"
	for _, text := range []string{"", "0.5", head + "0.505", head + "5", head + "NaN"} {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, _, err := Read([]string{path}, Options{}); err == nil || !strings.Contains(err.Error(), "RoboTwin") {
			t.Errorf("%q: %v", text, err)
		}
	}
}
