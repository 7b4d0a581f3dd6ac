//go:build !nostudy

package run

import (
	"fmt"
	"strings"

	"counterpoise/bench"
	"counterpoise/bench/record"
	"counterpoise/bench/study"
	"counterpoise/internal/wording"
	"counterpoise/results"
	"counterpoise/results/frame"
)

// printUnfrozen prints in what a plan of a frozen profile is not the frozen run.
func (p program) printUnfrozen(plan bench.Plan) error {
	text, err := unfrozen(results.Freezes, plan)
	if text != "" {
		fmt.Fprintf(p.Err, "not the frozen run: %s; its verdicts are not confirmatory\n", text)
	}
	return err
}

// unfrozen says in what a plan of a frozen profile is another run than the frozen one: "seed 3 in place of that of
// freeze 1, 20 rollouts in place of 100". It is empty where it is in nothing, and for a plan that is of no frozen
// profile. The number of trials is left out: those of a look are the first ones of the next. text is that of
// results/freeze.md.
func unfrozen(text string, plan bench.Plan) (string, error) {
	profile, err := bench.Profiles.Get(plan.Name)
	if err != nil || profile.Freeze == 0 {
		return "", nil
	}
	freezes, err := study.ParseFreezes(text)
	if err != nil {
		return "", err
	}
	own, other := plan.Size, profile.Size
	var words []string
	if row, _ := study.FreezeOf(freezes, own.Seed); row != profile.Freeze {
		words = append(words, fmt.Sprintf("seed %d in place of that of freeze %d", own.Seed, profile.Freeze))
	}
	if own.Rollouts != other.Rollouts {
		words = append(words, fmt.Sprintf("%s in place of %d", wording.Plural(own.Rollouts, "rollout"), other.Rollouts))
	}
	if own.Policy != other.Policy {
		words = append(words, fmt.Sprintf("policy %s in place of %s", own.Policy, other.Policy))
	}
	if own.Steps != other.Steps {
		words = append(words, fmt.Sprintf("%s in place of %s", frame.StepsText(own), frame.StepsText(other)))
	}
	return strings.Join(words, ", "), nil
}

// frozen returns the freezes of a text, at least one.
func frozen(text string) ([]study.Freeze, error) {
	freezes, err := study.ParseFreezes(text)
	if err == nil && len(freezes) == 0 {
		err = fmt.Errorf("results/freeze.md names no commit yet: commit the rules, add a row with the hash of that " +
			"commit, commit that and build again (to rehearse a confirmatory run, give --seed)")
	}
	return freezes, err
}

// frozenSize gives a size the seed of a freeze of a text, by its row from 1.
func frozenSize(text string, row int, size *record.Size) error {
	freezes, err := frozen(text)
	if err != nil {
		return err
	}
	if row > len(freezes) {
		return fmt.Errorf("results/freeze.md has %d of the %d rows that this run needs (to rehearse it, give --seed)",
			len(freezes), row)
	}
	size.Seed, err = freezes[row-1].Seed()
	size.SeedSource = record.SeedFreeze
	return err
}
