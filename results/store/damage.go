package store

import (
	"bytes"
	"errors"
	"fmt"
	"os"

	"counterpoise/internal/durable"
)

// scan keeps the records of the lines of a file that are whole, and sorts the lines into good and bad ones. fate says in
// Damage what becomes of the bad ones.
func (s *Store) scan(path string, data []byte, fate string) (good, bad []byte) {
	n := 0
	for l := range bytes.Lines(data) {
		n++
		if len(l) == 1 && l[0] == '\n' {
			continue
		}
		whole := bytes.HasSuffix(l, []byte{'\n'})
		r, err := decode(bytes.TrimSuffix(l, []byte{'\n'}))
		switch {
		case err == nil && whole:
			s.keep(r)
			good = append(good, l...)
			continue
		case !whole:
			err = errors.New("it ends in the middle, a run was killed while writing it")
			l = append(bytes.Clone(l), '\n')
		}
		bad = append(bad, l...)
		s.Damage = append(s.Damage, fmt.Sprintf("%s:%d: damaged line (%v); %s", path, n, err, fate))
	}
	return good, bad
}

func (s *Store) damaged() string { return s.part(1) + ".damaged" }

// setAside takes damaged lines out of a file. They go to the file for damaged lines first, and only then is the file written
// anew without them: at no moment is a line in neither.
func (s *Store) setAside(path string, good, bad []byte) error {
	if err := s.keepDamaged(bad); err != nil {
		return err
	}
	return durable.WriteFile(path, good)
}

// keepDamaged adds lines to the file for damaged ones.
func (s *Store) keepDamaged(bad []byte) error {
	kept, err := os.ReadFile(s.damaged())
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	if err := durable.WriteFile(s.damaged(), append(kept, bad...)); err != nil {
		return fmt.Errorf("can't set damaged lines aside: %w", err)
	}
	return nil
}
