package expert

import (
	"math/rand/v2"

	"counterpoise/internal/catalog"
)

// Style is a way to demonstrate, good or bad. What hurts a cloned policy is not that a demonstration is clumsy but that it
// ends wrongly: clumsy ones that succeed add variety. So each style says which of the two it is. Each is one
// file that registers itself.
type Style interface {
	// About is one line for help texts: what the demonstrator does.
	About() string
	// Ends says whether the demonstration is meant to end in success.
	Ends() bool
	// Apply turns the plan of an optimal demonstration into one of this style. It may change the plan.
	Apply(plan *route, r *rand.Rand) Expert
}

// Styles holds every style by name.
var Styles = catalog.New[Style]("style")

// Optimal is the name of the style without faults.
const Optimal = "optimal"

func init() { Styles.Add(Optimal, optimal{}) }

// optimal follows the plan.
type optimal struct{}

func (optimal) About() string                          { return "straight to the goal, with a person's small variation" }
func (optimal) Ends() bool                             { return true }
func (optimal) Apply(plan *route, _ *rand.Rand) Expert { return plan }
