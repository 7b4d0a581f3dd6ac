package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// stats mixed and aggregates take a design of a folder of records: its rollouts, arm by arm. A folder without the
// design, a design of no folder, and flags that name columns of a folder are errors that name what there is.
func TestRolloutsOfRecords(t *testing.T) {
	dir := t.TempDir()
	complete(t, dir)
	for _, command := range []string{"mixed", "aggregates"} {
		code, stdout, stderr, _ := invoke("stats", command, dir, "--design", "e1-opening")
		if code != 0 || !strings.Contains(stdout, "slider starved") {
			t.Errorf("%s: exit code %d: %s%s", command, code, stdout, stderr)
		}
		for _, c := range []struct {
			args []string
			want string
		}{
			{[]string{dir}, "--design must name one of the designs of " + dir + ": e1-picking, e1-opening"},
			{[]string{dir, "--design", "e9-picking"}, "--design must name one of the designs of " + dir},
			{[]string{dir, "--design", "e1-opening", "--method", "m"},
				"--method names a column of a table, and " + dir + " is a folder of records"},
			{[]string{dir, "--design", "e1-opening", "--rollouts", "n"}, "--rollouts names a column of a table"},
			{[]string{filepath.Join("testdata", "scores.csv"), "--design", "e1-picking"},
				"--design is of a folder of records, and " + filepath.Join("testdata", "scores.csv") + " is none"},
		} {
			code, stdout, stderr, _ := invoke(append([]string{"stats", command}, c.args...)...)
			if code != 2 || stdout != "" || !strings.Contains(stderr, c.want) {
				t.Errorf("%s %q: exit code %d: %s%s", command, c.args, code, stdout, stderr)
			}
		}
	}
}
