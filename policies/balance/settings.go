package balance

import (
	"cmp"
	"fmt"
	"slices"
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

// Recorded is Named for the method of a cell. Names of cells keep their meaning: where one has no EtaT, which this
// program writes into every cell that it plans (Explicit), that was 2.25, before losses and ηT had one unit.
func Recorded(text string) (Method, error) {
	text = Canonical(text)
	m, err := Named(text)
	if explicit, _ := Explicit(text); err != nil || explicit == text {
		return m, err
	}
	switch m := m.(type) {
	case Zero:
		m.EtaT = studyEtaT
		return m, nil
	case RemixPaper:
		m.EtaT = studyEtaT
		return m, nil
	case Ours:
		m.EtaT = studyEtaT
		return m, nil
	}
	return m, nil
}

// Explicit returns the canonical text of a method, with EtaT written out where the method has it and the text lacks it.
func Explicit(text string) (string, error) {
	text = Canonical(text)
	m, err := Named(text)
	if err != nil {
		return "", err
	}
	name, list, set := strings.Cut(text, ":")
	if name == givenName || name == keptName { // no settings of the method
		return text, nil
	}
	i := slices.IndexFunc(Settings(m), func(s Setting) bool { return s.Key == "EtaT" })
	if i < 0 || strings.HasPrefix(list, "EtaT=") || strings.Contains(list, ",EtaT=") {
		return text, nil
	}
	name += ":EtaT=" + Settings(m)[i].Default
	if set {
		name += "," + list
	}
	return name, nil
}

// Canonical returns the text of a method with the name that records have in place of the one for people:
// ours:EtaT=5 of parekh:EtaT=5. Whatever keeps the text that a user has typed keeps this one. Other text stays as it
// is.
func Canonical(text string) string {
	name, list, set := strings.Cut(text, ":")
	if name = Methods.Canonical(name); set {
		name += ":" + list
	}
	return name
}

// Named finds a method by name and applies the settings that follow the name:
//
//	ours                    the registered method with its defaults
//	ours:EtaT=5,HeldOut=.2  the same with two settings changed
//	parekh:EtaT=5           a method by its name for people (see Canonical)
//	fixed:.2,.8             given weights, one per group in the groups' order (see Fixed)
//	weights:mine@DIGEST     given weights of demonstrations or frames, from a file (see Given)
//	kept:worst,split        the demonstrations that a score and a rule keep (see Kept)
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
	case keptName:
		return parseKept(list)
	}
	m, err := Methods.Get(name)
	if err != nil || !set {
		return m, err
	}
	if m, err = settings.Parse(m, list); err == nil {
		err = checkLoss(m)
		if c, ok := m.(interface{ check() error }); ok { // settings of a method that contradict each other
			err = cmp.Or(err, c.check())
		}
	}
	if err != nil {
		return nil, fmt.Errorf("balance: method %q: %w", name, err)
	}
	return m, nil
}
