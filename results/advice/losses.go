package advice

import (
	"math"
	"slices"
)

// lossTable has the mean held-out loss of each episode under several fits: one of all demonstrations of each skill, and
// one without each kind that the skill has.
type lossTable struct {
	keep  [][]bool    // groups that a fit learns from: first one fit a skill, then one a skill and kind
	skill []int       // fit -> skill
	kind  []int       // fit -> kind that it leaves out; -1 for none
	loss  [][]float64 // fit, episode: mean over repeats
}

func newLossTable(m Measurement, episodes int) *lossTable {
	t := &lossTable{}
	for kind := -1; kind < len(m.Kinds); kind++ {
		for s, skill := range m.Skills {
			keep, less := make([]bool, len(m.Groups)), false
			for _, i := range skill.Groups {
				out := kind >= 0 && slices.Contains(m.Kinds[kind].Groups, i)
				keep[i], less = !out, less || out
			}
			if kind < 0 || less {
				t.keep, t.skill, t.kind = append(t.keep, keep), append(t.skill, s), append(t.kind, kind)
				t.loss = append(t.loss, make([]float64, episodes))
			}
		}
	}
	return t
}

// add adds the losses of one repeat of n.
func (t *lossTable) add(all [][]float64, n int) {
	for i, fit := range all {
		for e, v := range fit {
			t.loss[i][e] += v / float64(n)
		}
	}
}

// members are the numbers of the episodes of each group, ascending.
type members [][]int

// membersOf lists the episodes of each group; of[e] is the group of episode e.
func membersOf(groups int, of []int32) members {
	in := make(members, groups)
	for e, own := range of {
		in[own] = append(in[own], e)
	}
	return in
}

// inFolds lists the episodes of each fold by group; fold[e] is the fold of episode e.
func inFolds(groups int, of []int32, fold []int) (parts [folds]members) {
	for k := range parts {
		parts[k] = make(members, groups)
	}
	for e, own := range of {
		parts[fold[e]][own] = append(parts[fold[e]][own], e)
	}
	return parts
}

// logs returns the logarithms of the losses of episodes under a fit, without episodes that were not measured.
func (t *lossTable) logs(episodes []int, fit int) (out []float64) {
	for _, e := range episodes {
		if t.loss[fit][e] > 0 {
			out = append(out, math.Log(t.loss[fit][e]))
		}
	}
	return out
}

// ofGroup is the geometric mean loss of a group under the fit of its skill.
func (t *lossTable) ofGroup(m Measurement, in members, group int) Estimate {
	return meanOf(t.logs(in[group], t.fitOf(m, group)))
}

// fitOf is the number of the fit of all demonstrations of a group's skill: fits of skills come first.
func (t *lossTable) fitOf(m Measurement, group int) int {
	return slices.IndexFunc(m.Skills, func(s Skill) bool {
		return slices.Contains(s.Groups, group) || slices.Contains(s.Failed, group)
	})
}

// difficulty compares the losses of a kind with those of the references of its skills.
func (t *lossTable) difficulty(m Measurement, in members, k Kind) Estimate {
	var pairs [][2][]float64
	for _, i := range k.Groups {
		fit := t.fitOf(m, i)
		pairs = append(pairs, [2][]float64{t.logs(in[i], fit), t.logs(in[m.skillOf(i).Reference], fit)})
	}
	return differenceOf(pairs)
}

// conflict compares the losses of the references of a kind's skills with the kind and without it, episode by episode.
func (t *lossTable) conflict(m Measurement, in members, kind int) Estimate {
	var change []float64
	for fit, out := range t.kind {
		if out != kind {
			continue
		}
		skill := t.skill[fit]
		for _, e := range in[m.Skills[skill].Reference] {
			if with, without := t.loss[skill][e], t.loss[fit][e]; with > 0 && without > 0 {
				change = append(change, math.Log(with/without))
			}
		}
	}
	return meanOf(change)
}
