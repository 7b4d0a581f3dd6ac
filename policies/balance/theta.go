package balance

import (
	"fmt"
	"slices"
	"strings"
)

// Theta says what the policy θ does during a search (see search). The study writes θ_new = θ - β_1 ∇L_α(θ) (Parekh et
// al., Eq. 18) and does not say whether the search goes on from θ_new.
type Theta int

const (
	// AdamTheta goes on by a step of Adam, as a training does.
	AdamTheta Theta = iota
	// FixedTheta stays as it is initialised: Eq. 18 is used for Eq. 19 alone.
	FixedTheta
	// StepTheta goes on from θ_new.
	StepTheta
)

var thetas = words{"adam", "fixed", "step"}

// MarshalText returns the word of the setting.
func (t Theta) MarshalText() ([]byte, error) { return []byte(thetas[t]), nil }

// UnmarshalText reads the word of the setting.
func (t *Theta) UnmarshalText(text []byte) error { return thetas.read((*int)(t), text) }

// Minimum says of which policy the least loss L_i^min of a group is taken once its search has found α*.
type Minimum int

const (
	// EndMinimum is θ at the end of the search.
	EndMinimum Minimum = iota
	// AheadMinimum is θ_new of Eq. 18 at the last step of the search.
	AheadMinimum
	// RetrainedMinimum is a policy that is trained anew under α*, as long as the policy that results.
	RetrainedMinimum
)

var minima = words{"end", "ahead", "retrained"}

// MarshalText returns the word of the setting.
func (m Minimum) MarshalText() ([]byte, error) { return []byte(minima[m]), nil }

// UnmarshalText reads the word of the setting.
func (m *Minimum) UnmarshalText(text []byte) error { return minima.read((*int)(m), text) }

// words are those of a setting, by its value.
type words []string

// read sets a value by its word.
func (w words) read(to *int, text []byte) error {
	i := slices.Index(w, string(text))
	if i < 0 {
		return fmt.Errorf("want %s or %s", strings.Join(w[:len(w)-1], ", "), w[len(w)-1])
	}
	*to = i
	return nil
}
