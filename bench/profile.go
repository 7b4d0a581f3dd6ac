package bench

import (
	"slices"
	"strings"

	"counterpoise/bench/record"
	"counterpoise/internal/catalog"
)

// Profile is a named set of experiments and the size at which they run.
type Profile struct {
	Name        string
	About       string
	Experiments []string
	Size        record.Size
	// Freeze is the row of results/freeze.md, from 1, whose seed the program adds; 0 where Size has one.
	Freeze int
	// OneLook says that the run is looked at once, when all of its trials are there, and never extended.
	OneLook bool
	// WithoutChance leaves out the row chance of the tables unless it is asked for.
	WithoutChance bool
}

// Quick compares methods in minutes on two cores, where differences are large.
var Quick = Profile{
	Name:          "quick",
	About:         "what helps where demonstrations are bad, and where one behaviour is rare: minutes on two cores",
	Experiments:   []string{"half-bad", "rare"},
	Size:          record.Size{Trials: 4, Rollouts: 20, Seed: 1, Policy: StatePolicy},
	WithoutChance: true,
}

// DefaultSize is the size of an experiment that is asked for by itself: 10 trials of 100 rollouts, from the state.
var DefaultSize = record.Size{Trials: 10, Rollouts: 100, Seed: 1, Policy: StatePolicy}

// HasLooks reports whether an experiment is extended from look to look (Looks) on the seed of a freeze. One of a frozen
// run that does not begin with the first look has the trials of that run. An experiment on weights from outside
// (Weighted) is extended as the one that it belongs to.
func (e Experiment) HasLooks() bool {
	base, _, _ := strings.Cut(e.Name, "+")
	for _, name := range Profiles.Names() {
		p, _ := Profiles.Get(name)
		if p.Freeze > 0 && slices.Contains(p.Experiments, base) {
			return p.Size.Trials == Looks[0] && !p.OneLook
		}
	}
	return true
}

// Profiles holds every profile by name. A plan is named after a profile or an experiment.
var Profiles = catalog.New[Profile]("profile")

func init() { Profiles.Add(Quick.Name, Quick) }
