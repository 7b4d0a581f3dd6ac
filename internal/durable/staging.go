package durable

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Staging is a hidden folder in which something is made that consists of several files, such as a dataset. Commit moves
// it to its final path, which holds the old content or the new one at any moment.
//
// The folder has a lock file beside it. Whoever holds the lock may remove the folder: its process, or after that has
// died the next one that sweeps. The lock file is made first and removed last, so that there is no folder without one.
type Staging struct {
	final, dir, parent string
	made               []string // the folders above it that were missing
	lock               *File
}

// NewStaging makes a staging folder for a final path, and the folders above it that are missing. Where that path is a
// link, the final path is the one at its end, which may lie on another file system; a link to nothing is the error of
// Dangling.
func NewStaging(final string) (*Staging, error) {
	final, err := follow(filepath.Clean(final))
	if err != nil {
		return nil, err
	}
	s := &Staging{final: final, parent: filepath.Dir(final)}
	if s.made, err = MkdirMissing(s.parent); err != nil {
		RemoveEmpty(s.made)
		return nil, err
	}
	Sweep(s.parent)
	if s.lock, err = createLocked(s.parent, filepath.Base(s.final), lockSuffix); err != nil {
		RemoveEmpty(s.made)
		return nil, err
	}
	s.dir = strings.TrimSuffix(s.lock.Name(), lockSuffix) + partSuffix
	if err := Mkdir(s.dir); err != nil {
		s.Abort()
		return nil, err
	}
	return s, nil
}

// Path returns the path at which the caller makes the file or folder. It does not exist at first.
func (s *Staging) Path() string { return filepath.Join(s.dir, "new") }

// oldDir is the folder in which the old content waits where two renames replace it.
func (s *Staging) oldDir() string { return filepath.Join(s.dir, "old") }

// Commit syncs what is at Path and moves it to the final path. What is there is replaced. After an error the final path
// is as it was, unless the error comes from the last sync of the folder. The staging folder is removed by Abort.
func (s *Staging) Commit() error {
	if err := SyncAll(s.Path()); err != nil {
		return err
	}
	if err := s.move(); err != nil {
		return err
	}
	return SyncPath(s.parent)
}

// move moves what is at Path to the final path. A rename replaces a file and an empty folder. A folder that is not
// empty, and what is of another kind, is exchanged for the new one in one step where the system can do that. Elsewhere
// it is moved aside first; if the process dies between both renames, the next one that sweeps moves it back.
func (s *Staging) move() error {
	err := Rename(s.Path(), s.final)
	if err == nil || errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if _, missing := os.Lstat(s.final); missing != nil {
		return err
	}
	if err = exchange(s.Path(), s.final); !errors.Is(err, errors.ErrUnsupported) {
		return err
	}
	if err := Mkdir(s.oldDir()); err != nil {
		return err
	}
	if err := Rename(s.final, filepath.Join(s.oldDir(), filepath.Base(s.final))); err != nil {
		return err
	}
	if err := Rename(s.Path(), s.final); err != nil {
		return errors.Join(err, s.restore())
	}
	return nil
}

// restore moves what waits in oldDir back to its place, if that is free.
func (s *Staging) restore() error {
	entries, err := os.ReadDir(s.oldDir())
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	for _, e := range entries {
		final := filepath.Join(s.parent, e.Name())
		if _, err := os.Lstat(final); !errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err := Rename(filepath.Join(s.oldDir(), e.Name()), final); err != nil {
			return err
		}
	}
	return err
}

// Abort removes the staging folder, and those folders above it that were made for it and hold nothing else. It may be
// called twice, and after Commit. What cannot be removed is left to the next process that sweeps.
func (s *Staging) Abort() {
	if s.lock == nil {
		return
	}
	if s.restore() == nil && RemoveAll(s.dir) == nil {
		Remove(s.lock.Name())
	}
	s.lock.Close()
	s.lock = nil
	RemoveEmpty(s.made)
}
