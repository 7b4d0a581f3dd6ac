package robomimic

import (
	"strings"

	"counterpoise/scenes/demos"
	"counterpoise/scenes/demos/hdf5"
)

// filterKeys collects the lists of the group mask: for each behaviour its demonstrations, and their split
// (demos.Validates).
type filterKeys struct {
	names     []string            // of all demonstrations, in order
	of        map[string][]string // behaviour -> names of its demonstrations
	order     []string            // behaviours in order of first appearance
	validates map[string]bool     // names of the demonstrations to validate on
}

// add appends a demonstration.
func (k *filterKeys) add(behaviour, name string) {
	if k.of == nil {
		k.of, k.validates = map[string][]string{}, map[string]bool{}
	}
	if k.of[behaviour] == nil {
		k.order = append(k.order, behaviour)
	}
	k.names = append(k.names, name)
	k.validates[name] = demos.Validates(len(k.of[behaviour]))
	k.of[behaviour] = append(k.of[behaviour], name)
}

// The names of robomimic's split, and what it appends to a filter key that is split
// (robomimic/scripts/split_train_val.py).
const (
	trainKey    = "train"
	validKey    = "valid"
	trainSuffix = "_" + trainKey
	validSuffix = "_" + validKey
)

// write writes the lists as arrays of fixed-length strings and returns their links: train and valid, and for each
// behaviour BEHAVIOUR, BEHAVIOUR_train and BEHAVIOUR_valid. A list without demonstrations is left out, and so is one
// whose name is not a valid link of HDF5 or is taken by a list before it.
func (k *filterKeys) write(out *hdf5.Writer) []hdf5.Link {
	var links []hdf5.Link
	taken := map[string]bool{}
	add := func(key string, names []string) {
		if len(names) == 0 || taken[key] || key == "" || key == "." || strings.ContainsAny(key, "/\x00") {
			return
		}
		taken[key] = true
		links = append(links, hdf5.Link{Name: key, To: writeStrings(out, names)})
	}
	split := func(names []string) (train, valid []string) {
		for _, name := range names {
			if k.validates[name] {
				valid = append(valid, name)
			} else {
				train = append(train, name)
			}
		}
		return train, valid
	}
	train, valid := split(k.names)
	add(trainKey, train)
	add(validKey, valid)
	for _, behaviour := range k.order {
		add(behaviour, k.of[behaviour])
	}
	for _, behaviour := range k.order {
		train, valid := split(k.of[behaviour])
		add(behaviour+trainSuffix, train)
		add(behaviour+validSuffix, valid)
	}
	return links
}

// writeStrings writes an array of strings as long as the longest, padded with zeros. The Writer keeps errors.
func writeStrings(out *hdf5.Writer, list []string) hdf5.Ref {
	size := 0
	for _, s := range list {
		size = max(size, len(s))
	}
	data := make([]byte, size*len(list))
	for i, s := range list {
		copy(data[i*size:], s)
	}
	ref, _ := out.Dataset(hdf5.Strings(size), data, len(list))
	return ref
}
