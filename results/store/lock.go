package store

import (
	"errors"
	"io/fs"
	"os"
)

var (
	// errBusy: another open file description, of this process or of another, holds the lock.
	errBusy = errors.New("in use")
	// errNoLocks: the file system or the operating system has no locks (some network file systems, Windows). No
	// record is lost then, because every process still writes a part file of its own; but part files are not merged,
	// and two processes that run one plan may make the same record twice.
	errNoLocks = errors.New("no locks")
)

// tryLock is flock. Tests replace it by a function that finds no locks.
var tryLock = flock

// openLocked opens a file for this process alone and makes it if it is missing. It never waits: a file that another
// process holds is errBusy. The file is held by a lock on it, which ends when the file is closed. Without locks
// (locked is false) a file is held by having been made by this call, so an existing file is errBusy.
func openLocked(path string) (f *os.File, locked bool, err error) {
	for {
		f, made, err := create(path)
		if err != nil {
			return nil, false, err
		}
		err = tryLock(f)
		switch {
		case err == nil && sameFile(f, path):
			return f, true, nil
		case err == nil: // removed or replaced before it was locked: others would not find the lock
			f.Close()
			continue
		case errors.Is(err, errNoLocks) && made:
			return f, false, nil
		case errors.Is(err, errNoLocks):
			err = errBusy // another process may be writing to it
		}
		f.Close()
		return nil, false, err
	}
}

// create opens a file for reading and writing and reports whether it made the file. It repeats until either the file
// did not exist and was made, or it existed and was opened.
func create(path string) (f *os.File, made bool, err error) {
	for {
		f, err = os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o644)
		if err == nil || !errors.Is(err, fs.ErrExist) {
			return f, err == nil, err
		}
		f, err = os.OpenFile(path, os.O_RDWR, 0)
		if err == nil || !errors.Is(err, fs.ErrNotExist) {
			return f, false, err
		}
	}
}

// sameFile reports whether an open file is still the one that its path names.
func sameFile(f *os.File, path string) bool {
	a, err := f.Stat()
	if err != nil {
		return false
	}
	b, err := os.Stat(path)
	return err == nil && os.SameFile(a, b)
}
