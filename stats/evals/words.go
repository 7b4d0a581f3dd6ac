package evals

import (
	"maps"
	"slices"
	"strconv"
	"strings"
)

// sortedKeys are the keys of a map in order.
func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// quotedList is names for a sentence, each in quotes where it has other than plain characters.
func quotedList(names []string) string {
	out := make([]string, len(names))
	for i, n := range names {
		if out[i] = n; strings.ContainsFunc(n, func(c rune) bool { return c <= ' ' || c > '~' }) {
			out[i] = strconv.Quote(n)
		}
	}
	return strings.Join(out, ", ")
}
