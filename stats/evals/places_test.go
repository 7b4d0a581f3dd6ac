package evals

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"counterpoise/stats/table"
)

// Results of two environments are compared with a warning, once; those of one environment, and of files that tell none,
// without.
func TestResultsOfTwoEnvironments(t *testing.T) {
	dir := t.TempDir()
	write := func(method, environment string) string {
		path := filepath.Join(dir, method, "eval_info.json")
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		text := fmt.Sprintf(`{%s "per_episode": [{"seed": 1, "success": true}, {"seed": 2, "success": %v}]}`,
			environment, method == "a")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	in := func(name string, horizon int) string {
		return fmt.Sprintf(`"environment": {"name": %q, "horizon": %d, "success": "info"},`, name, horizon)
	}
	for _, c := range []struct {
		environments []string
		want         string
	}{
		{[]string{in("reach", 100), in("reach", 100)}, ""},
		{[]string{"", in("reach", 100)}, ""},
		{[]string{in("reach", 100), in("push", 100), in("door", 100)}, "in reach (100 steps, success by info), and "},
		{[]string{in("reach", 100), in("reach", 200)}, "in reach (200 steps, success by info)"},
	} {
		var paths []string
		for i, e := range c.environments {
			paths = append(paths, write(string(rune('a'+i)), e))
		}
		s, _, err := Read(paths, Options{})
		if err != nil {
			t.Fatal(err)
		}
		taken, err := s.Detect(table.Choice{})
		if err != nil {
			t.Fatal(err)
		}
		said := strings.Join(taken.Warnings, "\n")
		if strings.Count(said, "what differs may be the environment") != min(1, len(c.want)) ||
			!strings.Contains(said, c.want) {
			t.Errorf("%q: said %q, want %q", c.environments, said, c.want)
		}
	}
}
