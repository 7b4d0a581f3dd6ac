package playback

import (
	"fmt"

	"counterpoise/scenes"
	"counterpoise/scenes/render/film"
)

// afterSuccess is the number of control steps (1/30 s) that a film goes on after a policy has succeeded: half a second,
// which shows whether the result lasts. A demonstrator's film needs no such tail, as it ends with its script.
const afterSuccess = 15

// rollOut films a policy. The policy observes once for each chunk of actions, by pictures of the pure-Go renderer. The
// film has the state before every control step, and that after the last one. It counts as a success from the first step
// at which the fingers have earned it (scenes.Earned).
func (e episode) rollOut(c Cast) (film.Film, error) {
	f := film.Film{Title: fmt.Sprintf("%s %s, policy %s, take %d", e.name, e.behaviour, c.PolicyName, e.take)}
	w, _, err := e.reset(c.Seed)
	if err != nil {
		return f, err
	}
	// left is the number of control steps of the film: the horizon, or less after a success.
	chunk, left := make([]scenes.Action, c.Policy.Execute()), e.task.Horizon()
	eyes := newObserver(c.Policy)
	for step := 0; step < left; step++ {
		i := step % len(chunk)
		f.Add(w, fmt.Sprintf("action %d of %d", i+1, len(chunk)))
		if i == 0 {
			obs, err := eyes.observe(w)
			if err != nil {
				return f, err
			}
			if err := c.Policy.Act([][]scenes.Action{chunk}, obs); err != nil {
				return f, err
			}
		}
		if err := w.Step(chunk[i]); err != nil {
			return f, err
		}
		if !f.Success && e.task.Outcome(w).Earned == scenes.Right {
			f.Success, left = true, min(left, step+1+afterSuccess)
		}
	}
	f.Add(w, "")
	return f, nil
}
