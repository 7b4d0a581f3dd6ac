package demos

import "slices"

// Groups assigns the episodes to their behaviours. Groups come in the order in which the dataset first shows them,
// which for a generated dataset is the task's.
func (d *Dataset) Groups() Groups {
	g := Groups{Of: make([]int32, len(d.Episodes))}
	for i := range d.Episodes {
		e := &d.Episodes[i]
		k := slices.Index(g.Names, e.Behaviour)
		if k < 0 {
			k = len(g.Names)
			g.Names = append(g.Names, e.Behaviour)
			g.N, g.Frames = append(g.N, 0), append(g.Frames, 0)
		}
		g.Of[i] = int32(k)
		g.N[k]++
		g.Frames[k] += e.Frames()
	}
	return g
}
