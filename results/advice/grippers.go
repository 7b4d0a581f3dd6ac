package advice

import (
	"fmt"
	"slices"

	"counterpoise/scenes/demos/filter"
)

// HeedGrippers returns failures with those of which nothing else is known and whose gripper closes on nothing. Of empty
// and most see curate.Hands. Where demonstrations that succeeded are among the empty ones, or labels speak against it
// (Opposes), all of them stay, and that is said.
func (l Labels) HeedGrippers(all []filter.Episode, f Failures, empty []bool, most int) Failures {
	n := Failures{Failed: empty}.N()
	switch {
	case n == 0 && most > 0:
		f.Gripper = fmt.Sprintf("%d of %d close on nothing wider than 2 %% of its stroke, at least as many as hold "+
			"something, and are kept", most, len(all))
		return f
	case n == 0:
		return f
	}
	why := l.Opposes(all, empty)
	for e, is := range empty {
		if is && !f.Failed[e] && !slices.Contains(f.Unknown, e) && !slices.Contains(f.Contradicted, e) {
			why = "some of these succeeded, by " + f.Source
		}
	}
	if why != "" {
		f.Contradictions = append(f.Contradictions, fmt.Sprintf("%d close the gripper on nothing, and are kept: %s", n,
			why))
		return f
	}
	if f.Known == 0 {
		f.Failed, f.EmptyHanded, f.Source = empty, true, "the gripper's opening, since no success is recorded"
		return f
	}
	f.Failed = slices.Clone(f.Failed)
	unknown := len(f.Unknown)
	f.Unknown = slices.DeleteFunc(slices.Clone(f.Unknown), func(e int) bool {
		f.Failed[e] = empty[e]
		return empty[e]
	})
	if told := unknown - len(f.Unknown); told > 0 {
		f.Known, f.Source = f.Known+told, f.Source+" and the gripper's opening"
	}
	return f
}
