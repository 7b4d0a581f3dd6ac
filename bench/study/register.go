package study

import (
	"counterpoise/bench"
	"counterpoise/scenes/demos"
)

// register adds an experiment to the catalogue.
func register(e bench.Experiment) bench.Experiment {
	bench.Experiments.Add(e.Name, e)
	return e
}

// registerLater adds an experiment of many arms, which are made when it is first asked for: starting the program should
// not wait for them.
func registerLater(name string, build func() bench.Experiment) bool {
	bench.Experiments.AddLater(name, build)
	return true
}

// profile adds a profile to the catalogue.
func profile(p bench.Profile) bench.Profile {
	bench.Profiles.Add(p.Name, p)
	return p
}

// on returns an arm whose groups are the behaviours.
func on(recipe, name, method string) bench.Arm {
	return bench.Arm{Name: name, Recipe: recipe, Groups: demos.ByBehaviour, Method: method}
}

// onStyles returns an arm whose groups are the styles of the demonstrations.
func onStyles(recipe, name, method string) bench.Arm {
	return bench.Arm{Name: name, Recipe: recipe, Groups: demos.ByStyle, Method: method}
}

// compare returns the comparison of an arm with another in one behaviour.
func compare(behaviour, arm, against string) bench.Comparison {
	return bench.Comparison{Behaviour: behaviour, Arm: arm, Against: against}
}
