package study

import (
	"slices"
	"strings"
	"testing"

	"counterpoise/bench"
	"counterpoise/policies/balance"
	"counterpoise/policies/mixture"
	"counterpoise/scenes/demos"
)

// In the primary reading every method whose weights move has two stages, the second under the final weights, or under
// the mean where Re-Mix's authors say so; each other reading is one that the first is not.
func TestReadings(t *testing.T) {
	g := demos.Groups{Names: []string{"a", "b"}, N: []int{2, 1}, Frames: []int{80, 40}, Of: []int32{0, 0, 1}}
	seen := map[Reading]bool{}
	for i, r := range Readings {
		if (r.Name == "") != (i == 0) || r.About == "" {
			t.Errorf("reading %d is called %q: %q", i, r.Name, r.About)
		}
		methods := Reading{Zero: r.Zero, Remix: r.Remix, Ours: r.Ours}
		if seen[methods] {
			t.Errorf("reading %s has the methods of another", r.Name)
		}
		seen[methods] = true
		for _, name := range []string{r.Zero, r.Remix, r.Ours} {
			m, err := balance.Named(name)
			if err != nil {
				t.Errorf("%s: %v", r.Name, err)
				continue
			}
			if _, two := m.Start(g).(mixture.Staged); two != (r.Name != "one-stage") {
				t.Errorf("%s: %s has two stages: %v", r.Name, name, two)
			}
		}
	}
	if m, _ := balance.Named(Primary.Ours); m.(balance.Ours).Weights != balance.FinalWeights {
		t.Error("the primary reading of ours has other weights than the final ones")
	}
}

// Wherever Remix stands it has both forms: as two arms, or in an experiment in the primary reading and one in the
// reading "additive", with the same arms, recipes and comparisons. What is fitted to Table 1 is given the fit in every
// reading, the rest in none.
func TestReadingsOfExperiments(t *testing.T) {
	additive := map[string]bench.Experiment{} // by the name of the experiment in the primary reading
	for _, name := range bench.Experiments.Names() {
		if e, _ := bench.Experiments.Get(name); e.Reading == Additive {
			additive[e.Of] = e
		}
	}
	found := 0
	for _, name := range bench.Experiments.Names() {
		primary, _ := bench.Experiments.Get(name)
		if primary.Of != "" || !hasMethod(primary, "remix") || hasAdditive(primary) {
			continue
		}
		other, ok := additive[name]
		if !ok {
			t.Errorf("%s has no experiment in the reading additive", name)
			continue
		}
		found++
		if other.GivenFit != strings.HasPrefix(name, "E5") || primary.GivenFit != other.GivenFit {
			t.Errorf("%+v", other)
		}
		for i, d := range primary.Designs {
			for j, a := range d.Arms {
				b := other.Designs[i].Arms[j]
				if a.Name == "remix" || strings.HasSuffix(a.Name, ", remix") {
					if a.Method != "remix" || !strings.HasPrefix(b.Method, "remix-paper:") {
						t.Errorf("%s: remix is %s and %s", name, a.Method, b.Method)
					}
					b.Method = a.Method
				}
				if a != b {
					t.Errorf("%s: arm %v became %v", name, a, b)
				}
			}
		}
	}
	if want := len(remixExperiments) + 2 + 2 + 4 + 1; found != want { // precision, near, inexact and two-by-two
		t.Errorf("%d experiments have the reading additive, expected %d", found, want)
	}
	for _, name := range ConfirmReadings.Experiments {
		if e, err := bench.Experiments.Get(name); err != nil || (e.Of == "") != (name == "E5-each") {
			t.Errorf("%s: %v, reading of %q", name, err, e.Of)
		}
	}
	for _, name := range []string{"E1-additive", "E3-plateau", "E4-held-out"} {
		if _, err := bench.Experiments.Get(name); err == nil {
			t.Errorf("%s is the primary reading again", name)
		}
	}
}

// hasAdditive reports whether an arm of an experiment is under Remix in its additive form.
func hasAdditive(e bench.Experiment) bool {
	return slices.ContainsFunc(e.Designs, func(d bench.Design) bool {
		return slices.ContainsFunc(d.Arms, func(a bench.Arm) bool {
			return strings.HasPrefix(a.Method, "remix-paper:")
		})
	})
}

// hasMethod reports whether an arm of an experiment is under a method.
func hasMethod(e bench.Experiment, method string) bool {
	return slices.ContainsFunc(e.Designs, func(d bench.Design) bool {
		return slices.ContainsFunc(d.Arms, func(a bench.Arm) bool { return a.Method == method })
	})
}
