package run

import (
	"bytes"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"counterpoise/bench/runner"
	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/cmd/counterpoise/clitest"
	"counterpoise/internal/shell"
	"counterpoise/policies/backend"
	"counterpoise/scenes/render/opengl"
)

// invokeAs is invoke for a program that was called by another name, without the number of records.
func invokeAs(name string, args ...string) (code int, stdout, stderr string) {
	var out, errs bytes.Buffer
	fake := clitest.FakeCellRunner{Made: new(atomic.Int32)}
	p := of(cli.Program{Name: name, Out: &out, Err: &errs, CellRunner: func(int) runner.CellRunner { return fake }})
	code = p.Main(args)
	return code, out.String(), errs.String()
}

// The tables that run and compare print have commands that can be typed as they stand: with the name that the program
// was called by, and with the folder of the records. Those in files have neither.
func TestPrintedRunCommands(t *testing.T) {
	out := filepath.Join(t.TempDir(), "it's here")
	size := []string{"run", "E1", "--trials", "2", "--rollouts", "2", "--chance=false", "--films=false", "--full",
		"--device", "go", "--out", out, "--policy"}
	const measured = "It is measured by: "
	code, tables, stderr := invokeAs("./counterpoise", append(size, "state")...)
	if code != 0 {
		t.Fatal(stderr)
	}
	chance := "run chance --policy state --seed 1"
	again := "run E1 --policy state --trials 2 --rollouts 2 --seed 1"
	for _, want := range []string{measured + "./counterpoise " + chance + " --out " + shell.Quote(out) + "\n",
		"Again: ./counterpoise " + again + " --out " + shell.Quote(out) + " --device go --chance=false\n"} {
		if !strings.Contains(tables, want) {
			t.Errorf("no %q in\n%s", want, tables)
		}
	}
	for _, want := range []string{measured + "counterpoise " + chance + "\n", "Again: counterpoise " + again + "\n"} {
		if text := clitest.Contents(t, filepath.Join(out, "E1.md")); !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if code, _, stderr := invokeAs("./counterpoise", append(size, "state+transformer")...); code != 0 {
		t.Fatal(stderr)
	}
	_, text, stderr := invokeAs("./counterpoise", "compare", out)
	want := measured + "./counterpoise " + chance + " --out " + shell.Quote(out) + "\n"
	if !strings.Contains(text, want) {
		t.Errorf("no %q in\n%s%s", want, text, stderr)
	}
}

// Errors name commands by the name that the program was called by.
func TestErrorsNameTheProgram(t *testing.T) {
	for _, c := range []struct{ args, want string }{
		{"demos generate picking:Yaws=9 left=1", "; ./counterpoise list tasks shows the knobs"},
		{"demos generate E1/picking/lef", `did you mean "E1/picking/left"? ./counterpoise list datasets shows all`},
		{"list experiments --as-file foo", `did you mean "fit"? ./counterpoise list experiments shows what there is`},
	} {
		code, _, stderr := invokeAs("./counterpoise", strings.Fields(c.args)...)
		if code != 2 || !strings.Contains(stderr, c.want) {
			t.Errorf("%s: exit code %d, %s want %s", c.args, code, stderr, c.want)
		}
	}
}

// An error of a part that the build lacks names the script's setup where the script runs the program, and no script
// where there may be no clone. Commands in errors have the name that the program was called by.
func TestErrorsNameTheScriptInAClone(t *testing.T) {
	binary, clone := of(cli.Program{Name: "counterpoise"}), of(cli.Program{Name: "./counterpoise", Script: true})
	for _, err := range []error{backend.ErrNotBuilt, fmt.Errorf("no window: %w", opengl.ErrNotBuilt)} {
		plain := strings.ReplaceAll(err.Error(), "opengl: ", "")
		if said := binary.Said(err); said != plain || strings.Contains(said, "./counterpoise") {
			t.Errorf("a binary says %q", said)
		}
		if said := clone.Said(err); said != plain+"; ./counterpoise setup brings what is missing" {
			t.Errorf("a clone says %q", said)
		}
	}
	missing := errors.New("none is installed. counterpoise plugin installs one")
	if said := clone.Said(missing); said != "none is installed. ./counterpoise plugin installs one" {
		t.Errorf("a clone says %q", said)
	}
}
