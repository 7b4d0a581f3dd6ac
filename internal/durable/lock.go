package durable

import (
	"errors"
	"io/fs"
	"os"
)

var (
	// ErrBusy: another open file description, of this process or of another, holds the lock.
	ErrBusy = errors.New("in use")
	// ErrNoLocks: the file system or the operating system has no locks (some network file systems, Windows).
	ErrNoLocks = errors.New("no locks")
)

// tryLock is flock, behind Inject.
func tryLock(f *File) error {
	if err := allowed("lock", f.Name()); err != nil {
		return err
	}
	return flock(f.f)
}

// OpenLocked opens a file for this process alone and makes it if it is missing. It never waits: a file that another
// process holds is ErrBusy. The file is held by a lock on it, which ends when the file is closed. Without locks
// (locked is false) a file is held by having been made by this call, so an existing file is ErrBusy. A link is an
// error: the program names the file, in a folder of its user (Below).
func OpenLocked(path string) (f *File, locked bool, err error) {
	for {
		f, made, err := openOrMake(path)
		if err != nil {
			return nil, false, err
		}
		err = tryLock(f)
		switch {
		case err == nil && f.IsAt(path):
			return f, true, nil
		case err == nil: // removed or replaced before it was locked: others would not find the lock
			f.Close()
			continue
		case errors.Is(err, ErrNoLocks) && made:
			return f, false, nil
		case errors.Is(err, ErrNoLocks):
			err = ErrBusy // another process may be writing to it
		}
		f.Close()
		return nil, false, err
	}
}

// Dangling returns an error if a path is a link to what does not exist: opening it says that it is missing, and making
// it that it is there.
func Dangling(path string) error {
	info, err := os.Lstat(path)
	if err != nil || info.Mode()&fs.ModeSymlink == 0 {
		return nil
	}
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return &fs.PathError{Op: "open", Path: path, Err: errDangling}
	}
	return nil
}

// errDangling is wrapped by the error of Dangling. It is no fs.ErrNotExist: to make what is missing would not help.
var errDangling = errors.New("is a link to a file that does not exist; bring the file, or remove the link")

// openOrMake opens a file for reading and writing and reports whether it made the file. It repeats until either the
// file did not exist and was made, or it existed and was opened. A link to what does not exist is an error.
func openOrMake(path string) (f *File, made bool, err error) {
	for {
		f, err = openFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o644)
		if err == nil || !errors.Is(err, fs.ErrExist) {
			return f, err == nil, err
		}
		if err := Dangling(path); err != nil {
			return nil, false, err
		}
		if err := linked(path); err != nil {
			return nil, false, err
		}
		f, err = openFile(path, os.O_RDWR, 0)
		if err == nil || !errors.Is(err, fs.ErrNotExist) {
			return f, false, err
		}
	}
}

// IsAt reports whether an open file is still the one that a path names.
func (f *File) IsAt(path string) bool {
	a, err := f.Stat()
	if err != nil {
		return false
	}
	b, err := os.Stat(path)
	return err == nil && os.SameFile(a, b)
}
