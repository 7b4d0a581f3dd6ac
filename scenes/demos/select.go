package demos

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"counterpoise/internal/catalog"
	"counterpoise/internal/printable"
)

// Masks is the label that holds all filter keys of a demonstration, joined by maskSeparator, in robomimic's files.
// Selecting values of the label "mask" looks at it.
const Masks = "masks"

const maskSeparator = "+"

// Selection is a reader of those episodes of another that have one of some values of a label.
type Selection struct {
	Reader
	label   string
	values  []string // of the episodes
	Index   []int    // their numbers in the other reader, ascending
	Lengths []int    // frames of all episodes of the other reader
}

// Read implements Reader.
func (s *Selection) Read(i int, pictures bool) (*Raw, error) {
	raw, err := s.Reader.Read(s.Index[i], pictures)
	if err != nil {
		return nil, err
	}
	return raw.With(map[string]string{s.label: s.values[i]}), nil
}

// Episodes implements Reader.
func (s *Selection) Episodes() int { return len(s.Index) }

// Card implements Reader. A part of a dataset has no card, which is about the whole.
func (s *Selection) Card() Card { return Card{} }

// Describe implements Describer: it returns what the index of the whole dataset says.
func (s *Selection) Describe() Description { return stated(s.Reader) }

// Whole returns the numbers that episodes of r have before anything was selected, and the frames of all episodes there.
// Both are nil if nothing was.
func Whole(r Reader) (index, lengths []int) {
	s, ok := r.(*Selection)
	if !ok {
		return nil, nil
	}
	inner, lengths := Whole(s.Reader)
	if inner == nil {
		return s.Index, s.Lengths
	}
	for _, i := range s.Index {
		index = append(index, inner[i])
	}
	return index, lengths
}

// Place names episode i of a reader as the user knows it, by the number in its dataset: "3", also where some of the
// dataset were selected, or "3 of NAME" where several datasets are joined.
func Place(r Reader, i int) string {
	of, at := opened(r, i)
	if j, ok := of.(*Joined); ok {
		d, e := j.first.Locate(at)
		return fmt.Sprintf("%d of %s", NumberOf(j.parts[d], e), j.names[d])
	}
	return strconv.Itoa(NumberOf(of, at))
}

// DatasetOf returns the number of the dataset that episode i of a reader is of, where several are joined, else 0.
func DatasetOf(r Reader, i int) int {
	of, at := opened(r, i)
	if j, ok := of.(*Joined); ok {
		d, _ := j.first.Locate(at)
		return d
	}
	return 0
}

// JoinSelections puts the pieces of a list that was split at commas together again: all that follows a name with an
// equals sign are values of that label, up to the next such name: "behaviour", "mask=better", "okay" becomes
// "behaviour", "mask=better,okay".
func JoinSelections(pieces []string) []string {
	var by []string
	for _, p := range pieces {
		if n := len(by); n > 0 && strings.Contains(by[n-1], "=") && !strings.Contains(p, "=") {
			by[n-1] += "," + p
			continue
		}
		by = append(by, p)
	}
	return by
}

// Select follows what names of labels say about values: "mask=better,okay" keeps the episodes whose label mask is
// better or okay. It returns the reader of the episodes that stay, which is r itself where no name says anything, and
// the names without values. A value that is named twice counts once. An episode that is in two of the lists of mask is
// an error.
func Select(ctx context.Context, r Reader, by []string) (kept Reader, labels []string, err error) {
	for _, name := range by {
		label, list, restricted := strings.Cut(name, "=")
		labels = append(labels, label)
		if !restricted {
			continue
		}
		if r, err = choose(ctx, r, label, distinct(strings.Split(list, ","))); err != nil {
			return nil, nil, err
		}
	}
	return r, labels, nil
}

// distinct returns the values in their order, each once.
func distinct(values []string) (once []string) {
	for _, v := range values {
		if !slices.Contains(once, v) {
			once = append(once, v)
		}
	}
	return once
}

// maxMet is the number of values of a label that are kept, to help with one that none has.
const maxMet = 1000

// Values returns the values that an episode has of a label or grouping: one, or none, or of "mask" every list that it
// is in.
func (r *Raw) Values(label string) []string {
	if masks, listed := r.Labels[Masks]; listed && label == "mask" {
		return strings.Split(masks, maskSeparator)
	}
	if v, ok := r.Label(label); ok {
		return []string{v}
	}
	return nil
}

// choose keeps the episodes whose label has one of the values. A value that none has is an error.
func choose(ctx context.Context, r Reader, label string, values []string) (*Selection, error) {
	s := &Selection{Reader: r, label: label}
	met := map[string]bool{}
	for i := range r.Episodes() {
		if err := context.Cause(ctx); err != nil {
			return nil, err
		}
		raw, err := r.Read(i, false)
		if err != nil {
			return nil, err
		}
		s.Lengths = append(s.Lengths, raw.Frames())
		has := raw.Values(label)
		for _, v := range has {
			if len(met) < maxMet || slices.Contains(values, v) {
				met[v] = true
			}
		}
		var found []string
		for _, v := range values {
			if slices.Contains(has, v) {
				found = append(found, v)
			}
		}
		switch {
		case len(found) > 1:
			return nil, fmt.Errorf("demos: demonstration %s is in %s and in %s; name lists that do not overlap",
				Place(r, i), found[0], found[1])
		case len(found) == 1:
			s.Index, s.values = append(s.Index, i), append(s.values, found[0])
		}
	}
	for _, v := range values {
		if !met[v] {
			there := slices.Sorted(maps.Keys(met))
			return nil, fmt.Errorf("demos: no demonstration has %s %q%sthere is %s", label, v,
				catalog.DidYouMean(v, there), cmp.Or(printable.Names(there), "none"))
		}
	}
	return s, nil
}
