package main

import (
	"counterpoise/bench/record"
	"counterpoise/policies/train"
)

// policyFlag is a flag whose value is the text form of a policy.
type policyFlag struct{ policy *record.Policy }

func (f policyFlag) Set(text string) (err error) {
	*f.policy, err = train.ParsePolicy(text)
	return err
}

func (f policyFlag) String() string {
	if f.policy == nil || *f.policy == (record.Policy{}) {
		return ""
	}
	return f.policy.String()
}

// Type is the kind of value in help texts.
func (policyFlag) Type() string { return "string" }
