package main

import (
	"fmt"
	"os"
	"path/filepath"

	"counterpoise/internal/durable"
)

// readyFor prepares the file of --out before the work whose end writes it: it makes the folder that the file is in, so
// that a place that cannot be written is told at once.
func readyFor(out string) error {
	if isFolder(out) {
		return misused("--out names a file, and %s is a folder", out)
	}
	if dir := filepath.Dir(out); durable.MkdirAll(dir) != nil {
		return fmt.Errorf("can't write to folder %s; choose another file with --out", dir)
	}
	return nil
}

// isFolder reports whether a path is a folder that exists.
func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}
