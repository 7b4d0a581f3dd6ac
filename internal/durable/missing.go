package durable

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// MkdirMissing is MkdirAll, and returns the folders that were not there before, each after the folders above it, also
// beside an error. RemoveEmpty takes them back.
func MkdirMissing(path string) (made []string, err error) {
	for at := filepath.Clean(path); ; at = filepath.Dir(at) {
		if _, err := os.Lstat(at); !errors.Is(err, fs.ErrNotExist) {
			break
		}
		made = append(made, at)
	}
	slices.Reverse(made)
	return made, MkdirAll(path)
}

// RemoveEmpty removes those of the folders that MkdirMissing has made that hold nothing.
func RemoveEmpty(made []string) {
	for _, dir := range slices.Backward(made) {
		Remove(dir) // fails where the folder holds something, which is to stay
	}
}
