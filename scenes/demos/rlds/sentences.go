package rlds

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"counterpoise/scenes/demos"
)

// sentences are the instructions of an episode, and how many of its steps have each. Steps without one, such as a last
// step that is filled up with empty features, count for none.
type sentences struct {
	texts []string // distinct, in the order of the steps
	steps []int
	at    map[string]int // places of the texts
	blank bool           // whether a step has none
}

// sentences returns the instructions of a leaf of texts, or of one of which isBytesOfText is true.
func (a *assembler) sentences(path string) (s sentences, err error) {
	v := a.found[path]
	add := func(b []byte) error { return s.add(a, path, b) }
	if a.leaves[path].kind == kindText {
		return s, v.eachBytes(add)
	}
	var text []byte
	n, width := 0, a.leaves[path].values()
	if err := a.room.Spend(path, 4*int64(width)); err != nil {
		return s, err
	}
	err = v.eachWhole(func(_ float64, c int64) error {
		if c < 0 || c > math.MaxUint8 { // no byte: these may be tokens of some vocabulary
			s = sentences{}
			return errEnough
		}
		if n++; c > 0 {
			text = append(text, byte(c))
		}
		if n%width > 0 {
			return nil
		}
		err := add(text)
		text = text[:0]
		return err
	})
	if errors.Is(err, errEnough) {
		err = nil
	}
	return s, err
}

// add counts the instruction of a step.
func (s *sentences) add(a *assembler, path string, b []byte) error {
	if len(b) == 0 {
		s.blank = true
		return nil
	}
	k, known := s.at[string(b)]
	if !known {
		if err := a.room.Spend(path, 3*int64(len(b))+2*labelBytes); err != nil {
			return err
		}
		if s.at == nil {
			s.at = map[string]int{}
		}
		k = len(s.texts)
		s.at[string(b)], s.texts, s.steps = k, append(s.texts, validText(b)), append(s.steps, 0)
	}
	s.steps[k]++
	return nil
}

// validText returns bytes as UTF-8.
func validText(b []byte) string { return strings.ToValidUTF8(string(b), "\ufffd") }

// most returns the instruction of most steps, the first of equals; it is unknown where no step has one, not even an
// empty one.
func (s sentences) most() (text string, known bool) {
	if len(s.texts) == 0 {
		return "", s.blank
	}
	return s.texts[slices.Index(s.steps, slices.Max(s.steps))], true
}

// oddities says that an episode has several instructions.
func (s sentences) oddities(path string) []demos.Oddity {
	if len(s.texts) < 2 {
		return nil
	}
	all := 0
	for _, n := range s.steps {
		all += n
	}
	text, _ := s.most()
	return []demos.Oddity{{Kind: "several instructions", Text: fmt.Sprintf("it has %d in %s and counts for the one of "+
		"most steps, %.200q (%d of %d); to tell its parts apart, split it where the instruction changes", len(s.texts),
		shortName(path), text, slices.Max(s.steps), all)}}
}
