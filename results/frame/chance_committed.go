package frame

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"

	"counterpoise/bench"
	"counterpoise/bench/record"
	"counterpoise/scenes"
	"counterpoise/stats"
)

// CommittedChance is a chance level that this program carries, so that a program without a clone of the repository
// knows it: counts of the untrained policies in committed records.
type CommittedChance struct {
	Task      string                  `json:"task"`
	Policy    string                  `json:"policy"`  // architecture of the untrained policies
	Version   string                  `json:"version"` // of results
	Seed      uint64                  `json:"seed"`
	Source    string                  `json:"source"`   // folder of the repository that has the records
	Rollouts  int                     `json:"rollouts"` // of each behaviour and initialisation
	Successes []CommittedChanceCounts `json:"successes"`
}

// CommittedChanceCounts are the successes of one behaviour, one number for each initialisation, by each oracle.
type CommittedChanceCounts struct {
	Behaviour string `json:"behaviour"`
	Earned    []int  `json:"earned"`
	CALVIN    []int  `json:"calvin"`
}

// committedChances is made of the records in results/quick and results/confirm by
//
//	go test ./cmd/counterpoise/policies -run CommittedChances -update
//
//go:embed chance_committed.json
var committedChances []byte

// CommittedChances returns all chance levels that this program carries.
func CommittedChances() (all []CommittedChance, err error) {
	if err := json.Unmarshal(committedChances, &all); err != nil {
		return nil, fmt.Errorf("frame: chance_committed.json: %w", err)
	}
	return all, nil
}

// CommittedChanceOf returns the chance level of a policy that this program carries; ok is false where it has none for
// this version of the results.
func CommittedChanceOf(policy record.Policy, l bench.ChanceLevel) (c CommittedChance, ok bool) {
	all, err := CommittedChances()
	i := slices.IndexFunc(all, func(c CommittedChance) bool {
		return c.Task == l.Task && c.Policy == policy.String() && c.Version == bench.Version
	})
	if err != nil || i < 0 {
		return CommittedChance{}, false
	}
	return all[i], true
}

// Initialisations is the number of untrained policies that the counts are of.
func (c CommittedChance) Initialisations() int {
	if len(c.Successes) == 0 {
		return 0
	}
	return len(c.Successes[0].Earned)
}

// Level returns the rates and bounds by an oracle, as ChanceOf computes them of the records themselves; endings are
// not among what is carried.
func (c CommittedChance) Level(oracle scenes.Oracle) Chance {
	level := Chance{Level: bench.ChanceLevel{Task: c.Task}}
	for _, s := range c.Successes {
		k := s.Earned
		if oracle == scenes.CALVIN {
			k = s.CALVIN
		}
		level.Recorded = len(k)
		b := BehaviourChance{Behaviour: s.Behaviour}
		n := slices.Repeat([]int{c.Rollouts}, len(k))
		if p, err := stats.ClusteredUpper(k, n, Level, bench.ChanceCorrelation); err == nil {
			b.Success = p
		}
		level.Behaviours = append(level.Behaviours, b)
	}
	return level
}
