package balance

import (
	"math"
	"slices"
	"strings"
	"testing"

	"counterpoise/policies/mixture"
	"counterpoise/scenes/demos"
)

// The groups that Primary names share the target equally, by their own name, their style or their behaviour; the others
// have none of it.
func TestPrimaryGroups(t *testing.T) {
	for _, c := range []struct {
		method, groups string
		want           []float64
	}{
		{"autolambda", "optimal miss", []float64{.5, .5}},
		{"autolambda:Primary=all", "optimal miss", []float64{.5, .5}},
		{"autolambda:Primary=optimal", "optimal miss", []float64{1, 0}},
		{"autolambda:HeldOut=.1,Primary=okay", "better okay worse", []float64{0, 1, 0}},
		{"autolambda:Primary=optimal", "left:optimal left:miss right:optimal", []float64{.5, 0, .5}},
		{"autolambda:Primary=left", "left:optimal left:miss right:optimal", []float64{.5, .5, 0}},
		{"autolambda:Primary=left:miss", "left:optimal left:miss right:optimal", []float64{0, 1, 0}},
		{"autolambda:Primary=opt", "optimal miss", []float64{.5, .5}}, // none; see CheckGroups
	} {
		m, err := Named(c.method)
		if err != nil {
			t.Fatal(err)
		}
		g := demos.Groups{Names: strings.Fields(c.groups)}
		run := m.Start(g).(mixture.Staged).First().(*search)
		if !slices.Equal(run.target, c.want) {
			t.Errorf("%s of %s looks at %v, want %v", c.method, c.groups, run.target, c.want)
		}
	}
	if _, err := Named("autolambda:Primary="); err == nil ||
		!strings.Contains(err.Error(), `Primary="": want all, or the name of a group, style or behaviour`) {
		t.Errorf("an empty name: %v", err)
	}
}

// A method that looks for groups by name says so where there is none.
func TestCheckGroups(t *testing.T) {
	for _, c := range []struct{ method, groups, want string }{
		{"natural", "a b", ""},
		{"drop", "optimal miss", ""},
		{"drop", "left:optimal left:miss", ""},
		{"drop", "left right", "drop leaves out what is not optimal, and no group is called so: left, right; "},
		{"autolambda", "left right", ""},
		{"autolambda:Primary=left", "left right", ""},
		{"autolambda:Primary=optimal", "left right",
			"autolambda has Primary=optimal, and no group, style or behaviour is called so: left, right"},
	} {
		m, err := Named(c.method)
		if err != nil {
			t.Fatal(err)
		}
		err = CheckGroups(m, strings.Fields(c.groups))
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.HasPrefix(err.Error(), c.want)) {
			t.Errorf("%s of %s: %v, want %q", c.method, c.groups, err, c.want)
		}
	}
}

// A problem whose answer is known, with L_i(θ) = |θ - c_i|²/2 on training data and a held-out loss of group 0 alone,
// whose minimum is at c_0: told that group 0 is primary, the search leaves group 1 out; told nothing, it settles where
// both held-out losses together are lowest, which is half of each.
func TestPrimaryDecides(t *testing.T) {
	for _, c := range []struct {
		method string
		want   float64 // weight of group 0
	}{{"autolambda:Beta1=.1,Beta2=3,Primary=optimal", 1}, {"autolambda:Beta1=.1,Beta2=3", .5}} {
		m, err := Named(c.method)
		if err != nil {
			t.Fatal(err)
		}
		s := m.Start(demos.Groups{Names: []string{"optimal", "miss"}}).(mixture.Staged).First().(*search)
		descend(s, [][2]float64{{0, 0}, {1, 0}}, 400)
		if got := s.Alpha()[0]; math.Abs(got-c.want) > 1e-3 {
			t.Errorf("%s: group 0 weighs %v, want %v", c.method, got, c.want)
		}
	}
}
