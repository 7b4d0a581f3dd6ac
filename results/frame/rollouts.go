package frame

import (
	"fmt"

	"counterpoise/stats"
)

// Rollouts are the rollouts of a design one by one, for models of rollouts: the methods are its arms, the groups its
// behaviours, the starts the initial states that all arms of a trial share. An outcome is 1 where the rollout succeeded
// by the design's oracle, else 0. Cells without a record are left out.
func (d Design) Rollouts() stats.Long {
	l := stats.Long{Groups: d.Behaviours(), Starts: d.Plan.Size.Rollouts}
	for t := range d.Plan.Size.Trials {
		l.Trials = append(l.Trials, fmt.Sprint(t))
	}
	for m, a := range d.Arms {
		l.Methods = append(l.Methods, a.Name)
		for r := range d.Of(a) {
			for g, behaviour := range l.Groups {
				o, _ := r.Of(behaviour)
				for i := range o.Steps {
					success, ok := o.Succeeded(i, d.Oracle)
					if !ok {
						continue
					}
					e := stats.Entry{
						Method: int32(m), Trial: int32(r.Cell.Trial), Group: int32(g), Start: int32(i), Rollouts: 1,
					}
					if success {
						e.Sum = 1
					}
					l.Entries = append(l.Entries, e)
				}
			}
		}
	}
	return l
}
