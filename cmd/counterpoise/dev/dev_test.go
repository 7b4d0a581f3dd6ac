package dev

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"counterpoise/cmd/counterpoise/clitest"
)

// Compressed records are read as plain ones are, and a run goes on beside them.
func TestCompressedRun(t *testing.T) {
	dir := t.TempDir()
	run := []string{"run", "E1", "--rollouts", "2", "--trials", "2", "--chance=false", "--films=false", "--out", dir}
	if code, _, stderr, _ := clitest.Invoke(run...); code != 0 {
		t.Fatal(stderr)
	}
	_, before, _, _ := clitest.Invoke("report", dir, "--films=false", "--format", "csv")
	if code, stdout, stderr, _ := clitest.Invoke("dev", "compress", dir); code != 0 ||
		!strings.Contains(stdout, " MB of records in ") {
		t.Fatal(code, stdout, stderr)
	}
	if _, err := os.Stat(filepath.Join(dir, "records.jsonl")); err == nil {
		t.Error("the plain records are still there")
	}
	if _, after, stderr, _ := clitest.Invoke("report", dir, "--films=false", "--format", "csv"); after != before {
		t.Errorf("%s\nthe report differs:\n%s\n%s", stderr, before, after)
	}
	if code, _, stderr, made := clitest.Invoke(run...); code != 0 || made != 0 {
		t.Errorf("%d cells were made again; %s", made, stderr)
	}
	if code, _, stderr, _ := clitest.Invoke("dev", "compress", filepath.Join(dir, "none")); code != 1 ||
		!strings.Contains(stderr, "holds no records") {
		t.Error(code, stderr)
	}
}

// A command that has moved says where it is, whatever it is given, and help does not list it.
func TestMoved(t *testing.T) {
	for _, name := range moved {
		code, _, stderr, _ := clitest.Invoke(name, "--out", "somewhere", "more")
		want := name + " is for maintainers now: counterpoise dev " + name
		if code != 2 || !strings.Contains(stderr, want) {
			t.Errorf("%s: exit code %d, said %q", name, code, stderr)
		}
		if code, _, stderr, _ := clitest.Invoke("dev", name, "--help"); code != 0 {
			t.Errorf("dev %s --help: exit code %d, said %q", name, code, stderr)
		}
		if _, help, _, _ := clitest.Invoke("--help"); strings.Contains(help, "\n  "+name+" ") {
			t.Errorf("help lists %s", name)
		}
	}
}
