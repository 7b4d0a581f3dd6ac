package report

import (
	"fmt"
	"slices"

	"counterpoise/bench"
)

// sizedPart is a part of the page with the size of what it shows, without trials.
type sizedPart struct {
	experimentPart
	size bench.Size
}

// sizeless is a size without trials: plans of one size that differ in trials alone are of one run.
func sizeless(s bench.Size) bench.Size {
	s.Trials = 0
	return s
}

// arranged returns the parts in the order of the page: those of the sizes whose claims the page opens with, then the
// others, each in their order. Parts of one title have it followed by what their sizes differ in, since a page may
// have one experiment of several runs: "E1, picking, seed 7".
func arranged(parts []sizedPart, first []bench.Size) (all []experimentPart) {
	of := map[string][]bench.Size{}
	for _, p := range parts {
		of[p.Title] = append(of[p.Title], p.size)
	}
	slices.SortStableFunc(parts, func(a, b sizedPart) int { return rank(a.size, first) - rank(b.size, first) })
	for _, p := range parts {
		p.Title += distinction(p.size, of[p.Title])
		all = append(all, p.experimentPart)
	}
	return all
}

// rank is 0 for a size that is one of the first, and 1 for another.
func rank(s bench.Size, first []bench.Size) int {
	if slices.Contains(first, s) {
		return 0
	}
	return 1
}

// distinction is what tells a size from the others: ", seed 7". It is empty where there is no other.
func distinction(s bench.Size, all []bench.Size) (text string) {
	for _, word := range []func(bench.Size) string{
		func(s bench.Size) string { return fmt.Sprintf(", policy %v", s.Policy) },
		func(s bench.Size) string { return fmt.Sprintf(", seed %d", s.Seed) },
		func(s bench.Size) string { return fmt.Sprintf(", steps %d", s.Steps) },
		func(s bench.Size) string { return fmt.Sprintf(", rollouts %d", s.Rollouts) },
	} {
		if slices.ContainsFunc(all, func(o bench.Size) bool { return word(o) != word(s) }) {
			text += word(s)
		}
	}
	return text
}
