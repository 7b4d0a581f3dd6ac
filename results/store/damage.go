package store

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"counterpoise/bench/record"
	"counterpoise/internal/bounded"
	"counterpoise/internal/durable"
)

// scan adds the records of the whole lines of a part file to memory and returns the good and the damaged lines, each
// with its line feed. A line is damaged if it is not JSON with a matching checksum. A whole record at the end of the
// file without a line feed, which some editors remove, is good. Damage gets a sentence for each damaged line, up to
// maxSentences, and one for the others; fate says in it what becomes of the line. Empty lines are ignored.
func (s *Store) scan(path string, data []byte, fate string) (good, bad []byte) {
	n, sentences := 0, 0
	for l := range bytes.Lines(data) {
		n++
		if len(l) == 1 && l[0] == '\n' {
			continue
		}
		text, whole := bytes.CutSuffix(l, []byte{'\n'})
		r, err := decode(text)
		if err == nil {
			s.read(r, fmt.Sprintf("%s:%d", path, n))
			good = append(append(good, text...), '\n')
			continue
		}
		if !whole {
			err = errors.New("it ends in the middle, a run was killed while writing it")
		}
		bad = append(append(bad, text...), '\n')
		if sentences++; sentences <= maxSentences {
			s.Damage = append(s.Damage, fmt.Sprintf("%s:%d: damaged line (%v); %s", path, n, err, fate))
		}
	}
	if more := sentences - maxSentences; more > 0 {
		s.Damage = append(s.Damage, fmt.Sprintf("%s: %d more damaged lines; %s", path, more, fate))
	}
	return good, bad
}

// maxSentences is the number of damaged lines of a file that Damage describes one by one. A file of other content has
// millions of lines, and a sentence is longer than a line.
const maxSentences = 100

// read adds a record of a file to memory, and keeps the error of the first one that contradicts another.
func (s *Store) read(r record.Record, place string) {
	if err := s.compare(r, place); s.conflict == nil {
		s.conflict = err
	}
	s.add(r, place)
}

// compare returns an error if the cell of a record has another one that says otherwise on the same device: one of both
// is wrong, and nothing here can tell which.
func (s *Store) compare(r record.Record, place string) error {
	h := r.Cell.Hash()
	old, known := s.records[h]
	if !known {
		return nil
	}
	a, hasA := old.TrainedOn()
	b, hasB := r.TrainedOn()
	sameDevice := hasA == hasB && a.SameResults(b)
	if sameDevice && !old.SameResult(r) {
		return fmt.Errorf("%s and %s are records of one cell, %v, with different results; "+
			"remove the wrong one", s.places[h], place, r.Cell)
	}
	return nil
}

// damagedPath is the file to which damaged lines are moved.
func (s *Store) damagedPath() string { return s.partPath(1) + ".damaged" }

// setAside moves the damaged lines of a part file to the file for damaged lines. It writes that file first and
// replaces the part file afterwards, so that at any moment each line stands in at least one of them.
func (s *Store) setAside(path string, good, bad []byte) error {
	if err := s.saveDamaged(bad); err != nil {
		return err
	}
	return durable.WriteBelow(s.dir, filepath.Base(path), good)
}

// saveDamaged appends lines to the file for damaged lines.
func (s *Store) saveDamaged(bad []byte) error {
	kept, err := bounded.ReadRegular(s.damagedPath())
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	if err := durable.WriteBelow(s.dir, filepath.Base(s.damagedPath()), append(kept, bad...)); err != nil {
		return fmt.Errorf("can't set damaged lines aside: %w", err)
	}
	return nil
}
