package decide

import (
	"slices"

	"counterpoise/policies/weightfile"
	"counterpoise/scenes/demos"
	"counterpoise/scenes/expert"
)

// Regret is the list on which it is measured what the advice is worth. Every third recipe has styles that no threshold
// of the rule had seen when it was fixed; every fourth turn is all good.
var Regret = List{"advice regret",
	[]Told{BySuccess, NothingElse, ByStyle, OperatorElse, StyleElse, Nothing, ByOperator, NothingElse},
	func(i int) []string {
		if Unseen(i) {
			return []string{"fumble", "hasty", "mistake", "release", "slow"}
		}
		return []string{"biased", "detour", "early", "erratic", "miss", "noisy", "retry"}
	},
	func(turn int) bool { return turn%4 == 3 }}

// Unseen reports whether recipe i of Regret has styles that no threshold of the rule had seen.
func Unseen(i int) bool { return i%3 == 2 }

// Labelled reports whether labels or a replay say something of the quality of demonstrations, and not trajectories
// alone: who showed them says nothing that the rule takes.
func (t Told) Labelled() bool { return t != NothingElse && t != OperatorElse }

// Names of the arms of a drawn dataset.
const (
	ArmPlain    = Plain     // plain cloning
	ArmDropped  = dropped   // without the bad ones, as only the recipe knows them
	ArmNamed    = named     // a tenth of the good ones named, as try does
	ArmUpsample = upsample  // behaviours drawn equally often
	ArmAdvised  = "advised" // what the advice keeps
)

// Yardsticks are the arms that others are compared with, by name: plain cloning and, where some demonstrations are in
// bad styles, without these.
func Yardsticks(made *demos.Dataset) map[string]Arm {
	arms := map[string]Arm{ArmPlain: {Name: ArmPlain, Method: "natural", Groups: demos.ByBehaviour}}
	good := make([]bool, len(made.Episodes))
	for i := range good {
		good[i] = made.Episodes[i].Style == expert.Optimal
	}
	if slices.Contains(good, false) {
		arms[ArmDropped] = Keeping(ArmDropped, good)
	}
	return arms
}

// TrueArms are the arms of a drawn dataset, by name: its Yardsticks, weights of resemblance to the good ones that were
// named, behaviours drawn equally often where their numbers differ, and what the advice keeps. Arms that are the same
// are one Arm, with the name of the first.
func TrueArms(made *demos.Dataset, kept []bool, resembling []weightfile.Frames) map[string]Arm {
	arms := Yardsticks(made)
	arms[ArmNamed] = Arm{Name: ArmNamed, Weights: resembling}
	n := map[string]int{}
	for i := range made.Episodes {
		n[made.Episodes[i].Behaviour]++
	}
	for _, k := range n {
		if k != n[made.Episodes[0].Behaviour] {
			arms[ArmUpsample] = Arm{Name: ArmUpsample, Method: upsample, Groups: demos.ByBehaviour}
		}
	}
	advised := Keeping(ArmAdvised, kept)
	switch {
	case !slices.Contains(kept, false):
		advised = arms[ArmPlain]
	case slices.EqualFunc(advised.Weights, arms[ArmDropped].Weights, slices.Equal):
		advised = arms[ArmDropped]
	}
	arms[ArmAdvised] = advised
	return arms
}

// Keeping is the arm that leaves demonstrations out.
func Keeping(name string, kept []bool) Arm {
	a := Arm{Name: name}
	for _, keep := range kept {
		w := weightfile.Frames{0}
		if keep {
			w[0] = 1
		}
		a.Weights = append(a.Weights, w)
	}
	return a
}

// NamedGood are the demonstrations that are named good in a drawn dataset: a tenth of the good ones of each behaviour,
// rounded up, spread evenly, as try takes them.
func NamedGood(made *demos.Dataset) (all []int) {
	of := map[string][]int{}
	for i := range made.Episodes {
		if e := &made.Episodes[i]; e.Style == expert.Optimal {
			of[e.Behaviour] = append(of[e.Behaviour], i)
		}
	}
	for _, good := range of {
		all = append(all, tenthOf(good)...)
	}
	slices.Sort(all)
	return all
}

// tenthOf returns knownShare of some demonstrations, rounded up, spread evenly.
func tenthOf(good []int) (some []int) {
	n := int(knownShare*float64(len(good)) + .999)
	for i := range n {
		some = append(some, good[i*len(good)/n])
	}
	return some
}
