package cli

import (
	"bytes"
	"strings"
	"testing"
)

// Into a file goes a line a tenth, also where rollouts are counted 16 at a time, and for the next job as for the first.
func TestCounterIntoAFile(t *testing.T) {
	for step, want := range map[int]string{
		1: "20 40 60 80 100 120 140 160 180 200", 16: "32 48 64 80 112 128 144 160 192",
	} {
		var out bytes.Buffer
		progress, end := Counter(&out, "rollouts")
		for range 2 {
			for done := step; done <= 200; done += step {
				progress(done, 200)
			}
		}
		end()
		lines := ""
		for n := range strings.FieldsSeq(want) {
			lines += "  " + n + " of 200 rollouts\n"
		}
		if out.String() != lines+lines {
			t.Errorf("%d at a time: %q, want twice %q", step, out.String(), lines)
		}
	}
}
