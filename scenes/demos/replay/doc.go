// Package replay plays the recorded actions of a dataset on the tabletop, each episode from its recorded start, and
// measures whether they succeed there and how far the arm ends from where it was recorded. It is what robomimic's
// playback_dataset.py does for its simulators.
//
// The relative actions of a dataset of this program replay to the same end, because the simulator is deterministic, but
// for one with the task's knob Noise: its start states have errors. Absolute actions, which are the poses that the next
// frames measure, end a centimetre or two off, because the arm is behind its target. A dataset of CALVIN shows how far
// the two simulators agree: 40 recordings of its experts succeed here as relative and as absolute actions
// (TestCALVINReplays). An episode is replayed open loop: nothing that happens changes an action.
//
// An episode needs the tabletop's widths: actions (7), robot state (15), scene state (24), as scenes/interface.go
// defines them. Actions are relative or, in formats that carry both kinds, absolute.
//
// The package depends on datasets and the tabletop. It does not depend on policies; films of a replay are drawn by
// scenes/render/film.
package replay
