//go:build unix

package lerobot

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// What is no regular file in the place of a video is an error at once: ffmpeg would wait for the writer of a named
// pipe.
func TestVideosAreRegularFiles(t *testing.T) {
	const video = "videos/observation.images.ego/chunk-000/file-000.mp4"
	for name, put := range map[string]func(path string) error{
		"a named pipe: expected a regular file": func(path string) error { return syscall.Mkfifo(path, 0o644) },
		"a folder: expected a regular file":     func(path string) error { return os.Mkdir(path, 0o755) },
		"a device: expected a regular file":     func(path string) error { return os.Symlink("/dev/zero", path) },
		"is a pointer of Git LFS": func(path string) error {
			return os.WriteFile(path, []byte("version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\n"), 0o644)
		},
	} {
		dir := writeVideos(t, "h264", 3)
		path := filepath.Join(dir, video)
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
		if err := put(path); err != nil {
			t.Skip(err)
		}
		if err := film(t, dir, 0).Each(3, nothing); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s gives %v", name, err)
		}
	}
}
