package main

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/cmd/counterpoise/clitest"
)

// What a command says of what went wrong names the file and what to do, and no package of ours.
func TestErrorsArePlain(t *testing.T) {
	for _, c := range []struct {
		text, file, want string
	}{
		{"demos: gone does not exist", "", "gone does not exist"},
		{"--page: curate: there is nothing", "", "--page: there is nothing"},
		{"demos: demos: episode 3", "demos", "demos: episode 3"},
		{"one: --known 0: all are known\ntrain: a line", "", "one: --known 0: all are known\ntrain: a line"},
		{"label stats of: x", "", "label stats of: x"},
	} {
		if got := cli.Plainly(c.text, func(name string) bool { return name == c.file }); got != c.want {
			t.Errorf("%q: %q, want %q", c.text, got, c.want)
		}
	}
	t.Chdir(t.TempDir()) // there are folders named as families of commands beside this test
	gone := filepath.Join(t.TempDir(), "gone")
	for _, args := range [][]string{
		{"weigh", gone}, {"advise", gone}, {"try", gone}, {"train", gone}, {"demos", "list", gone},
		{"demos", "inspect", gone}, {"demos", "replay", gone}, {"demos", "filter", gone, gone + "2", "--where", "a=b"},
		{"demos", "convert", gone, gone + "2", "--format", "lerobot"}, {"eval", gone}, {"stats", "compare", gone},
		{"weigh", gone, "--known", "0"}, {"weigh", gone, "--score", "jerk"},
	} {
		code, _, stderr, _ := clitest.Invoke(args...)
		said, _ := strings.CutPrefix(strings.Join(strings.Fields(stderr), " "), "counterpoise: ")
		if code == 0 || !strings.Contains(strings.ReplaceAll(said, " ", ""), gone) {
			t.Errorf("%s: exit code %d, which does not name the path: %s", args, code, stderr)
		}
		for _, part := range strings.Split(said, ": ") {
			if slices.Contains(cli.PackagePrefixes, part) {
				t.Errorf("%s: the prefix of a package: %s", args, stderr)
			}
		}
	}
}
