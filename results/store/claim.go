package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"counterpoise/bench"
)

// A process claims a cell by the lock of a file with the cell's hash for a name, and gives it back once the record is on the
// disk. The lock of a process that dies is free in the same moment, so there is no stale claim and no clock.

func (s *Store) claims() string { return filepath.Join(s.dir, "claims") }

// Claim is as runner.Store has it. Where the system has no locks every claim is granted: two processes may then make the same
// record twice, and its cell keeps the first.
func (s *Store) Claim(c bench.Cell) (release func(), ok bool, err error) {
	release = func() {}
	if s.locks {
		f, err := s.claimFile(c.Hash())
		if errors.Is(err, errBusy) {
			return nil, false, nil
		}
		if err != nil {
			return nil, false, fmt.Errorf("can't claim %v: %w", c, err)
		}
		release = func() { drop(f) }
	}
	s.mu.Lock()
	err = s.refresh()
	s.mu.Unlock()
	if err != nil || s.Has(c) {
		release()
		return nil, false, err
	}
	return release, true, nil
}

// claimFile holds the file of a claim. The folder of claims comes and goes.
func (s *Store) claimFile(name string) (*os.File, error) {
	for {
		f, _, err := hold(filepath.Join(s.claims(), name))
		if !errors.Is(err, fs.ErrNotExist) {
			return f, err
		}
		if err := os.MkdirAll(s.claims(), 0o755); err != nil {
			return nil, err
		}
	}
}

// drop removes the file of a claim, while nobody else can have it, and gives it back.
func drop(f *os.File) {
	os.Remove(f.Name())
	f.Close()
}

// sweep removes what is left of the claims of processes that were killed, and the folder if none is left.
func (s *Store) sweep() {
	entries, _ := os.ReadDir(s.claims())
	for _, e := range entries {
		if f, _, err := hold(filepath.Join(s.claims(), e.Name())); err == nil {
			drop(f)
		}
	}
	os.Remove(s.claims())
}
