package durable

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
)

// Ends of the names of temporary files and folders, which begin with a dot. Nothing else has such names, so what no
// process holds can be removed without asking.
const (
	partSuffix = ".counterpoise-part" // a file before it has its final name, locked; or a staging folder
	lockSuffix = ".counterpoise-lock" // the lock of the staging folder whose name differs in the suffix alone
)

// Temporary reports whether a file name is one of temporary files and folders.
func Temporary(name string) bool {
	return strings.HasPrefix(name, ".") && (strings.HasSuffix(name, partSuffix) || strings.HasSuffix(name, lockSuffix))
}

// createLocked makes a temporary file for the file base of a folder, and locks it. If a process that sweeps the folder
// takes the file before it is locked, another one is made. Without locks the file is not locked, and nobody sweeps.
func createLocked(dir, base, suffix string) (*File, error) {
	if len(base) > 100 { // names have at most 255 bytes
		base = strings.ToValidUTF8(base[:100], "")
	}
	for {
		f, err := createTemp(dir, "."+base+".*"+suffix)
		if err != nil {
			return nil, err
		}
		err = tryLock(f)
		if errors.Is(err, ErrNoLocks) || err == nil && f.IsAt(f.Name()) {
			return f, nil
		}
		if err != nil && !errors.Is(err, ErrBusy) {
			Remove(f.Name())
			f.Close()
			return nil, err
		}
		f.Close()
	}
}

// swept has the folders that this process has swept.
var swept sync.Map

// Sweep removes the temporary files and staging folders in a folder that no process holds: their processes were killed.
// Each process does so once a folder, before it first writes there. Errors are ignored, since sweeping is no part of
// what a caller does; the next process tries again.
func Sweep(dir string) {
	if _, done := swept.LoadOrStore(dir, true); done {
		return
	}
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		if path := filepath.Join(dir, e.Name()); Temporary(e.Name()) && e.Type().IsRegular() {
			sweepFile(path)
		}
	}
}

// sweepFile removes a temporary file that no process holds, and the staging folder that belongs to it, if any.
func sweepFile(path string) {
	f, err := openFile(path, os.O_RDWR, 0)
	if err != nil {
		return
	}
	defer f.Close()
	if tryLock(f) != nil || !f.IsAt(path) {
		return
	}
	if name, ok := strings.CutSuffix(path, lockSuffix); ok {
		staging := Staging{dir: name + partSuffix, parent: filepath.Dir(path)}
		if staging.restore() != nil || RemoveAll(staging.dir) != nil {
			return
		}
	}
	Remove(path)
}
