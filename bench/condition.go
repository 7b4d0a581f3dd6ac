package bench

import (
	"counterpoise/internal/settings"
)

// Condition changes the environment of an arm, in its demonstrations and in its rollouts alike. It is no property of
// the policy, which is trained and evaluated as always. The zero value is the task as it is. The struct tags are
// those of package internal/settings.
type Condition struct {
	// Ambiguity is the share of episodes in which the instruction contradicts the task: bulb and switch are observed
	// in their other state, from the first frame to the last, while the requested behaviour stays the same. The
	// episodes of a small share are among those of a larger one.
	Ambiguity float64 `json:"ambiguity,omitempty" range:"[0, 0.5]" help:"share of episodes with a misleading bulb"`
}

// parseCondition reads the text form of a condition, "Ambiguity=0.2".
func parseCondition(text string) (Condition, error) { return settings.Parse(Condition{}, text) }

// String returns the text form, which is part of the names of cells; it is empty for the task as it is.
func (c Condition) String() string { return settings.Format(c) }
