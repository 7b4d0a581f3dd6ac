package look

import (
	"strings"
	"testing"

	"counterpoise/cmd/counterpoise/clitest"
	"counterpoise/internal/budget"
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
		code, stdout, stderr, _ := clitest.Invoke(strings.Fields(c.args)...)
		if code != 2 || stdout != "" || !strings.HasPrefix(stderr, "counterpoise: "+c.want) {
			t.Errorf("%s: exit code %d, said %q and %q", c.args, code, stdout, stderr)
		}
	}
}

// Where there is no window, the hint is a command that can be typed as it stands.
func TestViewHint(t *testing.T) {
	defer budget.Raise(0)
	t.Setenv("DISPLAY", "")
	code, _, stderr, _ := clitest.Invoke("view", "picking", "--memory", "1.5 GB", "--seed", "3")
	_, hint, _ := strings.Cut(stderr, "counterpoise render ")
	if code != 1 || !strings.HasPrefix(hint, "picking --memory '1.5 GB' --seed 3 --out film.gif ") {
		t.Errorf("exit code %d, %s", code, stderr)
	}
}

func TestViewHelp(t *testing.T) {
	_, stdout, _, _ := clitest.Invoke("view", "--help")
	golden.Check(t, "help-view.txt", stdout)
}
