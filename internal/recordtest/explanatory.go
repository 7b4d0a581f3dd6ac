package recordtest

import (
	"slices"
	"testing"

	"counterpoise/bench"
	"counterpoise/bench/record"
	"counterpoise/policies/balance"
	"counterpoise/scenes"
	"counterpoise/scenes/demos"
)

// Explanatory plans an experiment at a small size and makes up its records: success rises with the number of
// demonstrations of a behaviour and falls with the weight of the last group, by a rule that tests can check figures
// against (see madeUp).
func Explanatory(t testing.TB, name string, trials int) (bench.Plan, Records) {
	t.Helper()
	p, err := bench.NewPlan(name, func(s *record.Size) {
		*s = record.Size{Trials: trials, Rollouts: 20, Steps: 100, Seed: 1, Policy: bench.StatePolicy}
	})
	if err != nil {
		t.Fatal(err)
	}
	s := Records{}
	e := p.Experiments[0]
	for _, d := range e.Designs {
		for k, a := range d.Arms {
			for trial := range trials {
				c := p.Cell(e, d, a, trial)
				s[c.Hash()] = madeUp(t, c, k, a)
			}
		}
	}
	return p, s
}

// madeUp returns the record of a cell of the k-th arm. Of 20 rollouts of behaviour i with n optimal demonstrations,
//
//	4 + n/2 - 6 w + (trial + k + i) mod 3 - 1
//
// succeed (all divisions rounded down), where w is the last weight of the last group.
func madeUp(t testing.TB, c record.Cell, k int, a bench.Arm) record.Record {
	t.Helper()
	task, err := scenes.ParseTask(c.Task)
	if err != nil {
		t.Fatal(err)
	}
	recipe, err := demos.ParseRecipe(c.Task + " " + c.Recipe)
	if err != nil {
		t.Fatal(err)
	}
	r := record.Record{Cell: c, Data: record.Data{Hash: "feed", Version: "1"},
		Training: record.Training{Backend: "a test", Config: record.Config{Steps: c.Steps}}}
	demonstrations := map[string]int{}
	for _, n := range recipe.Counts {
		group := a.Groups.Label(n.Behaviour, n.Style)
		if !slices.Contains(r.Training.Groups, group) {
			r.Training.Groups = append(r.Training.Groups, group)
		}
		if n.Style == "optimal" {
			demonstrations[n.Behaviour] = n.N
		}
		r.Data.Groups = append(r.Data.Groups, demos.GroupCount{Behaviour: n.Behaviour, Style: n.Style, Demos: n.N,
			Frames: 40 * n.N})
	}
	alpha := balance.Fixed{}
	if m, err := balance.Named(a.Method); err != nil {
		t.Fatal(err)
	} else if f, ok := m.(balance.Fixed); ok {
		alpha = f
	} else {
		for g := range r.Training.Groups {
			alpha = append(alpha, float64(1+(k+g)%3))
		}
		sum := 0.0
		for _, w := range alpha {
			sum += w
		}
		for g := range alpha {
			alpha[g] /= sum
		}
	}
	r.Training.Alpha = []record.Point{{Step: 0, Group: alpha}, {Step: 99, Group: alpha}}
	last := alpha[len(alpha)-1]
	for i, b := range task.Behaviours() {
		o := record.Outcomes{Behaviour: b, Horizon: 360, Steps: make([]int, c.Rollouts)}
		for j := range min(20, max(0, 4+demonstrations[b]/2-int(6*last)+(c.Trial+k+i)%3-1)) {
			o.Steps[j] = 100 + j
		}
		r.Rollouts = append(r.Rollouts, o)
	}
	return r
}
