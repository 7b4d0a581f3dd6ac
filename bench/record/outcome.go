package record

// Counts are the numbers of rollouts of one behaviour by verdict. They add up to the number of rollouts.
type Counts struct{ Right, Wrong, Neither int }

// Count counts the rollouts by the verdicts of an oracle; ok is false where a verdict is not recorded.
func (o Outcomes) Count(oracle Oracle) (c Counts, ok bool) {
	for r := range o.Steps {
		verdict, _, ok := o.Verdict(r, oracle)
		if !ok {
			return Counts{}, false
		}
		switch verdict {
		case Right:
			c.Right++
		case Wrong:
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
func (o Outcomes) Verdict(r int, oracle Oracle) (v Verdict, step int, ok bool) {
	right, wrong := o.stepsOf(oracle)
	if step, ok = recorded(right, r); !ok || step > 0 {
		return verdict(Right, step), step, ok
	}
	step, ok = recorded(wrong, r)
	return verdict(Wrong, step), step, ok
}

// Ending is how one rollout ended: the decision of each oracle, and what else may end a rollout.
type Ending struct {
	CALVIN, Earned Decision
	NonFinite      int // control step, from 1, of the action that was not finite and ended the rollout; 0: none was
}

// By returns the decision of an oracle.
func (e Ending) By(oracle Oracle) Decision {
	if oracle == CALVIN {
		return e.CALVIN
	}
	return e.Earned
}

// Ending returns how rollout r ended. Parts that are not recorded stay zero.
func (o Outcomes) Ending(r int) (e Ending) {
	for oracle, d := range map[Oracle]*Decision{CALVIN: &e.CALVIN, Earned: &e.Earned} {
		d.Verdict, d.Step, _ = o.Verdict(r, oracle)
	}
	e.NonFinite, _ = o.NonFinite(r)
	return e
}

// Agrees reports whether an ending is the recorded one of rollout r. Parts that are not recorded are not compared.
func (o Outcomes) Agrees(r int, e Ending) bool {
	for _, oracle := range []Oracle{CALVIN, Earned} {
		d := e.By(oracle)
		if v, step, ok := o.Verdict(r, oracle); ok && d != (Decision{Verdict: v, Step: step}) {
			return false
		}
	}
	step, ok := o.NonFinite(r)
	return o.Steps[r] == e.CALVIN.At(Right) && (!ok || step == e.NonFinite)
}

// verdict returns v if it was given at a step, else Neither.
func verdict(v Verdict, step int) Verdict {
	if step == 0 {
		return Neither
	}
	return v
}
