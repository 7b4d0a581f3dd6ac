package slurm

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// squeue puts a script first on the path, in the place of squeue.
func squeue(t *testing.T, script string) {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "squeue"), []byte("#!/bin/sh\n"+script+"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH"))
}

// A squeue that prints without end takes bounded memory, and its error is short whatever it prints.
func TestQueueOfGarbage(t *testing.T) {
	for script, want := range map[string]string{
		"exec yes counterpoise":                            "squeue printed more than 16 MiB",
		"head -c 100000 /dev/zero | tr '\\0' x":            "where NAME|JOB|INDEX was asked for",
		"echo away >&2; exit 3":                            "squeue failed (exit status 3): away",
		"head -c 100000 /dev/zero | tr '\\0' x >&2; false": "squeue failed (exit status 1): xxx",
	} {
		squeue(t, script)
		_, err := Queue(t.Context(), []Array{{Name: "a"}})
		if err == nil || !strings.Contains(err.Error(), want) || len(err.Error()) > maxMessage+100 {
			t.Errorf("%s: %.300v, want %q", script, err, want)
		}
	}
}

// A squeue that does not answer ends with the context, also where it is a script whose commands hold its output open.
func TestQueueEndsWithTheContext(t *testing.T) {
	for _, script := range []string{"exec sleep 60", "sleep 60; echo", "sleep 60 & wait"} {
		squeue(t, script)
		ctx, stop := context.WithTimeout(t.Context(), 300*time.Millisecond)
		defer stop()
		start := time.Now()
		if _, err := Queue(ctx, []Array{{Name: "a"}}); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%s: %v", script, err)
		}
		if took := time.Since(start); took > 30*time.Second {
			t.Errorf("%s: waited for %v", script, took)
		}
	}
}

// FuzzParseElement: any output of squeue is read as an element or refused.
func FuzzParseElement(f *testing.F) {
	f.Add("counterpoise-001-0a1b2c3d|12|3")
	f.Add("x|1|N/A")
	f.Fuzz(func(t *testing.T, line string) {
		if e, err := parseElement(line); err == nil && (e.Index < 0 || e.Name == "" || e.ID == "") {
			t.Errorf("%q is read as %+v", line, e)
		}
	})
}
