package bench

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// Adopt registers an experiment that is not compiled into the program, such as one from a file, and returns a function
// that takes it out again. One that is registered already and the same stays, and is not taken out. Another one of the
// same name, and a profile of the name, are errors; so are names that differ from these in capitals alone, since files
// are named after experiments in small letters. No other goroutine may use Experiments meanwhile.
func Adopt(e Experiment) (release func(), err error) {
	if _, err := Profiles.Get(e.Name); err == nil {
		return nil, fmt.Errorf("experiment %q has the name of a profile; choose another name", e.Name)
	}
	if old, err := Experiments.Get(e.Name); err == nil {
		if reflect.DeepEqual(old, e) {
			return func() {}, nil
		}
		return nil, fmt.Errorf("experiment %q has the name of another experiment, and differs from it; choose another "+
			"name", e.Name)
	}
	for _, other := range slices.Concat(Profiles.Names(), Experiments.Names()) {
		if strings.EqualFold(e.Name, other) {
			return nil, fmt.Errorf("experiment %q differs from %q in capitals alone, and their files would have the "+
				"same names; choose another name", e.Name, other)
		}
	}
	Experiments.Add(e.Name, e)
	return func() { Experiments.Remove(e.Name) }, nil
}
