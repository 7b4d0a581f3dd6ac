package store

import (
	"bytes"
	"errors"
	"io"

	"counterpoise/internal/bounded"
	"counterpoise/internal/durable"
)

// compact merges the part files of exited processes into the first part file, and removes their claims. It does
// nothing unless this process holds the first part file and the file system has locks.
//
// Crash safety: the records of a part file are written to the first part file and synced before the part file is
// removed. After a crash a record may stand in both files, in which case the next compaction drops the copy, but none
// is lost.
func (s *Store) compact() error {
	if !s.locks || s.own.Name() != s.partPath(1) {
		return nil
	}
	defer s.removeStaleClaims() // processes whose part files were merged have exited
	var have map[string]bool    // hashes of the cells in the first part file; read when first needed
	for _, path := range s.partPaths() {
		if path == s.partPath(1) {
			continue
		}
		f, _, err := durable.OpenLocked(path)
		if errors.Is(err, durable.ErrBusy) {
			continue
		}
		if err != nil {
			return err
		}
		if have == nil {
			have = map[string]bool{}
			first, err := bounded.ReadRegular(s.partPath(1))
			if err != nil {
				return errors.Join(err, f.Close())
			}
			withoutDuplicates(first, have)
		}
		if err := errors.Join(s.compactFile(f, have), f.Close()); err != nil {
			return err
		}
	}
	return nil
}

// compactFile appends the records of a part file to the first part file, without those that it has already, and
// removes the part file. Damaged lines go to the file for damaged lines first. Where records contradict each other it
// returns that error and leaves the file, because its copy would be dropped.
func (s *Store) compactFile(f *durable.File, have map[string]bool) error {
	data, err := io.ReadAll(f)
	if err != nil {
		return err
	}
	good, bad := s.scan(f.Name(), data, "set aside in "+s.damagedPath()+", its cell will run again")
	if s.conflict != nil {
		return s.conflict
	}
	if len(bad) > 0 {
		if err := s.saveDamaged(bad); err != nil {
			return err
		}
	}
	if err := s.append(withoutDuplicates(good, have)); err != nil {
		return err
	}
	return durable.Remove(f.Name())
}

// withoutDuplicates returns the lines whose cell is not in seen, once each, and adds their cells to seen. It drops
// lines that are not records.
func withoutDuplicates(lines []byte, seen map[string]bool) (fresh []byte) {
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

// hasOrphans reports whether a part file besides the first is held by no process.
func (s *Store) hasOrphans() bool {
	if !s.locks {
		return false
	}
	for _, path := range s.partPaths() {
		if path == s.partPath(1) {
			continue
		}
		if f, _, err := durable.OpenLocked(path); err == nil {
			f.Close()
			return true
		}
	}
	return false
}
