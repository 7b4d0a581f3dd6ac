package store

import (
	"errors"
	"io/fs"
	"os"
)

var (
	// errBusy says that another process, or another part of this one, holds a file.
	errBusy = errors.New("in use")
	// errNoLocks says that there are no locks here: some network file systems, Windows. Nothing is lost without them, as
	// every process still writes a file of its own; but files are not folded into one, and two processes that run the same
	// plan may make the same record twice.
	errNoLocks = errors.New("no locks")
)

// tryLock is flock; a test puts a system without locks in its place.
var tryLock = flock

// hold opens the file of a path for this process alone, making it where it is missing, or says errBusy. Nobody waits. It is
// by a lock that the file is held; where there are no locks (locked false) only a file that this call made is held.
func hold(path string) (f *os.File, locked bool, err error) {
	for {
		f, made, err := create(path)
		if err != nil {
			return nil, false, err
		}
		err = tryLock(f)
		switch {
		case err == nil && stands(f, path):
			return f, true, nil
		case err == nil: // removed or replaced before it was locked: a lock of no file that others can find
			f.Close()
			continue
		case errors.Is(err, errNoLocks) && made:
			return f, false, nil
		case errors.Is(err, errNoLocks):
			err = errBusy // perhaps somebody's
		}
		f.Close()
		return nil, false, err
	}
}

// create opens a file to read and write and tells whether it made it.
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

// stands tells whether an open file is still the one of that path.
func stands(f *os.File, path string) bool {
	a, err := f.Stat()
	if err != nil {
		return false
	}
	b, err := os.Stat(path)
	return err == nil && os.SameFile(a, b)
}
