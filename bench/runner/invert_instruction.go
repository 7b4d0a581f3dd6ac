package runner

import (
	"counterpoise/internal/seed"
	"counterpoise/scenes"
	"counterpoise/scenes/demos"
)

// This file implements bench.Condition.Ambiguity: in a share of the episodes, demonstrations and rollouts alike, the
// bulb and its switch are observed in their other state from the first frame to the last. The requested behaviour
// stays the same.

// isAmbiguous reports whether the instruction contradicts the task in the episode that the key names. One uniform
// number per episode is compared with the share, so that the episodes of a small share are among those of a larger
// one. share is in [0, 1]; 0 draws no number. The key's word is part of the records' randomness and must not
// change.
func isAmbiguous(key seed.Key, share float64) bool {
	return share > 0 && key.With("misled").Rand().Float64() < share
}

// invertInstruction shows bulb and switch in their other state. The bulb is 0 or 1, and the switch a height in
// [0, SwitchTravel] metres. Calling it twice restores both.
func invertInstruction(o *scenes.Observation) {
	o.Scene[scenes.SceneBulb] = 1 - o.Scene[scenes.SceneBulb]
	o.Scene[scenes.SceneSliders+scenes.Switch] = scenes.SwitchTravel - o.Scene[scenes.SceneSliders+scenes.Switch]
}

// ambiguousDataset returns d with the instruction inverted in a share of its episodes. It shares the other episodes
// with d.
//
// The data is not copied but for the frames that change, so that a cached dataset stays as it is. pool is the
// seed of the demonstrations, which makes an episode ambiguous in every dataset that has it or in none.
func ambiguousDataset(d *demos.Dataset, share float64, pool uint64) *demos.Dataset {
	out := &demos.Dataset{Card: d.Card, Episodes: append([]demos.Episode(nil), d.Episodes...)}
	for i := range out.Episodes {
		e := &out.Episodes[i]
		if !isAmbiguous(seed.Of("counterpoise", pool, e.Task, e.Behaviour, e.Style, e.Index), share) {
			continue
		}
		e.Observations = append([]scenes.Observation(nil), e.Observations...)
		for t := range e.Observations {
			invertInstruction(&e.Observations[t])
		}
	}
	return out
}
