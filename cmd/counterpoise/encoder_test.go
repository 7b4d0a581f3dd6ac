package main

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"counterpoise/internal/seed"
	"counterpoise/policies/encoder"
	"counterpoise/scenes"
	"counterpoise/scenes/render"
	"counterpoise/scenes/render/soft"
)

// Lessons show what is there: pixels that are numbered red block have its colour, and the pictures are those that policies see.
func TestLessons(t *testing.T) {
	class, stop := startClass(t.Context(), seed.Of("class"))
	defer stop()
	table, pen := scenes.NewTabletop(), soft.New()
	red := 0
	for n := range 4 {
		l, err := class.lesson(n)
		if err != nil {
			t.Fatal(err)
		}
		if err := table.Scatter(seed.Of("class").With(n).Rand()); err != nil {
			t.Fatal(err)
		}
		s := table.Snapshot()
		var o scenes.Observation
		if err := render.DrawObservation(pen, &s, &o); err != nil {
			t.Fatal(err)
		}
		if string(o.Static) != string(l.Static) || string(o.Gripper) != string(l.Gripper) {
			t.Errorf("lesson %d: other pictures than a policy sees", n)
		}
		for i, part := range l.StaticObjects {
			if part == encoderParts[0].Number {
				if p := l.Static[3*i:]; p[0] < 2*p[1] || p[0] < 2*p[2] {
					t.Fatalf("lesson %d: pixel %d of the red block is %v", n, i, p[:3])
				}
				red++
			}
		}
	}
	if red == 0 {
		t.Error("no red block in four lessons")
	}
}

// An encoder whose training was stopped is not written.
func TestEncoderStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	out := filepath.Join(t.TempDir(), "e.bin")
	cfg := encoder.DefaultConfig()
	cfg.Objects = encoderParts
	p := program{name: "counterpoise", out: os.Stdout, err: os.Stderr}
	if err := p.school(ctx, cfg, out); err == nil {
		t.Error("a stopped training ended well")
	}
	if _, err := os.Stat(out); err == nil {
		t.Error("a stopped training was written")
	}
}
