package main

import (
	"strings"
	"testing"

	"counterpoise/internal/golden"
	"counterpoise/scenes"
)

func TestViewMistakes(t *testing.T) {
	for _, c := range []struct{ args, want string }{
		{"view", "view needs one thing to show: a task (" + strings.Join(scenes.Tasks.Names(), ", ") +
			") or a dataset's path"},
		{"view pickin", `"pickin" is neither a task nor a dataset; did you mean "picking"?`},
		{"view picking --episode=-2", "--episode must be 0 to 1000000000, not -2"},
		{"view picking --episode=9223372036854775807", "--episode must be 0 to 1000000000, not 9223372036854775807"},
	} {
		code, stdout, stderr, _ := invoke(strings.Fields(c.args)...)
		if code != 2 || stdout != "" || !strings.HasPrefix(stderr, "counterpoise: "+c.want) {
			t.Errorf("%s: exit code %d, said %q and %q", c.args, code, stdout, stderr)
		}
	}
}

func TestViewHelp(t *testing.T) {
	_, stdout, _, _ := invoke("view", "--help")
	golden.Check(t, "help-view.txt", stdout)
}
