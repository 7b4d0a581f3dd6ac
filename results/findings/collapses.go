package findings

import "slices"

// CollapsedGroup is a group that the method of an arm took below 1 % while its excess loss was still falling
// (mixture.Collapse), and in how many of the recorded trials.
type CollapsedGroup struct {
	Arm, Group     string
	Trials, Of     int // with the collapse, and recorded
	Earliest, Last int // steps of the collapse, from 0, over the trials that have it
}

// Collapses returns the groups that methods gave up, in the order of the arms.
func (d Design) Collapses() (all []CollapsedGroup) {
	recorded := map[string]int{}
	for arm, r := range d.All() {
		recorded[arm.Name]++
		for _, c := range r.Training.Collapsed {
			i := slices.IndexFunc(all, func(o CollapsedGroup) bool { return o.Arm == arm.Name && o.Group == c.Group })
			if i < 0 {
				i = len(all)
				all = append(all, CollapsedGroup{Arm: arm.Name, Group: c.Group, Earliest: c.Step})
			}
			all[i].Trials++
			all[i].Earliest, all[i].Last = min(all[i].Earliest, c.Step), max(all[i].Last, c.Step)
		}
	}
	for i := range all {
		all[i].Of = recorded[all[i].Arm]
	}
	return all
}
