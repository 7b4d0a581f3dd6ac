package bench

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"counterpoise/internal/settings"
	"counterpoise/policies/network"
	"counterpoise/policies/train"
)

// Policy names what a cell trains: an observer (what the policy sees), a network (how it computes), a head (what its
// outputs mean and what the loss is), and settings that differ from the calibrated ones. The zero value names nothing.
//
// Its text form is part of the names of cells, and so of committed records:
//
//	state                       observer; network and head are the defaults, mlp and squared
//	state+mlp+gaussian          observer, network, head
//	state:Execute=1             a setting that differs from the calibrated one
//
// Default network and head are left out, so that each policy has one text form.
type Policy struct {
	Observer string
	Network  string
	Head     string
	Settings PolicySettings
}

// PolicySettings are the settings of a policy that an arm may change. A setting that is zero is as calibrated. The
// struct tags are those of package internal/settings: parsing and help texts read them.
type PolicySettings struct {
	Execute int `range:"[1, 8]" help:"actions of a predicted chunk that are executed before the policy observes again"`
	History int `range:"[1, 8]" help:"observations that the policy acts on: the present one and those of calls before"`
	Shifts  int `range:"[1, 16]" help:"randomly shifted copies of each picture to learn from, besides the picture"`
	Looks   int `range:"[1, 16]" help:"random looks of the scene to learn each demonstration in, besides the usual one"`
	Batch   int `range:"[1, 4096]" help:"frames of a gradient step"`
}

// With returns the settings with those of o, where o sets them, in place of its own.
func (s PolicySettings) With(o PolicySettings) PolicySettings {
	return PolicySettings{
		Execute: cmp.Or(o.Execute, s.Execute), History: cmp.Or(o.History, s.History),
		Shifts: cmp.Or(o.Shifts, s.Shifts), Looks: cmp.Or(o.Looks, s.Looks), Batch: cmp.Or(o.Batch, s.Batch),
	}
}

// Without returns the settings with those reset that o sets.
func (s PolicySettings) Without(o PolicySettings) PolicySettings {
	keep := func(own, other int) int {
		if other != 0 {
			return 0
		}
		return own
	}
	return PolicySettings{
		Execute: keep(s.Execute, o.Execute), History: keep(s.History, o.History),
		Shifts: keep(s.Shifts, o.Shifts), Looks: keep(s.Looks, o.Looks), Batch: keep(s.Batch, o.Batch),
	}
}

// Networks and heads that the text form of a policy leaves out.
const (
	DefaultNetwork = "mlp"
	DefaultHead    = "squared"
)

// The policies that the benchmark is calibrated for.
var (
	// StatePolicy observes joints, gripper, the position of the red block and the bulb.
	StatePolicy = Policy{Observer: "state", Network: DefaultNetwork, Head: DefaultHead}
	// VisionPolicy observes the pictures of both cameras, joints and gripper.
	VisionPolicy = Policy{Observer: "vision", Network: DefaultNetwork, Head: DefaultHead}
)

// ResidualPolicy learns from both pictures end to end, by residual networks, in steps of 64 frames.
var ResidualPolicy = Policy{
	Observer: "vision", Network: "resnet18", Head: DefaultHead, Settings: PolicySettings{Batch: 64},
}

// Policies returns the names of the observers, which are the text forms of the policies with default network and head.
func Policies() []string { return network.Observers.Names() }

// ParsePolicy reads the text form of a policy. An observer, network, head or setting that does not exist is an error.
func ParsePolicy(text string) (Policy, error) {
	p, cue, err := parsePolicy(text)
	if err != nil {
		return Policy{}, err
	}
	if cue != "" {
		return Policy{}, fmt.Errorf("policy %q: Cue is no setting of a policy; name the task opening:Ambiguity=%s",
			text, cue)
	}
	return p, p.Check()
}

