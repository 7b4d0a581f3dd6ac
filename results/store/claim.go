package store

import (
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"counterpoise/bench/record"
	"counterpoise/internal/durable"
)

// claimsDir is the folder of claims. A claim is a file whose name is the hash of a cell, locked by the process that
// makes the cell's record and removed after the record is on the disk. The system frees the lock when the process
// dies, so a claim never outlives its process and needs no time limit.
func (s *Store) claimsDir() string { return filepath.Join(s.dir, "claims") }

// Claim implements runner.Store. It is not ok where another process holds the claim or the cell has a record. The
// caller must call release after the record is put. Without locks every claim is granted: two processes may then make
// the same record, and the cell keeps the first. It is an error where two records of the folder contradict each other,
// and where the folder has another device (PinDevice).
func (s *Store) Claim(c record.Cell) (release func(), ok bool, err error) {
	release = func() {}
	if s.locks {
		f, err := s.lockClaim(c.Hash())
		if errors.Is(err, durable.ErrBusy) {
			return nil, false, nil
		}
		if err != nil {
			return nil, false, fmt.Errorf("can't claim %v: %w", c, err)
		}
		release = func() { removeLocked(f) }
	}
	s.mu.Lock()
	if err = s.refresh(); err == nil {
		err = s.conflict
	}
	s.mu.Unlock()
	if err == nil {
		err = s.checkCell(c)
	}
	if err != nil || s.Has(c) {
		release()
		return nil, false, err
	}
	return release, true, nil
}

// lockClaim makes and locks the file of a claim. The folder of claims is removed whenever it is empty, so the file may
// have to be made again.
func (s *Store) lockClaim(name string) (*durable.File, error) {
	for {
		path, err := durable.Below(s.dir, "claims/"+name)
		if err != nil {
			return nil, err
		}
		f, _, err := durable.OpenLocked(path)
		if !errors.Is(err, fs.ErrNotExist) {
			return f, err
		}
		if err := durable.MkdirAll(s.claimsDir()); err != nil {
			return nil, err
		}
	}
}

// removeLocked removes the file of a claim and then closes it, which frees the lock: while the file has a name, no
// other process can lock it.
func removeLocked(f *durable.File) {
	durable.Remove(f.Name())
	f.Close()
}

// isClaim reports whether a file name is the hash of a cell.
func isClaim(name string) bool {
	sum, err := hex.DecodeString(name)
	return err == nil && len(sum) == 8
}

// removeStaleClaims removes the claims and declarations of processes that were killed, and the folder if it is empty
// then. A file in the place of the folder and files with other names are none of them, and stay.
func (s *Store) removeStaleClaims() {
	if _, err := durable.Below(s.dir, "claims/"); err != nil {
		return
	}
	entries, err := os.ReadDir(s.claimsDir())
	if err != nil {
		return
	}
	for _, e := range entries {
		if !isClaim(e.Name()) && !isDeclaration(e.Name()) {
			continue
		}
		if f, _, err := durable.OpenLocked(filepath.Join(s.claimsDir(), e.Name())); err == nil {
			removeLocked(f)
		}
	}
	durable.Remove(s.claimsDir())
}
