package clitest

import (
	"encoding/json"
	"testing"
)

// Answered is the JSON that a stats command prints.
func Answered(t *testing.T, args ...string) map[string]any {
	t.Helper()
	code, stdout, stderr, _ := Invoke(append(append([]string{"stats"}, args...), "--format", "json")...)
	if code != 0 {
		t.Fatalf("%q: exit code %d: %s", args, code, stderr)
	}
	var v map[string]any
	if err := json.Unmarshal([]byte(stdout), &v); err != nil {
		t.Fatalf("%q: %v in %s", args, err, stdout)
	}
	return v
}
