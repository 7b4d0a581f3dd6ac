package playback

import (
	"fmt"

	"counterpoise/scenes"
	"counterpoise/scenes/render"
	"counterpoise/scenes/render/film"
	"counterpoise/scenes/render/soft"
)

// afterSuccess is how many control steps (1/30 s) a film goes on after a policy has succeeded: half a second, to see
// whether the result lasts.
const afterSuccess = 15

// rollOut films a policy. It observes the pictures of the renderer in pure Go, once for each chunk of actions.
func (e episode) rollOut(c Cast) (film.Film, error) {
	f := film.Film{Title: fmt.Sprintf("%s %s, policy %s, take %d", e.name, e.behaviour, c.PolicyName, e.take)}
	w, _, err := e.reset(c.Seed)
	if err != nil {
		return f, err
	}
	renderer, chunk, left := soft.New(), make([]scenes.Action, c.Policy.Execute()), e.task.Horizon()
	for step := 0; step < left; step++ {
		i := step % len(chunk)
		f.Add(w, fmt.Sprintf("action %d of %d", i+1, len(chunk)))
		if i == 0 {
			m := &f.Moments[len(f.Moments)-1]
			o := m.Observation
			if err := render.DrawObservation(renderer, &m.Scene, &o); err != nil {
				return f, err
			}
			if err := c.Policy.Act([][]scenes.Action{chunk}, []scenes.Observation{o}); err != nil {
				return f, err
			}
		}
		if err := w.Step(chunk[i]); err != nil {
			return f, err
		}
		if !f.Success && e.task.Success(w) {
			f.Success, left = true, min(left, step+afterSuccess)
		}
	}
	return f, nil
}
