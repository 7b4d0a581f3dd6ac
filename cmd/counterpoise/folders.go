package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"counterpoise/internal/durable"
)

// makeFolder makes a folder, and the folders above it that are missing. It returns those that were not there before,
// each after the folders above it, also beside an error.
func makeFolder(dir string) (made []string, err error) {
	for at := filepath.Clean(dir); ; at = filepath.Dir(at) {
		if _, err := os.Lstat(at); !errors.Is(err, fs.ErrNotExist) {
			break
		}
		made = append(made, at)
	}
	slices.Reverse(made)
	return made, durable.MkdirAll(dir)
}

// removeEmpty removes those of the folders that makeFolder has made that hold nothing.
func removeEmpty(made []string) {
	for _, dir := range slices.Backward(made) {
		durable.Remove(dir) // fails where the folder holds something, which is to stay
	}
}

// checkFolder returns an error if a folder cannot be made, and leaves none that was not there before.
func checkFolder(dir string) error {
	made, err := makeFolder(dir)
	removeEmpty(made)
	return err
}

// fillFolder lets write put files into a folder. A folder that was not there before appears with all of them, and after
// an error not at all. Into one that was there they are written one by one.
func fillFolder(dir string, write func(dir string) error) error {
	if _, err := os.Stat(dir); err == nil {
		if err := durable.MkdirAll(dir); err != nil { // it is a file
			return err
		}
		durable.Sweep(filepath.Dir(dir)) // what a process left there that was killed while it filled the folder
		return write(dir)
	}
	made, err := makeFolder(filepath.Dir(dir))
	defer removeEmpty(made)
	if err != nil {
		return err
	}
	staging, err := durable.NewStaging(dir)
	if err != nil {
		return err
	}
	defer staging.Abort()
	if err := durable.Mkdir(staging.Path()); err != nil {
		return err
	}
	if err := write(staging.Path()); err != nil {
		return err
	}
	return staging.Commit()
}
