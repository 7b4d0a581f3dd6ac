package curate

import (
	"cmp"
	"slices"
)

func init() { Rules.Add("magicsoup", magicSoup{}) }

// magicSoup doubles the third of the groups with the best mean scores and halves the third with the worst, as the
// mixtures of Open X-Embodiment double and halve datasets by hand (Octo, arXiv:2405.12213): the control for what an
// expert's coarse judgement is worth. With fewer than three groups the best is doubled and the worst halved. A group
// that is as good as the next one that is not of its third keeps its share.
type magicSoup struct{}

func (magicSoup) About() RuleDescription {
	return RuleDescription{Summary: "the best third of groups doubled, the worst halved",
		Source: "Octo, arXiv:2405.12213", FalseAlarm: "groups that differ by chance get other shares", Mixes: true}
}

func (magicSoup) Values(scores []float64, group []int32) []float64 {
	n, mean := shares(scores, group)
	order := make([]int, len(n))
	for g := range order {
		order[g] = g
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(mean[b], mean[a]) })
	alpha := slices.Clone(n)
	third := max(1, len(order)/3)
	for g := range alpha {
		switch {
		case len(order) == 1:
		case mean[g] > mean[order[third]]:
			alpha[g] *= 2
		case mean[g] < mean[order[len(order)-third-1]]:
			alpha[g] /= 2
		}
	}
	return spread(alpha, n, group)
}
