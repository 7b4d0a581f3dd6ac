package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"counterpoise/bench"
	"counterpoise/bench/record"
	"counterpoise/bench/runner"
	"counterpoise/cmd/counterpoise/clitest"
	"counterpoise/internal/recordtest"
	"counterpoise/policies/backend"
	"counterpoise/results/store"
)

// The first record of a folder decides the device of run, cell and everything after it. Another device is one line that
// says what to do, and with --mix-devices the folder takes it.
func TestFolderKeepsItsDevice(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("GOMLX_BACKEND", "go") // no plugin is used, whatever is installed
	const cell = "task=picking recipe=left=1,middle=1,right=1 groups=behaviour method=natural " +
		"policy=state trial=0 rollouts=2 steps=4 seed=1"
	c, err := bench.ParseCell(cell)
	if err != nil {
		t.Fatal(err)
	}
	put := func(folder string, d record.Device) {
		s, err := store.Open(folder)
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		other := c
		other.Trial = 9
		r := recordtest.Record(other, 1, 1, 1)
		r.Schema, r.Device = record.SchemaVersion, &d
		if err := s.Put(r); err != nil {
			t.Fatal(err)
		}
	}
	own := filepath.Join(dir, "own")
	put(own, runner.CurrentDevice())
	if code, _, stderr, made := clitest.Invoke("dev", "cell", cell, "--out", own); code != 0 || made != 1 {
		t.Errorf("the folder's own device: exit code %d, %d made, %q", code, made, stderr)
	}
	xla := filepath.Join(dir, "xla")
	put(xla, record.Device{Kind: string(backend.XLACPU), Plugin: "0123", Instructions: "AVX2"})
	for _, args := range [][]string{{}, {"--device", "go"}} {
		for _, command := range [][]string{{"dev", "cell", cell}, {"run", "quick", "--films=false"}} {
			line := append(append(append([]string{}, command...), "--out", xla), args...)
			code, _, stderr, made := clitest.Invoke(line...)
			if code != 1 || made != 0 || strings.Count(stderr, "\n") != 1 ||
				!strings.Contains(stderr, "--mix-devices") || !strings.Contains(stderr, "xla-cpu (plugin 0123, AVX2)") {
				t.Errorf("%q on another device: exit code %d, %d made, %q", line, code, made, stderr)
			}
		}
	}
	// Where nothing is missing, the tables need no device.
	whole := filepath.Join(dir, "whole")
	run := []string{"run", "E1", "--trials", "1", "--rollouts", "2", "--chance=false", "--films=false", "--out", whole}
	if code, _, stderr, made := clitest.Invoke(run...); code != 0 || made != 7 {
		t.Fatalf("exit code %d, %d made, %q", code, made, stderr)
	}
	text, err := os.ReadFile(filepath.Join(whole, "records.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	there := filepath.Join(dir, "there")
	put(there, record.Device{Kind: string(backend.XLACPU), Plugin: "0123", Instructions: "AVX2"})
	first, err := os.ReadFile(filepath.Join(there, "records.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	clitest.Saved(t, there, "records.jsonl", string(first)+string(text))
	run[len(run)-1] = there
	if code, stdout, stderr, made := clitest.Invoke(run...); code != 0 || made != 0 ||
		!strings.Contains(stdout, "report   ") {
		t.Errorf("a complete folder of another device: exit code %d, %d made, %q", code, made, stderr)
	}
	code, _, stderr, _ := clitest.Invoke(append(run, "--device", "go")...)
	if code != 1 || !strings.Contains(stderr, "xla-cpu") {
		t.Errorf("a device that the folder has not: exit code %d, %q", code, stderr)
	}
	if code, _, stderr, made := clitest.Invoke("dev", "cell", cell, "--out", xla, "--mix-devices"); code != 0 ||
		made != 1 {
		t.Errorf("with --mix-devices: exit code %d, %d made, %q", code, made, stderr)
	}
}
