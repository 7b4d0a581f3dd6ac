package expert

import (
	"math"
	"math/rand/v2"

	"counterpoise/scenes"
)

func init() { Styles.Add("noisy", noisy{Strength: 0.15, Memory: 0.9}) }

// noisy follows the plan with an unsteady hand: correlated noise on every action, an autoregressive process of the first
// order,
//
//	n' = m n + sqrt(1 - m²) σ ε,  ε ~ N(0, 1)
//
// on each of the six components of the motion. It mostly succeeds.
type noisy struct {
	Strength float64 // σ, in units of the greatest action
	Memory   float64 // m, in [0, 1): 0.9 forgets within about ten control steps
}

func (noisy) About() string { return "an unsteady hand: correlated noise on every action" }
func (noisy) Ends() bool    { return true }

func (s noisy) Apply(plan *route, r *rand.Rand) Expert { return &shaking{plan: plan, style: s, r: r} }

// shaking is an expert with noise in progress.
type shaking struct {
	plan  *route
	style noisy
	r     *rand.Rand
	noise [scenes.ActionGripper]float64 // one for each component before the gripper's
}

func (s *shaking) Act(t *scenes.Tabletop) (scenes.Action, string, bool) {
	a, phase, done := s.plan.Act(t)
	fresh := s.style.Strength * math.Sqrt(1-float64(s.style.Memory*s.style.Memory))
	for i := range s.noise {
		s.noise[i] = float64(s.style.Memory*s.noise[i]) + float64(fresh*s.r.NormFloat64())
		a[i] = max(-1, min(1, a[i]+float32(s.noise[i])))
	}
	return a, phase, done
}
