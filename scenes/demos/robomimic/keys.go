package robomimic

import (
	"regexp"
	"slices"
	"strings"

	"counterpoise/scenes/demos"
)

// maxCompared is the largest number of filter keys of which unions are looked for: all pairs are compared.
const maxCompared = 256

// isSample matches filter keys that list some number of demonstrations: "20_percent", and "50_demos" of RoboCasa.
var isSample = regexp.MustCompile(`_percent$|^[0-9]+_demos$`)

// samples reports whether a filter key lists a sample of demonstrations, or a part for training or validation ("train",
// "better_valid").
func samples(key string) bool {
	last := key[strings.LastIndex(key, "_")+1:]
	return isSample.MatchString(key) || last == trainKey || last == validKey
}

// groupingKeys tells of each filter key whether it groups demonstrations. Samples do not, because they say nothing
// about how a demonstration was made, and neither do unions of other keys ("okay_better"), because the others tell
// more. Lists that say how demonstrations ended do where there are no others.
func (r *reader) groupingKeys() ([]bool, error) {
	groups := make([]bool, len(r.keys))
	var compared []int
	others := slices.ContainsFunc(r.keys, func(key string) bool {
		return !samples(key) && demos.ListSays(key) == demos.Unsaid
	})
	for k, key := range r.keys {
		if groups[k] = !samples(key) && !(others && demos.ListSays(key) != demos.Unsaid); groups[k] {
			compared = append(compared, k)
		}
	}
	if len(compared) > maxCompared {
		return groups, nil
	}
	// A key is a set of demonstrations, a bit each.
	words := (len(r.names) + 63) / 64
	if err := r.room.Spend("sets of filter keys", 8*int64(words)*int64(len(compared)+1)); err != nil {
		return nil, err
	}
	defer r.room.Return(8 * int64(words) * int64(len(compared)+1))
	sets := make([][]uint64, len(r.keys))
	for _, k := range compared {
		sets[k] = make([]uint64, words)
	}
	for i, keys := range r.masks {
		for _, k := range keys {
			if sets[k] != nil {
				sets[k][i/64] |= 1 << (i % 64)
			}
		}
	}
	union := make([]uint64, words)
	for _, k := range compared {
		clear(union)
		for _, j := range compared {
			if j != k && contains(sets[k], sets[j]) && !slices.Equal(sets[k], sets[j]) {
				for w := range union {
					union[w] |= sets[j][w]
				}
			}
		}
		groups[k] = !slices.Equal(union, sets[k])
	}
	return groups, nil
}

// contains reports whether every element of b is in a.
func contains(a, b []uint64) bool {
	for w := range a {
		if b[w]&^a[w] != 0 {
			return false
		}
	}
	return true
}