// parsePolicy reads the text form without looking at what exists. Cells of version 2.3 named the ambiguity of the
// instruction as a setting "Cue" of the policy; its value is returned apart.
func parsePolicy(text string) (p Policy, cue string, err error) {
	if text == "" {
		return p, cue, nil
	}
	name, list, set := strings.Cut(text, ":")
	p = Policy{Network: DefaultNetwork, Head: DefaultHead}
	parts := strings.Split(name, "+")
	if len(parts) > 3 || slices.Contains(parts, "") {
		return p, cue, fmt.Errorf("policy %q: want OBSERVER[+NETWORK[+HEAD]]", text)
	}
	for i, to := range []*string{&p.Observer, &p.Network, &p.Head}[:len(parts)] {
		*to = parts[i]
	}
	if !set {
		return p, cue, nil
	}
	var keys []string
	for _, assignment := range strings.Split(list, ",") {
		key, _, _ := strings.Cut(assignment, "=")
		if slices.Contains(keys, key) {
			return p, cue, fmt.Errorf("policy %q: setting %s is given twice; give it once", text, key)
		}
		keys = append(keys, key)
		if value, legacy := strings.CutPrefix(assignment, "Cue="); legacy {
			cue = value
		} else {
			p.Settings, err = settings.Parse(p.Settings, assignment)
		}
		if err != nil {
			return p, cue, fmt.Errorf("policy %q: %w", text, err)
		}
	}
	if p.Settings.History == 1 {
		p.Settings.History = 0 // the default, which has one text form
	}
	return p, cue, nil
}

// Check returns an error if observer, network or head do not exist, or if they and the settings do not go together.
func (p Policy) Check() error {
	if !slices.Contains(Policies(), p.Observer) {
		return fmt.Errorf("unknown policy %q: policies are named OBSERVER[+NETWORK[+HEAD]], and the observers are %s",
			p.Observer, strings.Join(Policies(), ", "))
	}
	return p.config(1).Validate()
}

// Base returns the policy with the calibrated settings.
func (p Policy) Base() Policy {
	p.Settings = PolicySettings{}
	return p
}

// String returns the text form; it is empty for the zero value.
func (p Policy) String() string {
	if p == (Policy{}) {
		return ""
	}
	text := p.Observer
	switch {
	case p.Head != DefaultHead:
		text += "+" + p.Network + "+" + p.Head
	case p.Network != DefaultNetwork:
		text += "+" + p.Network
	}
	if p.Settings != (PolicySettings{}) { // reflection on the settings takes longer than all the rest
		text += ":" + settings.Format(p.Settings)
	}
	return text
}

// MarshalText returns the text form: policies stand in records as text.
func (p Policy) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// UnmarshalText reads the text form. It accepts names that this program does not have, because records of other
// programs are read too.
func (p *Policy) UnmarshalText(text []byte) (err error) {
	*p, _, err = parsePolicy(string(text))
	return err
}

// Config returns the training configuration that the policy stands for, with the given number of gradient steps.
func (p Policy) Config(steps int) (train.Config, error) { return p.config(steps), p.Check() }

func (p Policy) config(steps int) train.Config {
	c := train.DefaultConfig()
	c.Observer, c.Network, c.Head, c.Steps = p.Observer, p.Network, p.Head, steps
	c.History, c.Shifts, c.Looks = p.Settings.History, p.Settings.Shifts, p.Settings.Looks
	if p.Settings.Execute != 0 {
		c.Execute = p.Settings.Execute
	}
	if p.Settings.Batch != 0 {
		c.Batch = p.Settings.Batch
	}
	return c
}

// PolicyOf returns the policy that a training configuration stands for, whatever its number of steps. It is the inverse
// of Config.
func PolicyOf(c train.Config) Policy {
	p := Policy{Observer: c.Observer, Network: c.Network, Head: c.Head}
	p.Settings.Shifts, p.Settings.Looks = c.Shifts, c.Looks
	if c.History > 1 {
		p.Settings.History = c.History
	}
	if c.Execute != train.DefaultConfig().Execute {
		p.Settings.Execute = c.Execute
	}
	if c.Batch != train.DefaultConfig().Batch {
		p.Settings.Batch = c.Batch
	}
	return p
}
