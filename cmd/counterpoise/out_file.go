package main

import (
	"fmt"
	"os"
	"path/filepath"

	"counterpoise/internal/durable"
)

// readyFor prepares the file of a flag, such as out, before the work whose end writes it: it makes the folder that the
// file is in, so that a place that cannot be written is told at once. The caller calls unready when it ends, which
// takes folders back that it made and that are still empty.
func readyFor(flag, out string) (unready func(), err error) {
	if isFolder(out) {
		return nil, misused("--%s names a file, and %s is a folder", flag, out)
	}
	dir := filepath.Dir(out)
	made, err := durable.MkdirMissing(dir)
	if err != nil {
		durable.RemoveEmpty(made)
		return nil, fmt.Errorf("can't write to folder %s; choose another file with --%s", dir, flag)
	}
	return func() { durable.RemoveEmpty(made) }, nil
}

// isFolder reports whether a path is a folder that exists.
func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// isFile reports whether a path is there and is no folder.
func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && !info.IsDir()
}
