package evaluations

import (
	"fmt"

	"counterpoise/bench"
	"counterpoise/bench/record"
	"counterpoise/results/apa"
	"counterpoise/results/document"
	"counterpoise/scenes"
	"counterpoise/stats"
)

// level is that of all intervals but those of equality.
const level = 0.95

// equalityLevel is the level of an interval that must lie within the margin: that of two one-sided tests at .05.
const equalityLevel = 1 - 2*(1-level)

// Question is what a comparison asks.
type Question struct {
	Oracle scenes.Oracle // by which successes are counted
	// Margin is the difference of success that would not matter (percentage points). If it is above 0, each behaviour
	// is asked whether the difference is shown to be smaller.
	Margin float64
}

// pairs are the rollouts of one behaviour, or of all, in two evaluations.
type pairs struct {
	behaviour string
	// both and neither succeed, or the first alone, or the second alone.
	both, first, second, neither int
	rates, near                  stats.RateDifference // at level and at equalityLevel
	p, holm                      stats.Maybe          // of McNemar's test; holm over the behaviours
}

// n is the number of pairs.
func (p pairs) n() int { return p.both + p.first + p.second + p.neither }

// test fills in the statistics.
func (p *pairs) test() (err error) {
	if p.rates, err = stats.PairedRates(p.both, p.first, p.second, p.neither, level); err != nil {
		return err
	}
	if p.near, err = stats.PairedRates(p.both, p.first, p.second, p.neither, equalityLevel); err != nil {
		return err
	}
	p.p, err = stats.McNemar(p.first, p.second)
	return err
}

// equal answers whether the difference is within a margin (percentage points).
func (p pairs) equal(margin float64) string {
	return stats.SizeWords[string]{Within: "yes", Beyond: "no", Open: "not shown"}.
		Of(stats.Rule{}.Size(p.near.CI, -margin/100, margin/100))
}

// Compare sets two complete evaluations side by side. Where one has more rollouts, those that both have are compared.
// It is an error where the rollouts are not pairs. Differences are b minus a.
func Compare(a, b record.Evaluation, nameA, nameB string, q Question) (document.Document, error) {
	each, all, err := compared(a, b, nameA, nameB, q.Oracle)
	if err != nil {
		return document.Document{}, err
	}
	return document.Document{
		Title: fmt.Sprintf("Counterpoise: %s against %s", nameB, nameA),
		Sections: []document.Section{{
			Title: fmt.Sprintf("%s against %s", nameB, nameA),
			Intro: fmt.Sprintf("Task %s, seed %d, trial %d: %d rollouts of each behaviour from the same initial "+
				"states. A is %s. B is %s.", a.Task, a.Seed, a.Trial, each[0].n(), policyText(a, nameA),
				policyText(b, nameB)),
			Lines:  []string{verdict(all, nameA, nameB)},
			Tables: []document.Table{table(append(each, all), q.Margin)},
			Notes:  notes(a, b, q),
		}},
	}, nil
}

// compared tests the pairs of rollouts of two evaluations: of each behaviour, corrected by Holm, and of all.
func compared(a, b record.Evaluation, nameA, nameB string, oracle scenes.Oracle) (each []pairs, all pairs, err error) {
	if err := comparable(a, b, nameA, nameB, oracle); err != nil {
		return nil, all, err
	}
	all.behaviour = "all"
	var p []float64
	for i := range a.Outcomes {
		one := pairsOf(a.Outcomes[i].Outcomes, b.Outcomes[i].Outcomes, oracle)
		if err := one.test(); err != nil {
			return nil, all, err
		}
		all.both, all.first = all.both+one.both, all.first+one.first
		all.second, all.neither = all.second+one.second, all.neither+one.neither
		each = append(each, one)
		p = append(p, one.p.Or(1))
	}
	for i, h := range stats.Holm(p) {
		each[i].holm = stats.Some(h)
	}
	return each, all, all.test()
}

// comparable reports why two evaluations do not consist of pairs of rollouts.
func comparable(a, b record.Evaluation, nameA, nameB string, oracle scenes.Oracle) error {
	for _, e := range []struct {
		record.Evaluation
		name string
	}{{a, nameA}, {b, nameB}} {
		if !e.Complete(len(bench.Behaviours(e.Task))) {
			return fmt.Errorf("%s is not complete: it has %d rollouts; the same eval command goes on with it", e.name,
				e.Played())
		}
		if !e.Has(oracle) {
			return fmt.Errorf("%s has no verdicts of the oracle %s, which its simulator does not have: --oracle %s",
				e.name, oracle, scenes.CALVIN)
		}
	}
	switch {
	case a.Task != b.Task:
		return fmt.Errorf("%s is of task %s and %s of %s: only evaluations of one task can be compared", nameA, a.Task,
			nameB, b.Task)
	case a.Seed != b.Seed || a.Trial != b.Trial:
		return fmt.Errorf("%s has seed %d and trial %d, %s has %d and %d, so their rollouts start from different "+
			"states: evaluate one of them again with the --seed and --trial of the other", nameA, a.Seed, a.Trial,
			nameB, b.Seed, b.Trial)
	case a.Version != b.Version:
		return fmt.Errorf("%s is of results version %s and %s of %s, which simulate differently: evaluate the older "+
			"one again", nameA, a.Version, nameB, b.Version)
	}
	return nil
}

// pairsOf counts the pairs of a behaviour.
func pairsOf(a, b record.Outcomes, oracle scenes.Oracle) pairs {
	p := pairs{behaviour: a.Behaviour}
	for r := range min(len(a.Steps), len(b.Steps)) {
		va, _, _ := a.Verdict(r, oracle)
		vb, _, _ := b.Verdict(r, oracle)
		switch {
		case va == scenes.Right && vb == scenes.Right:
			p.both++
		case va == scenes.Right:
			p.first++
		case vb == scenes.Right:
			p.second++
		default:
			p.neither++
		}
	}
	return p
}

// policyText says which policy was evaluated.
func policyText(e record.Evaluation, name string) string {
	of := e.Policy
	switch {
	case of.Digest != "":
		return fmt.Sprintf("%s: policy %s (SHA-256 %.12s)", name, of.Name, of.Digest)
	case len(of.Metadata) > 300:
		return fmt.Sprintf("%s: policy at %s", name, of.Name)
	}
	return fmt.Sprintf("%s: policy at %s, which says of itself %s", name, of.Name, of.Metadata)
}

// verdict answers in one sentence: is the difference more than chance? B comes first in it, and so does its rate.
func verdict(all pairs, nameA, nameB string) string {
	numbers := fmt.Sprintf("%.1f %% against %.1f %%, %+.1f points, 95 %% interval %+.1f to %+.1f; %s by McNemar's "+
		"exact test, %d pairs", 100*all.rates.Second, 100*all.rates.First, 100*all.rates.Estimate,
		100*all.rates.CI.Low.Or(-1), 100*all.rates.CI.High.Or(1), apa.P("p", all.p), all.n())
	switch {
	case all.p.Or(1) >= 1-level:
		return fmt.Sprintf("%s is not shown to differ from %s: %s. The interval says how large a difference can still "+
			"be.", nameB, nameA, numbers)
	case all.rates.Estimate < 0:
		return fmt.Sprintf("%s succeeds less often than %s, by more than chance: %s.", nameB, nameA, numbers)
	}
	return fmt.Sprintf("%s succeeds more often than %s, by more than chance: %s.", nameB, nameA, numbers)
}
