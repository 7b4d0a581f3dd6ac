package cli

import (
	"counterpoise/bench/record"
	"counterpoise/policies/train"
)

// PolicyFlag is a flag whose value is the text form of a policy.
type PolicyFlag struct{ Policy *record.Policy }

func (f PolicyFlag) Set(text string) (err error) {
	*f.Policy, err = train.ParsePolicy(text)
	return err
}

func (f PolicyFlag) String() string {
	if f.Policy == nil || *f.Policy == (record.Policy{}) {
		return ""
	}
	return f.Policy.String()
}

// Type is the kind of value in help texts.
func (PolicyFlag) Type() string { return "string" }
