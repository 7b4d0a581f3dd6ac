package bench

import (
	"fmt"

	"counterpoise/policies"
)

// PolicyConfig is the configuration that the name of a policy stands for, settings included, with so many gradient steps.
// A setting that is none of the policy's own, such as Cue, is an error.
func PolicyConfig(text string, steps int) (policies.Config, error) {
	p, err := ParsePreset(text, steps)
	if err == nil && p.Ambiguity != 0 {
		err = fmt.Errorf("policy %q: Cue is a setting of experiments, not of a policy", text)
	}
	return p.Config, err
}
