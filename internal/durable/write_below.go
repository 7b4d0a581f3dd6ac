package durable

import (
	"os"
	"path/filepath"
)

// WriteBelow is WriteFile for a file below a folder, named by a path with slashes. It makes the folders that are
// missing.
func WriteBelow(dir, name string, data []byte) error {
	path := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return WriteFile(path, data)
}
