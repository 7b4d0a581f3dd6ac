package scenes

import (
	"counterpoise/bench/record"
	"counterpoise/physics"
)

// An oracle decides from the states of a rollout whether the requested behaviour was achieved. There are two, and both
// judge every rollout.
//
// CALVIN's oracle looks at the present positions: the part has moved past its threshold. It does not ask who moved it,
// and the forearm of an untrained policy that sweeps along the cabinet opens the door by it.
//
// The earned oracle asks in addition that the gripper's fingers moved the part. Let x be the displacement of a part
// from its place at Begin: along its rail for a mechanism, upwards for a block (m). Every point s between 0 and x was
// last passed in some substep (1/240 s) of the physics, and g(s) is 1 if in that substep a finger exerted a contact
// force on the part, else 0. While no part of the robot touches it, a moving part moves by the momentum that those who
// touched it last have given it, and g(s) is what it was then. The part's displacement is earned if
//
//	∫ g(s) ds ≥ earnedShare |x|, the integral over s from 0 to x
//
// In words: the fingers made at least 80 % of the way that the part has come. The hand does not count, because its back
// bumps into the door's handle, and untrained policies would open the door by it. With the fingers alone they do so in
// one or two of 2,000 rollouts (counterpoise run chance). Every demonstrator, CALVIN's included, moves its part with
// the fingers.
//
// What follows from the definition:
//
//   - Way that goes back is taken off at its end, whoever undoes it: a door that the forearm opens and a finger shuts
//     and opens again is earned; moving a part to and fro earns no more than the way between.
//   - A door that a finger has knocked and that slides on is earned, one that the forearm has knocked is not. Momentum
//     ends when the part comes to rest.
//   - Only contact of the part itself counts: a block that the fingers push against the door at rest moves the door
//     without them.
//   - The arm's links and the hand may touch beside the fingers: they take nothing away.
//   - The height of a block counts, and its way over the table does not: a block in a drawer is not lifted by opening
//     it, and one that lies on the hand, the forearm or another block is lifted by these.
//
// One rule serves for the right part and for wrong ones. The requested behaviour is achieved when CALVIN's condition
// holds for its part and the displacement of that part is earned. Another behaviour was shown when its part has at some
// control step been past its threshold with an earned displacement. What the forearm has swept aside therefore neither
// wins nor loses a rollout.
//
// The share is part of the rule, was chosen before any trained policy was judged by it, and is not to be fitted to
// results.

// earnedShare is the least share of a displacement that the fingers must have made, in (0, 1]. At 1 a millimetre that a
// link has moved would decide; at 0.5 the arm may do half.
const earnedShare = 0.8

// Oracle is the name of a rule that judges rollouts; records keep the verdicts of both.
type Oracle = record.Oracle

// The oracles.
const (
	CALVIN = record.CALVIN // CALVIN's thresholds, whatever moved the part
	Earned = record.Earned // the same, and the fingers moved it: the default
)

// Oracles returns the names of all oracles, the default one first.
func Oracles() []string { return []string{string(Earned), string(CALVIN)} }

// Verdict is the judgement of an oracle on the present state of a rollout. The first verdict of a rollout that is not
// Neither decides it.
type Verdict = record.Verdict

// The verdicts.
const (
	Neither = record.Neither // neither the requested behaviour was achieved, nor was another one shown
	Right   = record.Right   // the requested behaviour is achieved
	Wrong   = record.Wrong   // another behaviour was shown since Begin, which cannot be undone
)

// Decision is how an oracle decided a rollout.
type Decision = record.Decision

// Outcome holds the verdicts of both oracles.
type Outcome struct{ CALVIN, Earned Verdict }

// By returns the verdict of an oracle, and that of Earned for a name that is no oracle.
func (o Outcome) By(oracle Oracle) Verdict {
	if oracle == CALVIN {
		return o.CALVIN
	}
	return o.Earned
}

// threshold is how far a part has to move to show a behaviour.
type threshold struct {
	part physics.Part
	far  float64 // distance from the place at Begin, either way (m)
}

// judge returns the outcome of a rollout that requests to move a part: achieved says whether CALVIN's condition on that
// part holds in the present state, and others are the thresholds of the other behaviours.
func (t *Tabletop) judge(achieved bool, part physics.Part, others ...threshold) (o Outcome) {
	if achieved {
		o.CALVIN = Right
		if t.travelOf(part).isEarned() {
			o.Earned = Right
		}
	}
	for _, other := range others {
		d := t.travelOf(other.part)
		if d.greatest > other.far {
			o.CALVIN = Wrong
		}
		if d.greatestEarned > other.far {
			o.Earned = Wrong
		}
	}
	return o
}
