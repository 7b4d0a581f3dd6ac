package bench

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"

	"counterpoise/internal/seed"
	"counterpoise/scenes/demos"
)

// Version names what decides a result besides the cell: records of different versions are never compared. Its first
// number is raised when a policy preset, the trainer or the protocol of rollouts changes what comes out for the same
// cell; its second is that of the simulator and its demonstrators.
const Version = "2." + demos.Version

// Cell names one policy, trained and tested. Two cells with the same name are the same policy.
type Cell struct {
	// Experiment is who asked for the policy first. It is a label and no part of the name, so that experiments that
	// need the same policy (balanced cloning, say) share one record.
	Experiment string `json:"experiment"`

	Task   string `json:"task"`
	Recipe string `json:"recipe"` // demonstrations per behaviour, canonical: "left=27,middle=9,right=27"
	Groups string `json:"groups"` // what the demonstrations are grouped by: "behaviour", "style" or "both"
	Method string `json:"method"` // how the groups are weighed
	Policy string `json:"policy"` // which preset of network and observation
	Trial  int    `json:"trial"`  // from 0; what pairs the arms

	Rollouts int    `json:"rollouts"` // per behaviour
	Steps    int    `json:"steps"`    // gradient steps
	Seed     uint64 `json:"seed"`
	Version  string `json:"version"`
}

// Name is the cell's canonical name: all that decides its result, in words.
func (c Cell) Name() string {
	return fmt.Sprintf("task=%s recipe=%s groups=%s method=%s policy=%s trial=%d rollouts=%d steps=%d seed=%d version=%s",
		c.Task, c.Recipe, c.Groups, c.Method, c.Policy, c.Trial, c.Rollouts, c.Steps, c.Seed, c.Version)
}

// Hash is the short name: 16 hexadecimal digits of the name's SHA-256.
func (c Cell) Hash() string {
	sum := sha256.Sum256([]byte(c.Name()))
	return hex.EncodeToString(sum[:8])
}

// String says in a few words which policy it is, for progress lines and errors.
func (c Cell) String() string {
	return fmt.Sprintf("%s %s, %s, trial %d", c.Task, c.Recipe, c.Method, c.Trial)
}

// Trials are paired because the random numbers of a cell (demonstrations by PoolSeed, training, initial states) are
// keyed without its recipe, its method and its policy's settings: what trial t draws is the same for every arm.

// trainingKey seeds initial weights and mini-batches.
func (c Cell) TrainingKey() seed.Key {
	name, _, _ := strings.Cut(c.Policy, ":")
	return seed.Of("counterpoise", c.Seed, c.Task, "training", name, c.Trial)
}

// startKey seeds the initial states of the trial's rollouts.
func (c Cell) StartKey() seed.Key {
	return seed.Of("counterpoise", c.Seed, c.Task, "start", c.Trial)
}

// PoolSeed is the seed of the pool of demonstrations that every recipe of a trial draws from: the 9 demonstrations of a
// starved behaviour are the first 9 of the 21 that the balanced dataset has.
func PoolSeed(task string, trial int, s uint64) uint64 {
	return seed.Of("counterpoise", s, task, "demonstrations", trial).Uint64()
}
