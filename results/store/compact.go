package store

import (
	"bytes"
	"errors"
	"io"
	"os"
)

// fold moves the records of files that nobody holds into the first one, if that is this process's, and sweeps up after
// processes that were killed. A record is in the first file, on the disk, before its file goes.
func (s *Store) fold() error {
	if !s.locks || s.own.Name() != s.part(1) {
		return nil
	}
	defer s.sweep() // those whose files were folded have no claims any more
	var have map[string]bool
	for _, path := range s.parts() {
		if path == s.part(1) {
			continue
		}
		f, _, err := hold(path)
		if errors.Is(err, errBusy) {
			continue
		}
		if err != nil {
			return err
		}
		if have == nil {
			have = map[string]bool{}
			first, err := os.ReadFile(s.part(1))
			if err != nil {
				return errors.Join(err, f.Close())
			}
			unseen(first, have)
		}
		if err := errors.Join(s.foldIn(f, have), f.Close()); err != nil {
			return err
		}
	}
	return nil
}

// foldIn moves the records of one file, but for those that the first one has: a process was killed over moving them.
func (s *Store) foldIn(f *os.File, have map[string]bool) error {
	data, err := io.ReadAll(f)
	if err != nil {
		return err
	}
	good, bad := s.scan(f.Name(), data, "set aside in "+s.damaged()+", its cell will run again")
	if len(bad) > 0 {
		if err := s.keepDamaged(bad); err != nil {
			return err
		}
	}
	if err := s.append(unseen(good, have)); err != nil {
		return err
	}
	return os.Remove(f.Name())
}

// unseen are the lines of cells that are not among seen, and adds them to it.
func unseen(lines []byte, seen map[string]bool) (fresh []byte) {
	for l := range bytes.Lines(lines) {
		r, err := decode(bytes.TrimSuffix(l, []byte{'\n'}))
		if err != nil || seen[r.Cell.Hash()] {
			continue
		}
		seen[r.Cell.Hash()] = true
		fresh = append(fresh, l...)
	}
	return fresh
}

// orphans tells whether there are files besides the first that nobody holds.
func (s *Store) orphans() bool {
	if !s.locks {
		return false
	}
	for _, path := range s.parts() {
		if path == s.part(1) {
			continue
		}
		if f, _, err := hold(path); err == nil {
			f.Close()
			return true
		}
	}
	return false
}
