//go:build linux || darwin

package durable

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// A pipe or a device that is named as an output must stay: what is renamed over /dev/null takes its place for every
// program of the machine. Links to them are the same.
func TestPipesAreNotReplaced(t *testing.T) {
	dir := t.TempDir()
	pipe, link := filepath.Join(dir, "pipe"), filepath.Join(dir, "link")
	if err := syscall.Mkfifo(pipe, 0o644); err != nil {
		t.Skip(err)
	}
	if err := os.Symlink("pipe", link); err != nil {
		t.Skip(err)
	}
	for _, path := range []string{pipe, link} {
		err := WriteFile(path, []byte("text"))
		if err == nil || !strings.Contains(err.Error(), "pipe or a device") || !strings.Contains(err.Error(), path) {
			t.Errorf("WriteFile(%s): %v", path, err)
		}
		s, err := NewStaging(path)
		if err == nil {
			s.Abort()
			t.Errorf("NewStaging(%s): no error", path)
		}
	}
	if info, err := os.Lstat(pipe); err != nil || info.Mode()&fs.ModeNamedPipe == 0 {
		t.Errorf("the pipe is one no more: %v, %v", info, err)
	}
	if entries, err := os.ReadDir(dir); len(entries) != 2 {
		t.Errorf("left behind: %v, %v", entries, err)
	}
}
