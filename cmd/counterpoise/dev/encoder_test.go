package dev

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/cmd/counterpoise/clitest"
	"counterpoise/policies/encoder"
	"counterpoise/policies/encoder/samples"
)

// A file that cannot be written is refused before the training, which takes hours.
func TestEncoderNeedsAFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	for out, want := range map[string]int{"": 2, filepath.Dir(file): 2, filepath.Join(file, "e.bin"): 1} {
		code, _, stderr, _ := clitest.Invoke("dev", "encoder", "--out", out, "--device", "go")
		if code != want || strings.Count(stderr, "\n") != 1 {
			t.Errorf("--out %q: exit code %d, want %d: %s", out, code, want, stderr)
		}
	}
}

// An encoder whose training was stopped is not written.
func TestEncoderStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	out := filepath.Join(t.TempDir(), "e.bin")
	cfg := encoder.DefaultConfig()
	cfg.Objects = samples.Objects()
	p := of(cli.Program{Name: "counterpoise", Out: os.Stdout, Err: os.Stderr})
	if err := p.trainEncoder(ctx, cfg, out); err == nil {
		t.Error("a stopped training ended well")
	}
	if _, err := os.Stat(out); err == nil {
		t.Error("a stopped training was written")
	}
}
