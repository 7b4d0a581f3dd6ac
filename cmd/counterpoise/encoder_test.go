package main

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"counterpoise/policies/encoder"
	"counterpoise/policies/encoder/samples"
)

// An encoder whose training was stopped is not written.
func TestEncoderStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	out := filepath.Join(t.TempDir(), "e.bin")
	cfg := encoder.DefaultConfig()
	cfg.Objects = samples.Objects()
	p := program{name: "counterpoise", out: os.Stdout, err: os.Stderr}
	if err := p.trainEncoder(ctx, cfg, out); err == nil {
		t.Error("a stopped training ended well")
	}
	if _, err := os.Stat(out); err == nil {
		t.Error("a stopped training was written")
	}
}
