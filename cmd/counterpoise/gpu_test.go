package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"counterpoise/cmd/counterpoise/clitest"
)

// fakeProgram stands in for the program: it trains in no time, and on another device than go with the losses in
// $XLA_LOSSES. Its graphics card is $CARD.
const fakeProgram = `#!/bin/sh
case $1 in
doctor) echo "GPU training  $CARD" ;;
eval) printf 'behaviour succeeded\nleft 3 of 5 60\nright 4 of 5 80\nsuccess by earned\n' ;;
train)
	while [ $# -gt 0 ]; do
		case $1 in --device) device=$2 ;; --out) out=$2 ;; esac
		shift
	done
	mkdir "$out-log"
	echo policy > "$out"
	losses="0.5,0.25 0.4,0.2"
	echo "10 of 100 steps"
	[ "$device" = go ] || losses=$XLA_LOSSES
	{
		echo "run,step,loss left,loss right,weight left"
		n=0
		for l in $losses; do echo "policy,$n,$l,0.9"; n=$((n + 1)); done
	} > "$out-log/log.csv"
	echo "trained by the $device, 7 frames/s" ;;
esac
`

// The script says how far the devices' losses are apart, by hand: 0.4 and 0.3999 differ by 2.5e-4 of 0.4, and
// weights don't count.
func TestGPUScript(t *testing.T) {
	root, _ := clone(t, false)
	text, err := os.ReadFile(filepath.Join("..", "..", "bench", "gpu.sh"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(root, "bench"), 0o755); err != nil {
		t.Fatal(err)
	}
	clitest.WriteScript(t, filepath.Join(root, "bench", "gpu.sh"), string(text))
	clitest.WriteScript(t, filepath.Join(root, "counterpoise"), fakeProgram)
	run := func(out string, env ...string) (string, int) {
		c := exec.Command(filepath.Join(root, "bench", "gpu.sh"), out, "2")
		c.Env = append(os.Environ(), env...)
		said, _ := c.CombinedOutput()
		return string(said), c.ProcessState.ExitCode()
	}
	for _, c := range []struct {
		out, losses, card string
		want              []string
	}{
		{"same", "0.5,0.25 0.4,0.2", "off: nothing is here", []string{
			"GPU training off: nothing is here\nno graphics card trains, so XLA on the CPU is compared",
			"losses differ by at most 0.0e+00 of their size: 0.0e+00 at the first step",
			"  xla-cpu: the xla-cpu, 7 frames/s\n",
		}},
		{"apart", "0.5,0.2500025 0.3999,0.2", "on: a card", []string{
			"losses differ by at most 2.5e-04 of their size: 1.0e-05 at the first step, 2.5e-04 in the first ten, " +
				"the most in run policy at step 1",
			"  cuda: the cuda, 7 frames/s\n", "  go: left 3 of 5, right 4 of 5\n",
		}},
		{"short", "0.5,0.25", "on: a card", []string{"logs of different lengths"}},
	} {
		said, code := run(c.out, "XLA_LOSSES="+c.losses, "CARD="+c.card)
		for _, want := range c.want {
			if code != 0 || !strings.Contains(said, want) {
				t.Errorf("%s: exit code %d; says not %q but\n%s", c.out, code, want, said)
			}
		}
		if report, _ := os.ReadFile(filepath.Join(root, c.out, "report.txt")); string(report) != said {
			t.Errorf("%s: the report is\n%s", c.out, report)
		}
		if c.card == "on: a card" && strings.Contains(said, "no graphics card") {
			t.Errorf("%s: says that no card trains", c.out)
		}
	}
	if said, code := run("same"); code != 1 || !strings.Contains(said, "same exists; name another folder") {
		t.Errorf("a folder that is there: exit code %d, %q", code, said)
	}
}
