// Package repository finds the clone of the repository that the program runs in.
package repository

import (
	"errors"
	"os"
	"path/filepath"
	"strings"

	"counterpoise/internal/bounded"
)

// ErrNone is the error of Root where there is no clone.
var ErrNone = errors.New("there is no clone above this folder or above the program")

// Root returns the root of the clone: a folder above the program, or above the folder where it runs.
func Root() (string, error) {
	program, err := os.Executable()
	if err != nil {
		return "", err
	}
	here, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for _, at := range []string{filepath.Dir(program), here} {
		for ; at != filepath.Dir(at); at = filepath.Dir(at) {
			text, err := bounded.ReadRegularTo(filepath.Join(at, "go.mod"), 1<<20)
			if err == nil && strings.HasPrefix(string(text), "module counterpoise\n") {
				return at, nil
			}
		}
	}
	return "", ErrNone
}
