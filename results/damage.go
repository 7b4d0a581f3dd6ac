package results

import (
	"bytes"
	"errors"
	"fmt"
	"os"

	"counterpoise/internal/durable"
)

// load takes in the lines of the store's file. Where some are damaged, they go to the file for damaged lines first, and
// only then is the store written anew without them: at no moment is a line in neither.
func (s *Store) load(data []byte) error {
	good, bad := s.scan(data, "set aside in "+s.damaged()+", its cell will run again")
	if len(bad) == 0 {
		return nil
	}
	return s.setAside(good, bad)
}

// scan keeps the records of the lines that are whole, and sorts the lines into good and bad ones. fate says in Damage
// what becomes of the bad ones.
func (s *Store) scan(data []byte, fate string) (good, bad []byte) {
	for n, l := range bytes.SplitAfter(data, []byte{'\n'}) {
		if len(l) == 0 || len(l) == 1 && l[0] == '\n' {
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
		s.Damage = append(s.Damage, fmt.Sprintf("%s:%d: damaged line (%v); %s", s.path, n+1, err, fate))
	}
	return good, bad
}

func (s *Store) damaged() string { return s.path + ".damaged" }

func (s *Store) setAside(good, bad []byte) error {
	kept, err := os.ReadFile(s.damaged())
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	if err := durable.WriteFile(s.damaged(), append(kept, bad...)); err != nil {
		return fmt.Errorf("can't set damaged lines aside: %w", err)
	}
	return durable.WriteFile(s.path, good)
}
