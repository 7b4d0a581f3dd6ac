package store

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"counterpoise/internal/faults"
)

// state returns the records of a folder by cell. Records are the parts: how they are spread over files, and claims, may
// differ. Damaged lines that were set aside count as gone.
func state(dir string) (map[string]string, error) {
	all := map[string]string{}
	s, err := Read(dir)
	if errors.Is(err, ErrNoRecords) {
		return all, nil
	}
	if err != nil {
		return nil, err
	}
	for _, r := range s.Records() {
		line, err := encode(r)
		if err != nil {
			return nil, err
		}
		all[r.Cell.Name()] = string(line)
	}
	return all, nil
}

// writeRecords opens a folder, makes the records of some cells that are missing, as a run does, and closes it.
func writeRecords(cells ...int) func(string) error {
	return func(dir string) (err error) {
		s, err := Open(dir)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, s.Close()) }()
		for _, n := range cells {
			release, ok, err := s.Claim(cellOf(n))
			if err != nil {
				return err
			}
			if !ok {
				continue
			}
			err = s.Put(recordOf(cellOf(n), n, 1, 1))
			release()
			if err != nil {
				return err
			}
		}
		return nil
	}
}

// A record is whole or missing, whatever call of a run fails, and one that Put has returned stays.
func TestRunUnderFaults(t *testing.T) {
	for name, old := range map[string]func(string) error{
		"new":       nil,
		"continued": writeRecords(0, 1),
		"after a crash": func(dir string) error { // within a line, beside the part file of another process
			if err := writeRecords(0, 1)(dir); err != nil {
				return err
			}
			path := filepath.Join(dir, "records.jsonl")
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			end := strings.IndexByte(string(text), '\n') + 1
			os.WriteFile(filepath.Join(dir, "records.2.jsonl"), text[end:], 0o644)
			return os.WriteFile(path, text[:end+20], 0o644)
		},
	} {
		t.Run(name, func(t *testing.T) {
			faults.Check(t, faults.Writer{Old: old, Write: writeRecords(0, 1, 2, 3), State: state})
		})
	}
}

// The records of a process that died are merged without a loss, whatever fails meanwhile.
func TestCompactionUnderFaults(t *testing.T) {
	old := func(dir string) error {
		var stores []*Store
		for i := range 3 {
			s, err := Open(dir)
			if err != nil {
				return err
			}
			stores = append(stores, s)
			if err := s.Put(recordOf(cellOf(i), i, 1, 1)); err != nil {
				return err
			}
		}
		for _, s := range stores { // as a kill does it: nothing is merged
			s.own.Close()
		}
		return nil
	}
	faults.Check(t, faults.Writer{Old: old, Write: writeRecords(3), State: state})
}
