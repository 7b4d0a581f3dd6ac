package expert

import (
	"math"
	"math/rand/v2"
)

// paced performs the motion of biased at one speed, from its beginning to its end. It fails as biased does, and differs
// from it in how large its actions are: the mean square E|a|² of an action's components, to which the study's method
// comes down where its searches train no policy (policies/balance, Ours). hasty and slow are its two ends; list styles
// shows where they lie.
type paced struct {
	Beside biased
	Speed  float64 // of every part of the motion, as a share of the greatest, in (0, 1]
	Waits  bool    // whether the hand waits for its fingers
	Line   string  // for help texts
}

func (s paced) About() string { return s.Line }
func (paced) Succeeds() bool  { return false }

func (s paced) Apply(plan *route, r *rand.Rand) Expert {
	s.Beside.Apply(plan, r)
	for i := range plan.waypoints {
		w := &plan.waypoints[i]
		w.speed = float64(s.Speed * plan.pace)
		w.patience = int(math.Ceil(float64(w.patience) / s.Speed))
		if !s.Waits {
			w.wait = 0
		}
	}
	return plan
}
