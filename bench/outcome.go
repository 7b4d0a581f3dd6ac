package bench

import "counterpoise/scenes"

// Counts are the numbers of rollouts of one behaviour by verdict. They add up to the number of rollouts.
type Counts struct{ Right, Wrong, Neither int }

// Count counts the rollouts by the verdicts of an oracle; ok is false where a verdict is not recorded.
func (o Outcomes) Count(oracle scenes.Oracle) (c Counts, ok bool) {
	for r := range o.Steps {
		verdict, _, ok := o.Verdict(r, oracle)
		if !ok {
			return Counts{}, false
		}
		switch verdict {
		case scenes.Right:
			c.Right++
		case scenes.Wrong:
			c.Wrong++
		default:
			c.Neither++
		}
	}
	return c, true
}

// Verdict returns how an oracle decided rollout r and the control step at which it did, from 1; the step of Neither is
// 0. ok is false where that is not recorded: schema 1 has the successes of CALVIN's oracle alone, and schema 2 also its
// wrong behaviours, for tasks in which these move another part.
func (o Outcomes) Verdict(r int, oracle scenes.Oracle) (v scenes.Verdict, step int, ok bool) {
	right, wrong := o.Steps, o.WrongSteps
	if oracle == scenes.Earned {
		right, wrong = o.EarnedSteps, o.EarnedWrongSteps
	}
	if step, ok = recorded(right, r); !ok || step > 0 {
		return verdict(scenes.Right, step), step, ok
	}
	step, ok = recorded(wrong, r)
	return verdict(scenes.Wrong, step), step, ok
}

// verdict returns v if it was given at a step, else Neither.
func verdict(v scenes.Verdict, step int) scenes.Verdict {
	if step == 0 {
		return scenes.Neither
	}
	return v
}
