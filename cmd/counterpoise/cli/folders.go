package cli

import (
	"fmt"
	"os"
	"path/filepath"

	"counterpoise/internal/durable"
)

// CheckFolder returns an error if a folder cannot be made or no file in it, and leaves nothing that was not there
// before. It is for work that takes long and writes at its end.
func CheckFolder(dir string) error {
	trial, err := durable.NewStaging(filepath.Join(dir, "trial"))
	if err == nil {
		trial.Abort()
	}
	return Unwritable(dir, err)
}

// CheckOutside returns an error if a place to write to lies in the folder of the dataset that is read.
func CheckOutside(dataset, out string) error {
	from, err := resolved(dataset)
	if err != nil {
		return err
	}
	to, err := resolved(out)
	if err != nil {
		return err
	}
	if rest, err := filepath.Rel(from, to); err == nil && filepath.IsLocal(rest) {
		return Misused("%s lies in the dataset %s, which is only read; give another place", out, dataset)
	}
	return nil
}

// resolved returns the absolute path of a place without symbolic links, of which the last parts need not exist.
func resolved(path string) (string, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	real, err := filepath.EvalSymlinks(path)
	if err == nil || filepath.Dir(path) == path {
		return real, err
	}
	above, err := resolved(filepath.Dir(path))
	return filepath.Join(above, filepath.Base(path)), err
}

// Unwritable is the error of writing to the folder of --out; nil for nil.
func Unwritable(dir string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("can't write to folder %s: %w; choose another with --out", dir, err)
}

// FillFolder lets write put files into a folder. A folder that was not there before appears with all of them, and after
// an error not at all. Into one that was there they are written one by one.
func FillFolder(dir string, write func(dir string) error) error {
	return Unwritable(dir, fill(dir, write))
}

// fill is FillFolder, with errors that do not name the folder.
func fill(dir string, write func(dir string) error) error {
	if _, err := os.Stat(dir); err == nil {
		if err := durable.MkdirAll(dir); err != nil { // it is a file
			return err
		}
		durable.Sweep(filepath.Dir(dir)) // what a process left there that was killed while it filled the folder
		return write(dir)
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

// ReadyFor prepares the file of a flag, such as out, before the work whose end writes it: it makes the folder that the
// file is in, so that a place that cannot be written is told at once. The caller calls unready when it ends, which
// takes folders back that it made and that are still empty.
func ReadyFor(flag, out string) (unready func(), err error) {
	if IsFolder(out) {
		return nil, Misused("--%s names a file, and %s is a folder", flag, out)
	}
	dir := filepath.Dir(out)
	made, err := durable.MkdirMissing(dir)
	if err != nil {
		durable.RemoveEmpty(made)
		return nil, fmt.Errorf("can't write to folder %s; choose another file with --%s", dir, flag)
	}
	return func() { durable.RemoveEmpty(made) }, nil
}

// IsFolder reports whether a path is a folder that exists.
func IsFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// IsFile reports whether a path is there and is no folder.
func IsFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && !info.IsDir()
}
