package record

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"

	"counterpoise/internal/durable"
)

// EvaluationFormat is the version of the form of evaluations.
const EvaluationFormat = 1

// Evaluation records how often one policy, of this program or of another, succeeded at one task. It has rollouts like
// those of a Record, and no method, dataset or training. Two evaluations of a task with the same seed and trial have
// rollouts from the same initial states.
type Evaluation struct {
	Format   int       `json:"evaluation"` // 1
	Policy   Evaluated `json:"policy"`
	Task     string    `json:"task"` // canonical, with its knobs
	Seed     uint64    `json:"seed"`
	Trial    int       `json:"trial"`
	Rollouts int       `json:"rollouts"` // of each behaviour, when it is complete
	Renderer string    `json:"renderer"` // of the pictures that the policy observed; NoRenderer if it observes none
	Version  string    `json:"version"`  // of results: evaluations of different versions are not compared
	// Outcomes are the rollouts that have been played, in the task's order of behaviours. A complete evaluation has one
	// part for each behaviour. Rollouts in another simulator may lack the verdicts of the earned oracle (Has).
	Outcomes   []Part     `json:"outcomes"`
	Chance     []Chance   `json:"chance,omitempty"` // of untrained policies on this task, where it is recorded
	Provenance Provenance `json:"origin"`
	Seconds    float64    `json:"seconds,omitempty"` // wall-clock time of the rollouts; no result
}

// Evaluated says which policy was evaluated.
type Evaluated struct {
	Name   string `json:"name"`             // path of the file; address of the server, or what eval --name calls it
	Digest string `json:"digest,omitempty"` // SHA-256 of the file
	// Of a policy behind a server: what the server said of itself, the keys that the policy observed, and its prompt.
	// The metadata are compact JSON; files have them indented.
	Metadata json.RawMessage `json:"metadata,omitempty"`
	Observes []string        `json:"observes,omitempty"`
	Prompt   string          `json:"prompt,omitempty"`
	Inverted bool            `json:"gripper_inverted,omitempty"` // the sign of the gripper's command was changed
	Chunk    int             `json:"chunk"`                      // actions of an answer
	Execute  int             `json:"execute"`                    // actions of it that were executed
}

// Part has the outcomes of consecutive rollouts of a behaviour.
type Part struct {
	First int `json:"first"` // number of the first rollout
	Outcomes
}

// Chance is the chance level of a behaviour: untrained policies that are rolled out alike.
type Chance struct {
	Behaviour string  `json:"behaviour"`
	Policy    string  `json:"policy"` // their architecture
	Estimate  float64 `json:"estimate"`
	Upper     float64 `json:"upper"` // 95 % bound
}

// Same reports whether two evaluations are of the same policy and of the same rollouts, so that one can go on where the
// other has stopped. Numbers of rollouts may differ.
func (e Evaluation) Same(other Evaluation) bool {
	a, b := e.Policy, other.Policy
	return a.Name == b.Name && a.Digest == b.Digest && bytes.Equal(a.Metadata, b.Metadata) &&
		slices.Equal(a.Observes, b.Observes) && a.Prompt == b.Prompt && a.Inverted == b.Inverted &&
		a.Execute == b.Execute && e.Task == other.Task && e.Seed == other.Seed && e.Trial == other.Trial &&
		e.Renderer == other.Renderer && e.Version == other.Version
}

// SameElsewhere reports whether two evaluations differ in nothing but the names of policies behind servers: where these
// are, as far as is known. That it is one policy is for the user to say, since servers may say the same of themselves,
// or nothing.
func (e Evaluation) SameElsewhere(other Evaluation) bool {
	name := e.Policy.Name
	e.Policy.Name = other.Policy.Name
	return name != other.Policy.Name && e.Policy.Digest == "" && len(e.Policy.Metadata) > 0 && e.Same(other)
}

// Add adds rollouts, and joins parts that adjoin. Outcomes stay in the given order, that of the task's behaviours, then
// by number.
func (e *Evaluation) Add(p Part, order []string) {
	e.Outcomes = append(e.Outcomes, p)
	slices.SortStableFunc(e.Outcomes, func(a, b Part) int {
		if a.Behaviour != b.Behaviour {
			return slices.Index(order, a.Behaviour) - slices.Index(order, b.Behaviour)
		}
		return a.First - b.First
	})
	joined := e.Outcomes[:1]
	for _, p := range e.Outcomes[1:] {
		if last := &joined[len(joined)-1]; last.Behaviour == p.Behaviour && last.First+len(last.Steps) == p.First {
			last.Outcomes = last.Outcomes.concat(p.Outcomes)
			continue
		}
		joined = append(joined, p)
	}
	e.Outcomes = joined
}

