package bypolicy

import (
	"fmt"
	"math"
	"slices"

	"counterpoise/bench"
	"counterpoise/results/frame"
	"counterpoise/stats"
)

// Policies is a design under several policies: networks, heads or observers. The policies of a trial share seed, and so
// demonstrations and initial states, whatever they are.
type Policies struct {
	Designs     []frame.Design // one for each policy, by name; equal but for policy, steps and trials
	Names       []string       // of the policies; with the number of steps where a policy stands twice
	Chances     []frame.Chance // of the policies, on the smallest seed that has records of it
	Comparisons []Comparison
}

// Comparison is a comparison of a design under each of several policies.
type Comparison struct {
	bench.Comparison
	// By has the comparison under each policy, in the order of Policies.Names. Holm's family is all comparisons of the
	// design under all policies.
	By []frame.Comparison
	// Depends tests whether the difference depends on the policy: a one-way repeated-measures ANOVA of the differences,
	// policies within trials. Its F is that of the interaction arm x policy of a two-way one, as the difference of two
	// arms is their only contrast. Trials that a policy lacks are left out; F is undefined for fewer than two.
	Depends stats.ANOVA
}

// Of returns the designs that compare something and that several plans answer which differ in nothing but policy, steps
// and trials, in the order of the plans.
func Of(frames []frame.Frame) (all []Policies) {
	type question struct {
		name     string
		rollouts int
		seed     uint64
	}
	asked := func(f frame.Frame) question {
		return question{f.Plan.Name, f.Plan.Size.Rollouts, f.Plan.Size.Seed}
	}
	var done []question
	for _, f := range frames {
		q := asked(f)
		if slices.Contains(done, q) || q.rollouts == 0 {
			continue
		}
		done = append(done, q)
		var like []frame.Frame // those with this question
		for _, o := range frames {
			if asked(o) == q {
				like = append(like, o)
			}
		}
		if len(like) > 1 {
			all = append(all, designsOf(like, frames)...)
		}
	}
	return all
}

// designsOf returns the designs of plans of one question that compare something, each under the policies that have
// records of it. Their chance levels are of any plan of the folder: those of the policies may have another seed.
func designsOf(frames, folder []frame.Frame) (all []Policies) {
	for i, d := range frames[0].Designs {
		if len(d.Comparisons) == 0 {
			continue
		}
		var designs []frame.Design
		for _, f := range frames {
			for range f.Designs[i].Rows() {
				designs = append(designs, f.Designs[i])
				break
			}
		}
		if len(designs) > 1 {
			a := policiesOf(designs)
			for _, d := range a.Designs {
				a.Chances = append(a.Chances,
					frame.ChanceUnder(folder, d.Plan.Size.Policy, bench.ChanceLevel{Task: d.Task}, d.Oracle))
			}
			all = append(all, a)
		}
	}
	return all
}

// policiesOf tests the comparisons of a design under several policies. Successes of all are counted under one oracle.
func policiesOf(designs []frame.Design) Policies {
	a := Policies{Designs: frame.Together(designs)}
	for _, d := range a.Designs {
		a.Names = append(a.Names, d.Plan.Size.Policy.String())
	}
	for i, d := range a.Designs {
		twin := func(o frame.Design) bool { return o.Plan.Size.Policy == d.Plan.Size.Policy }
		if slices.IndexFunc(a.Designs, twin) != i || slices.ContainsFunc(a.Designs[i+1:], twin) {
			a.Names[i] += ", " + frame.StepsText(d.Plan.Size)
		}
	}
	var p []float64
	for _, c := range a.Designs[0].Comparisons {
		x := Comparison{Comparison: c}
		for _, d := range a.Designs {
			tested := d.Compare(c)
			x.By, p = append(x.By, tested), append(p, tested.Test.P.Or(math.NaN()))
		}
		x.Depends, _ = stats.RepeatedMeasures(differences(a.Designs, c), a.Names) // undefined for fewer than two trials
		a.Comparisons = append(a.Comparisons, x)
	}
	for i, adjusted := range stats.Holm(p) {
		a.Comparisons[i/len(a.Designs)].By[i%len(a.Designs)].Holm = stats.Some(adjusted)
	}
	return a
}

// differences returns the differences of a comparison in successes, a row for each trial and a column for each policy;
// NaN where a record is missing.
func differences(designs []frame.Design, c bench.Comparison) (rows [][]float64) {
	for j, d := range designs {
		arm, against := d.Successes(d.Arm(c.Arm), c.Behaviour), d.Successes(d.Arm(c.Against), c.Behaviour)
		for t := range arm {
			if t == len(rows) {
				rows = append(rows, slices.Repeat([]float64{math.NaN()}, len(designs)))
			}
			rows[t][j] = arm[t] - against[t]
		}
	}
	return rows
}

// Stem begins the names of files about the i-th of several designs, "e1-picking-policies"; the seed follows where the
// same design stands there under another.
func Stem(all []Policies, i int) string {
	d := all[i].Designs[0]
	stem := d.Name() + "-policies"
	same := func(o Policies) bool { return o.Designs[0].Name() == d.Name() }
	if slices.IndexFunc(all, same) == i && !slices.ContainsFunc(all[i+1:], same) {
		return stem
	}
	return fmt.Sprintf("%s-seed%d-rollouts%d", stem, d.Plan.Size.Seed, d.Plan.Size.Rollouts)
}
