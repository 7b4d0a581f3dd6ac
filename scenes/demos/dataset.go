package demos

import "counterpoise/scenes"

// Episode is one demonstration: what was observed and what was done, frame by frame at 30 Hz.
// Observations[t] was seen before Actions[t] was applied; both have the episode's length.
type Episode struct {
	Task      string // "picking"
	Behaviour string // the group of interest: "left", "middle", "right"
	Style     string // how it was demonstrated: "optimal"
	Index     int    // place in the pool that it was drawn from (0 is the pool's first)
	Success   bool   // whether the demonstration ended in the task's success

	Observations []scenes.Observation
	Actions      []scenes.Action
	Seen         Seen // what an encoder made of the pictures, if one was asked
}

// Frames is the episode's length in control steps.
func (e *Episode) Frames() int { return len(e.Actions) }

// Dataset is a list of demonstrations of one task, and the card that says how it came about.
type Dataset struct {
	Card     Card
	Episodes []Episode
}

// Groups assigns episodes to the groups that a balancing method weighs.
type Groups struct {
	Names []string // k distinct names, in the task's order of behaviours
	Of    []int32  // episode -> group, in [0, k)
	N     []int    // demonstrations per group
	// Frames counts training samples (control steps) per group. Shares of demonstrations and of frames differ when
	// behaviours take different times, and which of the two is meant is always said.
	Frames []int
}

// Sink takes episodes as they are made: in order, each complete. It must not keep the pictures.
type Sink interface {
	Add(e *Episode) error
}

// Source hands out a dataset's episodes in order, one in memory at a time. An error of yield ends the walk and is returned.
type Source interface {
	Each(yield func(i int, e *Episode) error) error
}
