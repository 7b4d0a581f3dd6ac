package playback

import (
	"counterpoise/policies"
	"counterpoise/scenes"
	"counterpoise/scenes/render"
	"counterpoise/scenes/render/soft"
)

// observer observes the tabletop for a policy as rollouts of an evaluation do: with pictures, of the pure-Go renderer
// and of what the observation's numbers say, if the policy takes them.
type observer struct {
	memory   *policies.Memory
	renderer *soft.Renderer // nil for a policy that takes no pictures
}

// newObserver returns the observer of a policy.
func newObserver(p policies.Policy) observer {
	o := observer{memory: policies.NewMemory(p)}
	if p.Pictures() {
		o.renderer = soft.New()
	}
	return o
}

// observe returns the observations that the policy acts on: the tabletop's now, and those of calls before.
func (e observer) observe(w *scenes.Tabletop) ([]scenes.Observation, error) {
	return e.memory.Observe(func(o *scenes.Observation) error {
		w.Observe(o)
		if e.renderer == nil {
			return nil
		}
		s := scenes.SnapshotOf(o)
		return render.DrawObservation(e.renderer, &s, o)
	})
}
