package machine

import (
	"fmt"
	"strings"
	"testing"

	"counterpoise/bench/record"
	"counterpoise/cmd/counterpoise/clitest"
	"counterpoise/cmd/counterpoise/shared"
	"counterpoise/internal/golden"
)

func TestDiagnose(t *testing.T) {
	good := machine{
		Provenance: record.Provenance{Go: "go1.26.8", System: "linux/amd64", SIMD: true, CPU: "A processor", Cores: 2},
		vector:     "AVX-512", godebug: "asyncpreemptoff=1", memory: "23.5 GiB, 20.0 GiB of it free",
		drawer: "A graphics card", card: true, display: ":0",
		trainer: "XLA (PJRT 0.104) on a card", gpu: "XLA (PJRT 0.104) on a card",
		xla: "XLA on the CPU (PJRT 0.115, AVX-512), plugin 0123456789ab",
	}
	plain, slowed, old := good, good, good
	plain.SIMD = false
	slowed.godebug = "madvdontneed=1"
	slowed.drawer, slowed.card = "llvmpipe", false
	plain.trainer, plain.gpu, plain.xla = "gomlx's Go backend", "", ""
	plain.noGPU, plain.noXLA = "no plugin", "the plugin is here, but this program was built without XLA"
	plain.display = ""
	old.vector, old.CPU = "", ""
	old.trainer, old.gpu, old.noGPU = old.xla, "", "no plugin"
	old.drawer, old.card, old.noGL = "", false, "this program was built without it"
	var b strings.Builder
	card := good
	card.xla, card.noXLA = "", "no plugin of XLA for the CPU is installed"
	for _, f := range []machine{good, plain, slowed, old, card} {
		for _, l := range diagnose(f) {
			fmt.Fprintf(&b, "%s: %s\n", l[0], l[1])
		}
		b.WriteString("\n")
	}
	golden.Check(t, "doctor.txt", b.String())
}

// The real doctor has a line for everything and never fails.
func TestDoctor(t *testing.T) {
	code, stdout, stderr, _ := clitest.Invoke("doctor")
	if code != 0 || stderr != "" {
		t.Errorf("exit code %d, said %q", code, stderr)
	}
	for _, l := range diagnose(of(shared.OfProcess()).examine()) {
		if !strings.Contains(stdout, l[0]) || l[1] == "" {
			t.Errorf("doctor says nothing about %s:\n%s", l[0], stdout)
		}
	}
}

func TestVersion(t *testing.T) {
	for _, spelling := range []string{"version", "--version"} {
		code, stdout, _, _ := clitest.Invoke(spelling)
		if code != 0 || !strings.HasPrefix(stdout, "counterpoise ") || strings.Count(stdout, "\n") != 1 {
			t.Errorf("%s: exit code %d: %q", spelling, code, stdout)
		}
	}
}
