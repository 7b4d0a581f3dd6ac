package advice

import (
	"slices"
	"strings"
	"testing"

	"counterpoise/stats"
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
		{[]string{"pick", "lid"}, []int{2, 1}, "Record more of every skill: pick has 2 and lid has 1.", "balanced"},
		{[]string{"pick", "lid"}, []int{6, 6}, "Skills are balanced: 6 demonstrations of each.", "none"},
	} {
		r := Report{}
		for i, name := range c.names {
			r.Skills = append(r.Skills, Skill{Name: name, Groups: []int{i}})
			se := .1 // enough to tell how hard it is to fit, from three on
			if c.n[i] < 3 {
				se = 10
			}
			r.Groups, r.Weights = append(r.Groups, Group{Demonstrations: c.n[i],
				Loss: newEstimate(0, se, 20, c.n[i])}), append(r.Weights, 1)
		}
		if got := r.imbalanceLine(); !strings.Contains(got, c.want) || strings.Contains(got, c.not) {
			t.Errorf("%q: %q, want %q and not %q", c.names, got, c.want, c.not)
		}
	}
}

// Skills that are equally scarce are all named, and what failed or is marked bad is no stock of a skill, even where it
// is kept because nothing better is there.
func TestScarceSkills(t *testing.T) {
	failed, bad := Group{Failed: true}, Group{Bad: true}
	harmless := Group{Failed: true, Cost: &Cost{Mean: 1, Low: -2, High: 4}}
	of := func(g Group, skill string, n int) Group {
		g.Skill, g.Demonstrations, g.Loss = skill, n, newEstimate(0, .1, 20, n)
		return g
	}
	good := func(skill string, n int) Group { return of(Group{}, skill, n) }
	for _, c := range []struct {
		groups []Group
		want   string
	}{
		{[]Group{good("pick", 12), good("pour", 6), good("lid", 6)},
			"pour and lid have 6 demonstrations each, pick 12: drawing them more often will not mend that (-3.3 to " +
				"+2.2 points where it was measured); record 6 more of each."},
		{[]Group{good("pick", 12), of(failed, "pour", 12)}, "pour has 0 usable demonstrations, pick 12: drawing " +
			"them more often will not mend that (-3.3 to +2.2 points where it was measured); record 12 more of pour."},
		{[]Group{good("pick", 12), good("pour", 12), of(bad, "pour", 3)},
			"Skills are balanced: 12 usable demonstrations of each."},
		{[]Group{good("pick", 12), good("pour", 6), of(harmless, "pour", 6)},
			"Skills are balanced: 12 usable demonstrations of each."},
		{[]Group{good("pick", 1), of(failed, "pick", 11), of(failed, "pour", 6)},
			"Record more of every skill: pick has 1 usable demonstration and pour has 0."},
		{[]Group{good("pick", 1), of(failed, "pick", 11)}, "Record more."},
		{[]Group{of(failed, "pick", 12), of(failed, "pour", 6)}, ""},
	} {
		r := Report{}
		r.Groups = c.groups
		for i, g := range c.groups {
			k := slices.IndexFunc(r.Skills, func(s Skill) bool { return s.Name == g.Skill })
			if k < 0 {
				k, r.Skills = len(r.Skills), append(r.Skills, Skill{Name: g.Skill})
			}
			if r.Weights = append(r.Weights, 1); g.apart() {
				r.Skills[k].Failed = append(r.Skills[k].Failed, i)
			} else {
				r.Skills[k].Groups = append(r.Skills[k].Groups, i)
			}
		}
		if got := r.imbalanceLine(); got != c.want {
			t.Errorf("%v:\n%q, want\n%q", c.groups, got, c.want)
		}
	}
}

// The answer never says that nothing speaks for other weights where trajectories are outliers, and of too few
// demonstrations that they are.
func TestWhatSpeaksForOtherWeights(t *testing.T) {
	for _, c := range []struct {
		n       int
		unusual []string
		want    string
	}{
		{20, nil, "no label and no loss speaks for other weights."},
		{20, []string{"7"}, "but 1 trajectory is unlike the others (7): look at it (--page FILE)."},
		{20, []string{"7", "3"}, "but 2 trajectories are unlike the others (7 and 3): look at them (--page FILE)."},
		{1, nil, "1 demonstration is too few to tell anything else."},
		{2, []string{"1"}, "2 demonstrations are too few to tell anything else."},
	} {
		r := Report{Unusual: c.unusual}
		n := float64(c.n)
		r.Groups = []Group{{Name: "pick", Demonstrations: c.n, Loss: newEstimate(0, 1/n, n-1, c.n)}}
		r.Skills, r.Weights = []Skill{{Name: "pick", Groups: []int{0}}}, []float64{1}
		if got := r.Answer()[0]; !strings.HasPrefix(got, "Keep every demonstration, each frame counting the same: ") ||
			!strings.HasSuffix(got, c.want) {
			t.Errorf("of %d: %q, want %q", c.n, got, c.want)
		}
	}
}

// One sentence for all may stand for several tasks, and the answer says what looks for them.
func TestOneSkillMayBeSeveral(t *testing.T) {
	r := Report{}
	r.Groups, r.Weights = []Group{{Demonstrations: 12, Loss: newEstimate(0, .1, 20, 12)}}, []float64{1}
	r.Skills = []Skill{{Groups: []int{0}}}
	r.Verdicts = []Verdict{{Open: true}}
	if line := r.imbalanceLine(); !strings.Contains(line, "--find-skills FILE looks for some") {
		t.Error(line)
	}
	v := Verdict{Kind: Kind{Name: "ann", Reference: "carl", Difficulty: Estimate{Value: stats.Some(1),
		Low: stats.Some(.9), High: stats.Some(1.2)}}}
	if text := said("numbers", numbersOf([]Verdict{v}))[0]; !strings.Contains(text, " times as hard to fit as carl.") {
		t.Error(text)
	}
}
