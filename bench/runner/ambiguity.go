package runner

import (
	"counterpoise/internal/seed"
	"counterpoise/scenes"
	"counterpoise/scenes/demos"
)

// A bulb that misleads: in a share of the episodes, demonstrations and rollouts alike, bulb and switch look as if they were in
// their other state, from the first frame to the last. What is asked for stays what it was. The larger the share, the less the
// cue says, and the more a policy has to go by how often it saw each behaviour. Which episodes mislead is drawn once for all
// shares: those of a small share are among those of a larger one.

// misleads says whether the bulb misleads in the episode that the key names.
func isAmbiguous(key seed.Key, share float64) bool {
	return share > 0 && key.With("misled").Rand().Float64() < share
}

// mislead shows bulb and switch in their other state.
func invertInstruction(o *scenes.Observation) {
	o.Scene[scenes.SceneBulb] = 1 - o.Scene[scenes.SceneBulb]
	o.Scene[scenes.SceneSliders+scenes.Switch] = scenes.SwitchTravel - o.Scene[scenes.SceneSliders+scenes.Switch]
}

// misled is a dataset in a share of whose episodes the bulb misleads. Episodes that don't are shared with d.
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
