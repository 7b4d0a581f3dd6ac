package look

import (
	"slices"
	"strings"
	"testing"

	"counterpoise/cmd/counterpoise/clitest"
)

func TestTrace(t *testing.T) {
	code, out, _, _ := clitest.Invoke("trace", "picking", "middle", "--every", "10")
	if code != 0 {
		t.Fatalf("exit code %d", code)
	}
	for _, phase := range []string{"reaching", "touching", "gripping", "moving", "done"} {
		if !strings.Contains(out, phase) {
			t.Errorf("an optimal pick is never %s:\n%s", phase, out)
		}
	}
	for _, want := range []string{"oracle earned: success at step", "oracle calvin: success at step",
		"red block moved", "arm link 0 %, other 0 %; earned", "touched by", "right finger 100 %"} {
		if !strings.Contains(out, want) {
			t.Errorf("the trace of a lift does not say %q:\n%s", want, out)
		}
	}
	if _, missed, _, _ := clitest.Invoke("trace", "opening", "slider", "--style", "early"); strings.Contains(missed,
		"gripping") {
		t.Errorf("a demonstrator that stops early grips:\n%s", missed)
	}
}

// The last step is printed whatever --every says, and once.
func TestTraceShowsTheEnd(t *testing.T) {
	_, all, _, _ := clitest.Invoke("trace", "opening", "slider", "--style", "early", "--every", "1")
	steps, _, _ := strings.Cut(all, "\n\n")
	rows := strings.Split(steps, "\n")
	last := strings.Fields(rows[len(rows)-1])
	for _, every := range []string{last[0], "1000"} {
		_, few, _, _ := clitest.Invoke("trace", "opening", "slider", "--style", "early", "--every", every)
		steps, _, _ := strings.Cut(few, "\n\n")
		rows := strings.Split(steps, "\n")
		if got := strings.Fields(rows[len(rows)-1]); len(rows) != 3 || !slices.Equal(got, last) {
			t.Errorf("--every %s: the head, the first step and the last one, %q, are wanted:\n%s", every, last, few)
		}
	}
}

func TestTraceMistakes(t *testing.T) {
	for _, c := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{"trace", "picking"}, 2, "a task and a behaviour"},
		{[]string{"trace", "juggling", "left"}, 2, `unknown task "juggling"`},
		{[]string{"trace", "picking", "up"}, 2, `no behaviour "up"; it has left, middle, right`},
		{[]string{"trace", "picking", "left", "--style", "sloppy"}, 2, `unknown style "sloppy"`},
		{[]string{"trace", "picking", "left", "--every", "0"}, 2, "use 1 or more"},
		{[]string{"trace", "picking", "left", "--oracle", "calvni"}, 2,
			`--oracle does not take "calvni"; did you mean "calvin"?`},
		{[]string{"trace", "picking", "left", "--policy", "/does/not/exist"}, 1, "/does/not/exist"},
	} {
		if code, _, err, _ := clitest.Invoke(c.args...); code != c.code || !strings.Contains(err, c.want) {
			t.Errorf("%v: exit code %d, %q; want %d and %q", c.args, code, err, c.code, c.want)
		}
	}
}
