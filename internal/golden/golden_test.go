package golden

import (
	"os"
	"path/filepath"
	"testing"
)

// recorder is a test that keeps count of its failures instead of failing.
type recorder struct {
	testing.TB
	failed int
}

func (r *recorder) Helper()               {}
func (r *recorder) Errorf(string, ...any) { r.failed++ }

func TestCheck(t *testing.T) {
	t.Chdir(t.TempDir())
	os.Mkdir("testdata", 0o755)
	os.WriteFile(filepath.Join("testdata", "same"), []byte("a\n"), 0o644)
	for _, c := range []struct {
		name, got string
		failed    int
	}{
		{"same", "a\n", 0},
		{"same", "b\n", 1},
		{"missing", "", 0},
		{"missing", "a\n", 1},
	} {
		r := &recorder{TB: t}
		Check(r, c.name, c.got)
		if r.failed != c.failed {
			t.Errorf("Check(%q, %q): %d failures, want %d", c.name, c.got, r.failed, c.failed)
		}
	}
	if left, err := os.ReadFile("testdata/same.got"); err != nil || string(left) != "b\n" {
		t.Errorf("the differing output was not left for diff: %q, %v", left, err)
	}
}
