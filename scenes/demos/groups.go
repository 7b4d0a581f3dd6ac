package demos

import (
	"fmt"
	"slices"
)

// Grouping is the property of an episode that determines its group.
type Grouping string

// The groupings.
const (
	ByBehaviour Grouping = "behaviour"
	ByStyle     Grouping = "style"
	ByBoth      Grouping = "both" // behaviour and style, for example "left:biased"
)

// Check returns an error unless by is one of the declared groupings.
func (by Grouping) Check() error {
	if known := []Grouping{ByBehaviour, ByStyle, ByBoth}; !slices.Contains(known, by) {
		return fmt.Errorf("demos: no way to group %q; there is %q", by, known)
	}
	return nil
}

// label returns the name of the group of an episode.
func (by Grouping) label(e *Episode) string {
	switch by {
	case ByStyle:
		return e.Style
	case ByBoth:
		return e.Behaviour + ":" + e.Style
	}
	return e.Behaviour
}

// Groups assigns the episodes to groups. Groups are numbered in order of first appearance, which for a
// generated dataset is the order of its recipe.
func (d *Dataset) Groups(by Grouping) Groups {
	g := Groups{Of: make([]int32, len(d.Episodes))}
	for i := range d.Episodes {
		e := &d.Episodes[i]
		name := by.label(e)
		k := slices.Index(g.Names, name)
		if k < 0 {
			k = len(g.Names)
			g.Names = append(g.Names, name)
			g.N, g.Frames = append(g.N, 0), append(g.Frames, 0)
		}
		g.Of[i] = int32(k)
		g.N[k]++
		g.Frames[k] += e.Frames()
	}
	return g
}
