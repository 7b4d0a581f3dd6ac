package run

import (
	"path/filepath"
	"strings"
	"testing"

	"counterpoise/cmd/counterpoise/clitest"
)

// audit refuses numbers that make no pool, and a folder that cannot be one.
func TestAuditMistakes(t *testing.T) {
	for args, want := range map[string]string{
		"audit --trials 0":  "--trials must be 1 to",
		"audit --workers 0": "--workers must be 1 or more",
	} {
		out := filepath.Join(t.TempDir(), "out")
		code, _, stderr, _ := clitest.Invoke(append(strings.Fields(args), "--out", out)...)
		if code != 2 || !strings.Contains(stderr, want) {
			t.Errorf("%s: exit code %d: %s, want %q", args, code, stderr, want)
		}
	}
}
