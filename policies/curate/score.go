package curate

import (
	"errors"
	"fmt"
	"slices"

	"counterpoise/internal/catalog"
	"counterpoise/internal/seed"
)

// Scorer is a way to score demonstrations.
type Scorer interface {
	// About describes the score for help texts, lists and tables.
	About() Description
	// Score returns a number for each demonstration of a pool, in the pool's order; higher is better. Random numbers
	// come from the key. An error says what the pool lacks.
	Score(p *Pool, key seed.Key) ([]float64, error)
}

// Scores holds every score by name.
var Scores = catalog.New[Scorer]("score")

// Description says what a score is.
type Description struct {
	Summary string // one line
	Source  string // paper or code
	Needs   []Need // beyond trajectories
	Cost    string // what it computes, for n demonstrations
}

// Need is what a score takes beyond the trajectories of a pool.
type Need string

// The needs.
const (
	Objects  Need = "objects"    // the scene: states of objects
	Policy   Need = "a policy"   // a kernel ridge that is cloned from demonstrations
	Gradient Need = "gradients"  // of a ridge on random features
	Groups   Need = "groups"     // Pool.Group
	Known    Need = "known good" // Pool.Known
	Rolled   Need = "rollouts"   // Pool.Rollouts
)

// ErrConstant is the error of Score for a score that tells no demonstration from another.
var ErrConstant = errors.New("is the same for all demonstrations: it tells none from another")

// Score scores the demonstrations of a pool, in the order in which they were given. A score of another length, one that
// is not finite and one that is the same for all are errors.
func Score(s Scorer, p *Pool, key seed.Key) ([]float64, error) {
	if err := p.Meets(s.About().Needs); err != nil {
		return nil, err
	}
	sorted, err := s.Score(p, key)
	if err != nil {
		return nil, err
	}
	if len(sorted) != p.Len() {
		return nil, fmt.Errorf("has %d numbers for %d demonstrations", len(sorted), p.Len())
	}
	out := make([]float64, p.Len())
	for i, e := range p.order {
		out[e] = sorted[i]
	}
	return out, Check(out, p.place)
}

// Check returns an error for scores of which one is not finite, or that are all the same. place names a demonstration.
func Check(scores []float64, place func(i int) string) error {
	if i := slices.IndexFunc(scores, func(v float64) bool { return v-v != 0 }); i >= 0 {
		return fmt.Errorf("is %v for demonstration %s; leave the demonstration out, or mend the score", scores[i],
			place(i))
	}
	if len(scores) > 0 && slices.Min(scores) == slices.Max(scores) {
		return ErrConstant
	}
	return nil
}

// Meets returns an error that names the first need that the pool does not meet, and how to meet it; nil where there is
// none.
func (p *Pool) Meets(needs []Need) error {
	for _, n := range needs {
		switch {
		case n == Objects && p.objects == nil:
			return fmt.Errorf("needs the states of objects: it looked for numbers in the scene of the demonstrations "+
				"(scene_obs, object) that stand still until the gripper closes, and found %s", p.lacking)
		case n == Groups && p.groups() < 2:
			return errors.New("needs at least two groups; name the labels that make them with --by")
		case n == Known && !slices.Contains(p.Known, true):
			return errors.New("needs some demonstrations that are known to be good; name them with --known")
		case n == Known && !slices.Contains(p.Known, false):
			return errors.New("needs some demonstrations that are not known to be good: all are")
		case n == Rolled && !p.rolled(true):
			return errors.New("needs rollouts of a policy of which some succeed; give a dataset of them, with the " +
				"label success, with --rollouts")
		case n == Rolled && !p.rolled(false):
			return errors.New("needs rollouts of a policy of which some fail: all succeed")
		}
	}
	return nil
}
