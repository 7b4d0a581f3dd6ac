package advice

import (
	"strings"
	"testing"
)

// Demonstrations without a task are no skill of which more could be recorded; every scarce skill is named; skills that
// are written in two ways are one.
func TestImbalance(t *testing.T) {
	for _, c := range []struct {
		names []string
		n     []int
		want  string
		not   string
	}{
		{[]string{"pick", "(none)"}, []int{20, 20}, "20 demonstrations without a label of a skill", "balanced"},
		{[]string{"pick", "lid", "(none)"}, []int{30, 5, 3}, "record 25 more of lid.", "of (none)"},
		{[]string{"pick", "pour", "lid"}, []int{30, 5, 4}, "Scarce too: pour (5).", "pour has"},
		{[]string{"pick the cube", "Pick  the cube.", "lid.."}, []int{12, 1, 3}, "record 10 more of lid.", "lid.."},
		{[]string{"pick", "lid"}, []int{16, 17}, "Skills are balanced: 16 to 17 demonstrations of each.", "record"},
		{[]string{"pick", "lid"}, []int{6, 6}, "Skills are balanced: 6 demonstrations of each.", "none"},
	} {
		r := Report{}
		for i, name := range c.names {
			r.Skills = append(r.Skills, Skill{Name: name, Groups: []int{i}})
			r.Groups, r.Weights = append(r.Groups, Group{Demonstrations: c.n[i]}), append(r.Weights, 1)
		}
		if got := r.imbalanceLine(); !strings.Contains(got, c.want) || strings.Contains(got, c.not) {
			t.Errorf("%q: %q, want %q and not %q", c.names, got, c.want, c.not)
		}
	}
}
