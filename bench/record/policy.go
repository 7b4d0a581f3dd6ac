package record

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"counterpoise/internal/settings"
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

// ParsePolicy reads the text form of a policy. A setting that does not exist is an error; whether
// observer, network and head exist is for train.Check to say.
func ParsePolicy(text string) (Policy, error) {
	p, cue, err := parsePolicy(text)
	if err != nil {
		return Policy{}, err
	}
	if cue != "" {
		return Policy{}, fmt.Errorf("policy %q: Cue is no setting of a policy; name the task opening:Ambiguity=%s",
			text, cue)
	}
	return p, nil
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
