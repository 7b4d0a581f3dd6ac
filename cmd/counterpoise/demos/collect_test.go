package demos

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/cmd/counterpoise/clitest"
)

// The numbers of demonstrations are one for all experts, or one of each.
func TestCollectCountsExperts(t *testing.T) {
	file := filepath.Join(t.TempDir(), "demos.hdf5")
	for numbers, want := range map[string]string{"20,10,5": "3 numbers for 2 experts", "20,0": "1 to 100000, not 0"} {
		code, _, stderr, _ := clitest.Invoke("demos", "collect", file, "--env", "mine:make", "--expert",
			"good=mine:expert", "--expert", "bad=mine:other", "--episodes", numbers)
		if code != 2 || !strings.Contains(stderr, want) {
			t.Errorf("%s: %d, %s; want %q", numbers, code, stderr, want)
		}
	}
}

// A collection that is stopped while the environment says nothing ends, with its process, and writes no file.
func TestCollectHearsTheEnd(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the stand-in for Python is a shell script")
	}
	dir := t.TempDir()
	python, started := filepath.Join(dir, "python"), filepath.Join(dir, "started")
	script := "#!/bin/sh\ntouch '" + started + "'\nexec sleep 600\n"
	if err := os.WriteFile(python, []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	go func() {
		for {
			if _, err := os.Stat(started); err == nil || t.Context().Err() != nil {
				stop()
				return
			}
			time.Sleep(time.Millisecond)
		}
	}()
	o := collectFlags{experts: []string{"mine:expert"}, episodes: []int{1}}
	o.Env, o.Python, o.Horizon = "mine:make", python, 10
	path := filepath.Join(dir, "demos.hdf5")
	err := of(cli.Program{Name: "counterpoise", Out: io.Discard, Err: io.Discard}).collectDemos(ctx, path, o)
	if !errors.Is(err, cli.ErrStopped) && !errors.Is(err, context.Canceled) {
		t.Errorf("it ends with %v", err)
	}
	if _, err := os.Stat(path); err == nil {
		t.Error("a file is written")
	}
}
