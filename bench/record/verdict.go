package record

// Oracle is the name of a rule that judges rollouts (package scenes).
type Oracle string

// The oracles.
const (
	CALVIN Oracle = "calvin" // CALVIN's thresholds, whatever moved the part
	Earned Oracle = "earned" // the same, and the fingers moved it: the default
)

// Verdict is the judgement of an oracle on the present state of a rollout. The first verdict of a rollout that is not
// Neither decides it.
type Verdict uint8

// The verdicts.
const (
	Neither Verdict = iota // neither the requested behaviour was achieved, nor was another one shown
	Right                  // the requested behaviour is achieved
	Wrong                  // another behaviour was shown since the rollout began, which cannot be undone
)

// Decision is how an oracle decided a rollout: its first verdict that is not Neither, and the control step, from 1, at
// which it was given. The zero value is undecided.
type Decision struct {
	Verdict Verdict
	Step    int
}

// Add takes the verdict after a control step. Verdicts after the one that decided have no effect.
func (d *Decision) Add(v Verdict, step int) {
	if d.Verdict == Neither && v != Neither {
		*d = Decision{v, step}
	}
}

// At returns the step at which the rollout was decided with verdict v, 0 if it was not.
func (d Decision) At(v Verdict) int {
	if d.Verdict == v {
		return d.Step
	}
	return 0
}
