package study

import (
	"strings"
	"testing"

	"counterpoise/bench"
	"counterpoise/policies/balance"
)

// The experiments on rivals leave no registered method out, and every arm has a method that exists.
func TestRivalsHaveEveryMethod(t *testing.T) {
	arms := map[string]bool{}
	for _, name := range []string{RivalsStarved, RivalsStyles} {
		e, err := bench.Experiments.Get(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range e.Designs {
			for _, a := range d.Arms {
				if _, err := balance.Named(a.Method); err != nil {
					t.Errorf("%s, arm %s: %v", name, a.Name, err)
				}
				method, _, _ := strings.Cut(a.Method, ":")
				arms[method] = true
			}
		}
	}
	for _, name := range balance.Methods.Names() {
		if !arms[name] {
			t.Errorf("method %s is no arm of %s or %s", name, RivalsStarved, RivalsStyles)
		}
	}
}
