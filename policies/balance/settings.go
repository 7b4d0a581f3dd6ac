package balance

import (
	"fmt"
	"strings"

	"counterpoise/internal/settings"
)

// Setting describes one setting of a method for help texts: an exported field of the method's struct, of a float or
// integer type, with the struct tags range and help (see Describe of package internal/settings):
//
//	Beta float64 `range:"[0, 1)" help:"β: overlap of successive samples"`
//
// Step sizes have no natural greatest value. Their ranges end at 1e6, where weights jump to a corner of the simplex in
// one step for losses that differ by a millionth: more changes nothing, and numbers near 1e308 overflow.
type Setting = settings.Setting

// Settings describes the settings of a method, in the order of the struct's fields. A method without settings has none.
// The values of m count as the defaults.
func Settings(m Method) []Setting { return settings.Describe(m) }

// Named finds a method by name and applies the settings that follow the name:
//
//	ours                    the registered method with its defaults
//	ours:EtaT=5,HeldOut=.2  the same with two settings changed
//	fixed:.2,.8             given weights, one per group in the groups' order (see Fixed)
//	weights:mine@DIGEST     given weights of demonstrations or frames, from a file (see Given)
//
// The syntax is part of the names of committed records and must not change. Named returns an error for an unknown
// method or setting, for a value that is not a finite number in the setting's range, and for a setting that occurs
// twice.
func Named(text string) (Method, error) {
	name, list, set := strings.Cut(text, ":")
	switch name {
	case "fixed":
		return parseFixed(list)
	case givenName:
		return parseGiven(list)
	}
	m, err := Methods.Get(name)
	if err != nil || !set {
		return m, err
	}
	if m, err = settings.Parse(m, list); err == nil {
		err = checkLoss(m)
	}
	if err != nil {
		return nil, fmt.Errorf("balance: method %q: %w", name, err)
	}
	return m, nil
}