// concat returns the rollouts of o followed by those of other, in lists that share no memory with either.
func (o Outcomes) concat(other Outcomes) Outcomes {
	o.Steps = slices.Concat(o.Steps, other.Steps)
	o.EarnedSteps = slices.Concat(o.EarnedSteps, other.EarnedSteps)
	o.WrongSteps = slices.Concat(o.WrongSteps, other.WrongSteps)
	o.EarnedWrongSteps = slices.Concat(o.EarnedWrongSteps, other.EarnedWrongSteps)
	o.ClippedActions = slices.Concat(o.ClippedActions, other.ClippedActions)
	o.NonFiniteSteps = slices.Concat(o.NonFiniteSteps, other.NonFiniteSteps)
	return o
}

// Played returns the number of rollouts that have been played.
func (e Evaluation) Played() (n int) {
	for _, p := range e.Outcomes {
		n += len(p.Steps)
	}
	return n
}

// Complete reports whether all rollouts of all behaviours of the task have been played.
func (e Evaluation) Complete(behaviours int) bool {
	for _, p := range e.Outcomes {
		if p.First != 0 || len(p.Steps) < e.Rollouts {
			return false
		}
	}
	return len(e.Outcomes) == behaviours
}

// Has reports whether all rollouts have the verdict of an oracle. Rollouts in CALVIN itself lack those of the earned
// oracle, because its evaluation does not ask which body moved a part.
func (e Evaluation) Has(oracle Oracle) bool {
	for _, p := range e.Outcomes {
		if _, ok := p.Count(oracle); !ok {
			return false
		}
	}
	return true
}

// Check returns an error for another format, sizes and chance levels out of range, and outcomes that are incomplete,
// not
// of the task's behaviours in their order, or overlapping, or contradict themselves.
func (e Evaluation) Check(behaviours []string) error {
	if e.Format != EvaluationFormat {
		return errors.New("it is no evaluation in a form that this program reads")
	}
	if e.Rollouts < 1 || e.Rollouts > MaxRollouts || e.Trial < 0 || e.Trial > MaxTrial {
		return fmt.Errorf("it has %d rollouts of trial %d, expected 1 to %d of trial 0 to %d", e.Rollouts, e.Trial,
			MaxRollouts, MaxTrial)
	}
	if e.Policy.Chunk < 0 || e.Policy.Execute < 0 {
		return fmt.Errorf("its policy answers with %d actions, of which %d are executed", e.Policy.Chunk,
			e.Policy.Execute)
	}
	for _, c := range e.Chance {
		if c.Estimate < 0 || c.Upper < c.Estimate || c.Upper > 1 {
			return fmt.Errorf("its chance level of %q is %v, at most %v; both are shares from 0 to 1", c.Behaviour,
				c.Estimate, c.Upper)
		}
	}
	last, end := -1, 0 // behaviour and end of the part before
	for _, p := range e.Outcomes {
		at := slices.Index(behaviours, p.Behaviour)
		if at > last {
			end = 0
		}
		switch {
		case at < 0:
			return fmt.Errorf("its task has no behaviour %q", p.Behaviour)
		case at < last: // comparisons pair the behaviours of two evaluations by their places
			return fmt.Errorf("outcomes of %q are out of order; the order is %q", p.Behaviour, behaviours)
		case len(p.Steps) == 0 || p.WrongSteps == nil || (p.EarnedSteps == nil) != (p.EarnedWrongSteps == nil):
			return fmt.Errorf("outcomes of %q lack verdicts", p.Behaviour)
		case p.First < end || p.First > 1<<30:
			return fmt.Errorf("outcomes of %q overlap", p.Behaviour)
		}
		last, end = at, p.First+len(p.Steps)
		if err := p.check(len(p.Steps)); err != nil {
			return fmt.Errorf("outcomes of %q: %w", p.Behaviour, err)
		}
	}
	return nil
}

// Bytes returns the evaluation as JSON, as files have it.
func (e Evaluation) Bytes() ([]byte, error) {
	e.Format = EvaluationFormat
	var b bytes.Buffer
	to := json.NewEncoder(&b)
	to.SetEscapeHTML(false) // metadata come back as they were
	to.SetIndent("", "  ")
	err := to.Encode(e)
	return numberLists.ReplaceAllFunc(b.Bytes(), func(list []byte) []byte {
		return bytes.ReplaceAll(whiteSpace.ReplaceAll(list, nil), []byte(","), []byte(", "))
	}), err
}

// numberLists matches the lists of whole numbers that the encoder spreads over many lines, which Bytes joins into one.
// It matches nothing within quotes, where JSON has no line feed.
var numberLists, whiteSpace = regexp.MustCompile(`\[\n[-0-9,\s]+\]`), regexp.MustCompile(`\s+`)

// Save writes the evaluation to a file, whole or not at all.
func (e Evaluation) Save(path string) error {
	b, err := e.Bytes()
	if err != nil {
		return err
	}
	return durable.WriteFile(path, b)
}
