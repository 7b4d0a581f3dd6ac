package record

import (
	"fmt"
	"iter"

	"counterpoise/internal/wording"
)

// HasVerdicts reports whether the record says of each rollout whether it succeeded by an oracle. Every record has that
// of CALVIN's oracle; records of schemas 1 and 2 lack the earned one.
func (r Record) HasVerdicts(oracle Oracle) bool {
	for _, o := range r.Rollouts {
		if _, ok := o.Successes(oracle); !ok {
			return false
		}
	}
	return true
}

// CommonOracle returns the oracle under which records are read together: the wanted one if all records have its
// verdicts, otherwise CALVIN's, with a warning that says why. Numbers under different oracles are never mixed, so every
// reader of several records asks this function. An empty wanted oracle stands for Earned.
func CommonOracle(records iter.Seq[Record], wanted Oracle) (oracle Oracle, warning string) {
	if wanted == "" {
		wanted = Earned
	}
	n, lacking := 0, 0
	for r := range records {
		n++
		if !r.HasVerdicts(wanted) {
			lacking++
		}
	}
	if lacking == 0 {
		return wanted, ""
	}
	some := wording.Plural(n, "record")
	if lacking < n {
		some = fmt.Sprintf("%d of %s", lacking, some)
	}
	return CALVIN, fmt.Sprintf("Success is by CALVIN's oracle: in %s no verdict of the oracle %q is recorded.",
		some, wanted)
}

// Successes counts the rollouts that succeeded by an oracle; ok is false where that is not recorded.
func (o Outcomes) Successes(oracle Oracle) (n int, ok bool) {
	right, _ := o.stepsOf(oracle)
	for _, step := range right {
		if step > 0 {
			n++
		}
	}
	return n, right != nil
}

// Succeeded reports whether rollout r succeeded by an oracle; ok is false where that is not recorded.
func (o Outcomes) Succeeded(r int, oracle Oracle) (success, ok bool) {
	right, _ := o.stepsOf(oracle)
	step, ok := recorded(right, r)
	return step > 0, ok
}

// stepsOf returns the steps at which rollouts succeeded by an oracle and those at which they showed another behaviour,
// each nil where it is not recorded.
func (o Outcomes) stepsOf(oracle Oracle) (right, wrong []int) {
	if oracle == CALVIN {
		return o.Steps, o.WrongSteps
	}
	return o.EarnedSteps, o.EarnedWrongSteps
}
