package demos

import (
	"fmt"
	"slices"
)

// By says what makes two episodes belong to the same group.
type Grouping string

// The ways to group.
const (
	ByBehaviour Grouping = "behaviour"
	ByStyle     Grouping = "style"
	ByBoth      Grouping = "both" // "left:biased"
)

// Check is an error unless by is one of the ways to group.
func (by Grouping) Check() error {
	if known := []Grouping{ByBehaviour, ByStyle, ByBoth}; !slices.Contains(known, by) {
		return fmt.Errorf("demos: no way to group %q; there is %q", by, known)
	}
	return nil
}

// label is the name of the group that an episode belongs to.
func (by Grouping) label(e *Episode) string {
	switch by {
	case ByStyle:
		return e.Style
	case ByBoth:
		return e.Behaviour + ":" + e.Style
	}
	return e.Behaviour
}

// Groups assigns the episodes to groups. Groups come in the order in which the dataset first shows them, which for a
// generated dataset is the recipe's.
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
