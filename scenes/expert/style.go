package expert

import (
	"math/rand/v2"

	"counterpoise/internal/catalog"
)

// Style is a way to demonstrate, good or bad: it modifies the plan of an optimal demonstration. Each style is one file
// that registers itself in Styles.
//
// Succeeds tells two kinds apart, because a wrong ending hurts a policy cloned from demonstrations more than clumsiness
// does. By the measurement that list styles shows, of the measured styles that fail all but early lower success in both
// tasks, and of those that succeed only retry does, in opening; clumsy demonstrations that succeed add variety.
type Style interface {
	// About returns one line for help texts: what the demonstrator does.
	About() string
	// Succeeds reports whether the demonstration is meant to end in success.
	Succeeds() bool
	// Apply turns the plan of an optimal demonstration into one of this style. It may modify the plan, and draws what
	// is random in the style from r.
	Apply(plan *route, r *rand.Rand) Expert
}

// Styles holds every style by its name.
var Styles = catalog.New[Style]("style")

// Optimal is the name of the style without faults.
const Optimal = "optimal"

func init() { Styles.Add(Optimal, optimal{}) }

// optimal follows the plan unchanged. It succeeds.
type optimal struct{}

func (optimal) About() string  { return "straight to the goal, with a person's small variation" }
func (optimal) Succeeds() bool { return true }

func (optimal) Apply(plan *route, _ *rand.Rand) Expert { return plan }
