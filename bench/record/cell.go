package record

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"counterpoise/internal/seed"
	"counterpoise/internal/settings"
)

// Cell names one policy, trained and evaluated. Two cells with the same name are the same policy.
type Cell struct {
	// Experiment is the first experiment that has the cell. It is a label and no part of the name, so that experiments
	// that need the same policy (balanced cloning, say) share one record.
	Experiment string `json:"experiment"`

	Task   string `json:"task"`   // with its knobs, canonical: "picking", "picking:Yaw=90"
	Recipe string `json:"recipe"` // demonstrations per behaviour, canonical: "left=27,middle=9,right=27"
	Groups string `json:"groups"` // how the demonstrations are grouped: one of demos.Groupings
	Method string `json:"method"` // how the groups are weighted, with its settings; or Untrained
	// Reading says how the method was read where the study leaves it open. Empty: not recorded.
	Reading string `json:"reading,omitempty"`
	Policy  Policy `json:"policy"` // observer, network and head, as text
	Trial   int    `json:"trial"`  // from 0; the arms of a trial are paired

	Rollouts int    `json:"rollouts"` // per behaviour; 0 for a cell that is trained and not evaluated
	Steps    int    `json:"steps"`    // gradient steps; 0 for Untrained alone
	Seed     uint64 `json:"seed"`
	// SeedSource says where the seed comes from: one of the constants Seed... It is no part of the name. Empty: not
	// recorded.
	SeedSource string `json:"seed_source,omitempty"`
	Version    string `json:"version"`
}

// Where the seed of a cell comes from.
const (
	SeedDefault = "default" // the profile's own seed
	SeedFlag    = "flag"    // the user's choice
	SeedFreeze  = "freeze"  // fixed by a commit that froze the rules of a confirmatory run
)

// Name returns the cell's canonical name: everything that decides its result, as words "key=value". A reading and knobs
// of the task are in it only where the cell has them, so that names of earlier versions stay the same.
func (c Cell) Name() string { return string(c.appendName(nil)) }

// appendName appends the name to b. Tables ask for the hashes of names a million times, hence not by fmt.
func (c Cell) appendName(b []byte) []byte {
	b = append(append(b, "task="...), c.Task...)
	b = append(append(b, " recipe="...), c.Recipe...)
	b = append(append(b, " groups="...), c.Groups...)
	b = append(append(b, " method="...), c.Method...)
	if c.Reading != "" {
		b = append(append(b, " reading="...), c.Reading...)
	}
	b = append(append(b, " policy="...), c.Policy.String()...)
	b = strconv.AppendInt(append(b, " trial="...), int64(c.Trial), 10)
	b = strconv.AppendInt(append(b, " rollouts="...), int64(c.Rollouts), 10)
	b = strconv.AppendInt(append(b, " steps="...), int64(c.Steps), 10)
	b = strconv.AppendUint(append(b, " seed="...), c.Seed, 10)
	return append(append(b, " version="...), c.Version...)
}

// Same reports whether two cells have the same name. Comparing fields is faster than comparing names.
func (c Cell) Same(other Cell) bool {
	c.Experiment, c.SeedSource = other.Experiment, other.SeedSource
	return c == other
}

// Hash returns the short name: 16 hexadecimal digits of the name's SHA-256.
func (c Cell) Hash() string {
	var name [512]byte // on the stack, for most names
	sum := sha256.Sum256(c.appendName(name[:0]))
	return hex.EncodeToString(sum[:8])
}

// String returns the cell in a few words, for progress lines and errors.
func (c Cell) String() string {
	return fmt.Sprintf("%s %s, %s, trial %d", c.Task, c.Recipe, c.Method, c.Trial)
}

// Variation returns what distinguishes the cell's policy from the calibrated one: its settings, as text. It is empty
// for most cells.
func (c Cell) Variation() string { return settings.Format(c.Policy.Settings) }

// UnmarshalJSON reads a cell of any version. Before tasks had knobs, the ambiguity of opening's instruction was a
// setting of the policy ("state:Cue=0.2", version 2.3), then a member of its own ("condition"); it becomes the knob.
func (c *Cell) UnmarshalJSON(data []byte) error {
	type fields Cell // without methods
	text := struct {
		*fields
		Policy    string `json:"policy"`
		Condition struct {
			Ambiguity float64 `json:"ambiguity"`
		} `json:"condition"`
	}{fields: (*fields)(c)}
	if err := json.Unmarshal(data, &text); err != nil {
		return err
	}
	policy, cue, err := parsePolicy(text.Policy)
	if err != nil {
		return err
	}
	c.Policy = policy
	if text.Condition.Ambiguity != 0 {
		cue = fmt.Sprint(text.Condition.Ambiguity)
	}
	return c.setAmbiguity(cue)
}

// setAmbiguity adds the knob Ambiguity with the given value to the task, which has no other, unless it is empty or 0.
func (c *Cell) setAmbiguity(value string) error {
	if value == "" {
		return nil
	}
	share, err := strconv.ParseFloat(value, 64)
	if err != nil {
		return fmt.Errorf("ambiguity %.90q, expected a number", value)
	}
	if share != 0 {
		c.Task = fmt.Sprintf("%s:Ambiguity=%g", c.Task, share)
	}
	return nil
}

// TaskName returns the name of the cell's task without its knobs.
func (c Cell) TaskName() string { return taskName(c.Task) }

func taskName(task string) string {
	name, _, _ := strings.Cut(task, ":")
	return name
}

// Untrained is the method of cells whose policy makes no gradient step. It is no balancing method: package balance does
// not know it.
const Untrained = "untrained"

// Untrained reports whether the cell's policy makes no gradient step.
func (c Cell) Untrained() bool { return c.Method == Untrained }

// Trials are paired because the random numbers of a cell (demonstrations by PoolSeed, training, initial states) are
// keyed without its recipe, its method, its task's knobs and its policy's settings: trial t draws the same numbers for
// every arm.

// TrainingKey returns the seed of initial weights and mini-batches.
func (c Cell) TrainingKey() seed.Key {
	return seed.Of("counterpoise", c.Seed, c.TaskName(), "training", c.Policy.Base().String(), c.Trial)
}

// StartKey returns the seed of the initial states of the trial's rollouts.
func (c Cell) StartKey() seed.Key {
	return seed.Of("counterpoise", c.Seed, c.TaskName(), "start", c.Trial)
}

// PoolSeed returns the seed of the pool of demonstrations that every recipe of a trial draws from: the 9
// demonstrations of a starved behaviour are the first 9 of the 21 that the balanced dataset has.
func PoolSeed(task string, trial int, s uint64) uint64 {
	return seed.Of("counterpoise", s, taskName(task), "demonstrations", trial).Uint64()
}
